import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { localDate } from '#app/values/zone.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { standingDateStatement } from './book-standing-places.server.ts'

/** Dates that one press books at most. */
export const mostDates = 12

export type RepeatedDate = {
  occurrenceId: string
  localStart: string
  outcome: 'booked' | 'waitlisted' | 'failed'
  why: Refused | null
}

export type BookRepeatingResult =
  | { ok: true; dates: RepeatedDate[]; goesOn: boolean }
  | { ok: false; reason: 'not_found' | 'nothing_chosen' | 'too_many' | 'ended' | 'ask_studio' }

/**
 * Books chosen dates of a class's series, each like a single booking: idempotent, with what pays
 * chosen for that date, on the waitlist where it is full. The answer says of each date what became
 * of it. `goOn` also keeps the wish (a standing place of kind `repeat` with the id `key`): later
 * dates are booked by the job once booking opens, and those that are open now and not chosen are
 * left out for good. Dates of other series are ignored. Two trips a date.
 */
export async function bookRepeating(
  ctx: MemberContext,
  occurrenceId: string,
  { dates, goOn, key }: { dates: readonly string[]; goOn: boolean; key: string },
): Promise<BookRepeatingResult> {
  const { db, studio, now, person, actor } = ctx
  if (!studioLets(studio, 'repeat')) return { ok: false, reason: 'ask_studio' }
  if (dates.length > mostDates) return { ok: false, reason: 'too_many' }
  const { series, ahead } = await batch(db, {
    series: db.all<{ id: string; endedAt: string | null }>(sql`
      SELECT series.id, series.ended_at AS endedAt FROM occurrences AS o
      JOIN series ON series.id = o.series_id AND series.rrule <> ''
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.kind = 'class'`),
    ahead: db.all<{ id: string; localStart: string; open: number }>(sql`
      SELECT o.id, o.local_start AS localStart, o.opens_at <= ${now} AS open
      FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.starts_at > ${now} AND o.state = 'scheduled'
        AND o.series_id = (
          SELECT shown.series_id FROM occurrences AS shown
          WHERE shown.studio_id = ${studio.id} AND shown.id = ${occurrenceId})
      ORDER BY o.local_start LIMIT 100`),
  })
  const [found] = series
  if (!found) return { ok: false, reason: 'not_found' }
  if (found.endedAt !== null) return { ok: false, reason: 'ended' }
  const chosen = ahead.filter(({ id }) => dates.includes(id))
  if (chosen.length === 0 && !goOn) return { ok: false, reason: 'nothing_chosen' }

  let standingId: string | null = null
  if (goOn) {
    const { there } = await batch(db, {
      keep: db.run(sql`
        INSERT INTO standing_places (id, studio_id, person_id, series_id, guardian_id, kind,
          from_date, created_by, created_at)
        VALUES (${key}, ${studio.id}, ${person.id}, ${found.id}, ${ctx.guardianId ?? null},
          'repeat', ${localDate(now, studio.timeZone)}, ${actor.userId}, ${now})
        ON CONFLICT DO NOTHING`),
      there: db.all<{ id: string }>(sql`
        SELECT id FROM standing_places WHERE studio_id = ${studio.id} AND series_id = ${found.id}
          AND person_id = ${person.id} AND kind = 'repeat' AND ended_at IS NULL`),
    })
    standingId = there[0]?.id ?? null
    // Before the first place is booked, so that a job in between leaves these out.
    if (standingId)
      await leaveOut(
        ctx,
        standingId,
        ahead.filter(({ id, open }) => open === 1 && !dates.includes(id)),
      )
  }

  const results: RepeatedDate[] = []
  const outcomes: Record<string, Statement<D1Result>> = {}
  for (const [i, { id, localStart }] of chosen.entries()) {
    const result = await bookClass(ctx, id, standingId ? { standingId } : {})
    const outcome = result.ok ? result.outcome : 'failed'
    results.push({ occurrenceId: id, localStart, outcome, why: result.ok ? null : result })
    if (standingId)
      outcomes[`date${i}`] = standingDateStatement(
        ctx,
        standingId,
        id,
        result.ok ? outcome : result.reason,
      )
  }
  await batch(db, outcomes)
  return { ok: true, dates: results, goesOn: standingId !== null }
}

/** Dates that are open and were not chosen; what became of a date before stays. */
async function leaveOut(
  ctx: MemberContext,
  standingId: string,
  dates: readonly { id: string }[],
): Promise<void> {
  const { db, studio, now } = ctx
  await batch(db, {
    skipped: db.run(sql`
      INSERT INTO standing_dates (id, studio_id, standing_id, occurrence_id, outcome, tried_at)
      SELECT lower(hex(randomblob(16))), ${studio.id}, ${standingId}, input.value, 'skipped', ${now}
      FROM json_each(${JSON.stringify(dates.map(({ id }) => id))}) AS input WHERE 1
      ON CONFLICT DO NOTHING`),
  })
}
