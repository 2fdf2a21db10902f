import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { paths } from '#app/paths.ts'
import { addMinutes } from '#app/values/instant.ts'
import { dayTime } from '#app/values/wording.ts'
import { endEmptyWishStatement } from './wish-statements.server.ts'

/**
 * How far back a run looks, in minutes; what an outage of days left is closed when the class is
 * reconciled.
 */
const looksBack = 2 * 24 * 60
/** Rows of one run; the next minute takes more. */
const atOnce = 100

/** Who still waits for a class that has started. */
const startedSql = ({ studio, now }: Look): SQL => sql`
  FROM occurrences AS o CROSS JOIN bookings AS b
    ON b.studio_id = o.studio_id AND b.occurrence_id = o.id AND b.state = 'waitlisted'
  JOIN class_types AS class_type ON class_type.id = o.class_type_id
  WHERE o.studio_id = ${studio} AND o.starts_at <= ${now}
    AND o.starts_at > ${addMinutes(now, -looksBack)}`

/** Whether a studio has waitlists to close. */
export const closeWaitlistsDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${startedSql(look)})`

/**
 * At the start of a class its list closes: who still waits is `not_promoted`, charged nothing and
 * told in the shell (R4). Without this they would stand on the roster and count as absent. Answers
 * how many.
 */
export async function closeWaitlists(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const left = await db.all<{
    id: string
    personId: string
    occurrenceId: string
    title: string
    localStart: string
  }>(sql`
    SELECT b.id, b.person_id AS personId, o.id AS occurrenceId, class_type.name AS title,
      o.local_start AS localStart
    ${startedSql(lookAt(ctx))}
    LIMIT ${atOnce}`)
  if (left.length === 0) return 0
  const statements: Record<string, Statement<D1Result>> = {}
  left.forEach((row, i) => {
    statements[`close${i}`] = db.run(sql`
      UPDATE bookings SET state = 'not_promoted', ended_at = ${now}, ended_by = 'system'
      WHERE studio_id = ${studio.id} AND id = ${row.id} AND state = 'waitlisted'`)
    statements[`notice${i}`] = noticeStatement(
      ctx,
      {
        personId: row.personId,
        dedupeKey: `not-promoted:${row.id}`,
        kind: 'booking-not-promoted',
        text:
          `No place opened in ${row.title}, ${dayTime(row.localStart, studio.locale)}. ` +
          'Nothing was charged.',
        path: paths.occurrence(studio, row.occurrenceId),
      },
      sql`EXISTS (SELECT 1 FROM bookings AS booking
        WHERE booking.id = ${row.id} AND booking.state = 'not_promoted')`,
    )
  })
  statements.wishes = endEmptyWishStatement(ctx, { people: left.map(({ personId }) => personId) })
  const result = (await batch(db, statements)) as Record<string, unknown>
  return left.reduce((n, _, i) => n + changed(result[`close${i}`]), 0)
}
