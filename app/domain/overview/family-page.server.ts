import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { toUnsigned } from '#app/domain/documents/unsigned.ts'
import { firstUnsignedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { entitlementsStatements } from '#app/domain/entitlements/entitlement-queries.server.ts'
import { actedForSql } from '#app/domain/families/act-for.server.ts'
import {
  type AgreementRow,
  agreementsStatement,
  formerStatement,
} from '#app/domain/families/agreement-queries.server.ts'
import { calledOf } from '#app/domain/families/family-member.ts'
import { dependantIdsSql } from '#app/domain/families/family-queries.server.ts'
import {
  invitationsStatement,
  openToSql,
  type WaitingInvitation,
} from '#app/domain/families/invite-guardian.server.ts'
import { noPhotosSql } from '#app/domain/people/consents/consent-statements.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { joinNames } from '#app/values/text/join-names.ts'
import type { FamilyChild, NextOfChild } from './family-child.ts'

type Row = {
  id: string
  name: string
  preferredName: string
  birthDate: string | null
  unsigned: string | null
  /** Of who else looks after them: JSON of names. */
  others: string
  noPhotos: number
  photosSaid: number
  /** The next class as JSON: `{ bookingId, title, localStart, state }`. */
  next: string | null
}

/** Whom the member looks after, each with what is next and what is to be signed. */
function childrenStatement(ctx: MemberContext): Statement<Row[]> {
  const { db, studio, now, person } = ctx
  return db.all<Row>(sql`
    SELECT child.id, child.name, child.preferred_name AS preferredName,
      child.birth_date AS birthDate, ${firstUnsignedSql(ctx, 'child')} AS unsigned,
      (SELECT json_group_array(guardian.name ORDER BY guardian.name) FROM guardians AS both
        JOIN people AS guardian ON guardian.id = both.guardian_id
          AND guardian.studio_id = both.studio_id
        WHERE both.studio_id = child.studio_id AND both.dependant_id = child.id
          AND both.guardian_id <> ${person.id}) AS others,
      (SELECT ${noPhotosSql(ctx)} FROM people AS person
        WHERE person.studio_id = child.studio_id AND person.id = child.id) AS noPhotos,
      EXISTS (SELECT 1 FROM consents AS said WHERE said.studio_id = child.studio_id
        AND said.person_id = child.id AND said.channel = 'any' AND said.purpose = 'photos')
        AS photosSaid, (
        SELECT json_object('bookingId', b.id,
          'appointmentId', iif(o.kind = 'appointment', o.id, NULL), 'title', class_type.name,
          'localStart', o.local_start, 'state', b.state)
        FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
          AND o.starts_at > ${now} AND o.state = 'scheduled'
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

function photosOf(refused: boolean, said: boolean): FamilyChild['photos'] {
  if (!refused) return 'yes'
  return said ? 'no' : 'unasked'
}

/** What was asked with one press is one invitation, of all its children. */
function invitationsOf(rows: readonly WaitingInvitation[]) {
  return [...new Set(rows.map(({ id }) => id))].map((id) => {
    const these = rows.filter((row) => row.id === id)
    const { email = '', askedByName = '', expiresAt = '' } = these[0] ?? {}
    const children = joinNames(these.map(({ child }) => calledOf({ name: child, called: '' })))
    return { id, email, askedByName, expiresAt, children }
  })
}

/**
 * The family of a member, the packs that pay for it, who books for whom among adults, and what waits
 * for an answer.
 */
export async function familyPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    children: childrenStatement(ctx),
    lots: entitlementsStatements(ctx, ctx.person.id).lots,
    received: invitationsStatement(ctx, openToSql(ctx, viewer.email)),
    sent: invitationsStatement(
      ctx,
      sql`invitation.studio_id = ${ctx.studio.id} AND invitation.expires_at > ${ctx.now}
        AND invitation.dependant_id IN (${dependantIdsSql(ctx, ctx.person.id)})`,
    ),
    agreements: agreementsStatement(ctx, ctx.person.id, viewer.email),
    former: formerStatement(ctx),
    me: ctx.db.all<{ minor: number }>(sql`SELECT ${minorSql(ctx)} AS minor FROM people AS person
      WHERE person.studio_id = ${ctx.studio.id} AND person.id = ${ctx.person.id}`),
  })
  const of = (as: AgreementRow['as']) => answer.agreements.filter((row) => row.as === as)
  return {
    shell: toShell(answer, viewer),
    /** What the member has bought and could share. */
    packs: answer.lots
      .filter(
        ({ ownerId, refundedAt, left }) => ownerId === ctx.person.id && !refundedAt && left > 0,
      )
      .map(({ id, name, left, expiresOn, family }) => ({
        id,
        name,
        left,
        expiresOn,
        shared: family === 1,
      })),
    /** Adults, where the studio lets them book for one another. */
    adults: studioLets(ctx.studio, 'book_for_adult')
      ? {
          asked: of('asked').filter(({ otherId }) => otherId !== ctx.person.id),
          books: of('books'),
          bookedFor: of('booked_for'),
          former: answer.former,
          mayAsk: answer.me[0]?.minor !== 1,
        }
      : null,
    received: invitationsOf(answer.received),
    sent: invitationsOf(answer.sent),
    children: answer.children.map(
      ({ preferredName, unsigned, next, others, noPhotos, photosSaid, ...child }): FamilyChild => ({
        ...child,
        called: calledOf({ name: child.name, called: preferredName }),
        others: JSON.parse(others) as string[],
        photos: photosOf(noPhotos === 1, photosSaid === 1),
        unsigned: toUnsigned(unsigned, { guardianId: ctx.person.id, personId: child.id }),
        next: next === null ? null : (JSON.parse(next) as NextOfChild),
      }),
    ),
  }
}
