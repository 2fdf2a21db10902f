/** What counts towards a level, for somebody's statement. */
import { type SQL, sql } from 'drizzle-orm'
import { holdOf } from '#app/domain/people/levels/held-level.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { paceWeeks, type Standing } from './progress.ts'

export type CountedRow = { counts: string }

/**
 * Classes that somebody came to and that count on a ladder, after `since` (a local date, SQL): all,
 * those of the last weeks and the day of the newest, as JSON for `standingOf`. `ladder` is the
 * alias of its row. It reads the person's own bookings and nothing else of the studio.
 */
export const countsSql = (
  { ladder, personId, since }: { ladder: SQL; personId: SQL; since: SQL },
  today: LocalDate,
): SQL => sql`(
  SELECT json_array(count(*), coalesce(sum(class.local_start >= ${paceFrom(today)}), 0),
    substr(max(class.local_start), 1, 10))
  FROM bookings AS came JOIN occurrences AS class ON class.id = came.occurrence_id
  WHERE came.studio_id = ${ladder}.studio_id AND came.person_id = ${personId}
    AND came.state IN ('checked_in','attended')
    AND substr(class.local_start, 1, 10) > ${since} AND class.class_type_id IN (
      SELECT type.id FROM class_types AS type WHERE type.studio_id = ${ladder}.studio_id
        AND iif(${ladder}.counted = '[]', type.discipline_id = ${ladder}.discipline_id,
          type.id IN (SELECT value FROM json_each(${ladder}.counted)))))`

/**
 * How many of the skills that each level of a ladder asks somebody has cleared, as a JSON object by
 * level: what has lapsed by `today` does not count.
 */
export const skillsClearedSql = (
  { ladderId, personId, studioId }: { ladderId: SQL; personId: SQL; studioId: SQL },
  today: LocalDate,
): SQL => sql`(
  SELECT coalesce(json_group_object(asking.level_id, asking.n), '{}') FROM (
    SELECT ask.level_id, count(*) AS n FROM levels AS asking_level
    JOIN level_skills AS ask ON ask.studio_id = asking_level.studio_id
      AND ask.level_id = asking_level.id
    JOIN skill_stands AS stand ON stand.studio_id = ask.studio_id
      AND stand.person_id = ${personId} AND stand.skill_id = ask.skill_id
      AND stand.state = 'cleared' AND (stand.lapses_on IS NULL OR stand.lapses_on > ${today})
    WHERE asking_level.studio_id = ${studioId} AND asking_level.ladder_id = ${ladderId}
    GROUP BY ask.level_id) AS asking)`

const paceFrom = (today: LocalDate): LocalDate => addDays(today, -7 * paceWeeks)

/** The day somebody was last in a class that counts; null for never. */
export const lastClassOf = ({ counts }: CountedRow): LocalDate | null =>
  (JSON.parse(counts) as [number, number, LocalDate | null])[2]

export function standingOf(row: {
  since: LocalDate | null
  counts: string
  birthDate: LocalDate | null
  skills?: string
  /** The level that asks. */
  towards?: string | undefined
  provisional?: number | null
  lapsesOn?: LocalDate | null
}): Standing {
  const [classes, recent] = JSON.parse(row.counts) as [number, number]
  const cleared = JSON.parse(row.skills ?? '{}') as Record<string, number>
  const skills = cleared[row.towards ?? ''] ?? 0
  const hold = holdOf({ provisional: row.provisional ?? 0, lapsesOn: row.lapsesOn ?? null })
  return { since: row.since, classes, recent, birthDate: row.birthDate, skills, hold }
}
