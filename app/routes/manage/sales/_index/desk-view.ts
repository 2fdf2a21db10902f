/** What the sales page prints of its money, in words. Pure. */
import { failureWords } from '#app/domain/payments/attempts/attempt-words.ts'
import type { TakenTable } from '#app/domain/sales/overview/taken-words.ts'
import { count, dayShort } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { ShownFailed, ShownPack, ShownTaken } from './desk-parts.tsx'

type Reader = { sum: (minor: number) => string; locale: string }

export const failedView = (
  row: {
    invoiceId: string
    personId: string
    name: string
    minor: number
    code: string
    nextOn: LocalDate | null
    state: string | null
    graceUntil: LocalDate | null
  },
  { sum, locale }: Reader,
): ShownFailed => ({
  invoiceId: row.invoiceId,
  person: { id: row.personId, name: row.name },
  why: failureWords(row.code),
  next: nextWords(row, locale),
  amount: sum(row.minor),
})

function nextWords(
  row: { nextOn: LocalDate | null; state: string | null; graceUntil: LocalDate | null },
  locale: string,
): string {
  if (row.state === 'suspended') return 'Suspended. Take the payment or cancel it'
  if (row.nextOn === null) return 'Not tried again. Ask for a new card'
  const again = `Tried again ${dayShort(row.nextOn, locale)}`
  return row.graceUntil === null
    ? again
    : `${again}. Can book until ${dayShort(row.graceUntil, locale)}`
}

export const packView = (
  row: {
    lotId: string
    personId: string
    name: string
    pack: string
    expiresOn: LocalDate
    credits: number
    bookedOn: LocalDate | null
  },
  locale: string,
): ShownPack => ({
  lotId: row.lotId,
  person: { id: row.personId, name: row.name },
  pack: row.pack,
  expires: dayShort(row.expiresOn, locale),
  booked: bookedWords(row, locale),
  credits: String(row.credits),
})

function bookedWords(
  { bookedOn, expiresOn }: { bookedOn: LocalDate | null; expiresOn: LocalDate },
  locale: string,
): string {
  if (bookedOn === null) return 'Nothing booked'
  const day = dayShort(bookedOn, locale)
  return bookedOn > expiresOn ? `${day}, after it expires` : day
}

/** An empty cell is no money. */
export function takenView(
  table: TakenTable,
  { sum, from, until }: { sum: (minor: number) => string; from: LocalDate; until: LocalDate },
): ShownTaken {
  const cell = (minor: number) => (minor === 0 ? '' : sum(minor))
  return {
    methods: table.methods.map(({ method, name, minor }) => ({ method, name, sum: cell(minor) })),
    rows: table.rows.map(({ kind, name, cells, minor }) => ({
      kind,
      name,
      sum: sum(minor),
      cells: cells.map((one, i) => ({ method: table.methods[i]!.method, sum: cell(one) })),
    })),
    sum: sum(table.inMinor - table.outMinor),
    from,
    until,
  }
}

/** `3 people` of failed payments, `2 overdue` of open invoices. */
export function overdueWords({ n, overdue }: { n: number; overdue: number }): string {
  if (n > 1_000) return 'over 1,000'
  return overdue > 0 ? `${overdue} overdue` : count(n, 'invoice')
}
