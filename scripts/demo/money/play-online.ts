/**
 * Southside takes payments online: memberships that are charged to kept cards, of which two fail, a
 * dispute, and a payout that is the sum of its lines. The provider is a pretended one; started with
 * the stand-in (`npm run stripe`) the same account goes on there.
 */
import { sql } from 'drizzle-orm'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type {
  DisputeFacts,
  PaymentFacts,
  PaymentProvider,
  PayoutFacts,
  PayoutLineFacts,
} from '#app/domain/payments/provider.ts'
import { keepPayouts } from '#app/domain/sales/banking/keep-payouts.server.ts'
import { noteDispute } from '#app/domain/sales/banking/note-dispute.server.ts'
import { chargeDue } from '#app/domain/sales/collecting/charge-due.server.ts'
import {
  type AskedAct,
  actOnMembership,
  previewAct,
} from '#app/domain/sales/memberships/act-on-membership.server.ts'
import { billMemberships } from '#app/domain/sales/memberships/bill-memberships.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Row } from '../insert-rows.ts'
import type { Player, Scene } from '../player.ts'

/** The account of the demo, which the stand-in knows. */
export const demoAccount = 'acct_demo_southside'

/** So many members pay by card; what the newest charge of the first two comes to. */
const payers = 6
const failures = ['insufficient_funds', 'stolen_card']

/** Days since the first bill: the newest is two days old. */
const since = 33

export function playOnline(
  player: Player,
  manager: Actor,
  { memberships, today }: { memberships: readonly Row[]; today: LocalDate },
): void {
  const first = addDays(today, -since)
  const holders = memberships
    .filter(
      (one) =>
        one.state === 'active' &&
        one.ends_on === null &&
        one.frozen_from === null &&
        String(one.starts_on) < addDays(first, -8),
    )
    .slice(0, payers)
  const at = (day: LocalDate, time: string, happens: (scene: Scene) => Promise<unknown>) =>
    player.at(instantOf(`${day}T${time}`, player.timeZone), happens)
  const pretended = pretendedProvider()
  const paying = ({ ctx }: Scene): PaymentContext => ({ ...ctx, provider: pretended.provider })

  at(first, '05:00', async (scene) => {
    await connect(scene)
    for (const [i, { person_id }] of holders.entries()) await keepCard(scene, String(person_id), i)
    for (const { id, person_id } of holders) {
      const ctx = { ...scene.desk, actor: manager }
      const asked: AskedAct = {
        ...{ personId: String(person_id), membershipId: String(id), by: 'desk' },
        act: { act: 'bill', on: first },
      }
      const seen = (await previewAct(ctx, asked))?.seen ?? ''
      await actOnMembership(ctx, asked, { key: newId(), seen, reason: 'Charged to their card' })
    }
  })
  for (let day = first; day <= today; day = addDays(day, 1)) {
    // The next month's bill comes 28 to 31 days later, as the month is long.
    if (day !== first && day < addDays(first, 28)) continue
    at(day, '06:00', ({ ctx }) => billMemberships(ctx))
    at(day, '06:10', (scene) => {
      pretended.now = scene.ctx.now
      pretended.fails = day === first ? [] : failures
      return chargeDue(paying(scene))
    })
  }
  at(addDays(first, 6), '09:00', (scene) => {
    pretended.payOut(addDays(first, 7), scene.ctx.now)
    return keepPayouts(paying(scene))
  })
  at(addDays(today, -3), '15:00', (scene) => {
    const ref = pretended.dispute(scene.ctx.now)
    return ref === null ? Promise.resolve() : noteDispute(paying(scene), ref)
  })
}

const connect = ({ ctx: { db, studio, now } }: Scene) =>
  db.run(sql`
    INSERT INTO merchant_accounts (studio_id, account_ref, state, missing, test_mode, connected_at,
      checked_at, statement_text, payout_every)
    VALUES (${studio.id}, ${demoAccount}, 'active', '[]', 1, ${now}, ${now}, 'SOUTHSIDE',
      'weekly friday')`)

/** Cards end in 4242, the failing ones in numbers of their own. */
const keepCard = ({ ctx: { db, studio, now } }: Scene, personId: string, i: number) =>
  db.run(sql`
    INSERT INTO payment_methods (id, studio_id, person_id, customer_ref, kind, brand, last4,
      end_month, end_year, fingerprint, added_at)
    VALUES (${`pm_demo_${i}`}, ${studio.id}, ${personId}, ${`cus_demo_${i}`}, 'card', 'visa',
      ${i < failures.length ? String(9_995 - i * 16) : '4242'}, 12,
      ${Number(now.slice(0, 4)) + 4}, ${`fp_demo_${i}`}, ${now})`)

/** What the use cases of the demo ask of a provider, without one. */
function pretendedProvider() {
  const lines: PayoutLineFacts[] = []
  const payouts: PayoutFacts[] = []
  let dispute: DisputeFacts | null = null
  const standing = {
    now: '' as Instant,
    /** What charges of the first cards come to. */
    fails: [] as string[],
    payOut(arrivesOn: LocalDate, at: Instant) {
      payouts.push({
        ...{ ref: 'po_demo_1', currency: 'USD', state: 'paid', failure: '' },
        ...{ amountMinor: lines.reduce((sum, { netMinor }) => sum + netMinor, 0) },
        ...{ arrivesOn, createdAt: at },
      })
    },
    /** The last who paid asks their bank to take it back. */
    dispute(at: Instant): string | null {
      const paid = lines.at(-1)
      if (!paid?.paymentRef) return null
      dispute = {
        ...{ ref: 'dp_demo_1', paymentRef: paid.paymentRef, amountMinor: paid.amountMinor },
        ...{ currency: 'USD', reason: 'unrecognized', state: 'needs_response', openedAt: at },
        answerBy: addMinutes(at, 7 * 24 * 60),
      }
      return dispute.ref
    },
    provider: {} as PaymentProvider,
  }
  standing.provider = {
    async charge(_, { attemptId, methodRef, customerRef, amountMinor }) {
      const code = standing.fails[Number(methodRef.split('_').at(-1))] ?? null
      const paymentRef = `pi_demo_${attemptId}`
      if (code === null) {
        const feeMinor = Math.round(amountMinor * 0.029) + 30
        lines.push({
          ...{ ref: `txn_demo_${lines.length}`, kind: 'payment', amountMinor, feeMinor },
          ...{ netMinor: amountMinor - feeMinor, at: standing.now, paymentRef },
          what: '',
        })
      }
      const facts: PaymentFacts = {
        ...{ state: code === null ? 'succeeded' : 'failed', code, paymentRef, customerRef },
        ...{ kept: null, amountMinor },
      }
      return { ok: true, facts }
    },
    readDispute: async () => ({ ok: true, facts: dispute }),
    listPayouts: async () => ({ ok: true, payouts, balanceMinor: 0 }),
    listPayoutLines: async () => ({ ok: true, lines: [...lines], next: null }),
  } as Partial<PaymentProvider> as PaymentProvider
  return standing
}
