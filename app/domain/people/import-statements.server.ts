/** People who come in a file, and go with it: statements for the batches of an import. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/** Columns that a later file fills where they are empty, by the name of the field. */
export const fillable = {
  preferredName: 'preferred_name',
  pronouns: 'pronouns',
  email: 'email',
  phone: 'phone',
  birthDate: 'birth_date',
  address: 'address',
  emergencyName: 'emergency_name',
  emergencyPhone: 'emergency_phone',
  barcode: 'barcode',
  referrer: 'referrer',
} as const
export type Fillable = keyof typeof fillable

/** The location of that name, of a JSON row. */
const locationOf = (studioId: string) => sql`(SELECT location.id FROM locations AS location
  WHERE location.studio_id = ${studioId} AND input.value ->> 'location' <> ''
    AND lower(location.name) = lower(input.value ->> 'location') LIMIT 1)`

/** Adds people of `rows`, a JSON array with their ids, and what the file notes about them. */
export function addPeopleStatements(
  { db, studio, now }: Ctx,
  rows: string,
  author: { id: string; name: string },
  onlyIf: SQL,
): { people: Statement<D1Result>; notes: Statement<D1Result> } {
  const today = localDate(now, studio.timeZone)
  return {
    people: db.run(sql`
      INSERT INTO people (id, studio_id, name, preferred_name, pronouns, email, phone, birth_date,
        address, emergency_name, emergency_phone, barcode, home_location_id, referrer, tags,
        joined_on, archived_at, created_at)
      SELECT value ->> 'id', ${studio.id}, value ->> 'name', value ->> 'preferredName',
        value ->> 'pronouns', value ->> 'email', value ->> 'phone',
        nullif(value ->> 'birthDate', ''), value ->> 'address', value ->> 'emergencyName',
        value ->> 'emergencyPhone', value ->> 'barcode', ${locationOf(studio.id)},
        value ->> 'referrer', value ->> 'tags',
        coalesce(nullif(value ->> 'joinedOn', ''), ${today}),
        CASE WHEN value ->> 'inactive' THEN ${now} END, ${now}
      FROM json_each(${rows}) AS input WHERE ${onlyIf}
      ON CONFLICT (id) DO NOTHING`),
    notes: bringNotesStatement({ db, studio, now }, rows, author, onlyIf),
  }
}

/** Keeps what a file notes about people of `rows`, a JSON array of `{ id, noteId, note }`. */
export const bringNotesStatement = (
  { db, studio, now }: Ctx,
  rows: string,
  author: { id: string; name: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id, author_name,
      created_at)
    SELECT value ->> 'noteId', ${studio.id}, value ->> 'id', 'note', value ->> 'note',
      ${author.id}, ${author.name}, ${now}
    FROM json_each(${rows}) AS input WHERE value ->> 'note' <> '' AND ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)

/** Removes notes that a file brought to people who stay; `ids` is a SELECT. */
export const removeBroughtNotesStatement = (
  { db, studio, now }: Ctx,
  ids: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE person_notes SET removed_at = ${now}
    WHERE studio_id = ${studio.id} AND removed_at IS NULL AND id IN (${ids})`)

const fields = Object.entries(fillable)
const emptyOf = (column: string) => sql`coalesce(person.${sql.raw(column)}, '') = ''`

/** Fills what is empty of the people of `rows`, a JSON array of `{ id, filled }`. */
export function fillPeopleStatement(
  { db, studio }: Ctx,
  rows: string,
  onlyIf: SQL,
): Statement<D1Result> {
  const sets = fields.map(
    ([field, column]) => sql`${sql.raw(column)} = CASE
      WHEN ${emptyOf(column)} AND coalesce(input.value -> 'filled' ->> ${field}, '') <> ''
      THEN input.value -> 'filled' ->> ${field} ELSE person.${sql.raw(column)} END`,
  )
  return db.run(sql`
    UPDATE people AS person SET ${sql.join(sets, sql`, `)}, version = version + 1
    FROM json_each(${rows}) AS input
    WHERE person.studio_id = ${studio.id} AND person.id = input.value ->> 'id' AND ${onlyIf}`)
}

/**
 * Empties what a file filled and nobody changed since; `from` is a table with `person_id` and
 * `filled`.
 */
export function emptyPeopleStatement({ db, studio }: Ctx, from: SQL): Statement<D1Result> {
  const sets = fields.map(([field, column]) => {
    const none = column === 'birth_date' ? sql`NULL` : sql`''`
    return sql`${sql.raw(column)} = CASE
      WHEN person.${sql.raw(column)} = input.filled ->> ${field} THEN ${none}
      ELSE person.${sql.raw(column)} END`
  })
  return db.run(sql`
    UPDATE people AS person SET ${sql.join(sets, sql`, `)}, version = version + 1
    FROM (${from}) AS input
    WHERE person.studio_id = ${studio.id} AND person.id = input.person_id`)
}

/** Fields of the studio's own in what a file filled: `own.` and the field's id. */
const ownKey = 'own.'

/**
 * Keeps what a file answered to the studio's own fields, of the people of `rows`, a JSON array of
 * `{ id, filled }`; an answer that is there stays.
 */
export const keepAnswersStatement = (
  { db, studio }: Ctx,
  rows: string,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO person_field_values (studio_id, person_id, field_id, value)
    SELECT ${studio.id}, person.id, field.id, answer.value
    FROM json_each(${rows}) AS input CROSS JOIN json_each(input.value -> 'filled') AS answer
    CROSS JOIN person_fields AS field ON field.studio_id = ${studio.id}
      AND answer.key = ${ownKey} || field.id
    CROSS JOIN people AS person ON person.id = input.value ->> 'id'
      AND +person.studio_id = ${studio.id}
    WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)

/**
 * Forgets what a file answered and nobody changed since; `from` is a table with `person_id` and
 * `filled`.
 */
export const forgetAnswersStatement = ({ db, studio }: Ctx, from: SQL): Statement<D1Result> =>
  db.run(sql`
    DELETE FROM person_field_values WHERE studio_id = ${studio.id}
      AND (person_id, field_id, value) IN (
        SELECT input.person_id, substr(answer.key, ${ownKey.length + 1}), answer.value
        FROM (${from}) AS input CROSS JOIN json_each(input.filled) AS answer
        WHERE answer.key LIKE ${`${ownKey}%`})`)

/**
 * Removes people and what the people context knows of them, for good; `whom` is a SELECT of ids.
 * Only for those whom nothing else speaks of: the batch makes sure of it.
 */
export function removePeopleStatements(
  { db, studio }: Ctx,
  whom: SQL,
): { notes: Statement<D1Result>; people: Statement<D1Result> } {
  return {
    notes: db.run(sql`
      DELETE FROM person_notes WHERE studio_id = ${studio.id} AND person_id IN (${whom})`),
    people: db.run(sql`DELETE FROM people WHERE studio_id = ${studio.id} AND id IN (${whom})`),
  }
}
