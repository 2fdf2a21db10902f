import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { gradingsStatement } from './grading-page.server.ts'
import type { GradingResult } from './grading-words.ts'

type MarkRow = {
  item: string
  side: string
  mark: 'pass' | 'note' | 'retest'
  by: string
  mine: number
}

type CandidateRow = {
  id: string
  name: string
  result: GradingResult | null
  note: string
  retestItems: string
  retestBy: string | null
  resultBy: string
  version: number
  marks: number
}

/**
 * The score sheet of one person: what is marked, what the reader and the others marked, and who else
 * is graded. One trip; null for those who do not come, and for foreign ids.
 */
export async function scoreSheet(ctx: StaffContext, gradingId: string, personId: string) {
  const { db, studio, actor } = ctx
  const answer = await batch(db, {
    gradings: gradingsStatement(ctx, sql`grading.id = ${gradingId}`),
    skills: db.all<{ id: string; name: string; twoSided: number }>(sql`
      SELECT skill.id, skill.name, skill.two_sided AS twoSided FROM gradings AS grading
      JOIN level_skills AS ask ON ask.studio_id = grading.studio_id
        AND ask.level_id = grading.level_id
      JOIN skills AS skill ON skill.id = ask.skill_id
      WHERE grading.studio_id = ${studio.id} AND grading.id = ${gradingId}
      ORDER BY skill.tier, skill.name`),
    candidates: db.all<CandidateRow>(sql`
      SELECT person.id, person.name, candidate.result, candidate.note,
        candidate.retest_items AS retestItems, candidate.retest_by AS retestBy,
        candidate.result_by AS resultBy, candidate.version, (SELECT count(*)
          FROM grading_marks AS mark WHERE mark.studio_id = candidate.studio_id
            AND mark.grading_id = candidate.grading_id AND mark.person_id = candidate.person_id
        ) AS marks
      FROM grading_candidates AS candidate JOIN people AS person ON person.id = candidate.person_id
      WHERE candidate.studio_id = ${studio.id} AND candidate.grading_id = ${gradingId}
        AND candidate.state = 'confirmed' ORDER BY person.name`),
    marks: db.all<MarkRow>(sql`
      SELECT item, side, mark, assessor_name AS by, assessor_id = coalesce((SELECT id FROM people
          WHERE studio_id = ${studio.id} AND user_id = ${actor.userId} LIMIT 1), ${actor.userId})
        AS mine
      FROM grading_marks WHERE studio_id = ${studio.id} AND grading_id = ${gradingId}
        AND person_id = ${personId}`),
  })
  const [grading] = answer.gradings
  const at = answer.candidates.findIndex(({ id }) => id === personId)
  if (!grading || at === -1) return null
  const extra = grading.items.split('\n').filter(Boolean)
  const items = [
    ...answer.skills.map(({ id, name, twoSided }) => ({ id, name, twoSided: twoSided === 1 })),
    ...extra.map((name) => ({ id: `x:${name}`, name, twoSided: false })),
  ]
  return {
    grading,
    items: items.flatMap(({ id, name, twoSided }) =>
      (twoSided ? (['left', 'right'] as const) : ([''] as const)).map((side) => {
        const of = answer.marks.filter((one) => one.item === id && one.side === side)
        return {
          id,
          name,
          side,
          mine: of.find(({ mine }) => mine === 1)?.mark ?? null,
          others: of.filter(({ mine }) => mine === 0).map(({ by, mark }) => ({ by, mark })),
        }
      }),
    ),
    candidates: answer.candidates,
    at,
    candidate: answer.candidates[at]!,
  }
}
