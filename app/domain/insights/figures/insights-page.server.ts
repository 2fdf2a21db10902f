import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { lastClosedMonth } from '../snapshots/keep-metrics.server.ts'
import { sumOf } from './group-rows.ts'
import type { InsightsQuery } from './insights-query.ts'
import {
  type ClassSums,
  daysOf,
  type Figures,
  figuresOf,
  type MonthFacts,
  type MonthRow,
  monthsFrom,
} from './month-figures.ts'

/** Months of the line of recurring revenue, and of the grid of those who joined. */
const trendMonths = 13
const cohortMonths = 6

export type ClassGroup = ClassSums & {
  month: string
  classType: string
  coach: string
  room: string
  weekday: number
  hour: number
  minutes: number
  turnedAway: number
  earned: number
  /** What coaches are paid for them, corrections of other months with it. */
  paid: number
}

export type MoneyGroup = {
  month: string
  kind: string
  name: string
  taken: number
  refunded: number
  invoiced: number
  earned: number
  breakage: number
}

export type PlanVersion = { id: string; name: string; version: number; priceMinor: number }

export type InsightsPage = {
  month: string
  against: string
  /** Whether the studio has figures at all. */
  any: boolean
  /** Months that can be chosen, the newest first. */
  months: string[]
  figures: { month: Figures; against: Figures }
  facts: { month: MonthFacts; against: MonthFacts }
  /** Recurring revenue of each month and of the same month a year before; null where unknown. */
  trend: { month: string; minor: number | null; before: number | null }[]
  /** The people who joined in a month, and how many of them were there at the end of each later one. */
  cohorts: { month: string; joined: number; stayed: (number | null)[] }[]
  classes: ClassGroup[]
  money: MoneyGroup[]
  /** Held, sold and ended by month, of each version of a plan. */
  plans: { versions: PlanVersion[]; rows: MonthRow[] }
  written: { until: LocalDate; at: Instant; rebuiltUntil: LocalDate | null } | null
  closedUntil: string
}

/** What coaches are paid for the class of a row of `class_facts`: a rule that comes late prices it too. */
const paidSql = sql`coalesce((
  SELECT sum(line.amount_minor + coalesce((
    SELECT sum(correction.amount_minor) FROM pay_lines AS correction
    WHERE correction.studio_id = line.studio_id AND correction.corrects_id = line.id), 0))
  FROM pay_lines AS line WHERE line.studio_id = fact.studio_id
    AND line.occurrence_id = fact.occurrence_id AND line.kind IN ('work','cancelled')), 0)`

/**
 * How a month went and why, beside another: figures, what they are made of, and the months before. All
 * of it is read from what was written at the end of each day, so it takes the same rows however many
 * people a studio has. One trip.
 */
export async function insightsPage(
  ctx: StudioContext,
  query: InsightsQuery,
): Promise<InsightsPage> {
  const { db, studio, now } = ctx
  const { month, against, withoutFree } = query
  const own = sql`studio_id = ${studio.id}`
  const both = [month, against]
  const spans = both.map((one) => ({ one, ...daysOf(one) }))
  const inSpans = sql`(${sql.join(
    spans.map(({ from, until }) => sql`fact.day BETWEEN ${from} AND ${until}`),
    sql` OR `,
  )})`
  const answer = await batch(db, {
    months: db.all<MonthRow>(sql`
      SELECT month, metric, key, value FROM metric_months
      WHERE ${own} AND month IN (${month}, ${against})`),
    trend: db.all<MonthRow>(sql`
      SELECT month, metric, key, value FROM metric_months INDEXED BY metric_months_by_metric
      WHERE ${own} AND metric = 'recurring.minor'
        AND month BETWEEN ${monthsFrom(month, 1 - trendMonths - 12)} AND ${month}`),
    leaving: db.all<MonthRow>(sql`
      SELECT month, metric, key, value FROM metric_months INDEXED BY metric_months_by_metric
      WHERE ${own} AND metric IN ('members.opening','movement.people')
        AND month BETWEEN ${monthsFrom(month, -11)} AND ${month} AND key IN ('','left')`),
    cohorts: db.all<MonthRow>(sql`
      SELECT month, metric, key, value FROM metric_months INDEXED BY metric_months_by_metric
      WHERE ${own} AND metric IN ('cohort.joined','cohort.stayed')
        AND month BETWEEN ${monthsFrom(month, 1 - cohortMonths)} AND ${month}
        AND key >= ${monthsFrom(month, 1 - cohortMonths)}`),
    plans: db.all<MonthRow>(sql`
      SELECT month, metric, key, value FROM metric_months INDEXED BY metric_months_by_metric
      WHERE ${own} AND metric IN ('plan.held','plan.sold','plan.ended')
        AND month BETWEEN ${monthsFrom(month, -5)} AND ${month}`),
    versions: db.all<PlanVersion>(sql`
      SELECT id, name, version, price_minor AS priceMinor FROM plans WHERE ${own}
      ORDER BY name, version`),
    classes: db.all<ClassGroup>(sql`
      SELECT substr(fact.day, 1, 7) AS month, type.name AS classType,
        coalesce(coach.name, '') AS coach, coalesce(room.name, '') AS room, fact.weekday, fact.hour,
        count(*) AS classes, sum(fact.minutes) AS minutes, sum(fact.places) AS places,
        sum(fact.booked) AS booked, sum(fact.came) AS came, sum(fact.no_shows) AS noShows,
        sum(fact.turned_away) AS turnedAway, sum(fact.free_booked) AS freeBooked,
        sum(fact.free_came) AS freeCame, sum(fact.earned_minor) AS earned, sum(${paidSql}) AS paid
      FROM class_facts AS fact JOIN class_types AS type ON type.id = fact.class_type_id
      LEFT JOIN people AS coach ON coach.id = fact.coach_id
      LEFT JOIN rooms AS room ON room.id = fact.room_id
      WHERE fact.studio_id = ${studio.id} AND ${inSpans}
      GROUP BY 1, 2, 3, 4, 5, 6`),
    money: db.all<MoneyGroup>(sql`
      SELECT substr(fact.day, 1, 7) AS month, kind, name, sum(taken_minor) AS taken,
        sum(refunded_minor) AS refunded, sum(invoiced_minor) AS invoiced,
        sum(earned_minor) AS earned, sum(breakage_minor) AS breakage
      FROM money_facts AS fact WHERE fact.studio_id = ${studio.id} AND ${inSpans}
      GROUP BY 1, 2, 3`),
    written: db.all<{ first: LocalDate | null; until: LocalDate | null; at: Instant | null }>(sql`
      SELECT (SELECT min(day) FROM metric_days WHERE ${own}) AS first,
        (SELECT max(day) FROM metric_days WHERE ${own}) AS until,
        (SELECT written_at FROM metric_days WHERE ${own} ORDER BY day DESC LIMIT 1) AS at`),
    rebuilt: db.all<{ day: LocalDate | null }>(sql`
      SELECT max(day) AS day FROM metric_days AS fact WHERE ${own} AND origin = 'rebuilt'
        AND ${inSpans}`),
  })
  const factsOf = (one: string, leaving: readonly MonthRow[]): MonthFacts => ({
    month: one,
    rows: answer.months.filter((row) => row.month === one),
    classes: classSums(answer.classes.filter((row) => row.month === one)),
    money: moneySums(answer.money.filter((row) => row.month === one)),
    leftOf: leftOf(leaving, one),
  })
  const facts = {
    month: factsOf(month, answer.leaving),
    against: factsOf(against, answer.leaving),
  }
  const [written] = answer.written
  const today = localDate(now, studio.timeZone)
  return {
    month,
    against,
    facts,
    any: Boolean(written?.until),
    months: monthsBetween(written?.first ?? null, today),
    figures: {
      month: figuresOf(facts.month, { withoutFree }),
      against: figuresOf(facts.against, { withoutFree }),
    },
    trend: Array.from({ length: trendMonths }, (_, i) => {
      const at = monthsFrom(month, i + 1 - trendMonths)
      const minorOf = (one: string) => answer.trend.find((row) => row.month === one)?.value ?? null
      return { month: at, minor: minorOf(at), before: minorOf(monthsFrom(at, -12)) }
    }),
    cohorts: cohortsOf(answer.cohorts, month),
    classes: answer.classes,
    money: answer.money,
    plans: { versions: answer.versions, rows: answer.plans },
    written:
      written?.until && written.at
        ? { until: written.until, at: written.at, rebuiltUntil: answer.rebuilt[0]?.day ?? null }
        : null,
    closedUntil: lastClosedMonth(today),
  }
}

const classSums = (rows: readonly ClassSums[]): ClassSums => ({
  classes: sumOf(rows, (row) => row.classes),
  places: sumOf(rows, (row) => row.places),
  booked: sumOf(rows, (row) => row.booked),
  came: sumOf(rows, (row) => row.came),
  noShows: sumOf(rows, (row) => row.noShows),
  freeBooked: sumOf(rows, (row) => row.freeBooked),
  freeCame: sumOf(rows, (row) => row.freeCame),
})

const moneySums = (rows: readonly MoneyGroup[]) => ({
  taken: sumOf(rows, (row) => row.taken),
  refunded: sumOf(rows, (row) => row.refunded),
  invoiced: sumOf(rows, (row) => row.invoiced),
  earned: sumOf(rows, (row) => row.earned),
  retail: sumOf(
    rows.filter(({ kind }) => kind === 'product'),
    (row) => row.invoiced,
  ),
})

/** Who left in the six months up to one, and who paid at the start of each. */
function leftOf(rows: readonly MonthRow[], month: string) {
  const within = rows.filter((row) => row.month > monthsFrom(month, -6) && row.month <= month)
  const of = (metric: string, key: string) =>
    sumOf(
      within.filter((row) => row.metric === metric && row.key === key),
      ({ value }) => value,
    )
  return { left: of('movement.people', 'left'), paying: of('members.opening', '') }
}

function cohortsOf(rows: readonly MonthRow[], month: string): InsightsPage['cohorts'] {
  const value = (at: string, metric: string, key: string) =>
    rows.find((row) => row.month === at && row.metric === metric && row.key === key)?.value ?? null
  return Array.from({ length: cohortMonths }, (_, i) => {
    const cohort = monthsFrom(month, i + 1 - cohortMonths)
    const later = Array.from({ length: cohortMonths - i }, (_, n) => monthsFrom(cohort, n))
    return {
      month: cohort,
      joined: value(month, 'cohort.joined', cohort) ?? 0,
      stayed: later.map((at) => value(at, 'cohort.stayed', cohort)),
    }
  }).filter(({ joined }) => joined > 0)
}

/** Months from the first that was written to today's, the newest first; two years at most. */
function monthsBetween(first: LocalDate | null, today: LocalDate): string[] {
  const months: string[] = []
  for (let at = today.slice(0, 7); at >= (first ?? today).slice(0, 7) && months.length < 27; )
    at = monthsFrom(months[months.push(at) - 1]!, -1)
  return months
}
