import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { dayMonthYear, dayShortTime } from '#app/values/wording.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { finishOf } from './program-plan.ts'
import { planOfProgram, programStatement } from './program-queries.server.ts'

/** As many people as a search shows, and classes of the coming week. */
const [peopleShown, classesShown] = [20, 60]

/** Who a program can be given to: people by name or chosen before, a class, a level. */
export async function assignPage(
  ctx: StudioContext,
  id: string,
  { q, people }: { q: string; people: readonly string[] },
) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const chosen = JSON.stringify(people.slice(0, 200))
  const found =
    q.trim() === ''
      ? sql``
      : sql`UNION SELECT id FROM (SELECT person.id FROM people AS person
          WHERE ${foundAtDeskSql(ctx, q, peopleShown)})`
  const answer = await batch(db, {
    program: programStatement(ctx, id),
    people: db.all<{ id: string; name: string; chosen: number }>(sql`
      SELECT id, name, id IN (SELECT value FROM json_each(${chosen})) AS chosen FROM people
      WHERE +studio_id = ${studio.id} AND archived_at IS NULL AND prospect = 0
        AND id IN (SELECT value FROM json_each(${chosen}) ${found})
      ORDER BY name LIMIT ${people.length > 0 ? 200 : peopleShown}`),
    classes: db.all<{ id: string; title: string; localStart: string }>(sql`
      SELECT o.id, type.name AS title, o.local_start AS localStart
      FROM occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${today}
        AND o.local_start < ${addDays(today, 7)} AND o.state = 'scheduled' AND o.kind = 'class'
      ORDER BY o.local_start LIMIT ${classesShown}`),
    levels: db.all<{ id: string; name: string }>(sql`
      SELECT level.id, discipline.name || ': ' || level.name AS name FROM levels AS level
      JOIN disciplines AS discipline ON discipline.studio_id = level.studio_id
        AND discipline.id = level.discipline_id
      WHERE level.studio_id = ${studio.id} ORDER BY discipline.name, level.rung LIMIT 100`),
  })
  const [program] = answer.program
  if (!program) return null
  return {
    id: program.id,
    name: program.name,
    today,
    levels: answer.levels,
    people: answer.people.map((one) => ({ ...one, chosen: one.chosen === 1 })),
    classes: answer.classes.map(({ id: occurrence, title, localStart }) => ({
      id: occurrence,
      name: `${title}, ${dayShortTime(localStart, studio.locale)}`,
    })),
    finish: dayMonthYear(finishOf(planOfProgram(program), today), studio.locale),
  }
}
