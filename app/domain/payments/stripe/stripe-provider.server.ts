import type Stripe from 'stripe'
import type { PaymentFacts, PaymentProvider, ProviderAway, ProviderEvent } from '../provider.ts'
import { accountFacts, codeOf, pageFacts, paymentFacts } from './stripe-facts.ts'
import { moneyOfStripe } from './stripe-money.server.ts'
import { refundState } from './stripe-money-facts.ts'
import type { StripeClient } from './stripe-parts.ts'
import { sessionOf } from './stripe-session.ts'

export type StripeConfiguration = {
  secretKey: string
  webhookSecret: string
  /** Where the API is; empty is Stripe's own. */
  apiUrl: string
}

/** Milliseconds that Stripe may take to answer; it is asked twice at most. */
const answerMs = 15_000

/** A webhook older than so many seconds is not believed. */
const oldestSeconds = 300

const away: ProviderAway = { ok: false, reason: 'provider_away' }

/** What of a payment we read with it. */
const pageParts = ['payment_intent.payment_method', 'setup_intent.payment_method']
const paymentParts = ['payment_method']

/**
 * Stripe: the studio's own connected account sells (direct charges), so the money is never ours.
 * Payers type their card on Stripe's page. What cannot be reached answers `provider_away`.
 */
export function stripeProvider(configuration: StripeConfiguration): PaymentProvider {
  const { secretKey, webhookSecret } = configuration
  let made: Promise<StripeClient> | undefined
  const stripe = () => {
    made ??= clientOf(configuration)
    return made
  }
  const testMode = !secretKey.startsWith('sk_live_')
  const at = (stripeAccount: string, key?: string) => ({
    stripeAccount,
    ...(key === undefined ? {} : { idempotencyKey: key }),
  })

  return {
    openAccount: ({ key, name, email, country }) =>
      reach(async () => {
        const { id } = await (await stripe()).accounts.create(
          {
            type: 'standard',
            country,
            business_profile: { name },
            ...(email === '' ? {} : { email }),
          },
          { idempotencyKey: `account:${key}` },
        )
        return { ok: true, accountRef: id }
      }),

    accountPage: (accountRef, { doneUrl, againUrl }) =>
      reach(async () => {
        const { url } = await (await stripe()).accountLinks.create({
          account: accountRef,
          type: 'account_onboarding',
          return_url: doneUrl,
          refresh_url: againUrl,
        })
        return { ok: true, url }
      }),

    readAccount: (accountRef) =>
      reach(async () => {
        const account = await (await stripe()).accounts.retrieve(accountRef)
        return { ok: true, facts: accountFacts(account, testMode) }
      }),

    openPage: (accountRef, page) =>
      reach(async () => {
        const session = await (await stripe()).checkout.sessions
          .create(sessionOf(page), at(accountRef, `page:${page.key}`))
          .catch(unlessRefused)
        if (!session) return { ok: false as const, reason: 'not_taken' as const }
        return session.url ? { ok: true, pageRef: session.id, url: session.url } : away
      }),

    readPage: (accountRef, pageRef) =>
      reach(async () => {
        const session = await (await stripe()).checkout.sessions.retrieve(
          pageRef,
          { expand: pageParts },
          at(accountRef),
        )
        return { ok: true, facts: pageFacts(session) }
      }),

    endPage: (accountRef, pageRef) =>
      reach(async () => {
        const { sessions } = (await stripe()).checkout
        // One that was paid or is over cannot be ended: what it says then is the answer.
        await sessions.expire(pageRef, {}, at(accountRef)).catch(unlessRefused)
        const session = await sessions.retrieve(pageRef, { expand: pageParts }, at(accountRef))
        return { ok: true, facts: pageFacts(session) }
      }),

    charge: (accountRef, { key, attemptId, customerRef, methodRef, what, ...money }) =>
      reach(async () => {
        const { paymentIntents } = await stripe()
        try {
          const intent = await paymentIntents.create(
            {
              amount: money.amountMinor,
              currency: money.currency.toLowerCase(),
              customer: customerRef,
              payment_method: methodRef,
              description: what,
              confirm: true,
              off_session: true,
              expand: paymentParts,
              metadata: { attempt: attemptId },
            },
            at(accountRef, `charge:${key}`),
          )
          return { ok: true, facts: paymentFacts(intent, true) }
        } catch (error) {
          const facts = refusedFacts(error, money.amountMinor)
          if (!facts) throw error
          return { ok: true, facts }
        }
      }),

    findCharge: (accountRef, { attemptId, customerRef }) =>
      reach(async () => {
        const { paymentIntents } = await stripe()
        const { data } = await paymentIntents.list(
          { customer: customerRef, limit: 100, expand: ['data.payment_method'] },
          at(accountRef),
        )
        const intent = data.find(({ metadata }) => metadata.attempt === attemptId)
        return { ok: true, facts: intent ? paymentFacts(intent, true) : null }
      }),

    readPayment: (accountRef, paymentRef) =>
      reach(async () => {
        const { paymentIntents } = await stripe()
        const intent = await paymentIntents.retrieve(
          paymentRef,
          { expand: paymentParts },
          at(accountRef),
        )
        return { ok: true, facts: paymentFacts(intent, true) }
      }),

    forgetMethod: (accountRef, methodRef) =>
      reach(async () => {
        const { paymentMethods } = await stripe()
        await paymentMethods.detach(methodRef, {}, at(accountRef)).catch(unlessRefused)
        return { ok: true }
      }),

    refund: (accountRef, { key, paymentRef, amountMinor }) =>
      reach(async () => {
        try {
          const { id, status } = await (await stripe()).refunds.create(
            { payment_intent: paymentRef, amount: amountMinor },
            at(accountRef, `refund:${key}`),
          )
          return { ok: true as const, refundRef: id, state: refundState(status) }
        } catch (error) {
          if (!isRefusal(error)) throw error
          return { ok: false as const, reason: 'refused' as const }
        }
      }),

    ...moneyOfStripe(stripe, reach),

    async readEvent(body, signature) {
      if (webhookSecret === '') return null
      const client = await stripe()
      try {
        const event = await client.webhooks.constructEventAsync(
          body,
          signature,
          webhookSecret,
          oldestSeconds,
        )
        return eventOf(event)
      } catch (error) {
        // A body that is signed and is no JSON is as little an event as one that is not signed.
        if (error instanceof SyntaxError || nameOf(error).includes('SignatureVerification')) {
          return null
        }
        throw error
      }
    },
  }
}

async function clientOf({ secretKey, apiUrl }: StripeConfiguration): Promise<StripeClient> {
  // Loaded where somebody pays: nobody else waits for it.
  const { default: Client } = await import('stripe')
  const url = apiUrl === '' ? null : new URL(apiUrl)
  return new Client(secretKey, {
    httpClient: Client.createFetchHttpClient(),
    timeout: answerMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url
      ? {
          host: url.hostname,
          port: url.port || (url.protocol === 'http:' ? '80' : '443'),
          protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      : {}),
  })
}

const nameOf = (error: unknown): string =>
  error && typeof error === 'object' && 'type' in error ? String(error.type) : ''

/** Stripe understood and said no: a card, or a request that cannot be met. */
const isRefusal = (error: unknown): boolean =>
  ['StripeCardError', 'StripeInvalidRequestError'].includes(nameOf(error))

function unlessRefused(error: unknown) {
  if (!isRefusal(error)) throw error
}

/**
 * A card that was refused as it was charged, or is not there any more; the payment comes with the
 * error.
 */
function refusedFacts(error: unknown, amountMinor: number): PaymentFacts | null {
  if (!isRefusal(error)) return null
  const { payment_intent: intent, ...said } = error as Stripe.errors.StripeCardError
  return {
    state: 'failed',
    code: codeOf(said),
    paymentRef: intent?.id ?? null,
    customerRef: null,
    kept: null,
    amountMinor,
  }
}

/** Asks Stripe; what it cannot do now is said, what we got wrong is a bug and thrown. */
async function reach<Answer>(ask: () => Promise<Answer>): Promise<Answer | ProviderAway> {
  try {
    return await ask()
  } catch (error) {
    const kinds = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']
    // The same request is under way by its key: how it ends is asked again.
    const inUse = (error as { statusCode?: number }).statusCode === 409
    if (!kinds.includes(nameOf(error)) && !inUse) throw error
    console.error('The payment provider cannot be reached', { kind: nameOf(error) })
    return away
  }
}

const eventKinds = ['refund', 'dispute', 'payout'] as const

function eventOf(event: Stripe.Event): ProviderEvent {
  const about = event.data.object as {
    id?: string
    object?: string
    metadata?: Record<string, string> | null
    client_reference_id?: string | null
  }
  const kind = eventKinds.find((one) => one === about.object) ?? null
  return {
    id: event.id,
    kind: event.type,
    accountRef: event.account ?? null,
    attemptId: about.metadata?.attempt ?? about.client_reference_id ?? null,
    about: kind && about.id ? { kind, ref: about.id } : null,
  }
}
