/** A payment as its payer sees it, before, on its way and afterwards. Pure. */
import type { AttemptRow } from '#app/domain/payments/attempts/attempt-queries.server.ts'
import { failureWords } from '#app/domain/payments/attempts/attempt-words.ts'
import { money } from '#app/values/wording.ts'

export type PaymentView = {
  kind: 'pay' | 'wait' | 'done' | 'over'
  title: string
  /** Sentences below the title. */
  text: string[]
  /** Why the last try failed. */
  problem: string | null
  /** The provider's page, while it can be paid on. */
  page: { url: string; label: string } | null
}

export function paymentView(
  attempt: Pick<
    AttemptRow,
    'purpose' | 'state' | 'code' | 'amountMinor' | 'currency' | 'pageUrl' | 'what' | 'invoiceId'
  >,
  { locale, studioName, away }: { locale: string; studioName: string; away: boolean },
): PaymentView {
  const { purpose, state, code, amountMinor, currency, pageUrl, what, invoiceId } = attempt
  const sum = money(amountMinor, currency, locale)
  const card = purpose === 'card'
  const problem = away
    ? 'We can’t reach Stripe just now. Nothing is lost: reload this page in a minute.'
    : null
  if (state === 'succeeded') {
    if (card) {
      const text = ['You can pay with it from now on, and remove it whenever you like.']
      return { kind: 'done', title: 'Card saved', text, problem, page: null }
    }
    const text =
      invoiceId === null
        ? [`${what} is no longer sold to you. Your ${sum} is account credit with ${studioName}.`]
        : [what, 'The receipt is on its way to you by email.']
    return { kind: 'done', title: `Paid ${sum}`, text, problem, page: null }
  }
  if (state === 'processing') {
    const text = [what, 'Your bank sends it. That can take a few days; we email you then.']
    return { kind: 'wait', title: `${sum} is on its way`, text, problem, page: null }
  }
  if (state === 'failed' || state === 'cancelled') {
    const why = state === 'failed' ? failureWords(code) : 'The page for paying is over.'
    return {
      kind: 'over',
      title: card ? 'Card not saved' : 'Not paid',
      text: [why, card ? 'Start again when you like.' : 'Nothing was taken. Start again below.'],
      problem,
      page: null,
    }
  }
  if (pageUrl === null) {
    const text = ['The page for paying is being made. Reload this page in a moment.']
    return { kind: 'wait', title: 'One moment', text, problem, page: null }
  }
  return {
    kind: 'pay',
    title: card ? 'Save a card' : `Pay ${sum}`,
    text: [
      what,
      'You type your card number on Stripe’s page, not here, and come back afterwards.',
      ...(card ? ['Nothing is taken now.'] : []),
    ],
    problem: code === null ? problem : `Your last try failed. ${failureWords(code)}`,
    page: { url: pageUrl, label: card ? 'Save a card with Stripe' : `Pay ${sum} with Stripe` },
  }
}
