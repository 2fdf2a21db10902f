/** A draft as the invoice that it would be, for its page. Pure. */
import type { DraftRow } from '#app/domain/billing/drafts/draft-queries.server.ts'
import { type DraftTerms, draftTotals } from '#app/domain/billing/drafts/draft-totals.ts'
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { type InvoiceView, invoiceView } from './invoice-view.ts'

export function draftView(
  draft: DraftRow,
  terms: DraftTerms,
  settings: Pick<BillingSettings, 'dueDays' | 'taxName'> & { seller: string },
  reader: { locale: string; timeZone: string; today: LocalDate; currency: string },
): InvoiceView {
  const { lines, totalMinor, taxMinor } = draftTotals(terms)
  const { today, currency } = reader
  const view = invoiceView(
    {
      invoice: {
        id: draft.id,
        kind: 'invoice',
        reference: '',
        state: 'open',
        currency,
        issuedOn: today,
        dueOn: draft.dueOn ?? addDays(today, settings.dueDays),
        totalMinor,
        taxMinor,
        balanceMinor: totalMinor,
        personId: draft.personId,
        personName: draft.personName,
        what: '',
        payerId: null,
        payerName: null,
        payerEmail: null,
        lines: lines.length,
        personEmail: draft.personEmail,
        seller: settings.seller,
        taxName: settings.taxName,
        netPrices: draft.netPrices,
        reason: '',
        creditsId: null,
        creditsReference: null,
      },
      lines: lines.map((line) => ({
        ...line,
        kind: 'other',
        working: line.what,
        state: 'open',
        backMinor: 0,
        refundedMinor: 0,
        comesBack: 0,
        periodFrom: null,
        periodUntil: null,
      })),
      payments: [],
      parts: [],
      notes: [],
      creditMinor: 0,
    },
    reader,
  )
  return { ...view, title: `Invoice for ${draft.personName}`, state: { text: 'Draft', tone: null } }
}
