/** What is kept of a file of workouts for its page, and its limits. Pure. */
import type { logImportStates } from '#app/db/studio/workouts/training-log-words.ts'
import type { LogType } from '#app/domain/training/log-type.ts'
import type { Candidate } from '#app/domain/training/name-candidates.server.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'
import type { RowProblem } from './read-log-file.ts'

export type LogImportState = (typeof logImportStates)[number]

export const logFileMegabytes = 10
/** Ten years of five workouts a week. */
export const rowsAtMost = 50_000
/** Exercises of a file, far more than anyone trains: what is found of each is one row. */
export const exercisesAtMost = 1_000
/** Rows that were left out, as many as the page lists. */
export const problemsShown = 50
/** A file that nobody keeps is forgotten after so many hours. */
export const hoursToKeep = 24

export type FoundInFile = {
  unit: Unit
  /** Said by the file itself; else it was the person's word. */
  unitSaid: boolean
  workouts: number
  sets: number
  from: LocalDate | null
  until: LocalDate | null
  /** Of them new to the log, by workout and by set; `added` are sets of workouts that are there. */
  fresh: number
  freshSets: number
  added: number
  problems: RowProblem[]
  problemCount: number
  /** The file of what was left out holds the first of it only. */
  leftOutCut?: boolean
  cutOff: { name: string; start: LocalDateTime } | null
}

export type ImportedExercise = {
  /** As the file writes it. */
  name: string
  logType: LogType
  sets: number
  /** Whom it may be in the studio's encyclopedia, best first. */
  candidates: Candidate[]
  /** The studio's exercise, or empty for its own name. */
  picked: string
  /** Its name is that of the studio's exercise: nobody is asked. */
  sure: boolean
}
