/** What a guardian is shown of the children they look after, for the batch of home and portal. */
import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { toUnsigned, type Unsigned } from '#app/domain/documents/unsigned.ts'
import { firstUnsignedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { actedForSql } from '#app/domain/families/act-for.server.ts'
import { calledOf } from '#app/domain/families/family-member.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { FamilyBooking } from './family-child.ts'

/** Bookings of one child that are shown at most. */
const most = 5

type Row = { id: string; name: string; called: string; unsigned: string | null; ahead: string }

/** Each child with what they have booked and what is to be signed for them. */
export function familyAheadStatement(ctx: StudioContext, guardianId: string): Statement<Row[]> {
  const { db, studio, now } = ctx
  return db.all<Row>(sql`
    SELECT child.id, child.name, child.preferred_name AS called,
      ${firstUnsignedSql(ctx, 'child')} AS unsigned,
      (SELECT json_group_array(json_object('bookingId', soon.id,
          'appointmentId', soon.appointmentId, 'title', soon.title,
          'localStart', soon.localStart, 'waits', soon.waits))
        FROM (SELECT b.id, iif(o.kind = 'appointment', o.id, NULL) AS appointmentId,
            class_type.name AS title, o.local_start AS localStart,
            json(iif(b.state = 'waitlisted', 'true', 'false')) AS waits
          FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
            AND o.starts_at > ${now} AND o.state = 'scheduled'
          JOIN class_types AS class_type ON class_type.id = o.class_type_id
          WHERE b.studio_id = child.studio_id AND b.person_id = child.id
            AND b.state IN ('booked','waitlisted','checked_in')
          ORDER BY o.starts_at LIMIT ${most}) AS soon) AS ahead
    FROM guardians AS link CROSS JOIN people AS child ON child.id = link.dependant_id
      AND child.studio_id = link.studio_id
    WHERE link.studio_id = ${studio.id} AND link.guardian_id = ${guardianId}
      AND ${actedForSql(ctx, 'child')}
    ORDER BY child.birth_date, child.name`)
}

/** What the family has booked, soonest first. */
export const toFamilyAhead = (rows: readonly Row[]): FamilyBooking[] =>
  rows
    .flatMap((row) =>
      (JSON.parse(row.ahead) as Omit<FamilyBooking, 'childId' | 'child'>[]).map((booking) => ({
        ...booking,
        childId: row.id,
        child: calledOf(row),
      })),
    )
    .toSorted((a, b) => (a.localStart < b.localStart ? -1 : 1))

/** What is to be signed for each child. */
export const toFamilyUnsigned = (
  rows: readonly Row[],
  guardianId: string,
): { called: string; unsigned: Unsigned }[] =>
  rows.flatMap((row) => {
    const unsigned = toUnsigned(row.unsigned, { guardianId, personId: row.id })
    return unsigned ? [{ called: calledOf(row), unsigned }] : []
  })
