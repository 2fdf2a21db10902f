/**
 * People who are made up, to look around with. They have no address and no account, so nothing is
 * ever sent to them.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'

/** The ids of the studio's made-up people, as a SELECT. */
export const samplePeople = (studioId: string): SQL =>
  sql`SELECT person_id FROM sample_people WHERE studio_id = ${studioId}`

/** How many people of the studio are made up. */
export const countSamplePeopleStatement = ({
  db,
  studio,
}: StudioContext): Statement<{ n: number }[]> =>
  db.all<{ n: number }>(sql`SELECT count(*) AS n FROM (${samplePeople(studio.id)})`)

/**
 * Adds made-up people with a level in each discipline, and marks them; does nothing while the
 * studio has some.
 */
export function addSamplePeopleStatements(
  { db, studio, now }: StudioContext,
  people: readonly { id: string; name: string }[],
  levels: readonly { disciplineId: string; levelId: string }[],
): { people: Statement<D1Result>; marks: Statement<D1Result>; levels: Statement<D1Result> } {
  const today = localDate(now, studio.timeZone)
  const rows = JSON.stringify(people)
  const added = sql`EXISTS (SELECT 1 FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.id = input.value ->> 'id')`
  return {
    people: db.run(sql`
      INSERT INTO people (id, studio_id, name, joined_on, created_at)
      SELECT input.value ->> 'id', ${studio.id}, input.value ->> 'name', ${today}, ${now}
      FROM json_each(${rows}) AS input
      WHERE NOT EXISTS (${samplePeople(studio.id)})`),
    marks: db.run(sql`
      INSERT INTO sample_people (studio_id, person_id)
      SELECT ${studio.id}, input.value ->> 'id' FROM json_each(${rows}) AS input WHERE ${added}`),
    levels: db.run(sql`
      INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since)
      SELECT ${studio.id}, input.value ->> 'id', level.value ->> 'disciplineId',
        level.value ->> 'levelId', ${today}
      FROM json_each(${rows}) AS input JOIN json_each(${JSON.stringify(levels)}) AS level
      WHERE ${added}`),
  }
}

/**
 * Takes the made-up people away, and nobody else. The last of a batch: what they hold goes before.
 */
export function removeSamplePeopleStatements({ db, studio }: StudioContext): {
  notes: Statement<D1Result>
  levels: Statement<D1Result>
  people: Statement<D1Result>
  marks: Statement<D1Result>
} {
  const theirs = sql`studio_id = ${studio.id} AND person_id IN (${samplePeople(studio.id)})`
  return {
    notes: db.run(sql`DELETE FROM person_notes WHERE ${theirs}`),
    levels: db.run(sql`DELETE FROM person_levels WHERE ${theirs}`),
    people: db.run(
      sql`DELETE FROM people WHERE studio_id = ${studio.id} AND id IN (${samplePeople(studio.id)})`,
    ),
    marks: db.run(sql`DELETE FROM sample_people WHERE studio_id = ${studio.id}`),
  }
}
