/**
 * What the stand-in holds for each account: a line for each payment, refund and dispute with its
 * fee, and payouts that are the sum of their lines.
 */
import type { Params } from './params.ts'

export type Stored = Record<string, unknown> & { id: string; object: string }

type Make = (prefix: string, object: string, fields: Record<string, unknown>) => Stored

/** 1.5 % and 20, as is usual in the UK; a dispute costs 20.00. */
const feeOf = (amount: number) => Math.round(amount * 0.015) + 20
const disputeFee = 2_000

export function ledgerOf(of: {
  make: Make
  objects: Map<string, Stored>
  shown: (stored: Stored) => Record<string, unknown>
}) {
  const { make, objects, shown } = of
  const line = (account: unknown, type: string, amount: number, fee: number, source: Stored) =>
    make('txn', 'balance_transaction', {
      account,
      type,
      amount,
      fee,
      net: amount - fee,
      source: source.id,
      payout: null,
      description: String(source.description ?? ''),
    })
  const all = (object: string, account: string) =>
    [...objects.values()].filter((one) => one.object === object && one.account === account)
  const list = (data: Record<string, unknown>[], more = false) => ({
    object: 'list',
    url: '/v1',
    has_more: more,
    data,
  })

  return {
    paid(intent: Stored) {
      const charge = make('ch', 'charge', {
        account: intent.account,
        payment_intent: intent.id,
        amount: intent.amount,
        description: intent.description ?? '',
      })
      line(intent.account, 'charge', Number(intent.amount), feeOf(Number(intent.amount)), charge)
    },
    refunded: (refund: Stored) => line(refund.account, 'refund', -Number(refund.amount), 0, refund),
    disputed(intent: Stored, reason: string): Stored {
      const dispute = make('dp', 'dispute', {
        account: intent.account,
        payment_intent: intent.id,
        amount: intent.amount,
        reason,
        currency: intent.currency,
        status: 'needs_response',
        evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 86_400 },
      })
      line(intent.account, 'adjustment', -Number(intent.amount), disputeFee, dispute)
      return dispute
    },
    reinstated: (dispute: Stored) =>
      line(dispute.account, 'adjustment', Number(dispute.amount), -disputeFee, dispute),
    paidOut(account: string, status: string): Stored {
      const held = all('balance_transaction', account).filter(({ payout }) => payout === null)
      const amount = held.reduce((sum, { net }) => sum + Number(net), 0)
      const payout = make('po', 'payout', {
        account,
        amount,
        status,
        currency: 'gbp',
        failure_code: null,
        arrival_date: Math.floor(Date.now() / 1000) + 86_400,
      })
      for (const one of held) one.payout = payout.id
      const own = line(account, 'payout', -amount, 0, payout)
      own.payout = payout.id
      return payout
    },
    /** What the API answers of them; null where there is none such. */
    read(kind: string, id: string, account: string, params: Params) {
      if (kind === 'balance') {
        const held = all('balance_transaction', account).filter(({ payout }) => payout === null)
        const amount = held.reduce((sum, { net }) => sum + Number(net), 0)
        return { object: 'balance', available: [{ amount, currency: 'gbp' }], pending: [] }
      }
      if (kind === 'disputes') {
        const stored = objects.get(id)
        return stored?.object === 'dispute' && stored.account === account ? shown(stored) : null
      }
      if (kind === 'payouts') return list(all('payout', account).reverse().map(shown))
      const lines = all('balance_transaction', account)
        .filter(({ payout }) => payout === params.payout)
        .reverse()
      const from = lines.findIndex((one) => one.id === params.starting_after) + 1
      const some = lines.slice(from, from + Number(params.limit ?? 10))
      const data = some.map((one) => ({
        ...shown(one),
        source: shown(objects.get(String(one.source))!),
      }))
      return list(data, from + some.length < lines.length)
    },
  }
}
