/**
 * Where a studio's classes are and what they are: places, rooms, disciplines with their ladders, class types and the
 * rules of booking. Each statement belongs in somebody's batch and writes a row whose id is there already only once.
 */
import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type On = Pick<StudioContext, 'db' | 'studio' | 'now'>

export function addLocationStatement(
  { db, studio }: On,
  location: { id: string; name: string; address: string },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO locations (id, studio_id, name, address)
    VALUES (${location.id}, ${studio.id}, ${location.name}, ${location.address})
    ON CONFLICT (id) DO NOTHING`)
}

/** `capacity` is how many people fit in. */
export function addRoomsStatement(
  { db, studio }: On,
  locationId: string,
  rooms: readonly { id: string; name: string; capacity: number }[],
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO rooms (id, studio_id, location_id, name, capacity)
    SELECT value ->> 'id', ${studio.id}, ${locationId}, value ->> 'name', value ->> 'capacity'
    FROM json_each(${JSON.stringify(rooms)}) WHERE true
    ON CONFLICT (id) DO NOTHING`)
}

/** Disciplines in their order, each with the rungs of its ladder from the lowest. */
export function addDisciplinesStatements(
  { db, studio }: On,
  disciplines: readonly {
    id: string
    name: string
    levels: readonly { id: string; name: string }[]
  }[],
): { disciplines: Statement<D1Result>; levels: Statement<D1Result> } {
  const levels = disciplines.flatMap((discipline) =>
    discipline.levels.map((level, i) => ({ ...level, disciplineId: discipline.id, rung: i + 1 })),
  )
  return {
    disciplines: db.run(sql`
      INSERT INTO disciplines (id, studio_id, name, sort)
      SELECT value ->> 'id', ${studio.id}, value ->> 'name', key FROM json_each(${JSON.stringify(disciplines)}) WHERE true
      ON CONFLICT (id) DO NOTHING`),
    levels: db.run(sql`
      INSERT INTO levels (id, studio_id, discipline_id, name, rung)
      SELECT value ->> 'id', ${studio.id}, value ->> 'disciplineId', value ->> 'name', value ->> 'rung'
      FROM json_each(${JSON.stringify(levels)}) WHERE true
      ON CONFLICT (id) DO NOTHING`),
  }
}

/** Characters of a calendar's narrow column. */
const shortNameLength = 12

/** `minutes` is the length; `minimumLevelId` null is open to all. */
export function addClassTypesStatement(
  { db, studio }: On,
  types: readonly {
    id: string
    name: string
    disciplineId: string
    minutes: number
    minimumLevelId: string | null
  }[],
): Statement<D1Result> {
  const rows = types.map((type) => ({
    ...type,
    shortName: type.name.slice(0, shortNameLength).trim(),
  }))
  return db.run(sql`
    INSERT INTO class_types (id, studio_id, name, short_name, discipline_id, minimum_level_id, minutes)
    SELECT value ->> 'id', ${studio.id}, value ->> 'name', value ->> 'shortName', value ->> 'disciplineId',
      value ->> 'minimumLevelId', value ->> 'minutes'
    FROM json_each(${JSON.stringify(rows)}) WHERE true
    ON CONFLICT (id) DO NOTHING`)
}

/** The first version of a policy. Minutes are elapsed minutes before the start, fees minor units. */
export function addPolicyStatement(
  { db, studio, now }: On,
  policy: {
    id: string
    name: string
    opensDays: number
    closesMinutes: number
    cancelMinutes: number
    lateKeepsCredit: boolean
    lateFeeMinor: number
    noShowFeeMinor: number
    waitlistClosesMinutes: number
    waitlistLimit: number
    declineMinutes: number
  },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO policies (id, studio_id, name, version, opens_days, closes_minutes, cancel_minutes, late_keeps_credit,
      late_fee_minor, no_show_fee_minor, waitlist_closes_minutes, waitlist_limit, decline_minutes, created_at)
    VALUES (${policy.id}, ${studio.id}, ${policy.name}, 1, ${policy.opensDays}, ${policy.closesMinutes},
      ${policy.cancelMinutes}, ${policy.lateKeepsCredit}, ${policy.lateFeeMinor}, ${policy.noShowFeeMinor},
      ${policy.waitlistClosesMinutes}, ${policy.waitlistLimit}, ${policy.declineMinutes}, ${now})
    ON CONFLICT (id) DO NOTHING`)
}
