/** What classes ask of what somebody can do, for pages and bookings. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { HeldSkills, MissingSkill } from './held-skills.ts'

export type HeldSkillRow = {
  classTypeId: string
  skillId: string
  name: string
  need: number
  state: string | null
  days: number | null
  lapsed: number
}

/**
 * Skills that the classes of the studio ask for and `personId` has not cleared, for `toHeldSkills`.
 * `only` narrows it by `ask.type_id`; a studio without such classes answers no row.
 */
export const heldSkillsStatement = (
  { db, studio, now }: StudioContext,
  personId: string | SQL,
  only: SQL = sql`1`,
): Statement<HeldSkillRow[]> =>
  db.all<HeldSkillRow>(sql`
    SELECT ask.type_id AS classTypeId, skill.id AS skillId, skill.name, skill.days AS need,
      stand.state, stand.days, coalesce(stand.state = 'cleared', 0) AS lapsed
    FROM class_skills AS ask JOIN skills AS skill ON skill.id = ask.skill_id
    LEFT JOIN skill_stands AS stand ON stand.studio_id = ask.studio_id
      AND stand.person_id = ${personId} AND stand.skill_id = skill.id
    WHERE ask.studio_id = ${studio.id} AND ${only} AND (stand.state IS NOT 'cleared'
      OR stand.lapses_on <= ${localDate(now, studio.timeZone)})
    ORDER BY skill.tier, skill.name`)

/** Ids of the skills that class `o` teaches by its type, its series or itself, as JSON. */
export const taughtSkillsSql: SQL = sql`(SELECT json_group_array(DISTINCT teaching.skill_id)
  FROM skill_teachings AS teaching WHERE teaching.studio_id = o.studio_id
    AND teaching.ref_id IN (o.class_type_id, o.series_id, o.id))`

/**
 * The name of the first skill that class `o` asks for and a person lacks; null where they have all.
 * For rows of people at work; members read `heldSkillsStatement`.
 */
export const lackedSkillSql = (personId: SQL, today: string): SQL => sql`(SELECT skill.name
  FROM class_skills AS ask JOIN skills AS skill ON skill.id = ask.skill_id
  LEFT JOIN skill_stands AS stand ON stand.studio_id = ask.studio_id
    AND stand.person_id = ${personId} AND stand.skill_id = skill.id
  WHERE ask.studio_id = o.studio_id AND ask.type_id = o.class_type_id
    AND (stand.state IS NOT 'cleared' OR stand.lapses_on <= ${today})
  ORDER BY skill.tier, skill.name LIMIT 1)`

export function toHeldSkills(rows: readonly HeldSkillRow[]): HeldSkills {
  const missing = new Map<string, MissingSkill>()
  for (const { classTypeId, skillId, name, need, days, lapsed } of rows) {
    const before = missing.get(classTypeId)
    const one = { skillId, name, need, days: days ?? 0, lapsed: lapsed === 1 }
    missing.set(
      classTypeId,
      before ? { ...before, others: before.others + 1 } : { ...one, others: 0 },
    )
  }
  return missing
}
