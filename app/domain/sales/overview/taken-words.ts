/** Money of a span in words and in a table of kinds and methods. Pure. */
import {
  methodWords,
  type PaymentMethod,
  paymentMethods,
} from '#app/domain/billing/invoices/payment-words.ts'
import { incomeWords } from '../accounts/income-kinds.ts'

type Kind = keyof typeof incomeWords | 'account' | 'refunded'

export const kindWords: Readonly<Record<Kind, string>> = {
  ...incomeWords,
  account: 'Onto accounts',
  refunded: 'Refunded',
}

type Sum = { kind: Kind; method: PaymentMethod; minor: number }

export type TakenTable = {
  methods: { method: PaymentMethod; name: string; minor: number }[]
  rows: { kind: Kind; name: string; cells: number[]; minor: number }[]
  inMinor: number
  outMinor: number
}

/** Kinds down, methods across, each with its sum; refunds are in no kind of income. */
export function takenTable(sums: readonly Sum[]): TakenTable {
  const methods = paymentMethods.filter((method) => sums.some((one) => one.method === method))
  const minorOf = (of: (sum: Sum) => boolean) =>
    sums.filter(of).reduce((all, { minor }) => all + minor, 0)
  const kinds = (Object.keys(kindWords) as Kind[]).filter((kind) =>
    sums.some((one) => one.kind === kind),
  )
  return {
    methods: methods.map((method) => ({
      method,
      name: methodWords[method],
      minor: minorOf((one) => one.method === method),
    })),
    rows: kinds.map((kind) => ({
      kind,
      name: kindWords[kind],
      cells: methods.map((method) => minorOf((one) => one.kind === kind && one.method === method)),
      minor: minorOf((one) => one.kind === kind),
    })),
    inMinor: minorOf(({ kind }) => kind !== 'refunded'),
    // Taken from 0, because the minus of 0 reads as −£0.00.
    outMinor: 0 - minorOf(({ kind }) => kind === 'refunded'),
  }
}
