/** An act on several invoices, in words. Pure. */
import { count, money } from '#app/values/wording.ts'
import type { BulkInvoiceAct } from './bulk-invoices-form.ts'
import { type InvoiceRow, invoiceTitle } from './invoice-words.ts'

type Chosen = InvoiceRow & { why: keyof typeof leftWords | null }

const leftWords = {
  not_open: 'Not open',
  paid_in_part: 'Part paid',
  no_address: 'No email address',
  note: 'Credit note',
}

const verbs: Record<BulkInvoiceAct, { title: string; done: string; what: string }> = {
  mail: { title: 'Send again', done: 'sent again', what: 'The payer gets it by email.' },
  write_off: {
    title: 'Write off',
    done: 'written off',
    what: 'They stay in your books, and nobody is asked to pay them any more.',
  },
  void: {
    title: 'Void',
    done: 'voided',
    what: 'Nobody owes them any more. Void invoices only when they were a mistake.',
  },
}

export function bulkWords(act: BulkInvoiceAct, rows: readonly Chosen[], locale: string) {
  const { title, done, what } = verbs[act]
  const sum = ({ currency }: Chosen, minor: number) => money(minor, currency, locale)
  const [first] = rows
  const taken = rows.filter(({ why }) => why === null)
  const owed = taken.reduce((all, { balanceMinor }) => all + balanceMinor, 0)
  const left = rows.length - taken.length
  return {
    title: `${title} ${count(taken.length, 'invoice')}`,
    button: `${title} ${count(taken.length, 'invoice')}`,
    intro: [
      what,
      first && act !== 'mail' && `${sum(first, owed)} is to pay on them.`,
      left > 0 && `${count(left, 'other')} left out.`,
    ]
      .filter(Boolean)
      .join(' '),
    rows: rows.map((row) => ({
      id: row.id,
      person: row.personName,
      title: invoiceTitle(row),
      total: sum(row, row.totalMinor),
      open: row.balanceMinor === 0 ? '' : sum(row, row.balanceMinor),
      left: row.why === null ? '' : leftWords[row.why],
    })),
    /** What a press did. */
    told: (n: number): string =>
      n === 0 ? 'Nothing was left to do.' : `${count(n, 'invoice')} ${done}.`,
  }
}
