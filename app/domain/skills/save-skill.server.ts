import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { SkillForm } from './skill-form.ts'

export type SaveSkillResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'name_taken' | 'changed' | 'itself' }
  /** Names of needs that the discipline has no skill for. */
  | { ok: false; reason: 'unknown_needs'; names: string[] }
  /** The skill itself leads to this one already. */
  | { ok: false; reason: 'circle'; through: string }

/**
 * Adds a skill to a discipline’s tree under the form's key (twice is once), or changes the one that
 * is at `version`, with what leads to it, what teaches it, and which classes and levels ask for it.
 * Nobody who has cleared it or is on the way is touched: where people stand is worked out when they
 * are assessed. Who may assess it is of this studio, else nothing is found. A circle is refused
 * inside the statement, so two who edit at once cannot make one.
 */
export async function saveSkill(
  ctx: StaffContext,
  disciplineId: string,
  form: Omit<SkillForm, 'version'>,
  version: number | null,
): Promise<SaveSkillResult> {
  const { db, studio, now } = ctx
  const { key: id, name, teaches, asks, levels, assessor, ...rest } = form
  const wanted = form.needs.map((need) => ({ ...need, key: need.name.toLowerCase() }))
  if (wanted.some(({ key }) => key === name.toLowerCase())) return { ok: false, reason: 'itself' }
  const own = sql`studio_id = ${studio.id} AND id = ${id} AND discipline_id = ${disciplineId}`
  const needs = sql`(SELECT skill.id, json_extract(asked.value, '$.state') AS state
    FROM json_each(${JSON.stringify(wanted)}) AS asked
    JOIN skills AS skill ON skill.studio_id = ${studio.id}
      AND skill.discipline_id = ${disciplineId} AND skill.archived_at IS NULL
      AND skill.name = json_extract(asked.value, '$.name') COLLATE NOCASE)`
  // Everything that leads to what this skill shall need; the skill itself may not be among it.
  const circle = sql`(WITH RECURSIVE up(id) AS (
      SELECT id FROM ${needs} UNION
      SELECT need.needs_id FROM up JOIN skill_needs AS need
        ON need.studio_id = ${studio.id} AND need.skill_id = up.id)
    SELECT through.name FROM up JOIN skill_needs AS need ON need.studio_id = ${studio.id}
      AND need.skill_id = up.id AND need.needs_id = ${id}
    JOIN skills AS through ON through.id = up.id LIMIT 1)`
  const known = sql`(SELECT count(*) FROM ${needs}) = ${wanted.length}`
  const sameName = sql`EXISTS (SELECT 1 FROM skills AS other WHERE other.studio_id = ${studio.id}
    AND other.discipline_id = ${disciplineId} AND other.id <> ${id} AND other.archived_at IS NULL
    AND other.name = ${name} COLLATE NOCASE)`
  // An empty list would let everyone assess: a strange id is refused instead of left out.
  const ownAssessors = sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(assessor)}) AS named
    WHERE named.value NOT IN (SELECT id FROM people WHERE studio_id = ${studio.id}))`
  const fits = sql`NOT ${sameName} AND ${known} AND ${ownAssessors} AND ${circle} IS NULL`
  const columns = sql`name, aliases, tier, apparatus, about, safety, video, badge, points,
    two_sided, times, days, needs_rule, needs_count, assessors, lapse_months`
  const values = sql`${name}, ${rest.aliases}, ${rest.tier}, ${rest.apparatus}, ${rest.about},
    ${rest.safety}, ${rest.video}, ${rest.badge}, ${rest.points}, ${rest.twoSided ? 1 : 0},
    ${rest.times}, ${rest.days}, ${rest.needsRule}, ${rest.needsRule === 'some' ? rest.needsCount : 0},
    ${JSON.stringify(assessor.toSorted())}, ${rest.lapseMonths}`
  // What hangs on it is written where this batch has written the skill: its version says so.
  const written = sql`EXISTS (SELECT 1 FROM skills
    WHERE ${own} AND version = ${version === null ? 1 : version + 1})`
  const { save, there, facts, names } = await batch(db, {
    save:
      version === null
        ? db.run(sql`
            INSERT INTO skills (id, studio_id, discipline_id, ${columns}, created_at)
            SELECT ${id}, ${studio.id}, discipline.id, ${values}, ${now}
            FROM disciplines AS discipline
            WHERE discipline.studio_id = ${studio.id} AND discipline.id = ${disciplineId}
              AND ${fits}
            ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE skills SET (${columns}) = (${values}), version = version + 1
            WHERE ${own} AND version = ${version} AND archived_at IS NULL AND ${fits}`),
    audit: auditStatement(
      ctx,
      {
        action: version === null ? 'skill.added' : 'skill.changed',
        subjectKind: 'skill',
        subjectId: id,
        detail: {
          name,
          times: rest.times,
          days: rest.days,
          twoSided: Boolean(rest.twoSided),
          needs: wanted.map((need) => need.name),
        },
      },
      rightAfterChange,
    ),
    cut: db.run(sql`DELETE FROM skill_needs WHERE studio_id = ${studio.id} AND skill_id = ${id}
      AND ${written} AND needs_id NOT IN (SELECT id FROM ${needs})`),
    needs: db.run(sql`
      INSERT INTO skill_needs (studio_id, skill_id, needs_id, state)
      SELECT ${studio.id}, ${id}, need.id, need.state FROM ${needs} AS need WHERE ${written}
      ON CONFLICT DO UPDATE SET state = excluded.state`),
    cutTeaching: db.run(sql`DELETE FROM skill_teachings
      WHERE studio_id = ${studio.id} AND skill_id = ${id} AND ${written}
        AND kind || ':' || ref_id NOT IN (SELECT value FROM json_each(${JSON.stringify(teaches)}))`),
    teaching: db.run(sql`
      INSERT INTO skill_teachings (studio_id, skill_id, kind, ref_id)
      SELECT ${studio.id}, ${id}, own.kind, own.id FROM (
        SELECT 'class_type' AS kind, id FROM class_types WHERE studio_id = ${studio.id}
        UNION ALL SELECT 'series', id FROM series WHERE studio_id = ${studio.id}
        UNION ALL SELECT 'exercise', id FROM exercises WHERE studio_id = ${studio.id}) AS own
      JOIN json_each(${JSON.stringify(teaches)}) AS ticked
        ON ticked.value = own.kind || ':' || own.id
      WHERE ${written} ON CONFLICT DO NOTHING`),
    cutAsks: db.run(sql`DELETE FROM class_skills
      WHERE studio_id = ${studio.id} AND skill_id = ${id} AND ${written}
        AND type_id NOT IN (SELECT value FROM json_each(${JSON.stringify(asks)}))`),
    asks: db.run(sql`
      INSERT INTO class_skills (studio_id, type_id, skill_id)
      SELECT ${studio.id}, type.id, ${id} FROM class_types AS type
      JOIN json_each(${JSON.stringify(asks)}) AS ticked ON ticked.value = type.id
      WHERE type.studio_id = ${studio.id} AND type.kind = 'class' AND ${written}
      ON CONFLICT DO NOTHING`),
    cutLevels: db.run(sql`DELETE FROM level_skills
      WHERE studio_id = ${studio.id} AND skill_id = ${id} AND ${written}
        AND level_id NOT IN (SELECT value FROM json_each(${JSON.stringify(levels)}))`),
    levels: db.run(sql`
      INSERT INTO level_skills (studio_id, level_id, skill_id)
      SELECT ${studio.id}, level.id, ${id} FROM levels AS level
      JOIN json_each(${JSON.stringify(levels)}) AS ticked ON ticked.value = level.id
      WHERE level.studio_id = ${studio.id} AND ${written} ON CONFLICT DO NOTHING`),
    there: db.all<{ version: number }>(sql`SELECT version FROM skills WHERE ${own}`),
    facts: db.all<{ taken: number; circle: string | null }>(sql`
      SELECT ${sameName} AS taken, ${circle} AS circle`),
    names: db.all<{ name: string }>(sql`
      SELECT json_extract(asked.value, '$.name') AS name
      FROM json_each(${JSON.stringify(wanted)}) AS asked
      WHERE NOT EXISTS (SELECT 1 FROM skills AS skill WHERE skill.studio_id = ${studio.id}
        AND skill.discipline_id = ${disciplineId} AND skill.archived_at IS NULL
        AND skill.name = json_extract(asked.value, '$.name') COLLATE NOCASE)`),
  })
  if (changed(save) > 0) return { ok: true }
  const [row] = there
  if (version === null && row) return { ok: true }
  if (names.length > 0) {
    return { ok: false, reason: 'unknown_needs', names: names.map((one) => one.name) }
  }
  if (facts[0]?.taken) return { ok: false, reason: 'name_taken' }
  if (row && row.version !== version) return { ok: false, reason: 'changed' }
  if (facts[0]?.circle) return { ok: false, reason: 'circle', through: facts[0].circle }
  return { ok: false, reason: 'not_found' }
}

export type ArchiveSkillResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'name_taken' }
  /** Classes or levels ask for it, by name. */
  | { ok: false; reason: 'asked'; by: string }

/**
 * Takes a skill off the tree, or puts it back. Who cleared it keeps that. Refused while a class or a
 * level asks for it; skills that needed it need it no longer.
 */
export async function archiveSkill(
  ctx: StaffContext,
  skillId: string,
  archived: boolean,
): Promise<ArchiveSkillResult> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${skillId}`
  const askedBy = sql`(SELECT group_concat(name, ', ') FROM (
    SELECT type.name FROM class_skills AS ask JOIN class_types AS type ON type.id = ask.type_id
    WHERE ask.studio_id = ${studio.id} AND ask.skill_id = ${skillId}
    UNION ALL SELECT level.name FROM level_skills AS ask JOIN levels AS level ON level.id = ask.level_id
    WHERE ask.studio_id = ${studio.id} AND ask.skill_id = ${skillId}))`
  const { done, there, asked } = await batch(db, {
    done: archived
      ? db.run(sql`UPDATE skills SET archived_at = ${now}, version = version + 1
          WHERE ${own} AND archived_at IS NULL AND ${askedBy} IS NULL`)
      : db.run(sql`UPDATE skills SET archived_at = NULL, version = version + 1
          WHERE ${own} AND archived_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM skills AS other
            WHERE other.studio_id = skills.studio_id AND other.archived_at IS NULL
              AND other.discipline_id = skills.discipline_id
              AND other.name = skills.name COLLATE NOCASE)`),
    audit: auditStatement(
      ctx,
      {
        action: archived ? 'skill.archived' : 'skill.restored',
        subjectKind: 'skill',
        subjectId: skillId,
      },
      rightAfterChange,
    ),
    needs: archived
      ? db.run(sql`DELETE FROM skill_needs WHERE studio_id = ${studio.id}
          AND needs_id = ${skillId} AND EXISTS (SELECT 1 FROM skills
            WHERE ${own} AND archived_at IS NOT NULL)`)
      : null,
    there: db.all<{ archivedAt: string | null }>(sql`
      SELECT archived_at AS archivedAt FROM skills WHERE ${own}`),
    asked: db.all<{ by: string | null }>(sql`SELECT ${askedBy} AS by`),
  })
  const [row] = there
  if (!row) return { ok: false, reason: 'not_found' }
  if (changed(done) > 0 || (row.archivedAt !== null) === archived) return { ok: true }
  const by = asked[0]?.by
  return by ? { ok: false, reason: 'asked', by } : { ok: false, reason: 'name_taken' }
}
