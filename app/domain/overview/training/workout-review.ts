/** A workout that was done, as it is looked back on. Pure. */
import {
  type BestRow,
  bestKindWords,
  bestValueWords,
} from '#app/domain/training-log/bests/best-words.ts'
import { epleySource } from '#app/domain/training-log/bests/epley.ts'
import { muscleShares } from '#app/domain/training-log/history/muscle-shares.ts'
import { setsLine, volumeWords } from '#app/domain/training-log/session/done-words.ts'
import type { LogRow, SetRow } from '#app/domain/training-log/session/log-queries.server.ts'
import { isOpen, isOver } from '#app/domain/training-log/session/log-state.ts'
import { divisionWords, scoreKind, scoreWords } from '#app/domain/training-log/session/score.ts'
import type { SessionPlan } from '#app/domain/training-log/session/session-plan.ts'
import { setsAsked } from '#app/domain/training-log/session/session-plan.ts'
import { minutesBetween } from '#app/values/instant.ts'
import { clockTimeAt, count, dayLong, dayShort } from '#app/values/wording.ts'
import { linkOf, type PlanFacts } from './workout-preview.ts'

type Facts = PlanFacts & { sets: readonly SetRow[]; bests: readonly BestRow[]; timeZone: string }

const effortWords = { '': '', easy: 'Easy', right: 'About right', hard: 'Too hard' }

/** What was done, exercise by exercise, what it went beyond, and what it comes to. */
export function toReview(
  log: LogRow,
  { sets: rows, bests, unit, locale, known, exercises }: Facts,
) {
  const plan = JSON.parse(log.plan) as SessionPlan
  const sets = rows.filter(({ removed }) => removed === 0)
  const entries = entriesOf(plan, sets, exercises).map((entry) => {
    const last = known.get(entry.exerciseId)
    const done = sets.filter((set) => set.entry === entry.id)
    const counted = done.filter(({ type }) => type !== 'warmup')
    const warmups = done.length - counted.length
    return {
      id: entry.id,
      name: entry.name,
      link: linkOf(entry, exercises),
      done: counted.length > 0 ? setsLine(counted, unit) : '',
      warmups: warmups > 0 ? count(warmups, 'warm-up') : '',
      last:
        last && last.sets.length > 0
          ? `${dayShort(last.day, locale)}: ${setsLine(last.sets, unit)}`
          : '',
    }
  })
  const fresh = bests.map((best) => ({
    key: `${best.exerciseId} ${best.kind} ${best.at}`,
    exercise: best.exercise,
    what: bestKindWords(best, unit),
    value: bestValueWords(best.kind, best.value, unit),
    before: `${bestValueWords(best.kind, best.before ?? 0, unit)} before.`,
    source: best.kind === 'e1rm' ? epleySource : '',
  }))
  const asked = setsAsked(plan)
  return {
    id: log.id,
    name: log.name,
    state: log.state,
    note: log.note,
    effort: log.effort,
    open: isOpen(log.state),
    over: isOver(log.state),
    shared: log.sharedWhole === 1,
    effortWords: effortWords[log.effort],
    workout: log.workoutId,
    inClass: log.occurrenceId,
    byName: log.byName,
    result:
      log.workoutId && log.score !== null
        ? `${scoreWords(scoreKind(plan), log.score, unit)}, ${divisionWords[log.division].toLowerCase()}`
        : '',
    day: dayLong(log.localStart.slice(0, 10), locale),
    ended: log.endedAt ? clockTimeAt(log.endedAt, log.timeZone, locale) : '',
    minutes: log.endedAt ? `${minutesBetween(log.startedAt, log.endedAt)} min` : '',
    sets: asked > 0 ? `${sets.length} of ${Math.max(asked, sets.length)}` : String(sets.length),
    volume: log.volume > 0 ? volumeWords(log.volume, unit) : '',
    title: fresh.length > 0 ? `${log.name}: ${count(fresh.length, 'new best')}` : log.name,
    source: { '': '', hevy: 'From a file of Hevy', strong: 'From a file of Strong' }[log.source],
    bests: fresh,
    entries: entries.filter(({ done, warmups }) => done !== '' || warmups !== ''),
    left: entries.filter(({ done, warmups }) => done === '' && warmups === '').map((e) => e.name),
    muscles: muscleShares(
      sets.filter(({ type }) => type !== 'warmup').map(({ exerciseId }) => exerciseId),
      exercises,
    ),
  }
}

/** The exercises of the plan, and behind them those that only its sets know. */
function entriesOf(plan: SessionPlan, sets: readonly SetRow[], exercises: PlanFacts['exercises']) {
  const known = new Set(plan.entries.map(({ id }) => id))
  const more = new Map(
    sets.filter(({ entry }) => !known.has(entry)).map((set) => [set.entry, set.exerciseId]),
  )
  return [
    ...plan.entries.map(({ id, name, exerciseId }) => ({ id, name, exerciseId })),
    ...[...more].map(([id, exerciseId]) => ({
      id,
      exerciseId,
      name: exercises.get(exerciseId)?.name ?? exerciseId.replace(/^~/, ''),
    })),
  ]
}
