import { sql } from 'drizzle-orm'
import type { BeginAttemptResult } from '#app/domain/payments/attempts/begin-attempt.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { money } from '#app/values/wording.ts'
import { payInvoiceOnline } from '../checkout/pay-online.server.ts'
import { paymentView } from '../checkout/payment-view.ts'
import { settleAttempt } from '../checkout/settle-attempt.server.ts'
import { type OpenedLink, openPayLink } from './pay-links.server.ts'

export type PayLinkPage = {
  kind: 'pay' | 'payment' | 'gone'
  title: string
  text: string[]
  problem: string | null
  /** The provider's page. */
  onward: { url: string; label: string } | null
  /** What the button says that begins the payment; null for none. */
  pay: string | null
}

const goneWords = {
  used: ['This invoice is paid', 'This link was for it alone, and is over.'],
  expired: ['This link is too old', 'Ask the studio for a new one.'],
  revoked: ['This link is no good any more', 'The studio ended it. Ask for a new one.'],
} as const

const empty = { problem: null, onward: null, pay: null }

/** What somebody with the link sees, who need not be signed in; null where there is no such link. */
export async function payLinkPage(
  ctx: StudioContext,
  paying: PaymentContext | null,
  secret: string,
  done: string | null,
): Promise<PayLinkPage | null> {
  const link = await openPayLink(ctx, secret)
  if (!link) return null
  const { locale, name } = ctx.studio
  const sum = money(link.openMinor, link.currency, locale)
  if (done !== null && paying && (await isOfLink(ctx, link, done))) {
    const settled = await settleAttempt(paying, done)
    if (settled.ok || settled.reason === 'provider_away') {
      const attempt = settled.ok ? settled.attempt : null
      if (!attempt) return { kind: 'payment', title: `Pay ${sum}`, text: [], ...away }
      const view = paymentView(attempt, { locale, studioName: name, away: false })
      const again = view.kind === 'over' && link.state === 'good'
      return {
        kind: 'payment',
        title: view.title,
        text: view.text,
        problem: view.problem,
        onward: view.page,
        pay: again ? `Pay ${sum}` : null,
      }
    }
  }
  if (link.state !== 'good') {
    const [title, text] = goneWords[link.state]
    return { kind: 'gone', title, text: [text], ...empty }
  }
  return {
    kind: 'pay',
    title: `Pay ${sum}`,
    problem: null,
    onward: null,
    text: [`${name}, invoice ${link.reference}. ${link.whatFor}`],
    pay: paying ? `Pay ${sum}` : null,
  }
}

const away = {
  problem: 'We can’t reach Stripe just now. Nothing is lost: reload this page in a minute.',
  onward: null,
  pay: null,
}

/** A payment that was begun by this link, so that it shows nothing else. */
async function isOfLink({ db, studio }: StudioContext, { id }: OpenedLink, attemptId: string) {
  const found = await db.all(sql`
    SELECT 1 FROM pay_links WHERE studio_id = ${studio.id} AND id = ${id}
      AND attempt_id = ${attemptId}`)
  return found.length > 0
}

export type PayByLinkResult = BeginAttemptResult | { ok: false; reason: 'not_found' | 'gone' }

/** Begins paying the invoice of a link in the name of its payer. `gone` where it is no good any more. */
export async function payByLink(
  ctx: PaymentContext,
  secret: string,
  back: { doneUrl: (attemptId: string) => string },
): Promise<PayByLinkResult> {
  const { db, studio } = ctx
  const link = await openPayLink(ctx, secret)
  if (!link) return { ok: false, reason: 'not_found' }
  if (link.state !== 'good') return { ok: false, reason: 'gone' }
  const { payerId: personId, payerEmail: email, payerName: name } = link
  const begun = await payInvoiceOnline(ctx, { personId, email, name }, link.invoiceId, back)
  if (!begun.ok) return begun
  await db.run(sql`
    UPDATE pay_links SET attempt_id = ${begun.attemptId}
    WHERE studio_id = ${studio.id} AND id = ${link.id}`)
  return begun
}
