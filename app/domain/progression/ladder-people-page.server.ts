import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type PageNumber, toPage } from '#app/db/page.server.ts'
import { hasLapsed, holdOf, holdWords } from '#app/domain/people/levels/held-level.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { daysBetween, type LocalDate, localDate } from '#app/values/zone.ts'
import { findLadder, type LevelRow } from './ladder-queries.server.ts'
import { isReady, requirementsOf } from './progress.ts'
import { requirementWords } from './progress-words.ts'
import { countsSql, lastClassOf, skillsClearedSql, standingOf } from './standing-sql.server.ts'

/** People of a level that a page shows. */
const peopleAPage = 25

type Row = {
  id: string
  name: string
  birthDate: LocalDate | null
  left: number
  since: LocalDate
  stripes: number
  provisional: number
  lapsesOn: LocalDate | null
  /** The day they last came to the class that refreshes the level. */
  refreshed: LocalDate | null
  counts: string
  skills: string
}

/**
 * A ladder with the people who hold one of its levels, those who hold it longest first, each with
 * how far they are from the next. Two trips; null for a foreign id.
 */
export async function ladderPeoplePage(
  ctx: StudioContext,
  ladderId: string,
  { level: asked, page }: { level: string; page: number },
) {
  const { db, studio, now } = ctx
  const ladder = await findLadder(ctx, ladderId)
  if (!ladder) return null
  const { levels } = ladder
  const level =
    levels.find(({ id }) => id === asked) ?? levels.find(({ people }) => people > 0) ?? levels[0]
  if (!level) return { ladder, level: null, next: null, people: null }
  const next = levels.find(({ rung }) => rung > level.rung) ?? null
  const today = localDate(now, studio.timeZone)
  const at: PageNumber = { page, perPage: peopleAPage }
  const { rows } = await batch(db, {
    rows: db.all<Row>(sql`
      SELECT person.id, person.name, person.birth_date AS birthDate,
        person.archived_at IS NOT NULL AS left, held.since, held.stripes,
        held.provisional, held.lapses_on AS lapsesOn, CASE WHEN held.lapses_on IS NOT NULL
          AND ${level.refresherId} IS NOT NULL THEN (
          SELECT max(substr(class.local_start, 1, 10)) FROM bookings AS came
          JOIN occurrences AS class ON class.id = came.occurrence_id
          WHERE came.studio_id = held.studio_id AND came.person_id = held.person_id
            AND came.state IN ('checked_in','attended')
            AND class.class_type_id = ${level.refresherId}) END AS refreshed,
        ${countsSql({ ladder: sql`ladder`, personId: sql`held.person_id`, since: sql`held.since` }, today)}
          AS counts, ${skillsClearedSql(
            {
              ladderId: sql`ladder.id`,
              personId: sql`held.person_id`,
              studioId: sql`held.studio_id`,
            },
            today,
          )} AS skills
      FROM person_levels AS held INDEXED BY person_levels_by_level
      JOIN people AS person ON person.id = held.person_id
      JOIN ladders AS ladder ON ladder.id = ${ladderId}
      WHERE held.studio_id = ${studio.id} AND held.level_id = ${level.id}
      ORDER BY held.since, held.person_id LIMIT ${peopleAPage} OFFSET ${(page - 1) * peopleAPage}`),
  })
  const people = toPage({ items: rows, count: [{ n: level.people }] }, at, (row: Row) => ({
    ...row,
    left: row.left === 1,
    held: holdWords(holdOf(row), today, studio.locale),
    lapsed: hasLapsed(holdOf(row), today),
    ...towards(next, row, today),
    away: awayFor(ladder.refreshDays, lastClassOf(row) ?? row.since, today),
  }))
  return { ladder, level, next, people }
}

/** What is missing to the next level, in words, and whether nothing is. */
function towards(next: LevelRow | null, row: Row, today: LocalDate) {
  const requirements = next
    ? requirementsOf(next, standingOf({ ...row, towards: next.id }), today)
    : []
  return {
    ready: next !== null && requirements.length > 0 && isReady(requirements),
    progress: requirements.map(requirementWords),
  }
}

/** Whether a refresher is due: the last class that counts is further back than the ladder allows. */
const awayFor = (refreshDays: number | null, last: LocalDate, today: LocalDate): boolean =>
  refreshDays !== null && daysBetween(last, today) > refreshDays
