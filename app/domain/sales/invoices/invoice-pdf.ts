import type { Studio } from '#app/domain/scope/studio.ts'
import type { Instant } from '#app/values/instant.ts'
import type { PdfBlock } from '#app/values/pdf/lay-out.ts'
import type { PdfDocument } from '#app/values/pdf/make-pdf.ts'
import type { InvoiceView } from './invoice-view.ts'

/** An invoice or credit note as a file: the same words as on its page. Pure. */
export function invoicePdf(
  view: InvoiceView,
  { studio, now }: { studio: Pick<Studio, 'name' | 'locale'>; now: Instant },
): PdfDocument {
  const { isNote, hasTax, taxName } = view
  const facts: (readonly [label: string, value: string])[] = [
    ['From', view.seller.join('\n')],
    [
      'To',
      [view.to.name, view.to.email, view.to.child && `For ${view.to.child}`]
        .filter(Boolean)
        .join('\n'),
    ],
    [view.due ? 'Issued' : 'Issued and due', view.issued],
    ...(view.due ? [['Due', view.due] as const] : []),
    ...(view.credits ? [['Takes back', view.credits.title] as const] : []),
    ['State', view.state.text],
  ]
  const table: PdfBlock = {
    kind: 'table',
    head: ['What', 'Each', 'How many', ...(hasTax ? [taxName] : []), 'Amount'],
    rows: view.lines.map((line) => [
      [
        line.what,
        line.gone && 'taken off',
        line.detail,
        line.discount && `discount ${line.discount}`,
      ]
        .filter(Boolean)
        .join(', '),
      line.each,
      String(line.quantity),
      ...(hasTax ? [line.rate] : []),
      line.amount,
    ]),
    sums: [
      ...(view.taxes.length > 0 ? [{ label: `Before ${taxName}`, value: view.beforeTax }] : []),
      ...view.taxes.map(({ name, amount }) => ({ label: name, value: amount })),
      { label: 'Total', value: view.total, strong: true },
      { label: isNote ? 'Paid out' : 'Paid', value: view.paid },
      { label: isNote ? 'To pay out' : 'To pay', value: view.toPay },
    ],
  }
  const payments = view.payments.map(
    ({ when, how, amount }): PdfBlock => ({
      kind: 'small',
      text: `${when}: ${amount}, ${how.toLowerCase()}`,
    }),
  )
  return {
    title: view.title,
    author: studio.name,
    language: studio.locale,
    created: now,
    foot: view.seller.join(', '),
    blocks: [
      { kind: 'small', text: studio.name },
      { kind: 'title', text: view.title },
      { kind: 'facts', rows: facts },
      table,
      ...(view.reason ? [{ kind: 'text', text: view.reason } as const] : []),
      ...(view.parts.length > 0
        ? [
            { kind: 'heading', text: 'Paid in parts' } as const,
            ...view.parts.map(
              ({ due, amount, state }): PdfBlock => ({
                kind: 'small',
                text: `${due}: ${amount}, ${state.text.toLowerCase()}`,
              }),
            ),
          ]
        : []),
      ...(payments.length > 0 ? [{ kind: 'heading', text: 'Payments' } as const, ...payments] : []),
    ],
  }
}
