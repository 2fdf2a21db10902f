/** The addresses of the training area of the desk. */
import { query } from './query.ts'

type StudioRef = { slug: string }

export const trainingPaths = {
  /** The coach's desk. */
  manageTraining: (s: StudioRef) => `/${s.slug}/manage/training`,
  /** A workout that a member shared: reading it (GET), having read it (POST). */
  manageSharedWorkout: (s: StudioRef, logId: string) =>
    `/${s.slug}/manage/training/shared/${logId}`,
  /** What is trained in a class (GET, POST). */
  manageClassWorkout: (s: StudioRef, occurrenceId: string) =>
    `/${s.slug}/manage/training/classes/${occurrenceId}`,
  /** What everybody in a class came to (GET, POST). */
  manageClassResults: (s: StudioRef, occurrenceId: string) =>
    `/${s.slug}/manage/training/classes/${occurrenceId}/results`,
  /** A workout with its board on a screen: of a class, of a day, or of all time. */
  manageWorkoutScreen: (
    s: StudioRef,
    workoutId: string,
    params: {
      class?: string | undefined
      day?: string | undefined
      still?: string | undefined
    } = {},
  ) => `/${s.slug}/manage/training/workouts/${workoutId}/tv${query(params)}`,
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
  /** Linking it with an easier or harder one, and taking that away (POST). */
  manageExerciseLinks: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/links`,
  manageExerciseRemoval: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/removal`,
  /**
   * Merging two entries for one move (GET, POST) and taking it apart (POST); writing it in other
   * languages (GET, POST).
   */
  manageExerciseAct: (
    s: StudioRef,
    exerciseId: string,
    act: 'merge' | 'separation' | 'translations',
  ) => `/${s.slug}/manage/training/exercises/${exerciseId}/${act}`,
  manageVideos: (s: StudioRef) => `/${s.slug}/manage/training/videos`,
  manageVideoNew: (s: StudioRef, params: { exercise?: string | undefined } = {}) =>
    `/${s.slug}/manage/training/videos/new${query(params)}`,
  /** What is said of a video (GET, POST). */
  manageVideo: (s: StudioRef, videoId: string) => `/${s.slug}/manage/training/videos/${videoId}`,
  /** Its file whole (POST), in parts (POST, for a script), and deleting it (GET, POST). */
  manageVideoAct: (s: StudioRef, videoId: string, act: 'file' | 'parts' | 'removal') =>
    `/${s.slug}/manage/training/videos/${videoId}/${act}`,
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
  /** The skill tree of a discipline, as one person’s map where one is named. */
  manageSkills: (
    s: StudioRef,
    params: {
      discipline?: string | undefined
      person?: string | undefined
      goal?: string | undefined
    } = {},
  ) => `/${s.slug}/manage/training/skilltree${query(params)}`,
  manageSkillNew: (s: StudioRef, params: { discipline?: string | undefined } = {}) =>
    `/${s.slug}/manage/training/skilltree/new${query(params)}`,
  manageSkillImport: (s: StudioRef, params: { discipline?: string | undefined } = {}) =>
    `/${s.slug}/manage/training/skilltree/import${query(params)}`,
  manageSkillExport: (s: StudioRef, params: { discipline?: string | undefined } = {}) =>
    `/${s.slug}/manage/training/skilltree/export.json${query(params)}`,
  manageSkill: (s: StudioRef, skillId: string, params: { person?: string | undefined } = {}) =>
    `/${s.slug}/manage/training/skilltree/${skillId}${query(params)}`,
  /** Changing it, seeing somebody’s day with it (GET, POST), off the tree and back (POST). */
  manageSkillAct: (
    s: StudioRef,
    skillId: string,
    act: 'edit' | 'assess' | 'state',
    params: { person?: string | undefined } = {},
  ) => `/${s.slug}/manage/training/skilltree/${skillId}/${act}${query(params)}`,
  /** What a class needs next, and a skill of all who are in it (GET, POST). */
  manageSkillClass: (
    s: StudioRef,
    occurrenceId: string,
    params: { skill?: string | undefined } = {},
  ) => `/${s.slug}/manage/training/skilltree/classes/${occurrenceId}${query(params)}`,
  manageAssessmentUndo: (s: StudioRef, assessmentId: string) =>
    `/${s.slug}/manage/training/skilltree/assessments/${assessmentId}/undo`,
  /** One's clients (GET), and beginning to coach somebody (POST). */
  manageCoaching: (s: StudioRef, params: { person?: string | undefined } = {}) =>
    `/${s.slug}/manage/training/coaching${query(params)}`,
  manageClient: (s: StudioRef, relationId: string) =>
    `/${s.slug}/manage/training/coaching/${relationId}`,
  /** The workout a coach logs for a client (GET, POST). */
  manageClientSession: (s: StudioRef, relationId: string) =>
    `/${s.slug}/manage/training/coaching/${relationId}/session`,
  manageGradings: (s: StudioRef) => `/${s.slug}/manage/training/grading`,
  manageGradingNew: (s: StudioRef) => `/${s.slug}/manage/training/grading/new`,
  manageGrading: (s: StudioRef, gradingId: string) =>
    `/${s.slug}/manage/training/grading/${gradingId}`,
  /** Changing it, letting somebody in with a reason (GET, POST), its steps and marks (POST). */
  manageGradingAct: (
    s: StudioRef,
    gradingId: string,
    act: 'edit' | 'override' | 'step' | 'marks' | 'people.csv',
    params: { person?: string | undefined } = {},
  ) => `/${s.slug}/manage/training/grading/${gradingId}/${act}${query(params)}`,
  /** The score sheet of one person (GET, POST). */
  manageScoreSheet: (s: StudioRef, gradingId: string, personId: string) =>
    `/${s.slug}/manage/training/grading/${gradingId}/sheets/${personId}`,
  manageCertificate: (s: StudioRef, gradingId: string, personId: string) =>
    `/${s.slug}/manage/training/grading/${gradingId}/certificates/${personId}`,
  manageImports: (s: StudioRef) => `/${s.slug}/manage/training/exercises/import`,
  manageImport: (s: StudioRef, importId: string) =>
    `/${s.slug}/manage/training/exercises/import/${importId}`,
  manageImportCommit: (s: StudioRef, importId: string) =>
    `/${s.slug}/manage/training/exercises/import/${importId}/commit`,
  manageImportDiscard: (s: StudioRef, importId: string) =>
    `/${s.slug}/manage/training/exercises/import/${importId}/discard`,
  managePrograms: (s: StudioRef) => `/${s.slug}/manage/training/programs`,
  manageProgramNew: (s: StudioRef) => `/${s.slug}/manage/training/programs/new`,
  /** Its weeks and days, and who is on it (GET), and what is done on the grid (POST). */
  manageProgram: (s: StudioRef, programId: string) =>
    `/${s.slug}/manage/training/programs/${programId}`,
  /** One session; `place` is `2.4.0`: the third week, the fifth day, its first. */
  manageProgramSession: (s: StudioRef, programId: string, place: string) =>
    `/${s.slug}/manage/training/programs/${programId}/sessions/${place}`,
  /** Who gets it, and from when (GET, POST). */
  manageProgramAssign: (
    s: StudioRef,
    programId: string,
    params: { q?: string | undefined; people?: string | undefined } = {},
  ) => `/${s.slug}/manage/training/programs/${programId}/assign${query(params)}`,
  manageWorkouts: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/manage/training/workouts${query(params)}`,
  manageWorkoutNew: (s: StudioRef) => `/${s.slug}/manage/training/workouts/new`,
  manageWorkout: (s: StudioRef, workoutId: string) =>
    `/${s.slug}/manage/training/workouts/${workoutId}`,
  /** When members see it (GET, POST), and taking it off. */
  manageWorkoutPublication: (s: StudioRef, workoutId: string) =>
    `/${s.slug}/manage/training/workouts/${workoutId}/publication`,
}
