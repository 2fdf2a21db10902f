import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { dayTime } from '#app/values/wording.ts'
import { endEmptyWishStatement } from './wish-statements.server.ts'

/** Somebody on a waitlist whose time there is over, of a class by its name and start. */
export type WaitingRow = {
  id: string
  personId: string
  occurrenceId: string
  title: string
  localStart: string
}

/** What `from` (bookings `b`, class `o`, its `class_type`) is read as: a list of `WaitingRow`. */
export const waitingRowSql = sql`b.id, b.person_id AS personId, o.id AS occurrenceId,
  class_type.name AS title, o.local_start AS localStart`

/**
 * Ends waits by the clock as `state`, where `still` holds of the row: nothing is charged, each
 * person is told once in the shell under `notice`, with the sentence of the class (`Pole 2: spins,
 * Thu 18:30`), and a wish without lists is over. Answers how many this call has ended.
 */
export async function endWaiting(
  ctx: StudioContext,
  rows: readonly WaitingRow[],
  {
    state,
    still,
    notice,
  }: {
    state: 'not_promoted' | 'offer_lapsed'
    still: SQL
    notice: { kind: string; key: string; text: (classNamed: string) => string }
  },
): Promise<number> {
  const { db, studio, now } = ctx
  if (rows.length === 0) return 0
  const statements: Record<string, Statement<D1Result>> = {}
  rows.forEach(({ id, personId, occurrenceId, title, localStart }, i) => {
    statements[`end${i}`] = db.run(sql`
      UPDATE bookings SET state = ${state}, ended_at = ${now}, ended_by = 'system'
      WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'waitlisted' AND ${still}`)
    statements[`notice${i}`] = noticeStatement(
      ctx,
      {
        personId,
        dedupeKey: `${notice.key}:${id}`,
        kind: notice.kind,
        text: notice.text(`${title}, ${dayTime(localStart, studio.locale)}`),
        path: paths.occurrence(studio, occurrenceId),
      },
      sql`EXISTS (SELECT 1 FROM bookings AS booking
        WHERE booking.id = ${id} AND booking.state = ${state})`,
    )
  })
  statements.wishes = endEmptyWishStatement(ctx, { people: rows.map(({ personId }) => personId) })
  const result = (await batch(db, statements)) as Record<string, unknown>
  return rows.reduce((n, _, i) => n + changed(result[`end${i}`]), 0)
}
