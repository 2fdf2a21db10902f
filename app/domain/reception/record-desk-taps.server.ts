import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { peopleAtDeskStatement, placesStatement } from './desk-facts.server.ts'
import { recordTaps } from './record-taps.server.ts'
import { type Conflict, type Tap, type TapAnswer, tapsAtOnce } from './taps.ts'
import { type WalkInAtDeskResult, walkInAtDesk } from './walk-in-at-desk.server.ts'

/**
 * The taps of a desk: as `recordTaps`, and for someone who waits for a place and was let in
 * (`give`) the place first, in the order they were tapped. Where none is free, or nothing pays,
 * that is a conflict; a tap that was heard gives no second place.
 */
export async function recordDeskTaps(
  ctx: StaffContext,
  sent: readonly Tap[],
  allowed: { mayOverride: boolean },
): Promise<TapAnswer[]> {
  const taps = sent.slice(0, tapsAtOnce)
  const giving = taps.filter(({ give }) => give)
  const answers = await recordTaps(
    ctx,
    taps.filter(({ give }) => !give),
    allowed,
  )
  if (giving.length > 0) answers.push(...(await givePlaces(ctx, giving, allowed)))
  return taps.flatMap(({ key }) => answers.find((answer) => answer.key === key) ?? [])
}

async function givePlaces(
  ctx: StaffContext,
  taps: readonly Tap[],
  allowed: { mayOverride: boolean },
): Promise<TapAnswer[]> {
  const { db, studio } = ctx
  const of = sql`b.studio_id = ${studio.id}
    AND b.id IN ${list(taps.map(({ bookingId }) => bookingId))}`
  const { places, people, heard } = await batch(db, {
    places: placesStatement(ctx, of),
    people: peopleAtDeskStatement(ctx, sql`(SELECT b.person_id FROM bookings AS b WHERE ${of})`),
    heard: db.all<{ key: string }>(sql`
      SELECT client_key AS "key" FROM arrivals
      WHERE studio_id = ${studio.id} AND client_key IN ${list(taps.map(({ key }) => key))}`),
  })
  const answers: TapAnswer[] = []
  for (const tap of taps) {
    const { key, bookingId, override } = tap
    const place = places.find((one) => one.bookingId === bookingId)
    if (heard.some((one) => one.key === key)) answers.push({ key, bookingId, status: 'already' })
    else if (place?.state !== 'waitlisted') answers.push(...(await recordTaps(ctx, [tap], allowed)))
    else {
      const { occurrenceId, personId, title } = place
      const walkIn = {
        occurrenceId,
        personId,
        pay: 'rule' as const,
        reason: 'from the waitlist',
        override,
        tap,
      }
      const result = await walkInAtDesk(ctx, { ...walkIn, ...allowed })
      const name = people.find((one) => one.personId === personId)?.name ?? ''
      if (result.ok) answers.push({ key, bookingId, status: 'done' })
      else
        answers.push({
          key,
          bookingId,
          status: 'conflict',
          reason: conflictOf(result),
          occurrenceId,
          name,
          title,
        })
    }
  }
  return answers
}

function conflictOf(refused: Exclude<WalkInAtDeskResult, { ok: true }>): Conflict {
  if (refused.reason === 'class_full') return 'full'
  if (refused.reason === 'blocked') return 'blocked'
  return refused.reason === 'cancelled' ? 'class_cancelled' : 'no_place_given'
}

const list = (values: readonly string[]): SQL =>
  sql`(${sql.join(
    values.map((v) => sql`${v}`),
    sql`, `,
  )})`
