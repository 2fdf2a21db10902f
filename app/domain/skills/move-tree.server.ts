/** A skill tree out of a studio, and into one. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { circleOf, type Need } from './skill-graph.ts'
import { circleWords, type FileSkill, readTree, type TreeFile } from './tree-file.ts'
import { treeFormat } from './tree-format.ts'

type Row = Omit<FileSkill, 'needs' | 'sides'> & {
  id: string
  twoSided: number
  rule: FileSkill['needs']['rule']
  count: number
  needs: string
}

const rowsStatement = ({ db, studio }: StudioContext, disciplineId: string) =>
  db.all<Row>(sql`
    SELECT skill.id, skill.name, skill.aliases, skill.tier, skill.apparatus, skill.about,
      skill.safety, skill.video, skill.badge, skill.points, skill.two_sided AS twoSided, skill.times,
      skill.days, skill.lapse_months AS lapseMonths, skill.needs_rule AS rule,
      skill.needs_count AS count, (SELECT json_group_array(json_array(need.needs_id, need.state))
        FROM skill_needs AS need WHERE need.studio_id = skill.studio_id
          AND need.skill_id = skill.id) AS needs
    FROM skills AS skill
    WHERE skill.studio_id = ${studio.id} AND skill.discipline_id = ${disciplineId}
      AND skill.archived_at IS NULL
    ORDER BY skill.tier, skill.name`)

const needsOf = ({ needs }: Row): Need[] =>
  (JSON.parse(needs) as [string, Need['state']][]).map(([id, state]) => ({ id, state }))

/** A discipline’s tree as a file, which `importTree` reads; null for a foreign id. One trip. */
export async function exportTree(
  ctx: StudioContext,
  disciplineId: string,
): Promise<TreeFile | null> {
  const { db, studio } = ctx
  const { disciplines, rows } = await batch(db, {
    disciplines: db.all<{ name: string }>(sql`
      SELECT name FROM disciplines WHERE studio_id = ${studio.id} AND id = ${disciplineId}`),
    rows: rowsStatement(ctx, disciplineId),
  })
  const [discipline] = disciplines
  if (!discipline) return null
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return {
    format: treeFormat,
    discipline: discipline.name,
    skills: rows.map((row) => {
      const { id: _, twoSided, rule, count, needs: __, ...skill } = row
      return {
        ...skill,
        sides: twoSided === 1 ? 2 : 1,
        needs: {
          rule,
          count: Math.max(1, count),
          skills: needsOf(row)
            .flatMap((need) => {
              const name = names.get(need.id)
              return name === undefined ? [] : [{ name, state: need.state }]
            })
            .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        },
      }
    }),
  }
}

export type ImportTreeResult =
  | { ok: true; added: number; changed: number; merged: number }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'unreadable'; sentence: string }

/**
 * Brings a file’s skills into a discipline: those of a name the tree has are changed to what the
 * file says, the others are added, none is taken away. Nobody loses what they cleared. A file that
 * would make a circle with what is there changes nothing, nor does one that cannot be read.
 */
export async function importTree(
  ctx: StaffContext,
  disciplineId: string,
  text: string,
): Promise<ImportTreeResult> {
  const { db, studio, now } = ctx
  const { disciplines, rows } = await batch(db, {
    disciplines: db.all(sql`
      SELECT 1 FROM disciplines WHERE studio_id = ${studio.id} AND id = ${disciplineId}`),
    rows: rowsStatement(ctx, disciplineId),
  })
  if (disciplines.length === 0) return { ok: false, reason: 'not_found' }
  const idOf = new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
  const file = readTree(text, (name) => idOf.has(name))
  if (!file.ok) return { ok: false, reason: 'unreadable', sentence: file.sentence }
  const known = new Set(idOf.values())
  for (const { name } of file.skills) {
    if (!idOf.has(name.toLowerCase())) idOf.set(name.toLowerCase(), newId())
  }
  const brought = file.skills.map((skill) => ({
    ...skill,
    id: idOf.get(skill.name.toLowerCase())!,
    needs: skill.needs.skills.map((need) => ({
      id: idOf.get(need.name.toLowerCase())!,
      state: need.state,
    })),
    rule: skill.needs.rule,
    count: skill.needs.rule === 'some' ? Math.min(skill.needs.count, skill.needs.skills.length) : 0,
  }))
  const ids = new Set(brought.map(({ id }) => id))
  const whole = [
    ...brought,
    ...rows.filter(({ id }) => !ids.has(id)).map((row) => ({ id: row.id, needs: needsOf(row) })),
  ]
  const circle = circleOf(whole)
  if (circle) {
    const nameOf = (id: string) =>
      brought.find((one) => one.id === id)?.name ?? rows.find((one) => one.id === id)?.name ?? ''
    return { ok: false, reason: 'unreadable', sentence: circleWords(circle.map(nameOf)) }
  }
  const skillsJson = JSON.stringify(
    brought.map(({ needs: _, sides, ...skill }) => ({ ...skill, twoSided: sides === 2 ? 1 : 0 })),
  )
  const needsJson = JSON.stringify(
    brought.flatMap(({ id, needs }) => needs.map((need) => [id, need.id, need.state])),
  )
  const field = (name: string) => sql`json_extract(one.value, ${`$.${name}`})`
  const columns = sql`name, aliases, tier, apparatus, about, safety, video, badge, points,
    two_sided, times, days, lapse_months, needs_rule, needs_count`
  const values = sql.join(
    [
      ...['name', 'aliases', 'tier', 'apparatus', 'about', 'safety', 'video', 'badge', 'points'],
      ...['twoSided', 'times', 'days', 'lapseMonths', 'rule', 'count'],
    ].map(field),
    sql`, `,
  )
  const { skills } = await batch(db, {
    skills: db.run(sql`
      INSERT INTO skills (id, studio_id, discipline_id, ${columns}, created_at)
      SELECT ${field('id')}, ${studio.id}, ${disciplineId}, ${values}, ${now}
      FROM json_each(${skillsJson}) AS one WHERE 1
      ON CONFLICT (id) DO UPDATE SET (${columns}) = (excluded.name, excluded.aliases,
        excluded.tier, excluded.apparatus, excluded.about, excluded.safety, excluded.video,
        excluded.badge, excluded.points, excluded.two_sided, excluded.times, excluded.days,
        excluded.lapse_months, excluded.needs_rule, excluded.needs_count), version = version + 1`),
    cut: db.run(sql`DELETE FROM skill_needs WHERE studio_id = ${studio.id}
      AND skill_id IN (SELECT ${field('id')} FROM json_each(${skillsJson}) AS one)`),
    needs: db.run(sql`
      INSERT INTO skill_needs (studio_id, skill_id, needs_id, state)
      SELECT ${studio.id}, json_extract(one.value, '$[0]'), json_extract(one.value, '$[1]'),
        json_extract(one.value, '$[2]')
      FROM json_each(${needsJson}) AS one WHERE 1 ON CONFLICT DO NOTHING`),
    audit: auditStatement(ctx, {
      action: 'skills.imported',
      subjectKind: 'discipline',
      subjectId: disciplineId,
      detail: { skills: brought.length },
    }),
  })
  if (changed(skills) === 0) return { ok: false, reason: 'not_found' }
  const added = brought.filter(({ id }) => !known.has(id)).length
  return { ok: true, added, changed: brought.length - added, merged: file.merged }
}
