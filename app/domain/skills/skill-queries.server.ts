/** Reads of the skill tree and of where people stand in it. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Need, NeedsRule, Node, Stand, Stands } from './skill-graph.ts'

export type SkillRow = {
  id: string
  disciplineId: string
  name: string
  tier: number
  twoSided: number
  times: number
  days: number
  needsRule: NeedsRule
  needsCount: number
  lapseMonths: number | null
  points: number
  /** `[id, 'cleared'|'familiar']` of what leads to it, as JSON. */
  needs: string
  cleared: number
  learning: number
}

/** A skill as the graph and the map know it. */
export type TreeSkill = Omit<SkillRow, 'needs' | 'twoSided'> & Node & { twoSided: boolean }

export const toTreeSkill = ({ needs, twoSided, ...row }: SkillRow): TreeSkill => ({
  ...row,
  twoSided: twoSided === 1,
  needs: (JSON.parse(needs) as [string, Need['state']][]).map(([id, state]) => ({ id, state })),
})

const needsSql = sql`(SELECT json_group_array(json_array(need.needs_id, need.state))
  FROM skill_needs AS need WHERE need.studio_id = skill.studio_id AND need.skill_id = skill.id)`

/** The tree of the disciplines that `which` picks of `skill`, without what is archived. */
export const treeStatement = ({ db, studio }: StudioContext, which: SQL): Statement<SkillRow[]> =>
  db.all<SkillRow>(sql`
    SELECT skill.id, skill.discipline_id AS disciplineId, skill.name, skill.tier,
      skill.two_sided AS twoSided, skill.times, skill.days, skill.needs_rule AS needsRule,
      skill.needs_count AS needsCount, skill.lapse_months AS lapseMonths, skill.points,
      ${needsSql} AS needs, skill.cleared, skill.learning
    FROM skills AS skill
    WHERE skill.studio_id = ${studio.id} AND skill.archived_at IS NULL AND ${which}
    ORDER BY skill.tier, skill.name`)

export type TreeDiscipline = { id: string; name: string; skills: number }

/** Disciplines with how many skills each has; those without stand last. */
export const treeDisciplinesStatement = ({
  db,
  studio,
}: StudioContext): Statement<TreeDiscipline[]> =>
  db.all<TreeDiscipline>(sql`
    SELECT discipline.id, discipline.name, (SELECT count(*) FROM skills AS skill
      WHERE skill.studio_id = discipline.studio_id AND skill.discipline_id = discipline.id
        AND skill.archived_at IS NULL) AS skills
    FROM disciplines AS discipline WHERE discipline.studio_id = ${studio.id}
    ORDER BY skills = 0, discipline.sort, discipline.name`)

export type StandRow = Stand & {
  personId: string
  skillId: string
  leftDays: number
  rightDays: number
  since: LocalDate
  seenOn: LocalDate
}

/** Where these people stand; `whose` is a list or a SELECT of ids. */
export const standsStatement = (
  { db, studio }: StudioContext,
  whose: SQL,
  which: SQL = sql`1`,
): Statement<StandRow[]> =>
  db.all<StandRow>(sql`
    SELECT stand.person_id AS personId, stand.skill_id AS skillId, stand.state, stand.days,
      stand.left_days AS leftDays, stand.right_days AS rightDays, stand.since,
      stand.seen_on AS seenOn, stand.lapses_on AS lapsesOn
    FROM skill_stands AS stand
    WHERE stand.studio_id = ${studio.id} AND stand.person_id IN ${whose} AND ${which}`)

export const toStands = (rows: readonly StandRow[]): Stands =>
  new Map(rows.map((row) => [row.skillId, row]))

export type AssessmentRow = {
  id: string
  kind: 'seen' | 'claimed' | 'brought'
  onDate: LocalDate
  by: string
  leftTimes: number
  rightTimes: number
  familiar: number
  note: string
  evidence: string
}

/** What was seen of one person’s skill, the newest first. */
export const assessmentsStatement = (
  { db, studio }: StudioContext,
  personId: string,
  skillId: string,
): Statement<AssessmentRow[]> =>
  db.all<AssessmentRow>(sql`
    SELECT id, kind, on_date AS onDate, assessor_name AS by, left_times AS leftTimes,
      right_times AS rightTimes, familiar, note, evidence
    FROM skill_assessments
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND skill_id = ${skillId}
      AND undone_at IS NULL
    ORDER BY on_date DESC, created_at DESC, id LIMIT 60`)
