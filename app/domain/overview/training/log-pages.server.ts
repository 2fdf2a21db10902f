/** The pages of a person's log beside the workout itself: bests, everything done, measurements. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { allBestsStatement } from '#app/domain/training-log/bests/best-queries.server.ts'
import { bestKindWords, bestValueWords } from '#app/domain/training-log/bests/best-words.ts'
import { logsPageStatement } from '#app/domain/training-log/history/home-statements.server.ts'
import {
  type MeasureKind,
  measureNames,
  measureUnit,
  shownMeasure,
} from '#app/domain/training-log/history/measure-words.ts'
import { volumeWords } from '#app/domain/training-log/session/done-words.ts'
import {
  logStatement,
  planOfLog,
  setsStatement,
} from '#app/domain/training-log/session/log-queries.server.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { minutesBetween } from '#app/values/instant.ts'
import { count, dayMonthYear, dayShort } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { PageViewer } from './workout-home-page.server.ts'

/** Every best of a person, by exercise. */
export async function bestsPage(ctx: MemberContext, viewer: PageViewer) {
  const { studio } = ctx
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, viewer.personId),
    bests: allBestsStatement(ctx, viewer.personId),
  })
  const unit = answer.unit[0]?.weightUnit || weightUnitOf(studio)
  const byExercise = new Map<string, { what: string; value: string; day: string; log: string }[]>()
  for (const best of answer.bests) {
    const rows = byExercise.get(best.exercise) ?? []
    byExercise.set(best.exercise, rows)
    rows.push({
      what: bestKindWords(best, unit),
      log: best.logId,
      value: bestValueWords(best.kind, best.value, unit),
      day: dayMonthYear(best.localStart.slice(0, 10), studio.locale),
    })
  }
  return {
    shell: toShell(answer, viewer),
    exercises: [...byExercise].map(([name, bests]) => ({ name, bests })),
  }
}

/** Workouts on one page of the history. */
const perPage = 30

/** Everything done, the newest first, a page at a time. */
export async function historyPage(ctx: MemberContext, viewer: PageViewer, page: number) {
  const { studio } = ctx
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, viewer.personId),
    logs: logsPageStatement(ctx, viewer.personId, {
      skip: (page - 1) * perPage,
      most: perPage + 1,
    }),
  })
  const unit = answer.unit[0]?.weightUnit || weightUnitOf(studio)
  return {
    shell: toShell(answer, viewer),
    more: answer.logs.length > perPage,
    logs: answer.logs.slice(0, perPage).map((log) => ({
      id: log.id,
      name: log.name,
      day: dayMonthYear(log.localStart.slice(0, 10), studio.locale),
      about: [
        `${minutesBetween(log.startedAt, log.endedAt)} min`,
        count(log.sets, 'set'),
        log.volume > 0 && volumeWords(log.volume, unit),
      ]
        .filter(Boolean)
        .join(', '),
    })),
  }
}

/** What a person measured of their body, the newest first. */
export async function measurementsPage(ctx: MemberContext, viewer: PageViewer) {
  const { db, studio } = ctx
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, viewer.personId),
    measures: db.all<{ kind: MeasureKind; day: string; value: number }>(sql`
      SELECT kind, day, value FROM body_measures
      WHERE studio_id = ${studio.id} AND person_id = ${viewer.personId}
      ORDER BY day DESC, kind LIMIT 200`),
  })
  const unit = answer.unit[0]?.weightUnit || weightUnitOf(studio)
  return {
    shell: toShell(answer, viewer),
    today: localDate(ctx.now, studio.timeZone),
    fields: (Object.keys(measureNames) as MeasureKind[]).map((kind) => ({
      kind,
      label: `${measureNames[kind]} (${measureUnit(kind, unit)})`,
    })),
    measures: answer.measures.map(({ kind, day, value }) => ({
      key: `${kind} ${day}`,
      name: measureNames[kind],
      value: `${shownMeasure(kind, value, unit)} ${measureUnit(kind, unit)}`,
      day: dayShort(day, studio.locale),
    })),
  }
}

/** The sets of a workout that is over, to put right; null for anybody else's. */
export async function setsPage(ctx: MemberContext, viewer: PageViewer, logId: string) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, viewer.personId),
    log: logStatement(ctx, viewer.personId, logId),
    sets: setsStatement(ctx, viewer.personId, logId),
  })
  const [log] = answer.log
  if (!log) return null
  const unit = answer.unit[0]?.weightUnit || weightUnitOf(ctx.studio)
  const plan = planOfLog(log)
  return {
    shell: toShell(answer, viewer),
    unit,
    name: log.name,
    state: log.state,
    day: dayShort(log.localStart.slice(0, 10), ctx.studio.locale),
    entries: plan.entries.map((entry) => ({
      id: entry.id,
      name: entry.name,
      logType: entry.logType,
      sets: answer.sets.filter((set) => set.entry === entry.id && set.removed === 0),
    })),
  }
}
