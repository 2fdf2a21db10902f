import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { bookedCountSql } from '#app/domain/places/booking-sql.server.ts'
import { onlinePlacesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, type LocalDate, type LocalDateTime, localDate } from '#app/values/zone.ts'
import { habitDays, newDays } from './habits-sql.server.ts'

/** People the board shows, the most overdue first. */
const mostAtRisk = 25

export type AtRisk = {
  personId: string
  name: string
  email: string
  phone: string
  plans: string | null
  minor: number | null
  visits: number
  usualTenths: number
  firstOn: LocalDate
  lastOn: LocalDate
  overdue: number
  joinedOn: LocalDate
  pastDue: number
  lateCancels: number
  turnedAway: number
  contactedAt: Instant | null
}

export type Usual = {
  personId: string
  occurrenceId: string
  name: string
  localStart: LocalDateTime
  visits: number
  left: number
}

export type RetentionPage = {
  today: LocalDate
  atRisk: AtRisk[]
  total: { people: number; minor: number }
  /** Local days on which each of them came. */
  visits: { personId: string; day: LocalDate }[]
  usual: Usual[]
  contacted: { people: number; back: number }
  joiners: { joined: number; first: number; third: number; second: number; ahead: number }
  exits: { reason: string; people: number }[]
  milestones: { personId: string; name: string; n: number; localStart: LocalDateTime }[]
}

/** Numbers of visits that are worth a word. */
const milestoneVisits = [10, 25, 50, 100, 200, 300, 500, 1_000]

/**
 * Who comes less than they used to, with the classes they usually take; how those who joined in the
 * last sixty days go on; why people left this month; whose class today is a round one. Two trips: the
 * second reads about the few of the first.
 */
export async function retentionPage(ctx: StudioContext): Promise<RetentionPage> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const own = sql`${studio.id}`
  const month = `${today.slice(0, 7)}-01`
  const since = addDays(today, -habitDays)
  const came = sql.raw(`('checked_in','attended')`)
  const first = await batch(db, {
    atRisk: db.all<AtRisk>(sql`
      SELECT habit.person_id AS personId, person.name, person.email, person.phone,
        recurring.plans, recurring.paying_minor AS minor, habit.visits,
        habit.usual_tenths AS usualTenths, habit.first_on AS firstOn, habit.last_on AS lastOn,
        habit.overdue, person.joined_on AS joinedOn,
        EXISTS (SELECT 1 FROM memberships AS held WHERE held.studio_id = ${own}
          AND held.person_id = person.id AND held.state = 'past_due') AS pastDue,
        (SELECT count(*) FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
          WHERE b.studio_id = ${own} AND b.person_id = person.id AND b.state = 'late_cancelled'
            AND o.local_start >= habit.last_on) AS lateCancels,
        (SELECT count(*) FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
          WHERE b.studio_id = ${own} AND b.person_id = person.id AND b.state = 'not_promoted'
            AND o.local_start >= ${since}) AS turnedAway,
        (SELECT max(contact.at) FROM retention_contacts AS contact
          WHERE contact.studio_id = ${own} AND contact.person_id = person.id
            AND contact.at >= ${addMinutes(now, -30 * 1_440)}) AS contactedAt
      FROM habits AS habit INDEXED BY habits_by_state
      JOIN people AS person ON person.id = habit.person_id
      LEFT JOIN recurring_people AS recurring ON recurring.studio_id = ${own}
        AND recurring.person_id = habit.person_id
      WHERE habit.studio_id = ${own} AND habit.state = 'at_risk'
      ORDER BY habit.overdue DESC, habit.person_id LIMIT ${mostAtRisk}`),
    total: db.all<{ people: number; minor: number }>(sql`
      SELECT count(*) AS people, coalesce(sum(recurring.paying_minor), 0) AS minor
      FROM habits AS habit INDEXED BY habits_by_state
      LEFT JOIN recurring_people AS recurring ON recurring.studio_id = ${own}
        AND recurring.person_id = habit.person_id
      WHERE habit.studio_id = ${own} AND habit.state = 'at_risk'`),
    contacted: db.all<{ people: number; back: number }>(sql`
      SELECT count(*) AS people, coalesce(sum(back), 0) AS back FROM (
        SELECT contact.person_id, max(person.last_visit_at > contact.at) AS back
        FROM retention_contacts AS contact JOIN people AS person ON person.id = contact.person_id
        WHERE contact.studio_id = ${own} AND contact.at >= ${addMinutes(now, -30 * 1_440)}
        GROUP BY contact.person_id)`),
    joiners: db.all<RetentionPage['joiners']>(sql`
      WITH joiner AS MATERIALIZED (
        SELECT DISTINCT change.person_id, min(change.day) AS day FROM recurring_changes AS change
        WHERE change.studio_id = ${own} AND change.day > ${addDays(today, -newDays)}
          AND change.kind = 'joined' GROUP BY change.person_id),
      visit AS MATERIALIZED (
        SELECT joiner.person_id, joiner.day, o.class_type_id, substr(o.local_start, 1, 10) AS came
        FROM joiner CROSS JOIN bookings AS b ON b.studio_id = ${own}
          AND b.person_id = joiner.person_id AND b.state IN ${came}
        JOIN occurrences AS o ON o.id = b.occurrence_id)
      SELECT count(*) AS joined,
        sum(EXISTS (SELECT 1 FROM visit WHERE visit.person_id = joiner.person_id)) AS first,
        sum((SELECT count(*) FROM visit WHERE visit.person_id = joiner.person_id
          AND came <= date(joiner.day, '+14 days')) >= 3) AS third,
        sum((SELECT count(DISTINCT class_type_id) FROM visit
          WHERE visit.person_id = joiner.person_id) >= 2) AS second,
        sum(EXISTS (SELECT 1 FROM bookings AS b
          WHERE b.studio_id = ${own} AND b.person_id = joiner.person_id AND b.state = 'booked'))
          AS ahead
      FROM joiner`),
    exits: db.all<{ reason: string; people: number }>(sql`
      SELECT reason, count(*) AS people FROM person_exits
      WHERE studio_id = ${own} AND last_day >= ${month} AND last_day <= ${today}
        AND returned_at IS NULL GROUP BY reason ORDER BY people DESC, reason`),
    milestones: db.all<RetentionPage['milestones'][number]>(sql`
      SELECT personId, name, n, localStart FROM (
        SELECT person.id AS personId, person.name, min(o.local_start) AS localStart,
          1 + (SELECT count(*) FROM bookings AS was WHERE was.studio_id = ${own}
            AND was.person_id = person.id AND was.state IN ${came}) AS n
        FROM occurrences AS o
        CROSS JOIN bookings AS b ON b.studio_id = ${own} AND b.occurrence_id = o.id
          AND b.state = 'booked'
        JOIN people AS person ON person.id = b.person_id
        WHERE o.studio_id = ${own} AND o.local_start >= ${today}
          AND o.local_start < ${addDays(today, 1)} AND o.state = 'scheduled' GROUP BY person.id)
      WHERE n IN (SELECT value FROM json_each(${JSON.stringify(milestoneVisits)}))
      ORDER BY localStart LIMIT 20`),
  })
  const ids = JSON.stringify(first.atRisk.map(({ personId }) => personId))
  const second =
    first.atRisk.length > 0
      ? await batch(db, {
          visits: db.all<{ personId: string; day: LocalDate }>(sql`
            SELECT DISTINCT b.person_id AS personId, substr(o.local_start, 1, 10) AS day
            FROM json_each(${ids}) AS one CROSS JOIN bookings AS b ON b.studio_id = ${own}
              AND b.person_id = one.value AND b.state IN ${came}
            JOIN occurrences AS o ON o.id = b.occurrence_id
            WHERE o.local_start >= ${since} ORDER BY 1, 2`),
          usual: db.all<Usual>(sql`
            WITH taken AS (
              SELECT b.person_id, past.series_id, count(*) AS visits,
                row_number() OVER (PARTITION BY b.person_id ORDER BY count(*) DESC, past.series_id)
                  AS nr
              FROM json_each(${ids}) AS one CROSS JOIN bookings AS b ON b.studio_id = ${own}
                AND b.person_id = one.value AND b.state IN ${came}
              JOIN occurrences AS past ON past.id = b.occurrence_id AND past.kind = 'class'
              WHERE past.local_start >= ${since} GROUP BY b.person_id, past.series_id),
            coming AS (
              SELECT taken.person_id, taken.visits, (SELECT next.id FROM occurrences AS next
                WHERE next.studio_id = ${own} AND next.series_id = taken.series_id
                  AND next.starts_at > ${now} AND next.state = 'scheduled'
                ORDER BY next.starts_at LIMIT 1) AS id
              FROM taken WHERE nr <= 4)
            SELECT coming.person_id AS personId, o.id AS occurrenceId, type.name,
              o.local_start AS localStart, coming.visits, ${onlinePlacesSql} - ${bookedCountSql} AS "left"
            FROM coming JOIN occurrences AS o ON o.id = coming.id
            JOIN class_types AS type ON type.id = o.class_type_id
            ORDER BY coming.person_id, coming.visits DESC`),
        })
      : { visits: [], usual: [] }
  return {
    today,
    atRisk: first.atRisk,
    visits: second.visits,
    usual: second.usual,
    total: first.total[0] ?? { people: 0, minor: 0 },
    contacted: first.contacted[0] ?? { people: 0, back: 0 },
    joiners: first.joiners[0] ?? { joined: 0, first: 0, third: 0, second: 0, ahead: 0 },
    exits: first.exits,
    milestones: first.milestones,
  }
}
