/**
 * Acts on a membership. What the page before the press shows and what the press does come from the
 * same quote of the same rows; a press on what has changed meanwhile does nothing.
 */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { chargedSql } from '#app/domain/billing/open-item-sums.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import {
  type BookingToCancel,
  bookingsPaidByStatement,
} from '#app/domain/bookings/cancelling/cancellation-queries.server.ts'
import { freeBookingStatements } from '#app/domain/bookings/cancelling/free-bookings.server.ts'
import { promoteWaitlist } from '#app/domain/bookings/waitlist/promote-waitlist.server.ts'
import {
  billedByHand,
  type HeldPlanRow,
  heldPlanStatement,
  type PlanTermsRow,
  toHeldPlan,
  toPlanTerms,
} from '#app/domain/entitlements/held-plans.server.ts'
import { withFamily } from '#app/domain/entitlements/membership-discounts.ts'
import { planSignedSql } from '#app/domain/entitlements/membership-statements.server.ts'
import type { HeldPlan } from '#app/domain/entitlements/membership-terms.ts'
import { unpaidMembershipSql } from '#app/domain/entitlements/overdue-memberships.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { type PortalKey, studioLets } from '#app/domain/scope/portal-rules.ts'
import { membershipChanged } from '#app/messages/memberships/membership-changed.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { actStatements, type UnpaidInvoice } from './act-statements.server.ts'
import { actTitle, effectWords } from './act-words.ts'
import { coolingOf } from './cooling-off.ts'
import {
  type ActName,
  type ActQuote,
  type ActRefusal,
  type MembershipAct,
  portalKeyOf,
  quoteAct,
} from './membership-acts.ts'
import { payBackTask } from './pay-back-tasks.server.ts'
import { planToSellStatement } from './sell-membership.server.ts'

type ActContext = StudioContext & { actor: Actor }

/** Which membership, of whom, what, and whether the desk does it or the person themselves. */
export type AskedAct = {
  personId: string
  membershipId: string
  act: MembershipAct
  by: 'desk' | 'member'
}

type PersonRow = { name: string; email: string; guardianName: string }

export type ActPreview = {
  row: HeldPlanRow
  held: HeldPlan
  quote: ActQuote
  plan: PlanTermsRow | null
  /** Bookings that the act ends, free of charge. */
  freed: BookingToCancel[]
  person: PersonRow
  today: LocalDate
  unpaid: readonly UnpaidInvoice[]
  /** What the page shows: a press on anything else does nothing. */
  seen: string
}

export type ActResult =
  | { ok: true; row: HeldPlanRow; quote: ActQuote; again?: true }
  | { ok: false; reason: 'not_found' | 'changed' }
  | { ok: false; reason: 'ask_studio'; rule: PortalKey }
  | ({ ok: false } & { reason: ActRefusal; leastDays?: number; daysLeft?: number })

/** What a page showed of it: everything, or as which version of the membership. */
type Shown = { seen: string } | { version: number }

/** What an act would do now. Null: not theirs. Reads only. */
export async function previewAct(ctx: ActContext, asked: AskedAct): Promise<ActPreview | null> {
  return (await readAct(ctx, asked))?.preview ?? null
}

async function readAct(ctx: ActContext, { personId, membershipId, act, by }: AskedAct, key = '') {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const { rows, plans, people, settings, charged, unpaid, done } = await batch(db, {
    rows: heldPlanStatement(ctx, personId, membershipId),
    plans: planToSellStatement(ctx, act.act === 'change' ? act.planId : ''),
    people: db.all<PersonRow>(sql`
      SELECT person.name, ${addressSql()} FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`),
    settings: billingSettingsStatement(ctx),
    charged: db.all<{ minor: number }>(
      sql`SELECT ${chargedSql(sql`${studio.id}`, sql`${membershipId}`)} AS minor`,
    ),
    unpaid: db.all<UnpaidInvoice>(sql`
      SELECT line.invoice_id AS invoiceId, sum(line.amount_minor - line.paid_minor) AS amountMinor
      FROM open_items AS line
      JOIN invoices AS invoice ON invoice.id = line.invoice_id AND invoice.kind = 'invoice'
      WHERE line.studio_id = ${studio.id} AND line.subject_id = ${membershipId}
        AND line.state = 'open' AND ${act.act === 'withdraw' ? sql`1` : sql`0`}
      GROUP BY line.invoice_id HAVING amountMinor > 0 LIMIT 8`),
    done: db.all<{ done: number }>(sql`SELECT ${lineWrittenSql(`act-${key}`)} AS done`),
  })
  const [row] = rows
  const [person] = people
  if (!row || !person) return null
  const plan = plans[0] ?? null
  // The first bill is worked out with the price that it will have.
  const held = toHeldPlan(act.act === 'bill' ? { ...row, nextBillOn: row.startsOn } : row)
  const quote = quoteAct(
    {
      held,
      byHand: billedByHand(row),
      state: row.state,
      changing: row.supersededBy !== null,
      cooling: coolingOf(ctx, row, settingsFrom(ctx, settings), charged[0]?.minor ?? 0),
    },
    act,
    { today, earliest: by === 'desk' ? today : addDays(today, 1) },
    { plan: plan && withFamily(toPlanTerms(plan), row.familyBp), reader: studio },
  )
  const { freed } =
    quote.ok && quote.frees
      ? await batch(db, {
          freed: bookingsPaidByStatement(
            ctx,
            { personId, membershipId, packs: act.act === 'freeze' && act.packs === true },
            quote.frees,
          ),
        })
      : { freed: [] }
  const preview: ActPreview = {
    row,
    held,
    quote,
    plan,
    freed,
    person,
    today,
    unpaid,
    seen: [row.version, today, freed.length, quote.ok ? quote.creditNowMinor : 0].join(':'),
  }
  return { preview, settings: settingsFrom(ctx, settings), done: done[0]?.done === 1 }
}

/**
 * Freezes, changes, cancels or keeps a membership, or sets its first bill: what the quote says, in
 * one batch with its bill, its bookings and its letter. The key makes a second sending the same act.
 * `changed` where the page showed something else than there is now (`seen`).
 */
export async function actOnMembership(
  ctx: ActContext,
  asked: AskedAct,
  { key, reason = '', ...shown }: { key: string; reason?: string } & Shown,
): Promise<ActResult> {
  const { db } = ctx
  if (asked.by === 'member' && !studioLets(ctx.studio, portalKeyOf(asked.act.act))) {
    return { ok: false, reason: 'ask_studio', rule: portalKeyOf(asked.act.act) }
  }
  const read = await readAct(ctx, asked, key)
  if (!read) return { ok: false, reason: 'not_found' }
  const { preview, settings, done } = read
  const { row, quote, freed } = preview
  if (done) return { ok: true, row, quote, again: true }
  const same = 'seen' in shown ? shown.seen === preview.seen : shown.version === row.version
  if (!quote.ok || !same) {
    // The same press may have been done between the reads.
    if (await isDone(ctx, key)) return { ok: true, row, quote, again: true }
    return quote.ok ? { ok: false, reason: 'changed' } : quote
  }
  const lineId = `act-${key}`
  const written = lineWrittenSql(lineId)
  const { first, behind } = actStatements(ctx, {
    ...preview,
    act: asked.act,
    quote,
    settings,
    key,
    written,
  })
  const { after } = await batch(db, {
    first,
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: `membership.${auditWords[asked.act.act]}`,
        subjectKind: 'person',
        subjectId: asked.personId,
        reason,
        detail: {
          membershipId: row.id,
          ...asked.act,
          dueNowMinor: quote.dueNowMinor,
          // Also of a freeze that was asked for without a last day.
          ...(asked.act.act === 'freeze' && quote.frees ? { until: quote.frees.until } : {}),
        },
      },
      rightAfterChange,
    ),
    ...behind,
    ...freeBookingStatements(ctx, freed, written),
    mail: letterStatement(ctx, asked, preview, key, written),
    payBack: asked.act.act === 'withdraw' ? payBackOf(ctx, preview, quote, written) : null,
    after: db.all<{ done: number; unpaid: number; unsigned: number }>(sql`
      SELECT ${written} AS done, ${unpaidMembershipSql(ctx, row.id)} AS unpaid, EXISTS (
        SELECT 1 FROM plans AS plan WHERE plan.studio_id = ${ctx.studio.id}
          AND plan.id = ${preview.plan?.planId ?? ''}
          AND NOT ${planSignedSql(ctx, asked.personId)}) AS unsigned`),
  })
  if (after[0]?.done !== 1) {
    if (after[0]?.unsigned) return { ok: false, reason: 'unsigned' }
    if (asked.act.act !== 'change') return { ok: false, reason: 'changed' }
    return { ok: false, reason: after[0]?.unpaid ? 'unpaid' : 'plan_gone' }
  }
  for (const { occurrenceId, waiting } of freed) {
    if (waiting > 0) await promoteWaitlist(ctx, occurrenceId)
  }
  return { ok: true, row, quote }
}

/** What of a withdrawal somebody has to pay back: what is left once open bills are settled by it. */
function payBackOf(
  ctx: ActContext,
  { row, person, unpaid }: ActPreview,
  { creditNowMinor }: { creditNowMinor: number },
  onlyIf: SQL,
) {
  const settled = unpaid.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return payBackTask(
    ctx,
    {
      membershipId: row.id,
      payerId: row.payerId ?? row.personId,
      name: person.guardianName || person.name,
      amountMinor: creditNowMinor - settled,
    },
    onlyIf,
  )
}

async function isDone({ db }: ActContext, key: string): Promise<boolean> {
  const rows = await db.all<{ done: number }>(sql`SELECT ${lineWrittenSql(`act-${key}`)} AS done`)
  return rows[0]?.done === 1
}

const auditWords: Record<ActName, string> = {
  freeze: 'frozen',
  unfreeze: 'freeze_ended',
  change: 'changed',
  cancel: 'cancelled',
  withdraw: 'withdrawn',
  keep: 'kept',
  bill: 'bill_set',
}

/** What happens, by date, to whom it happens or who looks after them. */
function letterStatement(
  ctx: ActContext,
  { act }: AskedAct,
  preview: ActPreview,
  key: string,
  onlyIf: SQL,
) {
  const { row, quote, plan, person, today } = preview
  if (!quote.ok || !person.email || act.act === 'bill') return null
  const reader = { ...ctx.studio, today }
  const letter = membershipChanged({
    studio: ctx.studio,
    origin: ctx.origin,
    name: person.guardianName || person.name,
    membershipId: act.act === 'change' ? key : row.id,
    title: actTitle(act, { name: row.name, to: plan?.name }),
    effects: effectWords(quote.effects, { name: row.name, to: plan?.name }, reader).map(
      ({ day, text, more }) => ({ day, text: [text, more].filter(Boolean).join(' ') }),
    ),
  })
  return queueStatement(
    ctx.db,
    {
      studioId: ctx.studio.id,
      dedupeKey: `membership-changed:${key}`,
      to: person.email,
      kind: 'membership-changed',
      letter,
    },
    ctx.nowMs,
    onlyIf,
  )
}
