/** Results of last week's classes, as the coach entered them, and a benchmark that Ana came back to. */
import { sql } from 'drizzle-orm'
import { recordConsent } from '#app/domain/people/consents/record-consent.server.ts'
import { sayConsent } from '#app/domain/people/consents/say-consent.server.ts'
import {
  classDoneStatement,
  toClassDone,
} from '#app/domain/training-log/board/class-done.server.ts'
import { keepResults } from '#app/domain/training-log/board/keep-results.server.ts'
import { recordInWorkout } from '#app/domain/training-log/session/record-in-workout.server.ts'
import { saidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import { startWorkout } from '#app/domain/training-log/session/start-workout.server.ts'
import { setClassWorkout } from '#app/domain/workouts/classes/set-class-workout.server.ts'
import { addMinutes, instantToMs } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Person } from '../build-people.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

const boards = { channel: 'any', purpose: 'boards' } as const
const benchmark = 'Twenty climbs'

export function playBoards(
  player: Player,
  slug: string,
  { ana, ben, today }: { ana: Person; ben: Person; today: LocalDate },
): void {
  if (slug !== 'northside') return
  const chance = new Chance('boards')
  const on = (days: number, time: string) =>
    instantOf(`${addDays(today, days)}T${time}`, player.timeZone)
  player.at(on(-80, '20:00'), async ({ as }) => {
    for (const person of [ana, ben])
      await sayConsent(as(person), { kind: boards, given: true, seen: 0 })
  })
  // Not within the weeks of their other workouts: one is open at a time.
  for (const [days, seconds] of [
    [-79, 702],
    [-51, 655],
    [-23, 618],
    [-9, 569],
  ] as const) {
    const key = chance.id()
    player.at(on(days, '18:05'), async ({ as, ctx }) => {
      const me = as(ana)
      const [found] = await ctx.db.all<{ id: string }>(sql`
        SELECT id FROM workouts WHERE studio_id = ${ctx.studio.id} AND name = ${benchmark}`)
      if (!found) return
      const begun = await startWorkout(me, key, { from: 'workout', id: found.id })
      if (!begun.ok) return
      const now = addMinutes(ctx.now, 14)
      const said = saidOfWorkout.parse({ device: 'phone', act: 'finish', at: now, score: seconds })
      await recordInWorkout({ ...me, now, nowMs: instantToMs(now) }, key, said)
    })
  }
  player.at(on(-7, '05:00'), async ({ desk }) => {
    const [found] = await desk.db.all<{ id: string }>(sql`
      SELECT id FROM workouts WHERE studio_id = ${desk.studio.id} AND name = ${benchmark}`)
    const classes = await desk.db.all<{ id: string }>(sql`
      SELECT id FROM occurrences WHERE studio_id = ${desk.studio.id} AND kind = 'class'
        AND state = 'scheduled' AND starts_at > ${desk.now} ORDER BY starts_at, id LIMIT 3`)
    for (const { id } of classes)
      await setClassWorkout(desk, id, { workout: found?.id ?? '', version: '' })
  })
  player.at(player.now, async ({ desk }) => {
    const classes = await desk.db.all<{ id: string }>(sql`
      SELECT o.id FROM class_workouts AS planned JOIN occurrences AS o ON o.id = planned.occurrence_id
      WHERE planned.studio_id = ${desk.studio.id} AND o.ends_at < ${desk.now}
      ORDER BY o.starts_at, o.id`)
    for (const { id } of classes) {
      const people = await desk.db.all<{ id: string }>(sql`
        SELECT DISTINCT person_id AS id FROM bookings
        WHERE studio_id = ${desk.studio.id} AND occurrence_id = ${id} AND state = 'attended'
        ORDER BY person_id`)
      const [row] = await classDoneStatement(desk, id)
      const done = await toClassDone(desk, row)
      if (!done) continue
      // Most say yes when the coach asks.
      for (const [i, person] of people.entries())
        if (i % 4 !== 3) await recordConsent(desk, person.id, { kind: boards, given: true })
      await keepResults(
        desk,
        done,
        people.map((person, i) => ({
          personId: person.id,
          was: null,
          division: i % 3 === 2 ? 'scaled' : 'rx',
          score: i % 5 === 4 ? 2_000_000 - 14 - i : 540 + 5 * chance.between(0, 30),
        })),
        'Sam Whitfield',
      )
    }
  })
}
