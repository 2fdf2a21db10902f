import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import { isRecordSql } from './archive-person.server.ts'

export type Prospect = { id: string; name: string; email: string; phone: string }

/**
 * Puts someone on the books who has got in touch: no account, nothing is mailed, and not among the
 * members until they join. Once an id; `onlyIf` must hold.
 */
export function prospectStatement(
  ctx: StudioContext,
  prospect: Prospect,
  onlyIf: SQL,
): Statement<D1Result> {
  return prospectsStatement(ctx, JSON.stringify([prospect]), onlyIf)
}

/** The same for those of `rows`, a JSON array of them. */
export function prospectsStatement(
  { db, studio, now }: StudioContext,
  rows: string,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO people (id, studio_id, name, email, phone, prospect, joined_on, created_at)
    SELECT value ->> 'id', ${studio.id}, value ->> 'name', value ->> 'email', value ->> 'phone', 1,
      ${localDate(now, studio.timeZone)}, ${now}
    FROM json_each(${rows}) AS input WHERE ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)
}

/**
 * Restores an archived prospect. Staff (`byStaff`) can also restore a member, and fill in what the
 * studio did not know of a prospect; what is known of a member stays as it is. A form fills nothing
 * in: anyone who has an address claims the record that has it. `personId` is an expression.
 */
export function fillProspectStatement(
  { db, studio }: StudioContext,
  personId: SQL,
  { email, phone, byStaff }: Pick<Prospect, 'email' | 'phone'> & { byStaff: boolean },
): Statement<D1Result> {
  const fills = sql`(prospect = 1 AND ${byStaff ? 1 : 0} = 1)`
  const comesBack = sql`(archived_at IS NOT NULL AND (prospect = 1 OR ${byStaff ? 1 : 0} = 1))`
  return db.run(sql`
    UPDATE people SET archived_at = iif(${comesBack}, NULL, archived_at),
      email = iif(${fills} AND email = '', ${email}, email),
      phone = iif(${fills} AND phone = '', ${phone}, phone)
    WHERE studio_id = ${studio.id} AND id = ${personId} AND ${isRecordSql}
      AND (${comesBack} OR ${fills} AND (
        email = '' AND ${email} <> '' OR phone = '' AND ${phone} <> ''))`)
}

/**
 * A prospect has joined: they are a member from today on, and their relation starts today. A member
 * who was archived is one again; nobody who was erased or merged is.
 */
export function joinProspectStatement(
  { db, studio, now }: StudioContext,
  personId: SQL,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE people SET prospect = 0, archived_at = NULL,
      joined_on = iif(prospect = 1, ${localDate(now, studio.timeZone)}, joined_on)
    WHERE studio_id = ${studio.id} AND id = ${personId} AND ${isRecordSql}
      AND (prospect = 1 OR archived_at IS NOT NULL) AND ${onlyIf}`)
}

/** The same for those of a SELECT of ids; what brings it says nothing of who is archived. */
export const joinProspectsStatement = (
  { db, studio, now }: StudioContext,
  people: SQL,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE people SET prospect = 0, joined_on = ${localDate(now, studio.timeZone)}
    WHERE studio_id = ${studio.id} AND id IN (${people}) AND prospect = 1 AND ${onlyIf}`)

const personOf = (column: SQL) => (studioId: string, value: string, name: string) =>
  sql`(
  SELECT known.id FROM people AS known
  WHERE known.studio_id = ${studioId} AND known.${column} = ${value} AND known.${column} <> ''
  ORDER BY known.archived_at IS NOT NULL, lower(known.name) = lower(${name}) DESC,
    known.created_at, known.id LIMIT 1)`

/**
 * Anyone who has this address, over all the studio's people: of several those who are not archived
 * come first, then who has the name.
 */
export const personOfEmailSql = personOf(sql`email`)

/** The same by a phone number, E.164. */
export const personOfPhoneSql = personOf(sql`phone`)
