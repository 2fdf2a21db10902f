/** What the demo studio teaches step by step, and where its members stand. */
import { sql } from 'drizzle-orm'
import { addCheckIn, addEntry, beginCoaching } from '#app/domain/coaching/coaching.server.ts'
import { assessSkill } from '#app/domain/skills/assess-skill.server.ts'
import { importTree } from '#app/domain/skills/move-tree.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'
import { poleTree } from './pole-tree.ts'

/** Skills that the four who are furthest have cleared, and what they are on. */
const seen: [skill: string, days: number[]][] = [
  ['Basic climb', [70]],
  ['Fireman spin', [68]],
  ['Pole sit', [66]],
  ['Tuck hold', [60]],
  ['Chair spin', [41]],
  ['Straddle hold', [37, 30]],
  ['Crossknee release', [28]],
  ['Basic invert', [16, 5]],
]

/** A tree of forty skills, taught by the pole classes, with some of it cleared. */
export function playSkills(player: Player, slug: string): void {
  if (slug !== 'northside') return
  const chance = new Chance('skills')
  player.at(addMinutes(openedAt, 300), async ({ desk }) => {
    const { db, studio } = desk
    const [pole] = await db.all<{ id: string }>(sql`
      SELECT id FROM disciplines WHERE studio_id = ${studio.id} AND name = 'Pole'`)
    if (!pole) return
    await importTree(desk, pole.id, poleTree)
    // What each pole class teaches, by its tier: the first two by “Pole 1”, the next by “Pole 2” …
    await db.run(sql`
      INSERT INTO skill_teachings (studio_id, skill_id, kind, ref_id)
      SELECT skill.studio_id, skill.id, 'class_type', type.id
      FROM skills AS skill JOIN class_types AS type ON type.studio_id = skill.studio_id
        AND type.discipline_id = skill.discipline_id AND type.kind = 'class'
      WHERE skill.studio_id = ${studio.id} AND (type.name LIKE 'Pole ' || max(1, skill.tier) || '%'
        OR (skill.tier > 3 AND type.name LIKE 'Pole 3%')) ON CONFLICT DO NOTHING`)
  })
  player.at(player.now, async ({ desk }) => {
    const { db, studio } = desk
    const today = localDate(desk.now, studio.timeZone)
    const people = await db.all<{ id: string }>(sql`
      SELECT held.person_id AS id FROM person_levels AS held
      JOIN levels AS level ON level.id = held.level_id AND level.rung = 2
      JOIN disciplines AS discipline ON discipline.id = held.discipline_id
      JOIN people AS person ON person.id = held.person_id
      WHERE held.studio_id = ${studio.id} AND discipline.name = 'Pole'
      ORDER BY person.user_id IS NULL, person.name LIMIT 3`)
    const [coach] = await db.all<{ id: string }>(sql`
      SELECT id FROM people WHERE studio_id = ${studio.id} AND is_staff = 1
        AND user_id IS NOT NULL ORDER BY name LIMIT 1`)
    const [client] = people
    if (coach && client) {
      // The desk plays for a manager, who may begin coaching for anybody.
      const manager = { ...desk, actor: { ...desk.actor, role: 'manager' as const } }
      const key = chance.id()
      await beginCoaching(manager, { key, person: client.id, coach: coach.id, perWeek: 2 })
      const goal = { key: chance.id(), kind: 'goal' as const, text: 'Ten pull-ups', value: '' }
      await addEntry(manager, key, goal)
      const questions = 'How did the week go?\nWhat hurts?'
      await addCheckIn(manager, key, { key: chance.id(), questions, dueOn: today })
    }
    const skills = await db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM skills WHERE studio_id = ${studio.id}`)
    for (const [n, person] of people.entries()) {
      for (const [name, days] of seen.slice(0, seen.length - n * 2)) {
        const skill = skills.find((one) => one.name === name)
        if (!skill) continue
        for (const ago of days) {
          await assessSkill(
            desk,
            { personId: person.id, skillId: skill.id },
            {
              key: chance.id(),
              on: addDays(today, -ago),
              left: 3,
              right: 3,
              familiar: false,
              note: '',
              evidence: '',
            },
          )
        }
      }
    }
  })
}
