/**
 * Three months of what Ana and Ben trained, logged as their phones would: strength twice a week with
 * loads that grow, and the studio's own workouts between.
 */
import { sql } from 'drizzle-orm'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { keepRoutine } from '#app/domain/training-log/history/keep-routine.server.ts'
import { saveMeasures } from '#app/domain/training-log/history/save-measures.server.ts'
import { setIdOf } from '#app/domain/training-log/session/logged-set.ts'
import { recordInWorkout } from '#app/domain/training-log/session/record-in-workout.server.ts'
import { saidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import { sayOfWorkout } from '#app/domain/training-log/session/say-of-workout.server.ts'
import type { Entry, SessionPlan } from '#app/domain/training-log/session/session-plan.ts'
import { beginLog } from '#app/domain/training-log/session/start-workout.server.ts'
import { addMinutes, instantToMs } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Person } from '../build-people.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

type Lift = {
  name: string
  logType: Entry['logType']
  sets: number
  /** Of the first week, and what a week adds. */
  from: Partial<{ grams: number; reps: number; seconds: number; metres: number }>
  adds: Partial<{ grams: number; reps: number; seconds: number; metres: number }>
}

const sessionA: Lift[] = [
  lift('Goblet squat', 'weight_reps', 3, { grams: 16_000, reps: 8 }, { grams: 1_000 }),
  lift('Pull-up with band', 'reps', 3, { reps: 4 }, { reps: 0.5 }),
  lift('Basic climb', 'reps', 3, { reps: 2 }, { reps: 0.2 }),
  lift('Plank', 'time', 3, { seconds: 45 }, { seconds: 4 }),
]
const sessionB: Lift[] = [
  lift('Deadlift', 'weight_reps', 3, { grams: 40_000, reps: 5 }, { grams: 2_500 }),
  lift('Shoulder press', 'weight_reps', 3, { grams: 8_000, reps: 8 }, { grams: 500 }),
  lift('Hanging leg raise', 'reps', 3, { reps: 6 }, { reps: 0.4 }),
  lift('Row on the machine', 'distance_time', 1, { metres: 1_000, seconds: 280 }, { seconds: -3 }),
]

function lift(
  name: string,
  logType: Lift['logType'],
  sets: number,
  from: Lift['from'],
  adds: Lift['adds'],
): Lift {
  return { name, logType, sets, from, adds }
}

const weeks = 13

/** Adds the log of both, and for Ana what else belongs to it: a routine, measures, a shared note. */
export function playLogs(
  player: Player,
  slug: string,
  { ana, ben, today }: { ana: Person; ben: Person; today: LocalDate },
): void {
  if (slug !== 'northside') return
  for (const [person, hour, chance] of [
    [ana, 12, new Chance('log of Ana')],
    [ben, 7, new Chance('log of Ben')],
  ] as const)
    for (let week = 0; week < weeks; week += 1)
      for (const [i, lifts] of [sessionA, sessionB].entries()) {
        const day = addDays(today, -7 * (weeks - week) + (i === 0 ? 1 : 4))
        const name = i === 0 ? 'Session A' : 'Session B'
        const key = chance.id()
        const jitter = [0, 1, 2, 3].map(() => chance.between(0, 2))
        // An ill week, and now and then a session that did not happen.
        if (week === 5 || (week % 4 === 3 && i === 1 && person === ben)) continue
        const start = instantOf(`${day}T${String(hour).padStart(2, '0')}:10`, player.timeZone)
        player.at(addMinutes(start, 50), ({ as }) =>
          train({ ...as(person), now: start }, { key, name, lifts, week, jitter }),
        )
        if (person === ana && week === weeks - 1 && i === 0)
          player.at(addMinutes(start, 55), async ({ as }) => {
            await keepRoutine(as(ana), key)
            const note = 'The last squats were slow.'
            await sayOfWorkout(as(ana), key, { effort: 'right', note, share: true })
          })
      }
  for (const [i, weight] of [63.4, 63.1, 62.8].entries()) {
    const day = addDays(today, -60 + 28 * i)
    player.at(instantOf(`${day}T08:00`, player.timeZone), ({ as }) =>
      saveMeasures(as(ana), day, { weight: String(weight), waist: String(74 - i) }),
    )
  }
}

async function train(
  ctx: MemberContext,
  given: { key: string; name: string; lifts: Lift[]; week: number; jitter: number[] },
): Promise<void> {
  const { key, name, lifts, week, jitter } = given
  const ids = await idsOf(ctx, lifts)
  const plan: SessionPlan = {
    blocks: [{ kind: 'straight', rounds: 1, seconds: null, work: null, pause: null }],
    entries: lifts.map((one, i) => ({
      id: `e${i + 1}`,
      block: 0,
      exerciseId: ids.get(one.name) ?? `~${one.name}`,
      name: one.name,
      logType: one.logType,
      sets: one.sets,
      eachSide: false,
      warmup: false,
      rest: 90,
      target: targetOf(one, week),
    })),
  }
  const begun = await beginLog(ctx, key, { name, plan })
  if (!begun.ok) return
  const sets = plan.entries.flatMap((entry, e) =>
    Array.from({ length: entry.sets }, (_, i) => {
      const done = targetOf(lifts[e]!, week)
      const tired = i === entry.sets - 1 && done.reps ? jitter[e]! > 1 : false
      const at = addMinutes(ctx.now, 4 + e * 9 + i * 3)
      return {
        id: setIdOf(entry.id, i + 1),
        exerciseId: entry.exerciseId,
        entry: entry.id,
        n: i + 1,
        type: 'normal',
        side: '',
        rpe: null,
        rir: null,
        removed: false,
        grams: done.grams ?? null,
        seconds: done.seconds ?? null,
        metres: done.metres ?? null,
        reps: done.reps ? Math.max(1, done.reps - (tired ? 1 : 0)) : null,
        doneAt: at,
        changedMs: instantToMs(at),
      }
    }),
  )
  const ended = addMinutes(ctx.now, 38 + jitter[0]!)
  await recordInWorkout(
    { ...ctx, now: ended, nowMs: instantToMs(ended) },
    key,
    saidOfWorkout.parse({ device: 'phone', sets, act: 'finish', at: ended }),
  )
}

function targetOf({ from, adds }: Lift, week: number) {
  const grown = (name: 'grams' | 'reps' | 'seconds' | 'metres') => {
    const base = from[name]
    return base === undefined ? undefined : Math.floor(base + (adds[name] ?? 0) * week)
  }
  const grams = grown('grams')
  return Object.fromEntries(
    Object.entries({
      grams: grams && Math.floor(grams / 500) * 500,
      reps: grown('reps'),
      seconds: grown('seconds'),
      metres: grown('metres'),
    }).filter(([, value]) => value !== undefined),
  ) as Partial<Record<'grams' | 'reps' | 'seconds' | 'metres', number>>
}

/** Those of the lifts that the studio has in its library. */
async function idsOf({ db, studio }: MemberContext, lifts: readonly Lift[]) {
  const rows = await db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM exercises WHERE studio_id = ${studio.id}
      AND name IN (SELECT value FROM json_each(${JSON.stringify(lifts.map(({ name }) => name))}))`)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
