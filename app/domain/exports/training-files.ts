/** What a person takes away of what they trained. */
import { sql } from 'drizzle-orm'
import { mine, type PersonFile } from './person-file.ts'

export const trainingFiles: readonly PersonFile[] = [
  {
    file: 'workouts',
    tables: ['workout_logs', 'workout_sets', 'workout_set_edits'],
    columns: [
      ...['workout', 'started', 'ended_at', 'state', 'exercise', 'set', 'kind', 'kg', 'reps'],
      ...['seconds', 'metres', 'rpe', 'note'],
    ],
    select: sql`log.name AS workout, log.local_start AS started, log.ended_at, log.state,
      coalesce(exercise.name, ltrim(s.exercise_id, '~')) AS exercise, s.n AS "set", s.type AS kind,
      s.grams / 1000.0 AS kg, s.reps, s.seconds, s.metres, s.rpe / 10.0 AS rpe, log.note`,
    from: (whose) => sql`
      FROM workout_logs AS log
      LEFT JOIN workout_sets AS s ON s.studio_id = log.studio_id AND s.log_id = log.id
        AND s.removed = 0
      LEFT JOIN exercises AS exercise ON exercise.id = s.exercise_id
      WHERE ${mine('log', whose)} ORDER BY log.local_start, log.id, length(s.entry), s.entry, s.n`,
  },
  {
    file: 'workout-files',
    tables: ['log_imports'],
    columns: ['from', 'file', 'state', 'read_at', 'kept_at', 'undone_at'],
    select: sql`file.source AS "from", file.file_name AS file, file.state,
      file.created_at AS read_at, file.kept_at, file.undone_at`,
    from: (whose) => sql`
      FROM log_imports AS file WHERE ${mine('file', whose)} ORDER BY file.created_at, file.id`,
  },
  {
    file: 'bests',
    tables: ['training_bests'],
    columns: ['exercise', 'kind', 'at', 'value', 'before', 'on'],
    select: sql`coalesce(exercise.name, ltrim(best.exercise_id, '~')) AS exercise, best.kind,
      best.at, best.value, best.before, best.local_start AS "on"`,
    from: (whose) => sql`
      FROM training_bests AS best LEFT JOIN exercises AS exercise ON exercise.id = best.exercise_id
      WHERE ${mine('best', whose)} ORDER BY best.local_start, best.exercise_id, best.kind, best.at`,
  },
  {
    file: 'programs',
    tables: ['program_assignments'],
    columns: ['program', 'state', 'starts_on', 'ended_at', 'plan'],
    select: sql`program.name AS program, copy.state, copy.starts_on, copy.ended_at, copy.plan`,
    from: (whose) => sql`
      FROM program_assignments AS copy JOIN training_programs AS program
        ON program.id = copy.program_id
      WHERE ${mine('copy', whose)} ORDER BY copy.starts_on, copy.id`,
  },
  {
    file: 'routines',
    tables: ['workout_routines'],
    columns: ['name', 'plan', 'made_at'],
    select: sql`routine.name, routine.plan, routine.created_at AS made_at`,
    from: (whose) => sql`
      FROM workout_routines AS routine WHERE ${mine('routine', whose)}
      ORDER BY routine.name, routine.id`,
  },
  {
    file: 'measurements',
    tables: ['body_measures'],
    columns: ['day', 'what', 'value'],
    select: sql`measure.day, measure.kind AS what, measure.value`,
    from: (whose) => sql`
      FROM body_measures AS measure WHERE ${mine('measure', whose)}
      ORDER BY measure.day, measure.kind`,
  },
  {
    file: 'videos',
    tables: ['video_places'],
    columns: ['video', 'stopped_at_seconds', 'watched_to_the_end', 'at'],
    select: sql`video.title AS video, place.seconds AS stopped_at_seconds,
      place.done AS watched_to_the_end, place.updated_at AS at`,
    from: (whose) => sql`
      FROM video_places AS place JOIN videos AS video ON video.id = place.video_id
      WHERE ${mine('place', whose)} ORDER BY place.updated_at, video.title`,
  },
]
