/** Doors with a lock that asks by signed webhook: made, given another secret, shut, and their log. */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openAtRest, sealAtRest } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, instantOf, localDateTime } from '#app/values/zone.ts'
import type { DoorForm, DoorLogFilters } from './door-form.ts'
import { type DoorReason, doorWords } from './door-words.ts'

export type Door = { id: string; name: string; location: string | null; minutes: number }

export type Opening = {
  id: string
  door: string
  minutes: number
  at: Instant
  personId: string | null
  name: string | null
  reason: DoorReason
  test: number
}

/** More than this of the log a page does not show. */
const shown = 30
const mostOfFile = 5_000

function openingsStatement(
  ctx: StudioContext,
  { q, from, until }: DoorLogFilters,
  limit: number,
): Statement<Opening[]> {
  const { db, studio } = ctx
  const midnight = (date: string) => instantOf(`${date}T00:00`, studio.timeZone)
  return db.all<Opening>(sql`
    SELECT opening.id, door.name AS door, door.minutes, opening.at, opening.person_id AS personId,
      person.name, opening.reason, opening.test
    FROM door_openings AS opening ${q ? sql`INDEXED BY door_openings_by_person` : sql``}
    JOIN doors AS door ON door.id = opening.door_id
    LEFT JOIN people AS person ON person.id = opening.person_id
    WHERE opening.studio_id = ${studio.id}
      ${from ? sql`AND opening.at >= ${midnight(from)}` : sql``}
      ${until ? sql`AND opening.at < ${midnight(addDays(until, 1))}` : sql``}
      ${
        q
          ? sql`AND opening.person_id IN (SELECT person.id FROM people AS person
              WHERE ${foundAtDeskSql(ctx, q, 200)})`
          : sql``
      }
    ORDER BY opening.at DESC, opening.id DESC LIMIT ${limit}`)
}

const allOfIt: DoorLogFilters = { q: '', from: '', until: '' }

/** Every door that asks, where one can be, and the newest lines of the log within its filters. */
export async function doorsPage(ctx: StudioContext, filters = allOfIt) {
  const { db, studio } = ctx
  return batch(db, {
    doors: db.all<Door>(sql`
      SELECT door.id, door.name, location.name AS location, door.minutes FROM doors AS door
      LEFT JOIN locations AS location ON location.id = door.location_id
      WHERE door.studio_id = ${studio.id} AND door.shut_at IS NULL
      ORDER BY door.name, door.id LIMIT 50`),
    locations: db.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`,
    ),
    log: openingsStatement(ctx, filters, shown),
  })
}

/** The newest 5,000 lines of the same as rows of a file, heads first, and a line in the audit. */
export async function exportOpenings(ctx: StaffContext, filters = allOfIt): Promise<CsvCell[][]> {
  const { timeZone, id } = ctx.studio
  const { log } = await batch(ctx.db, {
    log: openingsStatement(ctx, filters, mostOfFile),
    audit: auditStatement(ctx, { action: 'doors.exported', subjectKind: 'studio', subjectId: id }),
  })
  return [
    ['Date', 'Time', 'Door', 'Who', 'What', 'Test'],
    ...log.map(({ at, door, name, reason, minutes, test }): CsvCell[] => [
      localDateTime(at, timeZone).slice(0, 10),
      localDateTime(at, timeZone).slice(11),
      door,
      name ?? (reason === 'unknown_code' ? '' : 'Erased'),
      doorWords(reason, minutes),
      test ? 'yes' : 'no',
    ]),
  ]
}

/** A secret as Standard Webhooks write it. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export type MakeDoorResult =
  | { secret: string }
  | { secret: null; reason: 'made_before' | 'no_such_location' }

/**
 * Makes a door under the form's key (twice is one). Answers its secret, which no page shows again.
 * Refused where the form was sent before, and for a location that the studio does not have: without
 * one the door opens for classes of all locations.
 */
export async function makeDoor(
  ctx: StaffContext,
  { key, name, locationId, minutes }: DoorForm,
): Promise<MakeDoorResult> {
  const { db, studio, now } = ctx
  const secret = newSecret()
  const { made, there } = await batch(db, {
    made: db.run(sql`
      INSERT INTO doors (id, studio_id, name, location_id, minutes, sealed_secret, created_at)
      SELECT ${key}, ${studio.id}, ${name}, nullif(${locationId}, ''), ${minutes},
        ${sealAtRest(ctx, secret)}, ${now}
      WHERE ${locationId} = '' OR EXISTS (SELECT 1 FROM locations
        WHERE studio_id = ${studio.id} AND id = ${locationId})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'door.made', subjectKind: 'door', subjectId: key },
      rightAfterChange,
    ),
    there: db.all(sql`SELECT 1 FROM doors WHERE studio_id = ${studio.id} AND id = ${key}`),
  })
  if (changed(made) > 0) return { secret }
  return { secret: null, reason: there.length > 0 ? 'made_before' : 'no_such_location' }
}

/** Another secret for a door: what is signed with the old one is refused at once. Null for none. */
export async function renewDoor(ctx: StaffContext, id: string): Promise<{ secret: string } | null> {
  const { db, studio } = ctx
  const secret = newSecret()
  const { renewed } = await batch(db, {
    renewed: db.run(sql`UPDATE doors SET sealed_secret = ${sealAtRest(ctx, secret)}
      WHERE studio_id = ${studio.id} AND id = ${id} AND shut_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'door.renewed', subjectKind: 'door', subjectId: id },
      rightAfterChange,
    ),
  })
  return changed(renewed) > 0 ? { secret } : null
}

/** Ends a door: whatever asks is refused. Its log stays. Twice is once. */
export async function shutDoor(ctx: StaffContext, id: string): Promise<void> {
  const { db, studio, now } = ctx
  await batch(db, {
    shut: db.run(sql`UPDATE doors SET shut_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND shut_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'door.shut', subjectKind: 'door', subjectId: id },
      rightAfterChange,
    ),
  })
}

/** The secret that posts of a door are signed with; null for a door that is shut or of elsewhere. */
export async function doorSecret(ctx: StudioContext, id: string): Promise<string | null> {
  const [row] = await ctx.db.all<{ sealed: string }>(sql`SELECT sealed_secret AS sealed FROM doors
    WHERE studio_id = ${ctx.studio.id} AND id = ${id} AND shut_at IS NULL`)
  if (!row) return null
  try {
    return openAtRest(ctx, row.sealed)
  } catch {
    return null
  }
}
