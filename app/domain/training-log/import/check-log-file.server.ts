import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import { newId } from '#app/values/id.ts'
import { decodeText } from '#app/values/table/decode-text.ts'
import { readTable } from '#app/values/table/read-table.ts'
import { tidyStart } from '#app/values/text/tidy-text.ts'
import { setIdOf } from '../session/logged-set.ts'
import { type LogSource, layoutOfLog } from './log-file-columns.ts'
import { exercisesAtMost, type FoundInFile, problemsShown, rowsAtMost } from './log-import-view.ts'
import { matchExercises } from './match-exercises.server.ts'
import { type FileWorkout, readLogFile } from './read-log-file.ts'

/** Sets and characters of one part: what one step keeps, far below what a row may weigh. */
const setsOfPart = 1_000
const charactersOfPart = 300_000

/** What the column of reasons is called; no program’s layout has one of that name. */
const whyColumn = 'Why it was left out'

export type CheckLogFileResult =
  | { ok: true; id: string }
  | { ok: false; reason: 'unreadable'; sentence: string }

/**
 * Reads a file of Hevy or Strong and keeps what it says beside the log, for the person to look at:
 * nothing of it counts yet. `unit` is what weights and distances are in where the file does not say.
 * A file of theirs that waits is forgotten for the new one. Refused with one sentence: what is no
 * table, none of the two layouts, without any set, or longer than anyone's log or with more exercises.
 */
export async function checkLogFile(
  ctx: MemberContext,
  file: { name: string; bytes: Uint8Array },
  unit: Unit,
): Promise<CheckLogFileResult> {
  const { db, studio, person, now } = ctx
  const no = (sentence: string): CheckLogFileResult => ({
    ok: false,
    reason: 'unreadable',
    sentence,
  })
  if (file.bytes[0] === 0x50 && file.bytes[1] === 0x4b)
    return no('This is a spreadsheet or an archive. Choose the CSV file that is in it.')
  const table = readTable(decodeText(file.bytes).text)
  if (table.rows.length > rowsAtMost)
    return no(
      `A file holds ${rowsAtMost.toLocaleString('en-GB')} sets at most. Export it in parts.`,
    )
  const laidOut = layoutOfLog(table.header)
  if (!laidOut.ok) return no(laidOut.sentence)
  const { layout } = laidOut
  const { source } = layout
  const read = readLogFile(table, layout, { unit, timeZone: studio.timeZone, now })
  const [problem] = read.problems
  if (read.workouts.length === 0 && problem)
    return no(`No line can be read. Line ${problem.line}, ${problem.column}: ${problem.why}.`)
  if (read.workouts.length === 0) return no('There are no workouts in this file.')
  if (read.exercises.length > exercisesAtMost)
    return no(
      `A file holds ${exercisesAtMost.toLocaleString('en-GB')} exercises at most. Export it in parts.`,
    )
  const exercises = await matchExercises(ctx, read.exercises)
  const there = await setsThere(ctx, source, read.workouts)
  const fresh = read.workouts.filter(({ key }) => !there.has(key))
  const unitColumn = layout.columns.weightUnit
  const said = unitColumn === undefined ? '' : table.rows[0]?.cells[unitColumn]?.trim()
  const leftOut = leftOutOfFile(read.leftOut)
  const found: FoundInFile = {
    unit: layout.weight ?? unit,
    unitSaid: layout.weight !== null || Boolean(said),
    workouts: read.workouts.length,
    sets: setsIn(read.workouts),
    ...daysOf(read.workouts),
    fresh: fresh.length,
    freshSets: setsIn(fresh),
    added: read.workouts.reduce((n, one) => n + missingIn(one, there.get(one.key)), 0),
    problems: read.problems.slice(0, problemsShown),
    problemCount: read.problems.length,
    leftOutCut: leftOut.length < read.leftOut.length,
    cutOff: read.cutOff,
  }
  const id = newId()
  const waiting = sql`SELECT id FROM log_imports
    WHERE studio_id = ${studio.id} AND person_id = ${person.id} AND state = 'checked'`
  const parts = partsOf(read.workouts).map((workouts, n) => [
    `part${n}`,
    db.run(sql`
      INSERT INTO log_import_parts (studio_id, import_id, person_id, n, workouts)
      VALUES (${studio.id}, ${id}, ${person.id}, ${n}, ${JSON.stringify(workouts)})`),
  ])
  await batch(db, {
    forgetParts: db.run(sql`DELETE FROM log_import_parts
      WHERE studio_id = ${studio.id} AND import_id IN (${waiting})`),
    forget: db.run(sql`DELETE FROM log_imports WHERE id IN (${waiting})`),
    keep: db.run(sql`
      INSERT INTO log_imports (id, studio_id, person_id, state, source, file_name, found, exercises,
        left_out, created_at)
      VALUES (${id}, ${studio.id}, ${person.id}, 'checked', ${source},
        ${tidyStart(file.name, 120) || 'file.csv'}, ${JSON.stringify(found)},
        ${JSON.stringify(exercises)}, ${leftOutText(table.header, leftOut)}, ${now})`),
    ...(Object.fromEntries(parts) as Record<string, ReturnType<typeof db.run>>),
  })
  return { ok: true, id }
}

/** The first rows to mend, as far as a row of ours may weigh. */
function leftOutOfFile(rows: readonly string[][]): string[][] {
  let left = charactersOfPart
  return rows.filter((row) => {
    left -= JSON.stringify(row).length
    return left > 0
  })
}

/** The rows to mend below the file's own columns; empty for none. */
function leftOutText(header: readonly string[], rows: readonly string[][]): string {
  if (rows.length === 0) return ''
  return JSON.stringify([[...header, whyColumn], ...rows.map((row) => squared(row, header.length))])
}

/** A row with a cell for every column, so that its reason stands in the last. */
function squared(row: readonly string[], columns: number): string[] {
  const cells = row.slice(0, -1)
  while (cells.length < columns) cells.push('')
  return [...cells.slice(0, columns), row.at(-1) ?? '']
}

const setsIn = (workouts: readonly FileWorkout[]) =>
  workouts.reduce((n, { entries }) => n + entries.reduce((m, { sets }) => m + sets.length, 0), 0)

function daysOf(workouts: readonly FileWorkout[]) {
  const days = workouts.map(({ localStart }) => localStart.slice(0, 10)).sort()
  return { from: days[0] ?? null, until: days.at(-1) ?? null }
}

/** The id of an exercise of a workout by its place in the file. */
export const entryIdOf = (at: number) => `e${at + 1}`

/** Sets of a workout of a file that the log's own has no row of; none of one that is not there. */
function missingIn({ entries }: FileWorkout, there: ReadonlySet<string> | undefined): number {
  if (!there) return 0
  return entries.reduce(
    (n, { sets }, at) => n + sets.filter((set) => !there.has(setIdOf(entryIdOf(at), set.n))).length,
    0,
  )
}

/** Workouts asked about in one trip. */
const keysAtOnce = 500

/** The sets that the log has of workouts of a file, those taken away among them, by workout. */
async function setsThere(
  { db, studio, person }: MemberContext,
  source: LogSource,
  workouts: readonly FileWorkout[],
): Promise<Map<string, Set<string>>> {
  const there = new Map<string, Set<string>>()
  for (let from = 0; from < workouts.length; from += keysAtOnce) {
    const keys = workouts.slice(from, from + keysAtOnce).map(({ key }) => key)
    const rows = await db.all<{ key: string; ids: string }>(sql`
      SELECT log.source_key AS key, (SELECT json_group_array(s.id) FROM workout_sets AS s
        WHERE s.studio_id = log.studio_id AND s.log_id = log.id) AS ids
      FROM json_each(${JSON.stringify(keys)}) AS asked
      CROSS JOIN workout_logs AS log ON log.studio_id = ${studio.id}
        AND log.person_id = ${person.id} AND log.source = ${source}
        AND log.source_key = asked.value`)
    for (const { key, ids } of rows) there.set(key, new Set(JSON.parse(ids) as string[]))
  }
  return there
}

function partsOf(workouts: readonly FileWorkout[]): FileWorkout[][] {
  const parts: FileWorkout[][] = []
  let [sets, characters] = [setsOfPart, 0]
  for (const workout of workouts) {
    const [own, long] = [setsIn([workout]), JSON.stringify(workout).length]
    if (sets + own > setsOfPart || characters + long > charactersOfPart) {
      parts.push([])
      sets = 0
      characters = 0
    }
    parts.at(-1)!.push(workout)
    sets += own
    characters += long
  }
  return parts
}
