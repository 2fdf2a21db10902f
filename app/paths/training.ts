/** The addresses of the training area of the desk. */
import { query } from './query.ts'

type StudioRef = { slug: string }

export const trainingPaths = {
  /** The coach's desk. */
  manageTraining: (s: StudioRef) => `/${s.slug}/manage/training`,
  /** What is trained in a class (GET, POST). */
  manageClassWorkout: (s: StudioRef, occurrenceId: string) =>
    `/${s.slug}/manage/training/classes/${occurrenceId}`,
  manageExercises: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/manage/training/exercises${query(params)}`,
  manageExerciseNew: (s: StudioRef) => `/${s.slug}/manage/training/exercises/new`,
  manageExercise: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}`,
  manageExerciseState: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/state`,
  manageExercisePhotos: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/photos`,
  managePhotoRemoval: (s: StudioRef, exerciseId: string, mediaId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/photos/${mediaId}/removal`,
  manageExerciseRemoval: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/removal`,
  /** Merging two entries for one move (GET, POST), and taking it apart (POST). */
  manageExerciseAct: (s: StudioRef, exerciseId: string, act: 'merge' | 'separation') =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/${act}`,
  manageLadders: (s: StudioRef) => `/${s.slug}/manage/training/levels`,
  manageLadderNew: (s: StudioRef) => `/${s.slug}/manage/training/levels/new`,
  /** People of a ladder, level by level. */
  manageLadder: (
    s: StudioRef,
    ladderId: string,
    params: { level?: string | undefined; page?: number | undefined } = {},
  ) => `/${s.slug}/manage/training/levels/${ladderId}${query(params)}`,
  /** Changing it (GET, POST), moving a level (POST), setting people (GET, POST), its end (POST). */
  manageLadderAct: (s: StudioRef, ladderId: string, act: 'edit' | 'move' | 'people' | 'removal') =>
    `/${s.slug}/manage/training/levels/${ladderId}/${act}`,
  manageLevelNew: (s: StudioRef, ladderId: string) =>
    `/${s.slug}/manage/training/levels/${ladderId}/levels/new`,
  manageLevel: (s: StudioRef, ladderId: string, levelId: string) =>
    `/${s.slug}/manage/training/levels/${ladderId}/levels/${levelId}`,
  manageLevelRemoval: (s: StudioRef, ladderId: string, levelId: string) =>
    `/${s.slug}/manage/training/levels/${ladderId}/levels/${levelId}/removal`,
  manageImports: (s: StudioRef) => `/${s.slug}/manage/training/exercises/import`,
  manageImport: (s: StudioRef, importId: string) =>
    `/${s.slug}/manage/training/exercises/import/${importId}`,
  manageImportCommit: (s: StudioRef, importId: string) =>
    `/${s.slug}/manage/training/exercises/import/${importId}/commit`,
  manageImportDiscard: (s: StudioRef, importId: string) =>
    `/${s.slug}/manage/training/exercises/import/${importId}/discard`,
  manageWorkouts: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/manage/training/workouts${query(params)}`,
  manageWorkoutNew: (s: StudioRef) => `/${s.slug}/manage/training/workouts/new`,
  manageWorkout: (s: StudioRef, workoutId: string) =>
    `/${s.slug}/manage/training/workouts/${workoutId}`,
  /** When members see it (GET, POST), and taking it off. */
  manageWorkoutPublication: (s: StudioRef, workoutId: string) =>
    `/${s.slug}/manage/training/workouts/${workoutId}/publication`,
}
