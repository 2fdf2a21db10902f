import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDateTime, localDate } from '#app/values/zone.ts'
import { type SkillStatus, statusOf } from './skill-graph.ts'
import {
  type StandRow,
  standsStatement,
  toStands,
  toTreeSkill,
  treeStatement,
} from './skill-queries.server.ts'

type ClassRow = {
  id: string
  title: string
  localStart: LocalDateTime
  disciplineId: string
  state: string
}

/**
 * A class with the people in it and where each stands with each skill of its discipline: what the
 * group needs next. One trip; null for a foreign id.
 */
export async function classHeat(ctx: StudioContext, occurrenceId: string) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const there = sql`(SELECT booking.person_id FROM bookings AS booking
    WHERE booking.studio_id = ${studio.id} AND booking.occurrence_id = ${occurrenceId}
      AND booking.state IN ('booked','checked_in','attended'))`
  const answer = await batch(db, {
    classes: db.all<ClassRow>(sql`
      SELECT o.id, type.name AS title, o.local_start AS localStart,
        type.discipline_id AS disciplineId, o.state
      FROM occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.kind <> 'appointment'
        AND o.state <> 'draft'`),
    people: db.all<{ id: string; name: string }>(sql`
      SELECT person.id, person.name FROM people AS person
      WHERE +person.studio_id = ${studio.id} AND person.id IN ${there} ORDER BY person.name`),
    skills: treeStatement(
      ctx,
      sql`skill.discipline_id = (SELECT type.discipline_id FROM occurrences AS o
        JOIN class_types AS type ON type.id = o.class_type_id
        WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId})`,
    ),
    stands: standsStatement(ctx, there),
    taught: db.all<{ skillId: string }>(sql`
      SELECT DISTINCT teaching.skill_id AS skillId FROM occurrences AS o
      JOIN skill_teachings AS teaching ON teaching.studio_id = o.studio_id
        AND teaching.ref_id IN (o.class_type_id, o.series_id, o.id)
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
  })
  const [found] = answer.classes
  if (!found) return null
  const byPerson = new Map<string, StandRow[]>()
  for (const row of answer.stands) {
    const mine = byPerson.get(row.personId)
    if (mine) mine.push(row)
    else byPerson.set(row.personId, [row])
  }
  const people = answer.people.map((person) => ({
    ...person,
    stands: toStands(byPerson.get(person.id) ?? []),
  }))
  const taught = new Set(answer.taught.map(({ skillId }) => skillId))
  const skills = answer.skills.map(toTreeSkill).map((skill) => {
    const who = (...wanted: SkillStatus[]) =>
      people
        .filter(({ stands }) => wanted.includes(statusOf(skill, stands, today)))
        .map(({ id, name }) => ({ id, name }))
    return {
      skill,
      taught: taught.has(skill.id),
      cleared: who('cleared').length,
      /** On the way, or lapsed: one lesson helps them. */
      learning: who('learning', 'familiar', 'lapsed'),
      open: who('open'),
      locked: who('locked').length,
    }
  })
  return { class: found, people, skills, today }
}

export type ClassHeat = NonNullable<Awaited<ReturnType<typeof classHeat>>>

/** Skills that most of a group can work on, those begun before those that are only open. */
export const nextForGroup = (skills: ClassHeat['skills'], atMost = 12): ClassHeat['skills'] =>
  skills
    .filter(({ learning, open }) => learning.length + open.length > 0)
    .toSorted(
      (a, b) =>
        Number(b.taught) - Number(a.taught) ||
        b.learning.length - a.learning.length ||
        b.open.length - a.open.length ||
        a.skill.tier - b.skill.tier,
    )
    .slice(0, atMost)
