/** What the list of invoices can be narrowed by. A word that is not understood falls back. */
import * as z from 'zod'
import { paymentMethods } from '#app/domain/billing/invoices/payment-words.ts'
import { searchText } from '#app/values/search-terms.ts'
import { isLocalDate } from '#app/values/zone.ts'

const invoiceViews = [
  'open',
  'overdue',
  'paid',
  'disputed',
  'written_off',
  'void',
  'credit_notes',
  'all',
] as const
export type InvoiceView = (typeof invoiceViews)[number]

const day = z
  .string()
  .refine((text) => text === '' || isLocalDate(text))
  .catch('')

export const invoiceFilters = z.object({
  view: z.enum(invoiceViews).catch('open'),
  /** A number as printed, or somebody's name, address or phone. */
  q: searchText(80),
  /** Issued between these days, both included. */
  from: day,
  until: day,
  /** How something of it was paid. */
  method: z.enum(['', ...paymentMethods]).catch(''),
  /** Location of the person who pays, by id. */
  location: z.string().max(40).catch(''),
  /** What it comes to, at least and at most, as it is typed. */
  least: z.string().trim().max(20).catch(''),
  most: z.string().trim().max(20).catch(''),
})
export type InvoiceFilters = z.output<typeof invoiceFilters>
