/** Reads of ladders and their levels. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { LadderAudience } from '#app/db/studio/ladder-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { countsSql, skillsClearedSql } from './standing-sql.server.ts'

export type LadderRow = {
  id: string
  disciplineId: string
  discipline: string
  name: string
  audience: LadderAudience
  /** Ids of the class types that count, as JSON; none is all of the discipline. */
  counted: string
  refreshDays: number | null
  version: number
}

export type LevelRow = {
  id: string
  ladderId: string
  name: string
  rung: number
  colour: string
  stripes: number
  askClasses: number | null
  askDays: number | null
  askAge: number | null
  asks: string
  /** Months after which it expires; null is never. */
  validMonths: number | null
  /** The class type to come to before it is confirmed again, with its name. */
  refresherId: string | null
  refresher: string | null
  /** How many skills it asks. */
  askSkills: number
  version: number
  /** How many people hold it. */
  people: number
  /** Class types that ask for it, all in one; empty is none. */
  opens: string
}

/** Ladders, by discipline; one where `ladderId` names it. */
const laddersStatement = ({ db, studio }: StudioContext, only: SQL = sql`1`) =>
  db.all<LadderRow>(sql`
    SELECT ladder.id, ladder.discipline_id AS disciplineId, discipline.name AS discipline,
      ladder.name, ladder.audience, ladder.counted, ladder.refresh_days AS refreshDays,
      ladder.version
    FROM ladders AS ladder JOIN disciplines AS discipline ON discipline.id = ladder.discipline_id
    WHERE ladder.studio_id = ${studio.id} AND ${only}
    ORDER BY discipline.sort, discipline.name, ladder.name`)

/** Levels from the lowest rung, with what each opens. */
const levelsStatement = ({ db, studio }: StudioContext, only: SQL = sql`1`) =>
  db.all<LevelRow>(sql`
    SELECT level.id, level.ladder_id AS ladderId, level.name, level.rung, level.colour,
      level.stripes, level.ask_classes AS askClasses, level.ask_days AS askDays,
      level.ask_age AS askAge, level.asks, level.version, level.people,
      level.valid_months AS validMonths, level.refresher_id AS refresherId,
      (SELECT refresher.name FROM class_types AS refresher
        WHERE refresher.id = level.refresher_id AND refresher.archived_at IS NULL) AS refresher,
      (SELECT count(*) FROM level_skills AS ask
        WHERE ask.studio_id = level.studio_id AND ask.level_id = level.id) AS askSkills,
      coalesce((SELECT group_concat(class_type.name, ', ') FROM class_types AS class_type
        WHERE class_type.studio_id = level.studio_id AND class_type.minimum_level_id = level.id
          AND class_type.archived_at IS NULL), '') AS opens
    FROM levels AS level WHERE level.studio_id = ${studio.id} AND ${only}
    ORDER BY level.ladder_id, level.rung`)

/** All ladders of the studio with their levels. One trip. */
export async function laddersPage(ctx: StudioContext) {
  const { ladders, levels } = await batch(ctx.db, {
    ladders: laddersStatement(ctx),
    levels: levelsStatement(ctx),
  })
  return ladders.map((ladder) => ({
    ...ladder,
    levels: levels.filter(({ ladderId }) => ladderId === ladder.id),
  }))
}

/** One ladder with its levels; null for a foreign id. One trip. */
export async function findLadder(ctx: StudioContext, ladderId: string) {
  const { ladders, levels } = await batch(ctx.db, {
    ladders: laddersStatement(ctx, sql`ladder.id = ${ladderId}`),
    levels: levelsStatement(ctx, sql`level.ladder_id = ${ladderId}`),
  })
  const [ladder] = ladders
  return ladder ? { ...ladder, levels } : null
}

/** What a ladder can be made of: disciplines, and the class types of each. One trip. */
export async function ladderChoices({ db, studio }: StudioContext) {
  return batch(db, {
    disciplines: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY sort, name`),
    types: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM class_types
      WHERE studio_id = ${studio.id} AND kind = 'class' AND archived_at IS NULL ORDER BY name`),
  })
}

/** Class types that may refresh a level. One trip. */
export const refresherChoices = (ctx: StudioContext) =>
  ladderChoices(ctx).then(({ types }) => types)

export type MyLadderRow = {
  id: string
  name: string
  /** Null where they hold none of the discipline yet. */
  levelId: string | null
  since: LocalDate | null
  stripes: number | null
  provisional: number | null
  lapsesOn: LocalDate | null
  counts: string
  birthDate: LocalDate | null
  /** Skills cleared for each level that asks some, as JSON. */
  skills: string
}

/**
 * The ladders somebody is on, and those of disciplines they have come to without a level, for a
 * page's batch; with the levels of all.
 */
export const myLaddersStatements = (ctx: StudioContext, personId: string) => {
  const { db, studio, now } = ctx
  const counts = countsSql(
    {
      ladder: sql`ladder`,
      personId: sql`person.id`,
      since: sql`coalesce(held.since, '')`,
    },
    localDate(now, studio.timeZone),
  )
  return {
    ladders: db.all<MyLadderRow>(sql`
      SELECT ladder.id, ladder.name, held.level_id AS levelId, held.since, held.stripes,
        held.provisional, held.lapses_on AS lapsesOn,
        ${counts} AS counts, person.birth_date AS birthDate, ${skillsClearedSql(
          { ladderId: sql`ladder.id`, personId: sql`person.id`, studioId: sql`person.studio_id` },
          localDate(now, studio.timeZone),
        )} AS skills
      FROM people AS person JOIN ladders AS ladder ON ladder.studio_id = person.studio_id
      LEFT JOIN person_levels AS held ON held.studio_id = person.studio_id
        AND held.person_id = person.id AND held.discipline_id = ladder.discipline_id
      LEFT JOIN levels AS level ON level.id = held.level_id
      WHERE person.studio_id = ${studio.id} AND person.id = ${personId}
        AND (held.level_id IS NULL OR level.ladder_id = ladder.id)
      ORDER BY held.level_id IS NULL, ladder.name`),
    levels: levelsStatement(ctx),
  }
}
