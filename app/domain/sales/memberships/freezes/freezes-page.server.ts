import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  billedByHand,
  type HeldPlanRow,
  heldPlansStatement,
  toHeldPlan,
} from '#app/domain/entitlements/held-plans.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { comesOff } from '../../quotes/quote-freeze.ts'
import { type ActQuote, quoteAct } from '../membership-acts.ts'
import { type FreezeRun, findFreezeRun } from './freeze-many.server.ts'
import { type FreezeFilters, mostFrozenAtOnce } from './freeze-many-form.ts'

type Person = { id: string; name: string }

export type ToFreeze = {
  row: HeldPlanRow
  person: Person
  quote: ActQuote
  /** No job bills it, so nothing comes off. */
  byHand: boolean
  /** What frozen days take off the bills to come, and the fee; in minor units. */
  offMinor: number
  feeMinor: number
  /** Classes of those days that they have booked with it. */
  classes: number
}

/**
 * The memberships an address is about, with what freezing each would do by the quote of the act, or
 * why not. Two trips. Without days there are none.
 */
export async function membershipsToFreeze(ctx: StudioContext, asked: FreezeFilters) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const { from, until, plan, after } = asked
  const [person = '', membership = ''] = after.split(':')
  const wanted = from !== '' && until !== '' && from <= until
  const { rows, names, recent } = await batch(db, {
    rows: heldPlansStatement(
      ctx,
      sql`${wanted ? sql`1` : sql`0`}
        AND membership.state NOT IN ('cancelled','expired','superseded','pending_payment')
        AND ${plan === '' ? sql`1` : sql`plan.name = ${plan}`}
        AND (membership.person_id, membership.id) > (${person}, ${membership})
        ORDER BY membership.person_id, membership.id LIMIT ${mostFrozenAtOnce + 1}`,
    ),
    names: db.all<{ name: string }>(sql`
      SELECT DISTINCT name FROM plans WHERE studio_id = ${studio.id} ORDER BY name LIMIT 100`),
    recent: db.all<Pick<FreezeRun, 'id' | 'fromOn' | 'untilOn' | 'state'>>(sql`
      SELECT id, from_on AS fromOn, until_on AS untilOn, state FROM freeze_runs
      WHERE studio_id = ${studio.id} ORDER BY created_at DESC LIMIT 5`),
  })
  const shown = rows.slice(0, mostFrozenAtOnce)
  const last = rows.length > mostFrozenAtOnce ? shown.at(-1) : undefined
  const found = shown.length === 0 ? [] : await peopleOf(ctx, shown, { from, until })
  const memberships = shown.flatMap((row): ToFreeze[] => {
    const of = found.find(({ id }) => id === row.personId)
    if (!of) return []
    const held = toHeldPlan(row)
    const byHand = billedByHand(row)
    const quote = quoteAct(
      { held, byHand, state: row.state, changing: row.supersededBy !== null },
      { act: 'freeze', from, until, waivesFee: asked.fee === '' },
      { today, earliest: today },
      { plan: null, reader: studio },
    )
    return [
      {
        row,
        quote,
        byHand,
        person: of,
        offMinor: quote.ok && !byHand ? comesOff(held, quote.held) : 0,
        feeMinor: quote.ok ? quote.dueNowMinor : 0,
        classes: (JSON.parse(of.classes) as Record<string, number>)[row.id] ?? 0,
      },
    ]
  })
  return {
    memberships: memberships.sort((a, b) => a.person.name.localeCompare(b.person.name)),
    next: last ? `${last.personId}:${last.id}` : '',
    names: names.map(({ name }) => name),
    recent,
    today,
  }
}

/** Their names, and how many classes of the days each membership pays for. */
function peopleOf(
  { db, studio, now }: StudioContext,
  rows: readonly HeldPlanRow[],
  { from, until }: { from: LocalDate; until: LocalDate },
) {
  const ids = JSON.stringify([...new Set(rows.map(({ personId }) => personId))])
  return db.all<Person & { classes: string }>(sql`
    SELECT person.id, person.name, (
      SELECT json_group_object(booked.membership_id, booked.n) FROM (
        SELECT b.membership_id, count(*) AS n
        FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
        WHERE b.studio_id = ${studio.id} AND b.person_id = person.id AND b.state = 'booked'
          AND b.membership_id IS NOT NULL AND o.starts_at > ${now}
          AND o.local_start >= ${from} AND o.local_start < ${addDays(until, 1)}
        GROUP BY b.membership_id) AS booked) AS classes
    FROM people AS person
    WHERE +person.studio_id = ${studio.id}
      AND person.id IN (SELECT value FROM json_each(${ids}))`)
}

export type FreezeRunPage = {
  run: FreezeRun
  outcomes: { outcome: string | null; n: number }[]
  leftOut: { personId: string; name: string; plan: string; why: string }[]
}

/** How far a freeze of many is, and what it left out. Null for another studio's id. */
export async function freezeRunPage(
  ctx: StudioContext,
  runId: string,
): Promise<FreezeRunPage | null> {
  const { db, studio } = ctx
  const run = await findFreezeRun(ctx, runId)
  if (!run) return null
  const own: SQL = sql`member.studio_id = ${studio.id} AND member.run_id = ${runId}`
  const rest = await batch(db, {
    outcomes: db.all<FreezeRunPage['outcomes'][number]>(sql`
      SELECT member.outcome, count(*) AS n FROM freeze_run_members AS member WHERE ${own}
      GROUP BY member.outcome`),
    leftOut: db.all<FreezeRunPage['leftOut'][number]>(sql`
      SELECT person.id AS personId, person.name, plan.name AS plan, member.why
      FROM freeze_run_members AS member
      JOIN memberships AS membership ON membership.id = member.membership_id
      JOIN plans AS plan ON plan.id = membership.plan_id
      JOIN people AS person ON person.id = membership.person_id
      WHERE ${own} AND member.outcome IN ('left_out','kept') ORDER BY person.name LIMIT 100`),
  })
  return { run, ...rest }
}
