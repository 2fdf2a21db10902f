import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { paths } from '#app/paths.ts'
import { formatsAt } from '#app/values/formats.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { dayTime } from '#app/values/wording.ts'
import { refusalWords } from '../availability/refusal-words.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'

/** Dates of one run; the next minute takes more. */
const atOnce = 20
/**
 * A date that could not be booked is tried again after so many minutes, for as long as it can be
 * booked.
 */
const triesAgain = 24 * 60

/**
 * A class is moved by less than this from the date its rule gave, in days: what lies behind is not
 * walked.
 */
const movesAtMost = 92

type DueDate = {
  standingId: string
  kind: 'standing' | 'repeat'
  personId: string
  guardianId: string | null
  name: string
  /** Who gave the place, as a person of the studio; null where that is nobody any more. */
  givenBy: string | null
  occurrenceId: string
  title: string
  localStart: string
}

/** What became of one date. */
export type StandingOutcome =
  | { outcome: 'booked' | 'waitlisted' }
  | { outcome: string; why: Refused | null }

/**
 * Books the dates of standing places and repeats that are due. A standing place is booked as soon
 * as its class exists, ahead of everyone and whatever its level, if something pays; a repeat once
 * booking opens, like anyone. What cannot be booked is told once, to the person and, of a standing
 * place, to who gave it, and tried again each day. A date that was booked and given up, or left
 * out, is not booked again. May run twice or stop anywhere: each place is its own guarded insert
 * that carries the standing place, and what became of a date has one row. Answers how many places
 * it booked.
 */
export async function bookStandingPlaces(ctx: StudioContext, only: SQL = sql`1`): Promise<number> {
  let booked = 0
  for (const due of await ctx.db.all<DueDate>(dueDates(ctx, only))) {
    const result = await bookDate(ctx, due)
    await record(ctx, due, result)
    if (result.outcome === 'booked') booked += 1
  }
  return booked
}

/**
 * The plus keeps SQLite from the index by start: each place reads its own series, not all that the
 * studio has ahead.
 */
const dueDatesSql = ({ studio, today, now }: Look): SQL => sql`
  FROM standing_places AS standing_place
  CROSS JOIN occurrences AS o ON o.studio_id = standing_place.studio_id
    AND o.series_id = standing_place.series_id AND o.state = 'scheduled'
    AND o.recurrence_key > date(${today}, ${`-${movesAtMost} days`})
  JOIN people AS person ON person.id = standing_place.person_id AND person.archived_at IS NULL
  JOIN class_types AS class_type ON class_type.id = o.class_type_id
  LEFT JOIN standing_dates AS standing_date ON standing_date.studio_id = standing_place.studio_id
    AND standing_date.standing_id = standing_place.id AND standing_date.occurrence_id = o.id
  WHERE standing_place.studio_id = ${studio} AND standing_place.ended_at IS NULL
    AND +o.starts_at > ${now}
    AND substr(o.local_start, 1, 10) >= standing_place.from_date
    AND substr(o.local_start, 1, 10) <= coalesce(standing_place.until_date, '9999')
    AND (standing_place.kind = 'standing' OR (o.opens_at <= ${now} AND o.closes_at >= ${now}))
    AND (standing_date.id IS NULL
      OR (standing_date.outcome NOT IN ('booked','waitlisted','skipped')
        AND standing_date.tried_at <= ${addMinutes(now, -triesAgain)}))`

/** Whether a studio has dates of standing places to book. */
export const bookStandingPlacesDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 ${dueDatesSql(look)})`

function dueDates(ctx: StudioContext, only: SQL): SQL {
  return sql`
    SELECT standing_place.id AS standingId, standing_place.kind,
      standing_place.person_id AS personId, standing_place.guardian_id AS guardianId,
      person.name, (
        SELECT giver.id FROM people AS giver
        WHERE giver.studio_id = standing_place.studio_id
          AND giver.user_id = standing_place.created_by) AS givenBy,
      o.id AS occurrenceId, class_type.name AS title, o.local_start AS localStart
    ${dueDatesSql(lookAt(ctx))} AND ${only}
    ORDER BY standing_place.kind DESC, standing_place.created_at, o.starts_at LIMIT ${atOnce}`
}

async function bookDate(ctx: StudioContext, due: DueDate): Promise<StandingOutcome> {
  const { standingId, personId, occurrenceId } = due
  // A run that stopped behind the booking: the row says that this date was done, even if it was
  // given up since. Who waits on their own keeps their turn: nobody before them is passed.
  const [before] = await ctx.db.all<{ state: string }>(sql`
    SELECT state FROM bookings
    WHERE studio_id = ${ctx.studio.id} AND occurrence_id = ${occurrenceId}
      AND person_id = ${personId}
      AND (standing_id = ${standingId} OR state = 'waitlisted') LIMIT 1`)
  if (before) return { outcome: before.state === 'waitlisted' ? 'waitlisted' : 'booked' }
  const result =
    due.kind === 'standing'
      ? await addWalkIn({ ...ctx, actor: systemActor }, occurrenceId, {
          personId,
          standingId,
          booksAhead: true,
          reason: 'Standing place',
        })
      : await bookClass(
          {
            ...ctx,
            ...(due.guardianId ? { guardianId: due.guardianId } : {}),
            person: { id: personId },
            actor: { ...systemActor, role: 'member' },
          },
          occurrenceId,
          {
            standingId,
          },
        )
  if (result.ok) return { outcome: 'outcome' in result ? result.outcome : 'booked' }
  return { outcome: result.reason, why: 'facts' in result ? result : null }
}

/**
 * Writes down what became of the date, and tells who must know; once, however often it is tried.
 */
async function record(ctx: StudioContext, due: DueDate, result: StandingOutcome): Promise<void> {
  const { db, studio } = ctx
  const { standingId, kind, personId, occurrenceId, localStart, givenBy } = due
  const named = `${due.title}, ${dayTime(localStart, studio.locale)}`
  const failed = result.outcome !== 'booked' && result.outcome !== 'waitlisted'
  const formats = formatsAt(studio, ctx.now)
  const why = 'why' in result && result.why ? ` ${refusalWords(result.why, formats).sentence}` : ''
  const again = ' We’ll try again each day.'
  await batch(db, {
    date: standingDateStatement(ctx, standingId, occurrenceId, result.outcome),
    notice:
      failed || (kind === 'standing' && result.outcome === 'booked')
        ? noticeStatement(ctx, {
            personId,
            dedupeKey: `standing-${failed ? 'failed' : 'booked'}:${standingId}:${occurrenceId}`,
            kind: failed ? 'standing-failed' : 'standing-booked',
            text: failed
              ? `Your place in ${named} could not be booked.${why}${again}`
              : `Your standing place is booked: ${named}.`,
            path: paths.occurrence(studio, occurrenceId),
          })
        : null,
    desk:
      failed && kind === 'standing' && givenBy && givenBy !== personId
        ? noticeStatement(ctx, {
            personId: givenBy,
            dedupeKey: `standing-failed-desk:${standingId}:${occurrenceId}`,
            kind: 'standing-failed',
            text:
              `${due.name} has a standing place in ${named}, but it could not be ` +
              `booked.${why}${again}`,
            path: paths.managePersonAct(studio, personId, 'standing'),
          })
        : null,
  })
}

/** What became of a date of a standing place. */
export function standingDateStatement(
  { db, studio, now }: StudioContext,
  standingId: string,
  occurrenceId: string,
  outcome: string,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO standing_dates (id, studio_id, standing_id, occurrence_id, outcome, tried_at)
    VALUES (${newId()}, ${studio.id}, ${standingId}, ${occurrenceId}, ${outcome}, ${now})
    ON CONFLICT (studio_id, standing_id, occurrence_id)
      DO UPDATE SET outcome = excluded.outcome, tries = tries + 1, tried_at = excluded.tried_at`)
}
