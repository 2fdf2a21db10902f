/** What a person takes away of how far they are: levels, skills, gradings, coaching. */
import { sql } from 'drizzle-orm'
import { mine, type PersonFile } from './person-file.ts'

export const levelFiles: readonly PersonFile[] = [
  {
    file: 'levels',
    tables: ['person_levels'],
    columns: ['discipline', 'level', 'since', 'provisional', 'expires'],
    select: sql`discipline.name AS discipline, level.name AS level, held.since,
      iif(held.provisional, 'yes', '') AS provisional, coalesce(held.lapses_on, '') AS expires`,
    from: (whose) => sql`
      FROM person_levels AS held JOIN disciplines AS discipline ON discipline.id = held.discipline_id
      JOIN levels AS level ON level.id = held.level_id
      WHERE ${mine('held', whose)} ORDER BY discipline.name`,
  },
  {
    file: 'levels-before',
    tables: ['brought_levels'],
    columns: ['level', 'on', 'examiner'],
    select: sql`level.name AS level, brought.on_date AS "on", brought.examiner`,
    from: (whose) => sql`
      FROM brought_levels AS brought JOIN levels AS level ON level.id = brought.level_id
      WHERE ${mine('brought', whose)} ORDER BY brought.on_date`,
  },
  {
    file: 'skills',
    tables: ['skill_stands', 'skill_assessments'],
    columns: ['skill', 'on', 'how', 'by', 'left', 'right', 'note', 'evidence', 'state'],
    select: sql`skill.name AS skill, seen.on_date AS "on", seen.kind AS how,
      seen.assessor_name AS by, seen.left_times AS left, seen.right_times AS right, seen.note,
      seen.evidence, coalesce(stand.state, '') AS state`,
    from: (whose) => sql`
      FROM skill_assessments AS seen JOIN skills AS skill ON skill.id = seen.skill_id
      LEFT JOIN skill_stands AS stand ON stand.studio_id = seen.studio_id
        AND stand.person_id = seen.person_id AND stand.skill_id = seen.skill_id
      WHERE ${mine('seen', whose)} AND seen.undone_at IS NULL
      ORDER BY seen.on_date, seen.id`,
  },
  {
    file: 'coaching',
    tables: ['coaching_relations', 'coaching_entries', 'coaching_checkins'],
    columns: ['on', 'coach', 'what', 'text', 'value'],
    select: sql`written.on_date AS "on", coach.name AS coach, written.what, written.text,
      written.value`,
    from: (whose) => sql`
      FROM (SELECT relation.id AS relation_id, relation.coach_id, relation.from_on AS on_date,
          'coaching' AS what, 'until ' || coalesce(relation.to_on, 'now') AS text, '' AS value
        FROM coaching_relations AS relation WHERE ${mine('relation', whose)}
        UNION ALL SELECT entry.relation_id, relation.coach_id, entry.on_date, entry.kind,
          entry.text, entry.value
        FROM coaching_entries AS entry JOIN coaching_relations AS relation
          ON relation.id = entry.relation_id
        WHERE ${mine('entry', whose)} AND entry.kind <> 'private_note'
        UNION ALL SELECT one.relation_id, relation.coach_id, one.due_on, 'check-in',
          one.questions, one.answers || ' ' || one.reply
        FROM coaching_checkins AS one JOIN coaching_relations AS relation
          ON relation.id = one.relation_id
        WHERE ${mine('one', whose)}) AS written
      LEFT JOIN people AS coach ON coach.id = written.coach_id
      ORDER BY written.on_date, written.what`,
  },
  {
    file: 'coaching-requests',
    tables: ['coaching_shifts'],
    columns: ['on', 'days', 'reason', 'state', 'by'],
    select: sql`shift.asked_on AS "on", shift.days, shift.reason, shift.state,
      shift.answered_by AS by`,
    from: (whose) => sql`
      FROM coaching_shifts AS shift WHERE ${mine('shift', whose)} ORDER BY shift.asked_on, shift.id`,
  },
  {
    file: 'gradings',
    tables: ['grading_candidates', 'grading_marks', 'certificates'],
    columns: ['level', 'on', 'state', 'result', 'note', 'certificate', 'marks'],
    select: sql`level.name AS level, grading.on_date AS "on", candidate.state,
      iif(grading.state = 'published', coalesce(candidate.result, ''), '') AS result,
      iif(grading.state = 'published', candidate.note, '') AS note,
      coalesce((SELECT given.number FROM certificates AS given
        WHERE given.studio_id = candidate.studio_id AND given.grading_id = candidate.grading_id
          AND given.person_id = candidate.person_id), '') AS certificate,
      iif(grading.state = 'published', coalesce((SELECT group_concat(
          mark.item || ' ' || mark.side || ': ' || mark.mark, '; ') FROM grading_marks AS mark
        WHERE mark.studio_id = candidate.studio_id AND mark.grading_id = candidate.grading_id
          AND mark.person_id = candidate.person_id), ''), '') AS marks`,
    from: (whose) => sql`
      FROM grading_candidates AS candidate
      JOIN gradings AS grading ON grading.id = candidate.grading_id
      JOIN levels AS level ON level.id = grading.level_id
      WHERE ${mine('candidate', whose)} ORDER BY grading.on_date, candidate.id`,
  },
  {
    file: 'favourite-exercises',
    tables: ['exercise_favourites'],
    columns: ['exercise', 'since'],
    select: sql`exercise.name AS exercise, favourite.created_at AS since`,
    from: (whose) => sql`
      FROM exercise_favourites AS favourite
      JOIN exercises AS exercise ON exercise.id = favourite.exercise_id
      WHERE ${mine('favourite', whose)} ORDER BY favourite.created_at, exercise.name`,
  },
]
