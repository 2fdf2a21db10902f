import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { toUnsigned, type Unsigned } from '#app/domain/documents/unsigned.ts'
import { firstUnsignedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { entitlementsStatements } from '#app/domain/entitlements/entitlement-queries.server.ts'
import { actedForSql } from '#app/domain/families/act-for.server.ts'
import { calledOf } from '#app/domain/families/family-member.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'

type Row = {
  id: string
  name: string
  preferredName: string
  birthDate: string | null
  unsigned: string | null
  /** The next class as JSON: `{ bookingId, title, localStart, state }`. */
  next: string | null
}

type Next = { bookingId: string; title: string; localStart: string; state: string }

export type FamilyChild = {
  id: string
  name: string
  called: string
  birthDate: string | null
  unsigned: Unsigned | null
  next: Next | null
}

/** Whom the member looks after, each with what is next and what is to be signed. */
function childrenStatement(ctx: MemberContext): Statement<Row[]> {
  const { db, studio, now, person } = ctx
  return db.all<Row>(sql`
    SELECT child.id, child.name, child.preferred_name AS preferredName,
      child.birth_date AS birthDate, ${firstUnsignedSql(ctx, 'child')} AS unsigned, (
        SELECT json_object('bookingId', b.id, 'title', class_type.name, 'localStart',
          o.local_start, 'state', b.state)
        FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
          AND o.starts_at > ${now} AND o.state = 'scheduled' AND o.kind <> 'appointment'
        JOIN class_types AS class_type ON class_type.id = o.class_type_id
        WHERE b.studio_id = child.studio_id AND b.person_id = child.id
          AND b.state IN ('booked','waitlisted','checked_in')
        ORDER BY o.starts_at LIMIT 1) AS next
    FROM guardians AS link CROSS JOIN people AS child ON child.id = link.dependant_id
      AND child.studio_id = link.studio_id
    WHERE link.studio_id = ${studio.id} AND link.guardian_id = ${person.id}
      AND ${actedForSql(ctx, 'child')}
    ORDER BY child.birth_date, child.name`)
}

/** The family of a member, and the packs that pay for it. */
export async function familyPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    children: childrenStatement(ctx),
    lots: entitlementsStatements(ctx, ctx.person.id).lots,
  })
  return {
    shell: toShell(answer, viewer),
    /** What the member has bought and could share. */
    packs: answer.lots
      .filter(
        ({ ownerId, refundedAt, left }) => ownerId === ctx.person.id && !refundedAt && left > 0,
      )
      .map(({ id, name, left, expiresOn, family }) => ({
        ...{ id, name, left, expiresOn },
        shared: family === 1,
      })),
    children: answer.children.map(
      ({ preferredName, unsigned, next, ...child }): FamilyChild => ({
        ...child,
        called: calledOf({ name: child.name, called: preferredName }),
        unsigned: toUnsigned(unsigned, { guardianId: ctx.person.id, personId: child.id }),
        next: next === null ? null : (JSON.parse(next) as Next),
      }),
    ),
  }
}
