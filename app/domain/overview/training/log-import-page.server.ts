/** The pages of a file of workouts: choosing one, and what it says. */
import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { logSourceNames } from '#app/domain/training-log/import/log-file-columns.ts'
import {
  logImportStatement,
  logImportsStatement,
  toLogImport,
} from '#app/domain/training-log/import/log-import-queries.server.ts'
import type { LogImportState } from '#app/domain/training-log/import/log-import-view.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { count, dayMonthYear, zoneName } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { PageViewer } from './workout-home-page.server.ts'

const stateWords: Record<LogImportState, string> = {
  checked: 'Not in your log yet',
  keeping: 'On its way into your log',
  kept: 'In your log',
  undoing: 'On its way out of your log',
  undone: 'Taken out of your log',
}

/** The form, and the files somebody brought before. */
export async function logImportsPage(ctx: MemberContext, viewer: PageViewer) {
  const { studio } = ctx
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, viewer.personId),
    imports: logImportsStatement(ctx, viewer.personId),
  })
  return {
    shell: toShell(answer, viewer),
    unit: answer.unit[0]?.weightUnit || weightUnitOf(studio),
    imports: answer.imports.map((one) => ({
      id: one.id,
      fileName: one.fileName,
      about: [
        logSourceNames[one.source],
        dayMonthYear(localDate(one.createdAt, studio.timeZone), studio.locale),
        one.state === 'kept' ? count(one.workouts, 'workout') : stateWords[one.state],
      ].join(', '),
    })),
  }
}

/** What a file says and what became of it; null for anybody else's. */
export async function logImportPage(ctx: MemberContext, viewer: PageViewer, id: string) {
  const { studio } = ctx
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    file: logImportStatement(ctx, viewer.personId, id),
  })
  const [row] = answer.file
  if (!row) return null
  const { state, source, fileName, found, exercises, toMend } = toLogImport(row)
  const day = (date: string) => dayMonthYear(date.slice(0, 10), studio.locale)
  const days =
    found.from && found.until && found.from !== found.until
      ? `${day(found.from)} to ${day(found.until)}`
      : day(found.from ?? '')
  const there = found.workouts - found.fresh
  // An exercise of which every line was left out brings nothing, and is asked about by nobody.
  const brought = exercises.filter(({ sets }) => sets > 0)
  return {
    shell: toShell(answer, viewer),
    id,
    state,
    stateWords: stateWords[state],
    fileName,
    source: logSourceNames[source],
    days,
    fresh: found.fresh,
    freshSets: found.freshSets,
    added: found.added,
    there,
    news: found.fresh > 0 || found.added > 0,
    readAs: [
      found.unitSaid
        ? ''
        : `The file doesn’t say what its weights are in: read as ${found.unit === 'kg' ? 'kilograms' : 'pounds'}, as you chose.`,
      `Times are read as ${zoneName(studio.timeZone, studio.locale, ctx.now)}.`,
    ]
      .filter(Boolean)
      .join(' '),
    cutOff: found.cutOff && {
      name: found.cutOff.name,
      day: /^\d{4}-/.test(found.cutOff.start) ? day(found.cutOff.start) : found.cutOff.start,
    },
    problems: found.problems,
    problemCount: found.problemCount,
    toMend: toMend === 1,
    leftOutCut: found.leftOutCut === true,
    asked: exercises.flatMap(({ name, sets, candidates, picked, sure }, at) =>
      sets === 0 || sure || candidates.length === 0
        ? []
        : [{ at, name, sets, picked, candidates: candidates.map((c) => [c.id, c.name] as const) }],
    ),
    sure: brought.filter((one) => one.sure).length,
    own: brought.filter((one) => !one.sure && one.candidates.length === 0).map((e) => e.name),
  }
}
