/** The addresses of a member's workouts and their log. */
import { query } from './query.ts'

type StudioRef = { slug: string }

export const workoutPaths = {
  /** What is planned and what was done; `month` is `2026-10`. */
  workouts: (s: StudioRef, params: { month?: string | undefined } = {}) =>
    `/${s.slug}/workout${query(params)}`,
  /** A workout of the studio, or one of the person's own; `class` is the one it is trained in. */
  workout: (s: StudioRef, workoutId: string, params: { class?: string | undefined } = {}) =>
    `/${s.slug}/workout/${workoutId}${query(params)}`,
  /** Its board, of a class, of a day or of all time, and one's own result there (GET, POST). */
  workoutBoard: (
    s: StudioRef,
    workoutId: string,
    params: { class?: string | undefined; day?: string | undefined } = {},
  ) => `/${s.slug}/workout/${workoutId}/board${query(params)}`,
  /** Begins one (POST). */
  startWorkout: (s: StudioRef) => `/${s.slug}/workout/start`,
  /** Logging set by set (GET, POST); `exercise` is an entry of its plan. */
  activeWorkout: (
    s: StudioRef,
    workoutId: string,
    params: { exercise?: string | undefined } = {},
  ) => `/${s.slug}/workout/${workoutId}/active${query(params)}`,
  /** What a device says of it (POST, JSON). */
  workoutSync: (s: StudioRef, workoutId: string) => `/${s.slug}/workout/${workoutId}/sync`,
  /** Finishing, pausing, discarding, sharing … (POST). */
  workoutState: (s: StudioRef, workoutId: string) => `/${s.slug}/workout/${workoutId}/state`,
  /** The sets of one that is over, to put right (GET, POST). */
  workoutSets: (s: StudioRef, workoutId: string) => `/${s.slug}/workout/${workoutId}/sets`,
  /** Exercises by words, or instead of another one (GET, JSON). */
  workoutExercises: (
    s: StudioRef,
    params: { q?: string | undefined; instead?: string | undefined; why?: string | undefined } = {},
  ) => `/${s.slug}/workout/exercises${query(params)}`,
  /** A training program: what it is, and how far somebody is. */
  plan: (s: StudioRef, programId: string) => `/${s.slug}/workout/programs/${programId}`,
  /** Begins a free program, or does something with one's own copy (POST). */
  programCopy: (s: StudioRef, programId: string) => `/${s.slug}/workout/programs/${programId}/copy`,
  /** Begins a session of one's own copy (POST). */
  programSession: (s: StudioRef, programId: string) =>
    `/${s.slug}/workout/programs/${programId}/session`,
  bests: (s: StudioRef) => `/${s.slug}/workout/bests`,
  workoutHistory: (s: StudioRef, params: { page?: number } = {}) =>
    `/${s.slug}/workout/history${query(params)}`,
  /** Everything logged, as a file. */
  workoutFile: (s: StudioRef, form: 'csv' | 'json') => `/${s.slug}/workout/log.${form}`,
  /** Bringing a file of another program (GET, POST). */
  workoutImport: (s: StudioRef) => `/${s.slug}/workout/import`,
  /** What such a file says, and keeping, forgetting or undoing it (GET, POST). */
  workoutImported: (s: StudioRef, importId: string) => `/${s.slug}/workout/import/${importId}`,
  /** Its lines that were left out, to mend. */
  workoutLeftOut: (s: StudioRef, importId: string) =>
    `/${s.slug}/workout/import/${importId}/left-out.csv`,
  /** Weight and measures of the body (GET, POST). */
  measurements: (s: StudioRef) => `/${s.slug}/workout/measurements`,
  /** Takes a routine away (POST). */
  routineRemoval: (s: StudioRef, routineId: string) =>
    `/${s.slug}/workout/routines/${routineId}/removal`,
  /** What weights are read in (GET, POST). */
  portalUnits: (s: StudioRef) => `/${s.slug}/portal/units`,
}
