/**
 * What a studio's classes are: disciplines with their ladders, class types and the rules of
 * booking. Each statement belongs in someone's batch and writes a row whose id is there already
 * only once.
 */
import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type On = Pick<StudioContext, 'db' | 'studio' | 'now'>

/** Disciplines in their order, each with the rungs of its ladder from the lowest. */
export function addDisciplinesStatements(
  { db, studio, now }: On,
  disciplines: readonly {
    id: string
    name: string
    levels: readonly { id: string; name: string }[]
  }[],
): Record<'disciplines' | 'ladders' | 'levels', Statement<D1Result>> {
  const levels = disciplines.flatMap((discipline) =>
    discipline.levels.map((level, i) => ({ ...level, disciplineId: discipline.id, rung: i + 1 })),
  )
  return {
    disciplines: db.run(sql`
      INSERT INTO disciplines (id, studio_id, name, sort)
      SELECT value ->> 'id', ${studio.id}, value ->> 'name', key
      FROM json_each(${JSON.stringify(disciplines)}) WHERE true
      ON CONFLICT (id) DO NOTHING`),
    ladders: db.run(sql`
      INSERT INTO ladders (id, studio_id, discipline_id, name, created_at)
      SELECT value ->> 'id', ${studio.id}, value ->> 'id', value ->> 'name', ${now}
      FROM json_each(${JSON.stringify(disciplines.filter(({ levels: rungs }) => rungs.length > 0))})
      WHERE true ON CONFLICT DO NOTHING`),
    levels: db.run(sql`
      INSERT INTO levels (id, studio_id, discipline_id, ladder_id, name, rung)
      SELECT value ->> 'id', ${studio.id}, value ->> 'disciplineId', value ->> 'disciplineId',
        value ->> 'name', value ->> 'rung'
      FROM json_each(${JSON.stringify(levels)}) WHERE true
      ON CONFLICT (id) DO NOTHING`),
  }
}

/** A discipline behind the others; a name that the studio has already adds none. */
export const addDisciplineStatement = (
  { db, studio }: On,
  { id, name }: { id: string; name: string },
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO disciplines (id, studio_id, name, sort)
    SELECT ${id}, ${studio.id}, ${name}, 1 + coalesce((SELECT max(sort) FROM disciplines
      WHERE studio_id = ${studio.id}), -1)
    WHERE NOT EXISTS (SELECT 1 FROM disciplines
      WHERE studio_id = ${studio.id} AND lower(name) = lower(${name}))
    ON CONFLICT DO NOTHING`)

/** Characters of a calendar's narrow column. */
const shortNameLength = 12

/** As many whole words as fit; of one that is too long alone, its beginning with the mark of a cut. */
function shortNameOf(name: string): string {
  if (name.length <= shortNameLength) return name
  const whole = name.slice(0, name.lastIndexOf(' ', shortNameLength)).trim()
  return name.lastIndexOf(' ', shortNameLength) > 0
    ? whole
    : `${name.slice(0, shortNameLength - 1)}…`
}

/** `minutes` is the length; `minimumLevelId` null is open to all. */
export function addClassTypesStatement(
  { db, studio }: On,
  types: readonly {
    id: string
    name: string
    disciplineId: string
    minutes: number
    minimumLevelId: string | null
    /** Null is not sold singly. */
    dropInMinor: number | null
  }[],
): Statement<D1Result> {
  const rows = types.map((type) => ({
    ...type,
    shortName: shortNameOf(type.name),
  }))
  return db.run(sql`
    INSERT INTO class_types (id, studio_id, name, short_name, discipline_id,
      minimum_level_id, minutes, drop_in_minor)
    SELECT value ->> 'id', ${studio.id}, value ->> 'name', value ->> 'shortName',
      value ->> 'disciplineId', value ->> 'minimumLevelId', value ->> 'minutes',
      value ->> 'dropInMinor'
    FROM json_each(${JSON.stringify(rows)}) WHERE true
    ON CONFLICT (id) DO NOTHING`)
}

/**
 * The first version of a policy. Minutes are elapsed minutes before the start, fees minor units.
 */
export function addPolicyStatement(
  { db, studio, now }: On,
  policy: {
    id: string
    name: string
    opensDays: number
    closesMinutes: number
    cancelMinutes: number
    lateLosesCredit: boolean
    lateFeeMinor: number
    noShowFeeMinor: number
    noShowBoth: boolean
    waitlistClosesMinutes: number
    waitlistLimit: number
    declineMinutes: number
  },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO policies (id, studio_id, name, version, opens_days, closes_minutes, cancel_minutes,
      late_keeps_credit,
      late_fee_minor, no_show_fee_minor, no_show_both, waitlist_closes_minutes, waitlist_limit,
      decline_minutes, created_at)
    VALUES (${policy.id}, ${studio.id}, ${policy.name}, 1, ${policy.opensDays},
      ${policy.closesMinutes},
      ${policy.cancelMinutes}, ${policy.lateLosesCredit}, ${policy.lateFeeMinor},
      ${policy.noShowFeeMinor}, ${policy.noShowBoth},
      ${policy.waitlistClosesMinutes}, ${policy.waitlistLimit}, ${policy.declineMinutes}, ${now})
    ON CONFLICT (id) DO NOTHING`)
}
