/** Reads of pay: months, one month, one person in a month, rules. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { PayRunState } from '#app/db/studio/day/pay-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { firstOf, lastOf, monthOf } from './pay-month.ts'
import { coachlessSql, openLinesSql, unsettledSql } from './pay-run.server.ts'
import type { PayLineFacts, PersonLine } from './pay-words.ts'
import { paidHereSql, payeesStatement, payMonthSql } from './payees.server.ts'

export type RunRow = {
  month: string
  state: PayRunState
  reviewedAt: Instant
  lockedAt: Instant | null
  lockedBy: string
  totalMinor: number
  people: number
  paidOn: LocalDate | null
}

const runColumns = sql`run.month, run.state, run.reviewed_at AS reviewedAt,
  run.locked_at AS lockedAt, run.locked_by AS lockedBy, run.total_minor AS totalMinor, run.people,
  run.paid_on AS paidOn`

/** Months on the list of pay. */
const monthsShown = 24

/** The months that were begun, the newest first, and what is open this month. One trip. */
export async function payMonths(ctx: StudioContext) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  return batch(db, {
    runs: db.all<RunRow>(sql`
      SELECT ${runColumns} FROM pay_runs AS run WHERE run.studio_id = ${studio.id}
      ORDER BY run.month DESC LIMIT ${monthsShown}`),
    open: db.all<{ month: string; totalMinor: number; people: number }>(sql`
      SELECT ${payMonthSql(studio.id, sql`line.work_on`)} AS month,
        sum(line.amount_minor) AS totalMinor,
        count(DISTINCT line.person_id || line.payee) AS people
      FROM pay_lines AS line
      WHERE line.studio_id = ${studio.id} AND line.run_id IS NULL
        AND line.work_on <= ${lastOf(monthOf(today))}
      GROUP BY 1 ORDER BY 1 DESC LIMIT ${monthsShown}`),
    rules: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM pay_rules WHERE studio_id = ${studio.id} AND ended_at IS NULL`),
  })
}

/** Lines alike: of one person, class and rule at one price. */
export type GroupedLine = PayLineFacts & {
  personId: string
  payee: string
  personName: string
  /** 1 where they work here now, and so can read their own pay. */
  here: number
  n: number
  /** Of those, as a substitute. */
  instead: number
  sumMinor: number
}

const lineFacts = sql`line.kind, line.scope, line.basis, line.rule_minor AS ruleMinor, line.tiers,
  line.least_minor AS leastMinor, line.counts, line.percent, line.people,
  line.people_before AS peopleBefore, line.minutes, line.amount_minor AS amountMinor,
  line.reason, line.work_on AS workOn, coalesce(class_type.name, '') AS title,
  coalesce(class_type.kind, '') AS titleKind`

const lineTables = sql`FROM pay_lines AS line
  LEFT JOIN class_types AS class_type ON class_type.id = line.class_type_id
  LEFT JOIN people AS person ON person.id = line.person_id`

/** The lines of a month: those its run has taken, or that it would take. */
const linesOfMonth = (studioId: string, month: string): SQL => {
  const run = sql`SELECT id FROM pay_runs WHERE studio_id = ${studioId} AND month = ${month}
    AND state <> 'review'`
  return sql`line.studio_id = ${studioId} AND (line.run_id IN (${run})
    OR (line.run_id IS NULL AND line.work_on <= ${lastOf(month)} AND NOT EXISTS (${run})
      AND (line.work_on >= ${firstOf(month)}
        OR ${payMonthSql(studioId, sql`line.work_on`, month)} = ${month})))`
}

/** Rows of a check at most. */
const checksShown = 20

/**
 * The pay of a month by person and line, with its run and what is to be checked first. One trip.
 */
export async function payMonthPage(ctx: StudioContext, month: string) {
  const { db, studio } = ctx
  const open = openLinesSql(studio.id, month)
  const { runs, lines, before, settings, unsettled, coachless, instead } = await batch(db, {
    runs: db.all<RunRow>(sql`
      SELECT ${runColumns} FROM pay_runs AS run
      WHERE run.studio_id = ${studio.id} AND run.month = ${month}`),
    lines: db.all<GroupedLine>(sql`
      SELECT ${lineFacts}, line.person_id AS personId, line.payee,
        coalesce(person.name, line.payee) AS personName, coalesce(person.is_staff = 1, 0) AS here,
        count(*) AS n,
        count(line.instead_of) AS instead, sum(line.amount_minor) AS sumMinor
      ${lineTables} WHERE ${linesOfMonth(studio.id, month)}
      GROUP BY line.person_id, line.payee, line.kind, line.class_type_id, line.scope, line.basis,
        line.amount_minor, line.percent, CASE WHEN line.kind IN ('work','cancelled') THEN ''
          ELSE line.id END
      ORDER BY personName, line.kind = 'correction', line.kind = 'extra', title, line.amount_minor`),
    before: db.all<{ totalMinor: number }>(sql`
      SELECT total_minor AS totalMinor FROM pay_runs
      WHERE studio_id = ${studio.id} AND month < ${month} AND state <> 'review'
      ORDER BY month DESC LIMIT 1`),
    settings: db.all<{ payday: number }>(
      sql`SELECT payday FROM pay_settings WHERE studio_id = ${studio.id}`,
    ),
    unsettled: db.all<{ n: number }>(sql`SELECT count(*) AS n ${unsettledSql(ctx, month)}`),
    coachless: db.all<{ occurrenceId: string; title: string; workOn: LocalDate; people: number }>(
      sql`SELECT checked.occurrence_id AS occurrenceId, class_type.name AS title,
            checked.work_on AS workOn, checked.people
          FROM (SELECT line.occurrence_id, line.class_type_id, line.work_on, line.people
            ${coachlessSql(ctx, open)} LIMIT ${checksShown}) AS checked
          JOIN class_types AS class_type ON class_type.id = checked.class_type_id
          ORDER BY checked.work_on`,
    ),
    instead: db.all<{ name: string; regular: string; n: number; sumMinor: number }>(sql`
      SELECT person.name, regular.name AS regular, count(*) AS n, sum(line.amount_minor) AS sumMinor
      FROM pay_lines AS line JOIN people AS person ON person.id = line.person_id
      JOIN people AS regular ON regular.id = line.instead_of
      WHERE ${linesOfMonth(studio.id, month)} AND line.kind = 'work'
      GROUP BY line.person_id, line.instead_of ORDER BY person.name LIMIT ${checksShown}`),
  })
  return {
    run: runs[0] ?? null,
    lines,
    before: before[0]?.totalMinor ?? null,
    payday: settings[0]?.payday ?? 28,
    unsettled: unsettled[0]?.n ?? 0,
    coachless,
    instead,
  }
}

/**
 * Each line of one person in a month, the oldest first, with the state of its run; null for who
 * works here neither now nor was ever paid. One trip.
 */
export async function payOfPerson(ctx: StudioContext, month: string, personId: string) {
  const { db, studio } = ctx
  const { people, lines, runs } = await batch(db, {
    people: db.all<{ name: string }>(sql`
      SELECT name FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId}
        AND ${paidHereSql(studio.id, sql`${personId}`)}`),
    lines: db.all<PersonLine>(sql`
      SELECT ${lineFacts}, line.id, line.occurrence_id AS occurrenceId,
        o.local_start AS localStart, coalesce(regular.name, '') AS insteadName,
        line.run_id IS NOT NULL AS locked
      ${lineTables} LEFT JOIN occurrences AS o ON o.id = line.occurrence_id
      LEFT JOIN people AS regular ON regular.id = line.instead_of
      WHERE ${linesOfMonth(studio.id, month)} AND line.person_id = ${personId}
      ORDER BY line.work_on, o.starts_at, line.created_at LIMIT 1000`),
    runs: db.all<RunRow>(sql`
      SELECT ${runColumns} FROM pay_runs AS run
      WHERE run.studio_id = ${studio.id} AND run.month = ${month}`),
  })
  const [person] = people
  return person ? { name: person.name, lines, run: runs[0] ?? null } : null
}

/** Each line of a month, person by person, for its file. One trip. */
export async function payLinesOf({ db, studio }: StudioContext, month: string) {
  return db.all<PersonLine & { personName: string; email: string }>(sql`
    SELECT ${lineFacts}, line.id, line.occurrence_id AS occurrenceId, o.local_start AS localStart,
      coalesce(regular.name, '') AS insteadName, line.run_id IS NOT NULL AS locked,
      coalesce(person.name, line.payee) AS personName, coalesce(person.email, '') AS email
    ${lineTables} LEFT JOIN occurrences AS o ON o.id = line.occurrence_id
    LEFT JOIN people AS regular ON regular.id = line.instead_of
    WHERE ${linesOfMonth(studio.id, month)}
    ORDER BY personName, line.person_id, line.work_on, o.starts_at, line.created_at`)
}

/** A settled class of a run, and whom its pay is for. Null where nobody is paid for it. */
export async function findTaught({ db, studio }: StudioContext, occurrenceId: string) {
  const [row] = await db.all<{
    title: string
    localStart: string
    people: number
    personId: string
    locked: number
  }>(sql`
    SELECT class_type.name AS title, o.local_start AS localStart, line.people,
      line.person_id AS personId, line.run_id IS NOT NULL AS locked
    FROM pay_lines AS line JOIN occurrences AS o ON o.id = line.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE line.studio_id = ${studio.id} AND line.occurrence_id = ${occurrenceId}
      AND line.kind = 'work' LIMIT 1`)
  return row ?? null
}

export type RuleRow = {
  id: string
  personId: string
  personName: string
  classTypeId: string
  title: string
  basis: PayLineFacts['basis']
  amountMinor: number
  tiers: string
  leastMinor: number
  counts: PayLineFacts['counts']
  createdAt: Instant
}

/** Rules in force, the narrowest first, with the studio's settings and what a rule can be for. */
export async function payRulesPage(ctx: StudioContext) {
  const { db, studio } = ctx
  const { rules, settings, people, types } = await batch(db, {
    rules: db.all<RuleRow>(sql`
      SELECT rule.id, rule.person_id AS personId, coalesce(person.name, '') AS personName,
        rule.class_type_id AS classTypeId, coalesce(class_type.name, '') AS title, rule.basis,
        rule.amount_minor AS amountMinor, rule.tiers, rule.least_minor AS leastMinor, rule.counts,
        rule.created_at AS createdAt
      FROM pay_rules AS rule LEFT JOIN people AS person ON person.id = rule.person_id
      LEFT JOIN class_types AS class_type ON class_type.id = rule.class_type_id
      WHERE rule.studio_id = ${studio.id} AND rule.ended_at IS NULL
      ORDER BY rule.person_id <> '' AND rule.class_type_id <> '' DESC, rule.person_id <> '' DESC,
        rule.class_type_id <> '' DESC, personName, title LIMIT 500`),
    settings: db.all<{ cancelHours: number; cancelPercent: number; payday: number }>(sql`
      SELECT cancel_hours AS cancelHours, cancel_percent AS cancelPercent, payday
      FROM pay_settings WHERE studio_id = ${studio.id}`),
    people: payeesStatement(ctx),
    types: db.all<{ id: string; name: string; kind: string }>(sql`
      SELECT id, name, kind FROM class_types
      WHERE studio_id = ${studio.id} AND archived_at IS NULL ORDER BY kind, name LIMIT 500`),
  })
  return {
    rules,
    people,
    types,
    settings: settings[0] ?? { cancelHours: 0, cancelPercent: 0, payday: 28 },
  }
}

/** Months in which somebody has lines, the newest first, with their sums. One trip. */
export async function myPayMonths({ db, studio }: StudioContext, personId: string) {
  return db.all<{ month: string; totalMinor: number; state: PayRunState | 'open' }>(sql`
    SELECT coalesce(run.month, ${payMonthSql(studio.id, sql`line.work_on`)}) AS month,
      sum(line.amount_minor) AS totalMinor, coalesce(max(run.state), 'open') AS state
    FROM pay_lines AS line LEFT JOIN pay_runs AS run ON run.id = line.run_id
    WHERE line.studio_id = ${studio.id} AND line.person_id = ${personId}
    GROUP BY 1 ORDER BY 1 DESC LIMIT ${monthsShown}`)
}
