/** A file of workouts as it is understood, before anything of it is in the log. Pure. */
import type { LogType } from '#app/domain/training/log-type.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import { type Instant, instantFromMs, instantToMs } from '#app/values/instant.ts'
import type { Table, TableRow } from '#app/values/table/read-table.ts'
import { proveOrder } from '#app/values/table/written-date.ts'
import { tidyStart } from '#app/values/text/tidy-text.ts'
import { instantOf, type LocalDateTime } from '#app/values/zone.ts'
import { mostEntries, mostSetsOfEntry } from '../session/session-plan.ts'
import type { LogColumns, LogLayout } from './log-file-columns.ts'
import { type FileSet, type RowOfSet, readSet } from './read-set.ts'
import { monthsIn, readDuration, readStart } from './written-start.ts'

export type FileEntry = {
  /** By its place in the exercises of the file. */
  exercise: number
  /** Exercises of a workout with the same mark are a superset; empty for none. */
  superset: string
  sets: FileSet[]
}

export type FileWorkout = {
  name: string
  localStart: LocalDateTime
  startedAt: Instant
  endedAt: Instant
  /** Start and title: with the source, what makes it the same workout in another file. */
  key: string
  note: string
  /** By place, so that an exercise whose rows were all left out keeps the numbers of the others. */
  entries: FileEntry[]
}

export type FileExercise = { name: string; sets: number; logType: LogType }

export type RowProblem = { line: number; column: string; why: string }

export type LogFile = {
  workouts: FileWorkout[]
  exercises: FileExercise[]
  problems: RowProblem[]
  /** Of each row of a workout with a row that was left out: what the file said, and why or nothing. */
  leftOut: string[][]
  /** The workout that the end of the file cuts off; it is left out whole. */
  cutOff: { name: string; start: string } | null
}

export type ReadLogOptions = {
  /** What weights and distances are in where the file does not say. */
  unit: Unit
  /** The zone of times that name none. */
  timeZone: string
  now: Instant
}

type Place = keyof LogColumns

const longest = { name: 80, note: 1_000 }

/** A day longer than this is no workout but a clock that was left on. */
const longestSeconds = 86_400

/** Rows of Strong that are no sets. */
const noSets = /^(rest timer|note)$/i

/**
 * Reads the rows of a file. A row that cannot be meant is left out with its line, its column and the
 * reason; a workout that the end of the file cuts off is left out whole, so that the whole file
 * brings it later. A zero is a field that was not used.
 */
export function readLogFile(table: Table, layout: LogLayout, options: ReadLogOptions): LogFile {
  const { columns, source } = layout
  const starts = table.rows.map(({ cells }) => cells[columns.start ?? -1] ?? '')
  const months = monthsIn(new Set(starts))
  const { order } = proveOrder(starts)
  const reading = new Reading(layout, options, (text) => readStart(text, months, order))
  const cutRow = cutRowOf(table)
  const cutKey = cutRow && reading.identityOf(cutRow)
  const held = (row: TableRow) => cutKey != null && reading.identityOf(row) === cutKey
  for (const row of table.rows) {
    if (source === 'strong' && noSets.test((row.cells[columns.order ?? -1] ?? '').trim())) continue
    if (!held(row)) reading.take(row)
  }
  const { workouts, exercises, problems } = reading
  return {
    workouts: [...workouts.values()].filter(({ entries }) => entries.some((e) => e.sets.length)),
    exercises: [...exercises.values()].map(({ name, sets, logType }) => ({ name, sets, logType })),
    problems,
    leftOut: leftOutOf(table, problems, reading),
    cutOff: cutRow ? reading.nameOf(cutRow) : null,
  }
}

/**
 * What to mend and send again: rows that were left out with the rest of their workouts, since a set
 * is told by its place there. Beside a row whose workout cannot be told stand both it may be of.
 */
function leftOutOf({ rows }: Table, problems: readonly RowProblem[], reading: Reading): string[][] {
  const why = new Map<number, string>()
  for (const { line, column, why: said } of problems)
    why.set(line, [why.get(line), `${column}: ${said}`].filter(Boolean).join('; '))
  if (why.size === 0) return []
  const of = rows.map((row) => reading.identityOf(row))
  const wanted = new Set<string | null | undefined>()
  for (const [i, { line }] of rows.entries())
    if (why.has(line)) for (const one of of[i] ? [of[i]] : [of[i - 1], of[i + 1]]) wanted.add(one)
  wanted.delete(null)
  return rows.flatMap((row, i) =>
    why.has(row.line) || wanted.has(of[i])
      ? [[...reading.cellsOf(row), why.get(row.line) ?? '']]
      : [],
  )
}

/** The last row, where the file ends inside it. */
function cutRowOf({ rows, unclosed, header }: Table): TableRow | null {
  const last = rows.at(-1)
  if (!last) return null
  const usual = Math.min(header.length, rows.at(-2)?.cells.length ?? header.length)
  return unclosed !== null || last.cells.length < usual ? last : null
}

type Open = { at: number; order: number | null }

class Reading {
  readonly workouts = new Map<string, FileWorkout>()
  readonly exercises = new Map<string, FileExercise & { at: number }>()
  readonly problems: RowProblem[] = []
  /** By workout and exercise: which entry is written to, and the number of its last set. */
  private readonly open = new Map<string, Open>()
  /** Sets of each entry by place, those left out among them: numbers stay when a row is put right. */
  private readonly counted = new Map<string, number>()
  private readonly lines = new Set<string>()
  private readonly seen = new Set<string>()
  private readonly again = new Set<string>()
  private last = ''

  constructor(
    private readonly layout: LogLayout,
    private readonly options: ReadLogOptions,
    private readonly start: (text: string) => LocalDateTime | null,
  ) {}

  /** A row as the reader of sets asks it. */
  private row(row: TableRow): RowOfSet {
    return {
      cell: (place) => this.cell(row, place),
      wrong: (place, why) => this.wrong(row, place, why),
    }
  }

  private cell({ cells }: TableRow, place: Place): string {
    const at = this.layout.columns[place]
    // An apostrophe keeps spreadsheets from running a cell of our own files; it was never said.
    return at === undefined ? '' : (cells[at] ?? '').trim().replace(/^'(?=[=+\-@])/, '')
  }

  private wrong(row: TableRow, place: Place, why: string): null {
    const column = this.layout.header[this.layout.columns[place] ?? -1]?.trim() ?? ''
    this.problems.push({ line: row.line, column, why })
    return null
  }

  nameOf(row: TableRow) {
    const name = tidyStart(this.cell(row, 'title'), longest.name) || 'Workout'
    return { name, start: this.start(this.cell(row, 'start')) ?? this.cell(row, 'start') }
  }

  /** A row with its times as they were read: what proved the order of their dates may not be beside them. */
  cellsOf({ cells }: TableRow): string[] {
    const { start, end } = this.layout.columns
    return cells.map((cell, at) => {
      const read = at === start || at === end ? this.start(cell) : null
      return read?.replace('T', ' ') ?? cell
    })
  }

  /** Which workout a row belongs to; null where its start cannot be read. */
  identityOf(row: TableRow): string | null {
    const start = this.start(this.cell(row, 'start'))
    return start && `${start}|${this.nameOf(row).name}`
  }

  take(row: TableRow): void {
    const workout = this.workoutOf(row)
    if (!workout) return
    const name = tidyStart(this.cell(row, 'exercise'), longest.name)
    if (name === '') {
      this.wrong(row, 'exercise', 'The exercise has no name')
      return
    }
    // A file that was put together of two has a workout again further down, line for line.
    const line = `${workout.key}|${row.cells.join('\t')}`
    if (this.last !== workout.key && this.seen.has(workout.key)) this.again.add(workout.key)
    this.last = workout.key
    this.seen.add(workout.key)
    if (this.again.has(workout.key) && this.lines.has(line)) return
    this.lines.add(line)
    const at = this.entryOf(row, workout, name)
    if (at === null) return
    this.noteOn(workout, name, tidyStart(this.cell(row, 'exerciseNote'), longest.note))
    const place = `${workout.key}|${at}`
    const n = (this.counted.get(place) ?? 0) + 1
    this.counted.set(place, n)
    if (n > mostSetsOfEntry) {
      this.wrong(row, 'exercise', `An exercise holds ${mostSetsOfEntry} sets at most`)
      return
    }
    const set = readSet(this.row(row), n, this.layout, this.options.unit)
    if (!set) return
    workout.entries[at]!.sets.push(set)
    this.count(name, set)
  }

  /** What is noted of an exercise, once, though each of its rows may say it. */
  private noteOn(workout: FileWorkout, name: string, note: string): void {
    const line = `${name}: ${note}`
    if (note === '' || workout.note.includes(line)) return
    workout.note = tidyStart(`${workout.note}\n${line}`, longest.note)
  }

  private count(name: string, set: FileSet): void {
    const exercise = this.exercises.get(name.toLowerCase())!
    exercise.sets += 1
    if (set.metres) exercise.logType = 'distance_time'
    else if (exercise.logType === 'distance_time') return
    else if (set.grams) exercise.logType = 'weight_reps'
    else if (exercise.logType === 'weight_reps' && exercise.sets > 1) return
    else exercise.logType = set.reps === null && set.seconds !== null ? 'time' : 'reps'
  }

  private workoutOf(row: TableRow): FileWorkout | null {
    const { name, start } = this.nameOf(row)
    const key = this.identityOf(row)
    const unread =
      start === '' ? 'The start is missing' : `“${start.slice(0, 40)}” isn’t a day and a time`
    if (!key) return this.wrong(row, 'start', unread)
    const known = this.workouts.get(key)
    if (known) return known
    const { now, timeZone } = this.options
    const startedAt = instantOf(start, timeZone)
    if (startedAt > now) return this.wrong(row, 'start', 'This is still to come')
    if (start < '1990') return this.wrong(row, 'start', 'This is before 1990')
    const workout: FileWorkout = {
      name,
      localStart: start,
      startedAt,
      endedAt: this.endOf(row, startedAt),
      key,
      note: tidyStart(this.cell(row, 'note'), longest.note),
      entries: [],
    }
    this.workouts.set(key, workout)
    return workout
  }

  private endOf(row: TableRow, startedAt: Instant): Instant {
    const { timeZone, now } = this.options
    const end = this.start(this.cell(row, 'end'))
    const began = instantToMs(startedAt)
    const seconds = end
      ? (instantToMs(instantOf(end, timeZone)) - began) / 1_000
      : (readDuration(this.cell(row, 'duration')) ?? 0)
    const said = seconds > 0 && seconds <= longestSeconds ? began + seconds * 1_000 : began
    return instantFromMs(Math.min(said, instantToMs(now)))
  }

  /**
   * Where a row's exercise stands in its workout. When its set numbers start again, the same exercise
   * gets a second entry.
   */
  private entryOf(row: TableRow, workout: FileWorkout, name: string): number | null {
    const superset = this.cell(row, 'superset')
    const key = `${workout.key}|${name.toLowerCase()}`
    const said = this.cell(row, 'order')
    const order = /^\d+$/.test(said) ? Number(said) : null
    const open = this.open.get(key)
    if (open && (order === null || open.order === null || order > open.order)) {
      open.order = order ?? open.order
      // The first set of a superset may come without its mark.
      workout.entries[open.at]!.superset ||= superset
      return open.at
    }
    if (workout.entries.length >= mostEntries)
      return this.wrong(row, 'exercise', `A workout holds ${mostEntries} exercises at most`)
    const at = workout.entries.length
    workout.entries.push({ exercise: this.exerciseOf(name), superset, sets: [] })
    this.open.set(key, { at, order })
    return at
  }

  private exerciseOf(name: string): number {
    const known = this.exercises.get(name.toLowerCase())
    if (known) return known.at
    const at = this.exercises.size
    this.exercises.set(name.toLowerCase(), { name, sets: 0, logType: 'weight_reps', at })
    return at
  }
}
