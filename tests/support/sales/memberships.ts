/** Plans, memberships and their bills, as stories tell of them. */
import { sql } from 'drizzle-orm'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import {
  actOnMembership,
  previewAct,
} from '#app/domain/sales/memberships/act-on-membership.server.ts'
import { billMemberships } from '#app/domain/sales/memberships/bill-memberships.server.ts'
import type { MembershipAct } from '#app/domain/sales/memberships/membership-acts.ts'
import {
  type SellMembership,
  sellMembership,
} from '#app/domain/sales/memberships/sell-membership.server.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Person, World } from '../world.ts'

/** A plan on sale; answers its id. */
export async function givenPlan(
  w: World,
  plan: { name: string; priceMinor: number } & Partial<{
    interval: 'month' | 'four_weeks' | 'week'
    weeklyLimit: number | null
    periodLimit: number | null
    joiningFeeMinor: number
    trialDays: number
    anchorDay: number | null
    noticeDays: number
    freezeLeastDays: number
    freezeMostDays: number
    freezeFeeMinor: number
    version: number
  }>,
): Promise<string> {
  const id = newId()
  const { interval = 'month', weeklyLimit = null, periodLimit = null } = plan
  const { joiningFeeMinor = 0, trialDays = 0, anchorDay = null, noticeDays = 30 } = plan
  const { freezeLeastDays = 1, freezeMostDays = 60, freezeFeeMinor = 0, version = 1 } = plan
  await w.db.run(sql`
    INSERT INTO plans (id, studio_id, name, version, price_minor, currency, interval, weekly_limit,
      period_limit, joining_fee_minor, trial_days, anchor_day, notice_days, freeze_least_days,
      freeze_most_days, freeze_fee_minor)
    VALUES (${id}, ${w.studio.id}, ${plan.name}, ${version}, ${plan.priceMinor},
      ${w.studio.currency}, ${interval}, ${weeklyLimit}, ${periodLimit}, ${joiningFeeMinor},
      ${trialDays}, ${anchorDay}, ${noticeDays}, ${freezeLeastDays}, ${freezeMostDays},
      ${freezeFeeMinor})`)
  return id
}

/** Sells it at the desk, paid by card where something is due; answers the membership's id. */
export async function sellPlan(
  w: World,
  person: Person,
  planId: string,
  { now, ...more }: { now: Instant } & Partial<SellMembership>,
): Promise<string> {
  const key = newId()
  const sold = await sellMembership(w.asDesk(now), person.id, {
    key,
    planId,
    startsOn: now.slice(0, 10),
    method: 'card',
    note: '',
    payerId: null,
    ...more,
  })
  if (!sold.ok) throw new Error(`Not sold: ${sold.reason}`)
  return key
}

/** Lets the jobs do what is due at an instant. */
export async function billAt(w: World, now: Instant): Promise<number> {
  const billed = await billMemberships(w.at(now))
  await openInvoices(w.at(now))
  return billed
}

/** Invoices and credit notes of a person in order, with their lines: `90.00 open: Unlimited 9000`. */
export async function invoicesOf(w: World, person: Person): Promise<string[]> {
  const rows = await w.db.all<{
    kind: string
    day: string
    total: number
    state: string
    lines: string
  }>(sql`
    SELECT invoice.kind, invoice.issued_on AS day, invoice.total_minor AS total, invoice.state,
      (SELECT group_concat(line.working || ' ' || line.amount_minor, '; ') FROM (
        SELECT * FROM open_items WHERE invoice_id = invoice.id ORDER BY rowid) AS line) AS lines
    FROM invoices AS invoice
    WHERE invoice.studio_id = ${w.studio.id} AND invoice.person_id = ${person.id}
    ORDER BY invoice.created_at, invoice.number`)
  return rows.map(
    ({ kind, day, total, state, lines }) =>
      `${day} ${kind === 'credit_note' ? 'credit note ' : ''}${total} ${state}: ${lines}`,
  )
}

export async function membershipOf(w: World, id: string) {
  const rows = await w.db.all<{
    state: string
    startsOn: string
    endsOn: string | null
    nextBillOn: string | null
    frozenFrom: string | null
    frozenUntil: string | null
    supersededBy: string | null
    version: number
  }>(sql`
    SELECT state, starts_on AS startsOn, ends_on AS endsOn, next_bill_on AS nextBillOn,
      frozen_from AS frozenFrom, frozen_until AS frozenUntil, superseded_by AS supersededBy, version
    FROM memberships WHERE studio_id = ${w.studio.id} AND id = ${id}`)
  return rows[0] ?? null
}

export async function accountCreditOf(w: World, person: Person): Promise<number> {
  const rows = await w.db.all<{ minor: number }>(sql`
    SELECT coalesce(sum(amount_minor), 0) AS minor FROM account_entries
    WHERE studio_id = ${w.studio.id} AND person_id = ${person.id}`)
  return rows[0]!.minor
}

/** Presses an act as the desk does, on what its page shows now. */
export async function act(
  w: World,
  person: Person,
  membershipId: string,
  what: MembershipAct,
  { now, key = newId(), seen }: { now: Instant; key?: string; seen?: string },
) {
  const ctx = w.asDesk(now)
  const asked = { personId: person.id, membershipId, act: what, by: 'desk' } as const
  const shown = seen ?? (await previewAct(ctx, asked))?.seen ?? ''
  return actOnMembership(ctx, asked, { key, seen: shown })
}
