import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { minorDigits } from '#app/values/money.ts'
import { addDays, daysBetween, type LocalDate, localDate } from '#app/values/zone.ts'
import { figureMetric } from '../figures/figure.ts'
import { insightsPage } from '../figures/insights-page.server.ts'
import { daysOf, monthsFrom } from '../figures/month-figures.ts'
import { lastClosedMonth } from '../snapshots/keep-metrics.server.ts'
import { paceOf, solveLeads } from './solve-leads.ts'
import { scopedMetrics, type TargetForm, type TargetMetric } from './target-form.ts'

export type TargetRow = {
  id: string
  metric: TargetMetric
  scope: 'studio' | 'location' | 'person'
  scopeId: string
  name: string | null
  value: number
}

export type SetTargetResult = { ok: true } | { ok: false; reason: 'closed' | 'scope' | 'not_found' }

/** A typed value as it is kept: minor units of money, whole numbers else. */
const keptValue = (text: string, metric: TargetMetric, currency: string): number => {
  const digits = figureMetric(metric).kind === 'money' ? minorDigits(currency) : 0
  return Math.round(Number(text.trim().replace(',', '.')) * 10 ** digits)
}

/**
 * Sets what a month is to come to, or takes it away where no number is given. Refused for a month that
 * is closed, for a figure that the location or person cannot have (`scope`), and for a location or
 * person that is not one of the studio's.
 */
export async function setTarget(ctx: StaffContext, form: TargetForm): Promise<SetTargetResult> {
  const { db, studio, now, actor } = ctx
  const { month, metric, value = '' } = form
  if (month <= lastClosedMonth(localDate(now, studio.timeZone)))
    return { ok: false, reason: 'closed' }
  const [scope = 'studio', scopeId = ''] = form.scope.split(':')
  if (scope !== 'studio' && !scopedMetrics.includes(metric)) return { ok: false, reason: 'scope' }
  const known = {
    studio: sql`1`,
    location: sql`EXISTS (SELECT 1 FROM locations WHERE studio_id = ${studio.id} AND id = ${scopeId})`,
    person: sql`EXISTS (SELECT 1 FROM people WHERE studio_id = ${studio.id} AND id = ${scopeId}
      AND is_staff = 1)`,
  }[scope as TargetRow['scope']]
  const line = {
    action: 'target.set',
    subjectKind: 'studio',
    subjectId: studio.id,
    detail: { month, metric, scope, scopeId, value },
  }
  const { there } = await batch(db, {
    written:
      value.trim() === ''
        ? db.run(sql`DELETE FROM targets WHERE studio_id = ${studio.id} AND month = ${month}
            AND metric = ${metric} AND scope = ${scope} AND scope_id = ${scopeId}`)
        : db.run(sql`
            INSERT INTO targets (id, studio_id, month, metric, scope, scope_id, value, set_by, set_at)
            SELECT ${newId()}, ${studio.id}, ${month}, ${metric}, ${scope}, ${scopeId},
              ${keptValue(value, metric, studio.currency)}, ${actor.name}, ${now} WHERE ${known}
            ON CONFLICT (studio_id, month, metric, scope, scope_id) DO UPDATE SET
              value = excluded.value, set_by = excluded.set_by, set_at = excluded.set_at`),
    audit: auditStatement(ctx, line, rightAfterChange),
    there: db.all<{ known: number }>(sql`SELECT ${known} AS known`),
  })
  return there[0]?.known ? { ok: true } : { ok: false, reason: 'not_found' }
}

type Reached = {
  scope: 'location' | 'person'
  id: string
  name: string
  came: number
  booked: number
  places: number
}

/**
 * The targets of a month with how far each is, who leads among those who teach, and what it takes to
 * reach the goal of recurring revenue. Two trips.
 */
export async function targetsPage(ctx: StudioContext, asked: string) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const thisMonth = today.slice(0, 7)
  const oldest = monthsFrom(thisMonth, -12)
  const newest = monthsFrom(thisMonth, 12)
  const month =
    /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) && asked >= oldest && asked <= newest
      ? asked
      : thisMonth
  const { from, until } = daysOf(month)
  const own = sql`${studio.id}`
  const rest = today > from ? today : from
  const answer = await batch(db, {
    targets: db.all<TargetRow>(sql`
      SELECT target.id, metric, scope, scope_id AS scopeId, value, CASE scope
        WHEN 'location' THEN (SELECT name FROM locations WHERE id = scope_id AND studio_id = ${own})
        WHEN 'person' THEN (SELECT name FROM people WHERE id = scope_id AND studio_id = ${own}) END AS name
      FROM targets AS target WHERE target.studio_id = ${own} AND month = ${month}
      ORDER BY scope DESC, metric, name`),
    open: db.all<{ days: number; left: number }>(sql`
      SELECT count(DISTINCT substr(local_start, 1, 10)) AS days,
        count(DISTINCT iif(local_start >= ${rest}, substr(local_start, 1, 10), NULL)) AS "left"
      FROM occurrences WHERE studio_id = ${own} AND local_start >= ${from}
        AND local_start < ${addDays(until, 1)} AND state IN ('scheduled','reconciled')`),
    coaches: db.all<Reached>(sql`
      SELECT 'person' AS scope, fact.coach_id AS id, person.name, sum(fact.came) AS came,
        sum(fact.booked) AS booked, sum(fact.places) AS places
      FROM class_facts AS fact JOIN people AS person ON person.id = fact.coach_id
      WHERE fact.studio_id = ${own} AND fact.day BETWEEN ${from} AND ${until}
      GROUP BY fact.coach_id ORDER BY came DESC, person.name LIMIT 100`),
    places: db.all<Reached>(sql`
      SELECT 'location' AS scope, room.location_id AS id, place.name, sum(fact.came) AS came,
        sum(fact.booked) AS booked, sum(fact.places) AS places
      FROM class_facts AS fact JOIN rooms AS room ON room.id = fact.room_id
      JOIN locations AS place ON place.id = room.location_id
      WHERE fact.studio_id = ${own} AND fact.day BETWEEN ${from} AND ${until}
      GROUP BY room.location_id ORDER BY place.name`),
    locations: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM locations WHERE studio_id = ${own} ORDER BY name`),
    staff: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM people WHERE studio_id = ${own} AND is_staff = 1
        AND archived_at IS NULL ORDER BY name LIMIT 200`),
    leads: db.all<{ leads: number; joined: number }>(sql`
      SELECT count(*) AS leads, coalesce(sum(state = 'won'), 0) AS joined
      FROM leads INDEXED BY leads_by_created
      WHERE studio_id = ${own} AND created_at >= ${addDays(today, -90)}`),
  })
  const page = await insightsPage(ctx, {
    month: month > thisMonth ? thisMonth : month,
    against: monthsFrom(month, -1),
    withoutFree: false,
    problem: '',
  })
  const open = answer.open[0] ?? { days: 0, left: 0 }
  const reached = ({ metric, scope, scopeId }: TargetRow): number | null => {
    if (month > thisMonth) return 0
    if (scope === 'studio') return page.figures.month[metric]
    const rows = scope === 'person' ? answer.coaches : answer.places
    const found = rows.find(({ id }) => id === scopeId)
    if (metric === 'classes.came') return found?.came ?? 0
    return found && found.places > 0 ? (found.booked * 100) / found.places : null
  }
  const goal = answer.targets.find(
    ({ metric, scope }) => metric === 'recurring.minor' && scope === 'studio',
  )
  const { leftOf } = page.facts.month
  const figures = page.figures.month
  return {
    month,
    today,
    thisMonth,
    months: monthChoices(thisMonth),
    open,
    closed: month <= lastClosedMonth(today),
    targets: answer.targets.map((target) => {
      const now = reached(target)
      const adds = ['members.joined', 'classes.came', 'money.earned', 'money.retail'].includes(
        target.metric,
      )
      return {
        ...target,
        now,
        pace: adds
          ? paceOf({
              target: target.value,
              now: now ?? 0,
              openDays: open.days,
              openLeft: open.left,
            })
          : null,
      }
    }),
    coaches: answer.coaches,
    locations: answer.locations,
    staff: answer.staff,
    solved: goal
      ? solveLeads({
          goalMinor: goal.value,
          nowMinor: figures['recurring.minor'] ?? 0,
          averageMinor: figures['members.average'] ?? 0,
          members: figures['members.paying'] ?? 0,
          leaving: leftOf.paying > 0 ? leftOf.left / leftOf.paying : 0,
          ...(answer.leads[0] ?? { leads: 0, joined: 0 }),
          daysLeft: Math.max(1, daysBetween(today > from ? today : (from as LocalDate), until)),
        })
      : null,
    leads: answer.leads[0] ?? { leads: 0, joined: 0 },
  }
}

/** Three months back, and a year ahead. */
const monthChoices = (thisMonth: string): string[] =>
  Array.from({ length: 16 }, (_, i) => monthsFrom(thisMonth, i - 3))
