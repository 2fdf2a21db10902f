import { type SQL, sql } from 'drizzle-orm'
import { openInvoiceStatements } from '#app/domain/billing/invoices/open-invoice.server.ts'
import { paymentStatements } from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { MethodByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { spreadStatements } from '#app/domain/billing/invoices/spread-statements.server.ts'
import { lineItemsStatement } from '#app/domain/billing/open-items.server.ts'
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import type { ChargeLine } from './bill-lines.ts'

/** Lines that become one invoice of the payer, and what of them is left to give back. */
export type MembershipBill = {
  /** Comes with the form or from the period, so that nothing is billed twice. */
  id: string
  membershipId: string
  payerId: string
  lines: readonly ChargeLine[]
  /** The day it is due; by default as many days after today as the studio gives. */
  dueOn?: LocalDate
}

/**
 * Puts the lines of a bill on an invoice at once, where `written` holds: what comes off counts
 * against what is charged. What comes off and finds nothing to come off from is a credit note that
 * goes to the payer's account. The same id is one bill.
 */
export function billStatements(
  ctx: StudioContext,
  settings: BillingSettings,
  { id, membershipId, payerId, lines }: MembershipBill,
  written: SQL,
) {
  const own: StudioContext = { ...ctx, nowMs: ctx.nowMs }
  delete own.guardianId
  const { charged, back } = splitLines(lines)
  const issuedOn = localDate(ctx.now, ctx.studio.timeZone)
  const items = (part: readonly ChargeLine[], what: string) =>
    lineItemsStatement(
      own,
      {
        personId: payerId,
        subjectId: membershipId,
        lines: part.map((line, i) => ({ ...line, dedupeKey: `${what}:${id}:${i}` })),
      },
      written,
    )
  const keyed = (what: string) => sql`item.subject_id = ${membershipId}
    AND item.dedupe_key >= ${`${what}:${id}:`} AND item.dedupe_key < ${`${what}:${id};`}`
  const invoiceId = `bill-${id}`
  const noteId = `bill-back-${id}`
  const backMinor = back.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return {
    ...(charged.length > 0
      ? {
          lines: items(charged, 'bill'),
          ...named(
            'bill',
            openInvoiceStatements(own, settings, {
              id: invoiceId,
              personId: payerId,
              kind: 'invoice',
              issuedOn,
              items: keyed('bill'),
            }),
          ),
          ...(charged.some(({ amountMinor }) => amountMinor < 0)
            ? named('off', spreadStatements(own, invoiceId))
            : {}),
        }
      : {}),
    ...(back.length > 0
      ? {
          backLines: items(back, 'bill-back'),
          ...named(
            'note',
            openInvoiceStatements(own, settings, {
              id: noteId,
              personId: payerId,
              kind: 'credit_note',
              issuedOn,
              items: keyed('bill-back'),
            }),
          ),
          ...named(
            'credit',
            paymentStatements(
              own,
              {
                id: noteId,
                invoiceId: noteId,
                personId: payerId,
                amountMinor: backMinor,
                method: 'credit',
                takenBy: '',
                note: back[0]!.working,
              },
              written,
            ),
          ),
        }
      : {}),
  }
}

export const invoiceOfBill = (id: string): string => `bill-${id}`

/** The payment of a bill at the desk, with its act. */
export const paidAtOnce = (
  ctx: StudioContext,
  bill: { id: string; payerId: string; amountMinor: number },
  by: { method: MethodByHand; takenBy: string; note: string },
  written: SQL,
) =>
  named(
    'paid',
    paymentStatements(
      ctx,
      {
        id: `paid-${bill.id}`,
        invoiceId: invoiceOfBill(bill.id),
        personId: bill.payerId,
        amountMinor: bill.amountMinor,
        ...by,
      },
      written,
    ),
  )

/** Lines for the invoice, whose sum is not below nothing, and what is left of what comes off. */
function splitLines(lines: readonly ChargeLine[]): {
  charged: ChargeLine[]
  back: ChargeLine[]
} {
  let over = Math.max(0, -lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
  const charged: ChargeLine[] = []
  const back: ChargeLine[] = []
  for (const line of lines.filter(({ amountMinor }) => amountMinor !== 0)) {
    const given = line.amountMinor < 0 ? Math.min(over, -line.amountMinor) : 0
    over -= given
    if (given > 0) back.push({ ...line, amountMinor: -given })
    if (line.amountMinor + given !== 0) {
      charged.push({ ...line, amountMinor: line.amountMinor + given })
    }
  }
  return { charged, back }
}

const named = <Name extends string, S extends Record<string, unknown>>(name: Name, statements: S) =>
  Object.fromEntries(Object.entries(statements).map(([key, one]) => [`${name}_${key}`, one])) as {
    [Key in keyof S as `${Name}_${string & Key}`]: S[Key]
  }
