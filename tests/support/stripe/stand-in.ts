/**
 * A stand-in for Stripe on this machine: the part of its documented API that Cadence uses, with
 * connected accounts, idempotency keys, refusals by card number, pages where somebody pays or
 * connects a studio, and signed webhooks that may come late, twice or never.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cardOf, type StandInCard } from './cards.ts'
import { ledgerOf, type Stored } from './ledger.ts'
import { connectPage, overPage, payPage } from './pages.ts'
import { nested, type Params, paramsOf } from './params.ts'

type Answer = { status: number; body: unknown }

export type StripeStandIn = {
  url: string
  secretKey: string
  webhookSecret: string
  /** Every event so far, oldest first, whether it was delivered or not. */
  events: { id: string; type: string; account?: string; body: string }[]
  /** Where events go as they happen; null keeps them for `deliver`. */
  webhookUrl: string | null
  /** Nothing answers but 503. */
  down: boolean
  /** What the next charges of a kept card come to, by the last four digits. */
  outcomes: Map<string, string | 'ok'>
  /** Every charge that succeeded, in minor units. */
  charges: { account: string; amount: number; attempt: string; refunded: number }[]
  /** Sends an event to `to`, signed now or `age` seconds ago. */
  deliver(event: { body: string }, to: string, age?: number): Promise<Response>
  /** What a browser without scripts does on the page of a session: pays by that number. */
  payOn(url: string, number: string): Promise<{ status: number; location: string | null }>
  /** Cards that are kept in an account, of so many customers, without any page. */
  keepCards(account: string, many: number): { method: string; customer: string }[]
  /** Cards take no refund any more. */
  refundsFail: boolean
  /** The payer of an attempt asks their bank to take it back; answers the dispute's id. */
  dispute(attempt: string, reason?: string): Promise<string>
  /** The bank has decided. */
  decide(dispute: string, state: 'won' | 'lost' | 'under_review'): Promise<void>
  /** What an account holds is sent to its bank; answers the payout's id. */
  payOut(account: string, state?: 'paid' | 'in_transit' | 'failed'): Promise<string>
  /** Debits that are on their way arrive, or fail with a code. */
  settleDebits(code?: string): Promise<void>
  /** All that it knows, for `startStripe` on another port. */
  kept(): string
  close(): Promise<void>
}

const secretKey = 'sk_test_of_the_stand_in'
const webhookSecret = 'whsec_of_the_stand_in'

const refuse = (status: number, error: Record<string, unknown>): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', ...error } },
})
const missing = (what: string) =>
  refuse(404, { code: 'resource_missing', message: `No such ${what}` })

/** A header as Stripe signs a body, at an instant in seconds. */
export const signed = (body: string, at: number, secret = webhookSecret): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** What a Worker is told to use it. */
export const stripeVariables = ({ secretKey, webhookSecret, url }: StripeStandIn) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: url,
})

/** Starts it, with all that another one knew where its `kept` is given. */
export async function startStripe(port = 0, kept?: string): Promise<StripeStandIn> {
  const objects = new Map<string, Stored>()
  const cards = new Map<string, StandInCard>()
  const answered = new Map<string, { params: string; answer: Answer }>()
  let count = 0
  const now = () => Math.floor(Date.now() / 1000)
  const make = (prefix: string, object: string, fields: Record<string, unknown>) => {
    count += 1
    const id = `${prefix}_${count.toString(36).padStart(4, '0')}${randomBytes(6).toString('hex')}`
    const stored = { id, object, created: now(), livemode: false, ...fields } as Stored
    objects.set(id, stored)
    return stored
  }
  const find = (id: string, object: string, account?: string) => {
    const stored = objects.get(id)
    if (stored?.object !== object) return undefined
    return account === undefined || stored.account === account ? stored : undefined
  }

  const tell = async (type: string, object: Stored, account: string) => {
    const { id } = make('evt', 'event', { account })
    const about = { ...shown(object), account: undefined }
    const body = JSON.stringify({
      id,
      object: 'event',
      type,
      account,
      created: now(),
      livemode: false,
      data: { object: about },
    })
    standIn.events.push({ id, type, account, body })
    if (standIn.webhookUrl) {
      await standIn.deliver({ body }, standIn.webhookUrl).catch(() => undefined)
    }
  }
  /** As Stripe sends it: our own notes are not in it. */
  const shown = ({ account: _, ...rest }: Stored) => rest
  const expanded = (stored: Stored, expand: string[]): unknown => {
    const answer: Record<string, unknown> = shown(stored)
    for (const path of expand) {
      const [head = '', ...rest] = path.split('.')
      const ref = answer[head]
      const target = typeof ref === 'string' ? objects.get(ref) : undefined
      if (target) answer[head] = expanded(target, rest.length > 0 ? [rest.join('.')] : [])
    }
    return answer
  }

  const keep = (card: StandInCard, account: string, customer: string): Stored => {
    const method = make('pm', 'payment_method', {
      account,
      customer,
      type: card.debit ? 'bacs_debit' : 'card',
      ...(card.debit
        ? {
            bacs_debit: { last4: card.last4, fingerprint: `fp_${card.last4}`, sort_code: '108800' },
          }
        : {
            card: {
              brand: card.brand,
              last4: card.last4,
              exp_month: 12,
              exp_year: 2031,
              fingerprint: `fp_${card.last4}`,
              funding: 'credit',
            },
          }),
    })
    cards.set(method.id, card)
    return method
  }

  const succeed = async (intent: Stored) => {
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    standIn.charges.push({
      account: String(intent.account),
      amount: Number(intent.amount),
      attempt: (intent.metadata as Record<string, string>).attempt ?? '',
      refunded: 0,
    })
    money.paid(intent)
    await tell('payment_intent.succeeded', intent, String(intent.account))
  }

  const money = ledgerOf({ make, objects, shown })

  const refused = (intent: Stored, code: string, declined?: string) => {
    const error = {
      type: 'card_error',
      code,
      message: 'Your card was declined.',
      ...(declined ? { decline_code: declined } : {}),
    }
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
    return error
  }

  const createIntent = async (params: Params, account: string): Promise<Answer> => {
    const method = find(String(params.payment_method), 'payment_method', account)
    if (!method?.customer) return missing('PaymentMethod')
    const intent = make('pi', 'payment_intent', {
      account,
      amount: Number(params.amount),
      amount_received: 0,
      currency: params.currency,
      customer: params.customer,
      payment_method: method.id,
      status: 'requires_confirmation',
      metadata: params.metadata ?? {},
      setup_future_usage: null,
      last_payment_error: null,
    })
    const card = cards.get(method.id)!
    const outcome = standIn.outcomes.get(card.last4) ?? card.later
    if (card.debit) {
      intent.status = 'processing'
      return { status: 200, body: expanded(intent, ['payment_method']) }
    }
    if (outcome === 'ok') {
      await succeed(intent)
      return { status: 200, body: expanded(intent, ['payment_method']) }
    }
    const error =
      outcome === 'authentication_required'
        ? refused(intent, 'authentication_required')
        : refused(intent, 'card_declined', outcome)
    await tell('payment_intent.payment_failed', intent, account)
    return { status: 402, body: { error: { ...error, payment_intent: shown(intent) } } }
  }

  const createSession = (params: Params, account: string): Answer => {
    const setup = params.mode === 'setup'
    const item = nested(params, 'line_items', '0', 'price_data') ?? {}
    const intent = setup
      ? make('seti', 'setup_intent', {
          account,
          status: 'requires_payment_method',
          payment_method: null,
          metadata: params.metadata ?? {},
        })
      : null
    if (params.mode === 'payment' && Number(item.unit_amount) < 30) {
      return refuse(400, { code: 'amount_too_small', message: 'At least £0.30' })
    }
    const session = make('cs', 'checkout.session', {
      account,
      mode: params.mode,
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: params.client_reference_id,
      metadata: params.metadata ?? {},
      customer: params.customer ?? null,
      customer_email: params.customer_email ?? null,
      success_url: params.success_url,
      cancel_url: params.cancel_url,
      future: (params.payment_intent_data as Record<string, unknown> | undefined)
        ?.setup_future_usage,
      amount_total: Number(item.unit_amount ?? 0),
      currency: params.currency ?? item.currency,
      what: String(nested(item, 'product_data')?.name ?? ''),
      expires_at: Number(params.expires_at ?? now() + 86_400),
      payment_intent: null,
      setup_intent: intent?.id ?? null,
    })
    session.url = `${standIn.url}/pay/${session.id}`
    return { status: 200, body: shown(session) }
  }

  const expireSession = async (session: Stored, account: string): Promise<Answer> => {
    if (session.status !== 'open') {
      return refuse(400, { message: `This session is ${session.status}` })
    }
    Object.assign(session, { status: 'expired', url: null })
    await tell('checkout.session.expired', session, account)
    return { status: 200, body: shown(session) }
  }

  /** Somebody types a number on the page; null is that it was refused and they may try again. */
  const pay = async (session: Stored, card: StandInCard): Promise<string | null> => {
    const account = String(session.account)
    const customer = (session.customer as string | null) ?? make('cus', 'customer', { account }).id
    session.customer = customer
    if (session.mode === 'setup') {
      if (card.now !== 'ok') return null
      const setup = objects.get(String(session.setup_intent))!
      Object.assign(setup, {
        status: 'succeeded',
        payment_method: keep(card, account, customer).id,
      })
      Object.assign(session, { status: 'complete', url: null })
      await tell('checkout.session.completed', session, account)
      return String(session.success_url)
    }
    const intent =
      objects.get(String(session.payment_intent)) ??
      make('pi', 'payment_intent', {
        account,
        amount: session.amount_total,
        amount_received: 0,
        currency: session.currency,
        customer,
        status: 'requires_payment_method',
        metadata: session.metadata,
        setup_future_usage: session.future ?? null,
        payment_method: null,
        last_payment_error: null,
      })
    session.payment_intent = intent.id
    const outcome = standIn.outcomes.get(card.last4) ?? card.now
    if (outcome !== 'ok') {
      refused(intent, 'card_declined', outcome)
      await tell('payment_intent.payment_failed', intent, account)
      return null
    }
    Object.assign(intent, {
      payment_method: keep(card, account, customer).id,
      customer,
      last_payment_error: null,
    })
    Object.assign(session, { status: 'complete', url: null })
    if (card.debit) intent.status = 'processing'
    else {
      session.payment_status = 'paid'
      await succeed(intent)
    }
    await tell('checkout.session.completed', session, account)
    return String(session.success_url)
  }

  const refund = async (params: Params, account: string): Promise<Answer> => {
    const intent = find(String(params.payment_intent), 'payment_intent', account)
    if (!intent) return missing('payment_intent')
    const attempt = (intent.metadata as Record<string, string>).attempt ?? ''
    const charge = standIn.charges.find((one) => one.attempt === attempt)
    const amount = Number(params.amount ?? intent.amount)
    if (!charge || charge.refunded + amount > charge.amount) {
      return refuse(400, { code: 'charge_already_refunded', message: 'More than was paid' })
    }
    charge.refunded += amount
    const status = standIn.refundsFail ? 'failed' : 'succeeded'
    const made = make('re', 'refund', { account, amount, status, payment_intent: intent.id })
    if (status === 'failed') charge.refunded -= amount
    else money.refunded(made)
    await tell('refund.created', made, account)
    return { status: 200, body: shown(made) }
  }

  /** Newest first, as far as `limit` goes. */
  const listed = (object: string, account: string, params: Params): Answer => {
    const all = [...objects.values()].filter(
      (one) =>
        one.object === object &&
        one.account === account &&
        (params.customer === undefined || one.customer === params.customer),
    )
    const data = all.reverse().slice(0, Number(params.limit ?? 10))
    const expand = Object.values((params.expand ?? {}) as Record<string, string>).map((path) =>
      path.replace(/^data\./, ''),
    )
    return {
      status: 200,
      body: {
        object: 'list',
        url: `/v1/${object}s`,
        has_more: all.length > data.length,
        data: data.map((one) => expanded(one, expand)),
      },
    }
  }

  const route = async (method: string, path: string, params: Params, account: string) => {
    const [, , kind = '', id = '', act = ''] = path.split('/')
    const expand = Object.values((params.expand ?? {}) as Record<string, string>)
    if (kind === 'accounts' && method === 'POST') {
      const made = make('acct', 'account', {
        type: params.type,
        country: params.country,
        charges_enabled: false,
        details_submitted: false,
        payouts_enabled: false,
        settings: {
          payments: { statement_descriptor: 'STUDIO' },
          payouts: { schedule: { interval: 'weekly', weekly_anchor: 'friday', delay_days: 3 } },
        },
        requirements: {
          currently_due: ['business_profile.url', 'external_account'],
          disabled_reason: 'requirements.past_due',
        },
      })
      return { status: 200, body: shown(made) }
    }
    if (kind === 'accounts') {
      const stored = find(id, 'account')
      return stored ? { status: 200, body: shown(stored) } : missing('account')
    }
    if (kind === 'account_links') {
      const link = make('link', 'account_link', { ...params })
      return {
        status: 200,
        body: { object: 'account_link', url: `${standIn.url}/connect/${link.id}` },
      }
    }
    if (kind === 'checkout') {
      const [, , , , session = '', over = ''] = path.split('/')
      if (method === 'POST' && session === '') return createSession(params, account)
      const stored = find(session, 'checkout.session', account)
      if (!stored) return missing('checkout.session')
      if (over === 'expire') return expireSession(stored, account)
      if (stored.status === 'open' && Number(stored.expires_at) < now()) stored.status = 'expired'
      return { status: 200, body: expanded(stored, expand) }
    }
    if (kind === 'payment_intents') {
      if (method === 'POST' && id === '') return createIntent(params, account)
      if (id === '') return listed('payment_intent', account, params)
      const stored = find(id, 'payment_intent', account)
      return stored ? { status: 200, body: expanded(stored, expand) } : missing('payment_intent')
    }
    if (kind === 'payment_methods' && act === 'detach') {
      const stored = find(id, 'payment_method', account)
      if (!stored) return missing('payment_method')
      stored.customer = null
      return { status: 200, body: shown(stored) }
    }
    if (kind === 'refunds' && method === 'POST') return refund(params, account)
    if (kind === 'refunds') {
      const stored = find(id, 'refund', account)
      return stored ? { status: 200, body: shown(stored) } : missing('refund')
    }
    if (['disputes', 'payouts', 'balance', 'balance_transactions'].includes(kind)) {
      const body = money.read(kind, id, account, params)
      return body ? { status: 200, body } : missing(kind)
    }
    return refuse(404, { message: `Unrecognized request URL (${method}: ${path})` })
  }

  const api = async (request: IncomingMessage, path: string, params: Params): Promise<Answer> => {
    if (standIn.down) return { status: 503, body: { error: { type: 'api_error' } } }
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return refuse(401, { message: 'Invalid API Key provided' })
    }
    const account = String(request.headers['stripe-account'] ?? '')
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || typeof key !== 'string') {
      return route(request.method ?? 'GET', path, params, account)
    }
    const said = JSON.stringify([path, account, params])
    const before = answered.get(key)
    if (before && before.params !== said) {
      return {
        status: 400,
        body: { error: { type: 'idempotency_error', message: 'Keys are for one request each' } },
      }
    }
    if (before) return before.answer
    const answer = await route('POST', path, params, account)
    if (!answered.has(key)) answered.set(key, { params: said, answer })
    return answer
  }

  const page = async (request: IncomingMessage, url: URL, params: Params, to: ServerResponse) => {
    const [, kind, id = ''] = url.pathname.split('/')
    const html = (status: number, text: string) => {
      to.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' })
      to.end(text)
    }
    const go = (where: string) => {
      to.writeHead(303, { Location: where })
      to.end()
    }
    if (kind === 'connect') {
      const link = objects.get(id)
      const account = objects.get(String(link?.account))
      if (!link || !account) return html(404, overPage())
      if (request.method !== 'POST') return html(200, connectPage())
      Object.assign(account, {
        charges_enabled: true,
        details_submitted: true,
        payouts_enabled: true,
        requirements: { currently_due: [], disabled_reason: null },
      })
      await tell('account.updated', account, account.id)
      return go(String(link.return_url))
    }
    const session = find(id, 'checkout.session')
    if (session?.status !== 'open') return html(410, overPage())
    if (request.method !== 'POST') return html(200, payPage(session, false))
    const where = await pay(session, cardOf(String(params.number ?? '')))
    return where ? go(where) : html(402, payPage(session, true))
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = request.method === 'GET' ? url.search.slice(1) : Buffer.concat(chunks).toString()
    const params = paramsOf(text)
    if (!url.pathname.startsWith('/v1/')) return page(request, url, params, response)
    const { status, body } = await api(request, url.pathname, params)
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  })

  const standIn: StripeStandIn = {
    url: '',
    secretKey,
    webhookSecret,
    events: [],
    webhookUrl: null,
    down: false,
    outcomes: new Map(),
    charges: [],
    refundsFail: false,
    keepCards: (account, many) =>
      Array.from({ length: many }, () => {
        const customer = make('cus', 'customer', { account }).id
        return { customer, method: keep(cardOf('4242 4242 4242 4242'), account, customer).id }
      }),
    async dispute(attempt, reason = 'fraudulent') {
      const intent = [...objects.values()].find(
        ({ object, metadata }) =>
          object === 'payment_intent' &&
          (metadata as Record<string, string> | undefined)?.attempt === attempt,
      )!
      const made = money.disputed(intent, reason)
      await tell('charge.dispute.created', made, String(intent.account))
      return made.id
    },
    async decide(id, state) {
      const dispute = objects.get(id)!
      dispute.status = state
      if (state === 'won') money.reinstated(dispute)
      const type = state === 'under_review' ? 'updated' : 'closed'
      await tell(`charge.dispute.${type}`, dispute, String(dispute.account))
    },
    async payOut(account, state = 'paid') {
      const made = money.paidOut(account, state)
      await tell('payout.updated', made, account)
      return made.id
    },
    deliver: ({ body }, to, age = 0) =>
      fetch(to, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Stripe-Signature': signed(body, now() - age),
        },
        body,
      }),
    async payOn(url, number) {
      const answer = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ number }),
        redirect: 'manual',
      })
      return { status: answer.status, location: answer.headers.get('Location') }
    },
    async settleDebits(code) {
      for (const intent of objects.values()) {
        if (intent.object !== 'payment_intent' || intent.status !== 'processing') continue
        if (code === undefined) await succeed(intent)
        else {
          refused(intent, code)
          await tell('payment_intent.payment_failed', intent, String(intent.account))
        }
      }
    },
    kept: () =>
      JSON.stringify({
        url: standIn.url,
        count,
        events: standIn.events,
        charges: standIn.charges,
        objects: [...objects],
        cards: [...cards],
        answered: [...answered],
      }),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  if (kept !== undefined) {
    const { url } = JSON.parse(kept)
    const known = JSON.parse(kept.replaceAll(url, standIn.url))
    count = known.count
    standIn.events.push(...known.events)
    standIn.charges.push(...known.charges)
    for (const [id, object] of known.objects) objects.set(id, object)
    for (const [id, card] of known.cards) cards.set(id, card)
    for (const [key, answer] of known.answered) answered.set(key, answer)
  }
  return standIn
}
