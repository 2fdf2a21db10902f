import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { newId } from '#app/values/id.ts'
import { type Instant, instantFromMs } from '#app/values/instant.ts'
import type { PaymentContext } from '../payment-context.ts'
import {
  type AttemptPurpose,
  type AttemptRow,
  aliveSql,
  attemptsStatement,
} from './attempt-queries.server.ts'
import { endAttemptStatement } from './attempt-statements.server.ts'

/** The provider opens no page that stands for less. */
const leastMinutes = 30

/** Minutes that a page for paying stands. */
export const pageMinutes = 60

export type NewAttempt = {
  personId: string
  purpose: AttemptPurpose
  subjectId: string
  /** What it is for, as the payer reads it on the provider's page. */
  what: string
  /** 0 has a card kept. */
  amountMinor: number
  /** Where the receipt of the provider goes; empty lets the payer type it. */
  email: string
  by: string
  /** Where the provider's page leads back to, by the id of the attempt. */
  doneUrl: (attemptId: string) => string
  /** A condition that must hold as it is begun, such as that the invoice is open. */
  onlyIf?: SQL
  /** How long its page stands; the provider takes 30 at least. */
  minutes?: number
  /** False keeps no card: nobody knows who types it. */
  keeps?: boolean
}

export type BeginAttemptResult =
  | { ok: true; attemptId: string }
  | { ok: false; reason: 'not_connected' | 'provider_away' | 'not_taken' | 'not_there' }

/**
 * Begins a payment on the provider's page, or goes on with the one that is alive: a second tab gets
 * the same page, so nobody pays twice. One begun over another amount is ended first; where it was
 * paid in that moment, it is the answer. Refused where the studio's account can't take money, where
 * the provider takes no such payment (`not_taken`), and (`not_there`) where `onlyIf` no longer
 * holds.
 */
export async function beginAttempt(
  ctx: PaymentContext,
  wanted: NewAttempt,
): Promise<BeginAttemptResult> {
  // Ended by another tab meanwhile, the next one is begun: once more is enough for both.
  for (let tries = 0; tries < 3; tries += 1) {
    const { account, alive, customer } = await look(ctx, wanted)
    if (!account) return { ok: false, reason: 'not_connected' }
    const used = alive && (await goOnWith(ctx, account, { alive, customer }, wanted))
    if (used) return used
    if (alive) continue
    const id = newId()
    const until = instantFromMs(ctx.nowMs + (wanted.minutes ?? pageMinutes) * 60_000)
    if (!(await insertAttempt(ctx, id, wanted, until))) {
      if (wanted.onlyIf === undefined) continue
      const { alive: other } = await look(ctx, wanted)
      if (!other) return { ok: false, reason: 'not_there' }
      continue
    }
    return openPage(ctx, account, { id, ...wanted }, customer, until)
  }
  return { ok: false, reason: 'provider_away' }
}

async function look(ctx: PaymentContext, { personId, purpose, subjectId }: NewAttempt) {
  const { db, studio } = ctx
  const { accounts, alive, customers } = await batch(db, {
    accounts: db.all<{ ref: string }>(sql`
      SELECT account_ref AS ref FROM merchant_accounts
      WHERE studio_id = ${studio.id} AND state = 'active'`),
    alive: attemptsStatement(
      ctx,
      // An invoice has one payer at a time, whichever member of a family that is.
      sql`attempt.purpose = ${purpose} AND attempt.subject_id = ${subjectId}
        ${purpose === 'invoice' ? sql`` : sql`AND attempt.person_id = ${personId}`}
        AND attempt.${aliveSql}`,
    ),
    customers: db.all<{ ref: string }>(sql`
      SELECT customer_ref AS ref FROM payment_customers
      WHERE studio_id = ${studio.id} AND person_id = ${personId}`),
  })
  return { account: accounts[0]?.ref, alive: alive[0], customer: customers[0]?.ref ?? null }
}

/** The answer where what is alive can be paid, or is being paid; null where it was ended. */
async function goOnWith(
  ctx: PaymentContext,
  account: string,
  { alive, customer }: { alive: AttemptRow; customer: string | null },
  wanted: NewAttempt,
): Promise<BeginAttemptResult | null> {
  const { db, nowMs } = ctx
  const { id, state, pageRef, pageUrl } = alive
  if (state === 'processing' || alive.channel === 'saved') return { ok: true, attemptId: id }
  const fits =
    alive.personId === wanted.personId &&
    alive.amountMinor === wanted.amountMinor &&
    Date.parse(alive.expiresAt) > nowMs
  if (fits && pageUrl !== null) return { ok: true, attemptId: id }
  const opens = Date.parse(alive.expiresAt) >= nowMs + leastMinutes * 60_000
  if (fits && opens) return openPage(ctx, account, { ...wanted, id }, customer, alive.expiresAt)
  if (pageRef !== null) {
    const ended = await ctx.provider.endPage(account, pageRef)
    if (!ended.ok) return ended
    const { state: stands } = ended.facts
    if (stands === 'succeeded' || stands === 'processing') return { ok: true, attemptId: id }
  }
  await batch(db, { end: endAttemptStatement(ctx, id, 'cancelled') })
  return null
}

async function insertAttempt(
  { db, studio, now }: PaymentContext,
  id: string,
  { personId, purpose, subjectId, what, amountMinor, by, onlyIf = sql`1` }: NewAttempt,
  until: Instant,
): Promise<boolean> {
  const { made } = await batch(db, {
    made: db.run(sql`
      INSERT INTO payment_attempts (id, studio_id, person_id, purpose, subject_id, what,
        amount_minor, currency, state, channel, created_at, created_by, expires_at)
      SELECT ${id}, ${studio.id}, ${personId}, ${purpose}, ${subjectId}, ${what}, ${amountMinor},
        ${studio.currency}, 'created', 'page', ${now}, ${by}, ${until}
      WHERE ${onlyIf}
      ON CONFLICT DO NOTHING`),
  })
  return changed(made) > 0
}

/** Asks the provider for the page, by the attempt's id: asked again it is the same page. */
async function openPage(
  ctx: PaymentContext,
  account: string,
  { id, doneUrl, ...wanted }: NewAttempt & { id: string },
  customer: string | null,
  until: Instant,
): Promise<BeginAttemptResult> {
  const { db, studio, provider } = ctx
  const url = doneUrl(id)
  const page = await provider.openPage(account, {
    key: id,
    attemptId: id,
    customerRef: wanted.keeps === false ? null : customer,
    email: wanted.email,
    what: wanted.what,
    amountMinor: wanted.amountMinor,
    currency: studio.currency,
    doneUrl: url,
    backUrl: url,
    keeps: wanted.keeps !== false,
    expiresAt: Date.parse(until) / 1000,
  })
  if (!page.ok) {
    if (page.reason === 'not_taken') {
      await batch(db, { end: endAttemptStatement(ctx, id, 'cancelled') })
    }
    return page
  }
  await batch(db, {
    opened: db.run(sql`
      UPDATE payment_attempts SET state = 'requires_action', page_ref = ${page.pageRef},
        page_url = ${page.url}
      WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'created'`),
  })
  return { ok: true, attemptId: id }
}
