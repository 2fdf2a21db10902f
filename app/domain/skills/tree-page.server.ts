/** What the pages of the skill tree show to staff. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate, type LocalDateTime, localDate } from '#app/values/zone.ts'
import {
  type AssessmentRow,
  assessmentsStatement,
  type SkillRow,
  type StandRow,
  standsStatement,
  toStands,
  toTreeSkill,
  treeDisciplinesStatement,
  treeStatement,
} from './skill-queries.server.ts'

/** The discipline a page is about: the one asked for, else the first that has skills. */
export const disciplineSql = ({ studio }: StudioContext, asked: string): SQL => sql`(
  SELECT discipline.id FROM disciplines AS discipline WHERE discipline.studio_id = ${studio.id}
  ORDER BY discipline.id <> ${asked}, NOT EXISTS (SELECT 1 FROM skills AS any_skill
    WHERE any_skill.studio_id = discipline.studio_id AND any_skill.discipline_id = discipline.id
      AND any_skill.archived_at IS NULL), discipline.sort, discipline.name LIMIT 1)`

type Named = { id: string; name: string }

const personStatement = ({ db, studio }: StudioContext, personId: string): Statement<Named[]> =>
  db.all<Named>(sql`SELECT id, name FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId} AND archived_at IS NULL`)

/**
 * A discipline’s tree, with where one person stands where one is asked for. One trip. `discipline`
 * is null in a studio without any; a person of another studio is none.
 */
export async function treePage(
  ctx: StudioContext,
  { discipline, person }: { discipline: string; person: string },
) {
  const { disciplines, skills, people, stands, archived } = await batch(ctx.db, {
    disciplines: treeDisciplinesStatement(ctx),
    skills: treeStatement(ctx, sql`skill.discipline_id = ${disciplineSql(ctx, discipline)}`),
    people: person ? personStatement(ctx, person) : null,
    stands: person ? standsStatement(ctx, sql`(${person})`) : null,
    archived: ctx.db.all<Named>(sql`SELECT id, name FROM skills
      WHERE studio_id = ${ctx.studio.id} AND archived_at IS NOT NULL
        AND discipline_id = ${disciplineSql(ctx, discipline)} ORDER BY name LIMIT 100`),
  })
  const shown =
    disciplines.find(({ id }) => id === discipline) ??
    disciplines.find((one) => one.skills > 0) ??
    disciplines[0] ??
    null
  return {
    disciplines,
    discipline: shown,
    skills: skills.map(toTreeSkill),
    person: people?.[0] ?? null,
    stands: toStands(people?.[0] ? (stands ?? []) : []),
    archived,
  }
}

/** Classes of the next weeks that teach a skill, soonest first. */
export const teachingClassesSql = (
  { studio, now }: StudioContext,
  skillIds: SQL,
  days: number,
): SQL => sql`
  SELECT o.id FROM occurrences AS o
  WHERE o.studio_id = ${studio.id} AND o.local_start >= ${localDate(now, studio.timeZone)}
    AND o.local_start < ${addDays(localDate(now, studio.timeZone), days)} AND o.starts_at > ${now}
    AND o.state = 'scheduled' AND o.kind <> 'appointment'
    AND EXISTS (SELECT 1 FROM skill_teachings AS teaching
      WHERE teaching.studio_id = o.studio_id AND teaching.skill_id IN ${skillIds}
        AND teaching.ref_id IN (o.class_type_id, o.series_id, o.id))`

type TaughtRow = { id: string; title: string; localStart: LocalDateTime }

const taughtStatement = (ctx: StudioContext, skillId: string): Statement<TaughtRow[]> =>
  ctx.db.all<TaughtRow>(sql`
    SELECT o.id, class_type.name AS title, o.local_start AS localStart
    FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE o.id IN (${teachingClassesSql(ctx, sql`(${skillId})`, 28)})
    ORDER BY o.local_start LIMIT 5`)

export type SkillDetail = {
  id: string
  disciplineId: string
  discipline: string
  name: string
  aliases: string
  tier: number
  apparatus: string
  about: string
  safety: string
  video: string
  badge: string
  points: number
  twoSided: number
  times: number
  days: number
  needsRule: 'all' | 'any' | 'some'
  needsCount: number
  assessors: string
  lapseMonths: number | null
  cleared: number
  learning: number
  archivedAt: string | null
  version: number
}

export const skillDetailStatement = (
  { db, studio }: StudioContext,
  skillId: string,
): Statement<SkillDetail[]> =>
  db.all<SkillDetail>(sql`
    SELECT skill.id, skill.discipline_id AS disciplineId, discipline.name AS discipline, skill.name,
      skill.aliases, skill.tier, skill.apparatus, skill.about, skill.safety, skill.video,
      skill.badge, skill.points, skill.two_sided AS twoSided, skill.times, skill.days,
      skill.needs_rule AS needsRule, skill.needs_count AS needsCount, skill.assessors,
      skill.lapse_months AS lapseMonths, skill.cleared, skill.learning,
      skill.archived_at AS archivedAt, skill.version
    FROM skills AS skill JOIN disciplines AS discipline ON discipline.id = skill.discipline_id
    WHERE skill.studio_id = ${studio.id} AND skill.id = ${skillId}`)

export type SkillLink = {
  /** `needs`, `opens`, `teaches`, `asks`, `level`, `assessor`. */
  kind: string
  id: string
  name: string
  /** How far a need has to be, or what teaches: `series`, `exercise` … */
  more: string
}

/** Everything that a skill is tied to, by name: two statements, as one holds five parts. */
export const skillLinksStatements = ({ db, studio }: StudioContext, skillId: string) => ({
  ties: db.all<SkillLink>(sql`
    SELECT 'needs' AS kind, other.id, other.name, need.state AS more
    FROM skill_needs AS need JOIN skills AS other ON other.id = need.needs_id
    WHERE need.studio_id = ${studio.id} AND need.skill_id = ${skillId}
    UNION ALL SELECT 'opens', other.id, other.name, need.state
    FROM skill_needs AS need JOIN skills AS other ON other.id = need.skill_id
      AND other.archived_at IS NULL
    WHERE need.studio_id = ${studio.id} AND need.needs_id = ${skillId}
    UNION ALL SELECT 'asks', type.id, type.name, '' FROM class_skills AS ask
    JOIN class_types AS type ON type.id = ask.type_id
    WHERE ask.studio_id = ${studio.id} AND ask.skill_id = ${skillId}
    UNION ALL SELECT 'level', level.id, level.name, level.ladder_id FROM level_skills AS ask
    JOIN levels AS level ON level.id = ask.level_id
    WHERE ask.studio_id = ${studio.id} AND ask.skill_id = ${skillId}
    UNION ALL SELECT 'assessor', person.id, person.name, '' FROM skills AS skill
    JOIN json_each(skill.assessors) AS named
    CROSS JOIN people AS person ON person.id = named.value
      AND +person.studio_id = skill.studio_id
    WHERE skill.studio_id = ${studio.id} AND skill.id = ${skillId}
    ORDER BY 1, 3`),
  teaching: db.all<SkillLink>(sql`
    SELECT 'teaches' AS kind, teaching.ref_id AS id, coalesce(
      (SELECT name FROM class_types WHERE id = teaching.ref_id),
      (SELECT type.name || ', ' || substr(series.first_start, 12, 5) FROM series
        JOIN class_types AS type ON type.id = series.class_type_id
        WHERE series.id = teaching.ref_id),
      (SELECT name FROM exercises WHERE id = teaching.ref_id),
      (SELECT type.name FROM occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
        WHERE o.id = teaching.ref_id), '') AS name, teaching.kind AS more
    FROM skill_teachings AS teaching
    WHERE teaching.studio_id = ${studio.id} AND teaching.skill_id = ${skillId}
    ORDER BY 3`),
})

type OnTheWay = Named & { state: string; days: number; seenOn: LocalDate }

/**
 * One skill for staff: its rule, what it is tied to, who is on the way, the classes that teach it
 * next, and one person’s days where one is asked for. One trip; null for a foreign id.
 */
export async function skillPage(ctx: StudioContext, skillId: string, personId: string) {
  const { db, studio } = ctx
  const answer = await batch(db, {
    skill: skillDetailStatement(ctx, skillId),
    ...skillLinksStatements(ctx, skillId),
    taught: taughtStatement(ctx, skillId),
    learning: db.all<OnTheWay>(sql`
      SELECT person.id, person.name, stand.state, stand.days, stand.seen_on AS seenOn
      FROM skill_stands AS stand INDEXED BY skill_stands_by_skill
      JOIN people AS person ON person.id = stand.person_id AND person.archived_at IS NULL
      WHERE stand.studio_id = ${studio.id} AND stand.skill_id = ${skillId}
        AND stand.state IN ('familiar','learning')
      ORDER BY stand.state, stand.since DESC LIMIT 30`),
    people: personId ? personStatement(ctx, personId) : null,
    tree: personId
      ? treeStatement(
          ctx,
          sql`skill.discipline_id = (SELECT discipline_id FROM skills WHERE id = ${skillId})`,
        )
      : null,
    stands: personId ? standsStatement(ctx, sql`(${personId})`) : null,
    seen: personId ? assessmentsStatement(ctx, personId, skillId) : null,
  })
  const [skill] = answer.skill
  if (!skill) return null
  const person = answer.people?.[0] ?? null
  const tree: SkillRow[] = answer.tree ?? []
  const stands: StandRow[] = person ? (answer.stands ?? []) : []
  const seen: AssessmentRow[] = person ? (answer.seen ?? []) : []
  return {
    skill,
    links: [...answer.ties, ...answer.teaching],
    taught: answer.taught,
    learning: answer.learning,
    person,
    tree: tree.map(toTreeSkill),
    stands,
    seen,
  }
}

/** What a skill’s form offers. One trip. */
export async function skillChoices(ctx: StudioContext, disciplineId: string) {
  const { db, studio } = ctx
  const answer = await batch(db, {
    discipline: db.all<Named>(sql`SELECT id, name FROM disciplines
      WHERE studio_id = ${studio.id} AND id = ${disciplineId}`),
    types: db.all<Named>(sql`SELECT id, name FROM class_types WHERE studio_id = ${studio.id}
      AND kind = 'class' AND archived_at IS NULL ORDER BY discipline_id <> ${disciplineId}, name`),
    exercises: db.all<Named>(sql`SELECT id, name FROM exercises WHERE studio_id = ${studio.id}
      AND discipline_id = ${disciplineId} AND state = 'published' AND merged_into IS NULL
      ORDER BY name LIMIT 60`),
    levels: db.all<Named>(sql`SELECT level.id, ladder.name || ': ' || level.name AS name
      FROM levels AS level JOIN ladders AS ladder ON ladder.id = level.ladder_id
      WHERE level.studio_id = ${studio.id} AND level.discipline_id = ${disciplineId}
      ORDER BY ladder.name, level.rung`),
    coaches: db.all<Named>(sql`SELECT id, name FROM people WHERE studio_id = ${studio.id}
      AND is_staff = 1 AND archived_at IS NULL AND user_id IS NOT NULL ORDER BY name LIMIT 60`),
    names: db.all<Named>(sql`SELECT id, name FROM skills WHERE studio_id = ${studio.id}
      AND discipline_id = ${disciplineId} AND archived_at IS NULL ORDER BY name LIMIT 500`),
  })
  const [discipline] = answer.discipline
  return discipline ? { ...answer, discipline } : null
}
