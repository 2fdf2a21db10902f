/** What Stripe's objects say of a payment, in the words of the port. Pure. */
import type Stripe from 'stripe'
import type { AccountFacts, KeptMethod, PaymentFacts } from '../provider.ts'

/** Debits that are kept like cards. */
type Debit = { last4?: string | null; fingerprint?: string | null }

function methodOf(method: Stripe.PaymentMethod): KeptMethod {
  const { id, card } = method
  if (card) {
    const { brand, last4, exp_month: endMonth, exp_year: endYear, fingerprint } = card
    return {
      ref: id,
      kind: 'card',
      brand,
      last4,
      endMonth,
      endYear,
      fingerprint: fingerprint ?? '',
    }
  }
  const debit: Debit = method.sepa_debit ?? method.bacs_debit ?? {}
  return {
    ref: id,
    kind: 'debit',
    brand: method.type,
    last4: debit.last4 ?? '',
    endMonth: 0,
    endYear: 0,
    fingerprint: debit.fingerprint ?? '',
  }
}

const refOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

const states: Readonly<Record<string, PaymentFacts['state']>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  canceled: 'cancelled',
  requires_action: 'requires_action',
  requires_capture: 'processing',
  requires_confirmation: 'requires_action',
  // Each refused card leaves it here; on a page the payer may try another.
  requires_payment_method: 'requires_action',
}

/** A payment as it stands; `alone` is one that nobody is there to try again. */
export function paymentFacts(intent: Stripe.PaymentIntent, alone: boolean): PaymentFacts {
  const refused = intent.status === 'requires_payment_method' || intent.status === 'requires_action'
  const { payment_method: method } = intent
  return {
    state: alone && refused ? 'failed' : (states[intent.status] ?? 'requires_action'),
    code: reasonOf(intent, alone && refused),
    paymentRef: intent.id,
    customerRef: refOf(intent.customer),
    kept:
      intent.setup_future_usage === 'off_session' && method && typeof method !== 'string'
        ? methodOf(method)
        : null,
    amountMinor: intent.amount_received || intent.amount,
  }
}

const reasonOf = (
  { last_payment_error: error }: Stripe.PaymentIntent,
  failed: boolean,
): string | null => {
  if (error) return codeOf(error)
  return failed ? 'authentication_required' : null
}

/** The issuer's own reason where it gave one. */
export const codeOf = ({
  code,
  decline_code: declined,
}: {
  code?: string | undefined
  decline_code?: string | undefined
}): string => declined || code || 'card_declined'

/** How somebody fared on a page, whether they paid there or had a card kept. */
export function pageFacts(session: Stripe.Checkout.Session): PaymentFacts {
  const { payment_intent: intent, setup_intent: setup, status } = session
  if (setup && typeof setup !== 'string') {
    const kept = setup.payment_method
    return {
      state: setup.status === 'succeeded' ? 'succeeded' : pageState(status, 'requires_action'),
      code: null,
      paymentRef: setup.id,
      customerRef: refOf(session.customer),
      kept: kept && typeof kept !== 'string' ? methodOf(kept) : null,
      amountMinor: 0,
    }
  }
  if (!intent || typeof intent === 'string') {
    return {
      state: pageState(status, 'requires_action'),
      code: null,
      paymentRef: refOf(intent),
      kept: null,
      amountMinor: 0,
      customerRef: refOf(session.customer),
    }
  }
  const facts = paymentFacts(intent, false)
  // A debit that was refused days after the page was left: nobody is there to try again.
  const late = status === 'complete' && intent.status === 'requires_payment_method'
  return { ...facts, state: late ? 'failed' : pageState(status, facts.state) }
}

const pageState = (
  status: Stripe.Checkout.Session.Status | null,
  otherwise: PaymentFacts['state'],
): PaymentFacts['state'] => (status === 'expired' ? 'cancelled' : otherwise)

export function accountFacts(account: Stripe.Account, testMode: boolean): AccountFacts {
  const { charges_enabled: charges, details_submitted: told, requirements } = account
  const missing = requirements?.currently_due ?? []
  const stopped = told && requirements?.disabled_reason ? 'restricted' : 'pending'
  return {
    state: charges ? 'active' : stopped,
    missing,
    testMode,
    statementText: account.settings?.payments?.statement_descriptor ?? '',
    payoutEvery: scheduleOf(account.settings?.payouts?.schedule),
  }
}

type Schedule = {
  interval: string
  weekly_anchor?: string
  monthly_anchor?: number
}

/** `daily`, `weekly friday`, `monthly 1`, `manual`. */
const scheduleOf = (schedule: Schedule | null | undefined): string =>
  schedule
    ? [schedule.interval, schedule.weekly_anchor ?? schedule.monthly_anchor ?? '']
        .filter((part) => part !== '')
        .join(' ')
    : ''
