/** The books of a period: what was invoiced and credited, by kind of income and tax rate. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { OpenItemKind } from '#app/domain/billing/open-item-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { typedMinor } from '#app/values/money.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type IncomeKind, incomeKinds, incomeOf, incomeWords, isIncome } from './income-kinds.ts'

export type Period = { from: LocalDate; until: LocalDate }

export type IncomeRow = {
  kind: IncomeKind
  taxRateBp: number
  /** With tax; credit notes come off. */
  totalMinor: number
  taxMinor: number
}

type SummedRow = {
  kind: OpenItemKind
  taxRateBp: number
  void: number
  totalMinor: number
  taxMinor: number
}

/**
 * What a line was charged for; one that gives back is what it takes back from. Over `open_items AS
 * line` and the `invoices AS invoice` it stands on.
 */
export const soldKindSql: SQL = sql`CASE WHEN line.kind = 'refund' THEN coalesce((
    SELECT sold.kind FROM open_items AS sold
    WHERE sold.studio_id = line.studio_id AND sold.subject_id = line.subject_id
      AND sold.amount_minor > 0 AND sold.invoice_id = invoice.credits_invoice_id LIMIT 1), (
    SELECT sold.kind FROM open_items AS sold
    WHERE sold.studio_id = line.studio_id AND sold.subject_id = line.subject_id
      AND sold.amount_minor > 0 ORDER BY sold.created_at DESC LIMIT 1),
  'other') ELSE line.kind END`

const linesSql = ({ studio }: StudioContext, { from, until }: Period): SQL => sql`
  invoices AS invoice INDEXED BY invoices_by_day
  CROSS JOIN open_items AS line ON line.studio_id = invoice.studio_id
    AND line.invoice_id = invoice.id
  WHERE invoice.studio_id = ${studio.id} AND invoice.issued_on BETWEEN ${from} AND ${until}`

/**
 * Income of a period by kind and tax rate, what gift cards were sold for, which is owed and no income
 * (R12), and what of the documents of the period was voided. All three together are all invoices and
 * credit notes that the list shows for these days (`listMinor`). One trip.
 */
export async function accountsPage(ctx: StudioContext, period: Period) {
  const { db, studio } = ctx
  const { sums, list } = await batch(db, {
    sums: db.all<SummedRow>(sql`
      SELECT ${soldKindSql} AS kind, line.tax_rate_bp AS taxRateBp, invoice.state = 'void' AS void,
        sum(line.amount_minor) AS totalMinor, sum(line.tax_minor) AS taxMinor
      FROM ${linesSql(ctx, period)}
      GROUP BY 1, 2, 3`),
    list: db.all<{ n: number; minor: number }>(sql`
      SELECT count(*) AS n, coalesce(sum(invoice.total_minor), 0) AS minor
      FROM invoices AS invoice INDEXED BY invoices_by_day
      WHERE invoice.studio_id = ${studio.id}
        AND invoice.issued_on BETWEEN ${period.from} AND ${period.until}`),
  })
  const all = incomeRows(sums.filter((row) => row.void === 0))
  const cards = all.filter(({ kind }) => !isIncome(kind))
  const voidMinor = sums
    .filter((row) => row.void === 1)
    .reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  return {
    rows: all.filter(({ kind }) => isIncome(kind)),
    cardsMinor: cards.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
    voidMinor,
    listed: list[0]!.n,
    listMinor: list[0]!.minor,
  }
}

/** Summed by kind of income and rate, in the order of kinds, higher rates first. */
function incomeRows(sums: readonly SummedRow[]): IncomeRow[] {
  const rows = new Map<string, IncomeRow>()
  for (const { kind: of, taxRateBp, totalMinor, taxMinor } of sums) {
    const kind = incomeOf[of]
    const row = rows.get(`${kind} ${taxRateBp}`) ?? { kind, taxRateBp, totalMinor: 0, taxMinor: 0 }
    row.totalMinor += totalMinor
    row.taxMinor += taxMinor
    rows.set(`${kind} ${taxRateBp}`, row)
  }
  return [...rows.values()].sort(
    (a, b) =>
      incomeKinds.indexOf(a.kind) - incomeKinds.indexOf(b.kind) || b.taxRateBp - a.taxRateBp,
  )
}

const head = [
  ...['Date', 'Document', 'Number', 'State', 'Person', 'Income', 'Line', 'Tax rate'],
  ...['Currency', 'Before tax', 'Tax', 'Total', 'Takes back'],
]

const atOnce = 500
/** Rows a file holds at most. */
const mostRows = 50_000

type LineRow = {
  issuedOn: LocalDate
  kind: 'invoice' | 'credit_note'
  reference: string
  state: string
  person: string
  of: OpenItemKind
  working: string
  taxRateBp: number
  currency: string
  amountMinor: number
  taxMinor: number
  credits: string | null
}

/**
 * The same as rows of a file, one for each line of each document, some at a time: what an
 * accountant's program takes in. That it was taken is audited.
 */
export async function exportAccounts(
  ctx: StaffContext,
  period: Period,
): Promise<AsyncIterable<CsvCell[][]>> {
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'accounts.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: period,
    }),
  })
  return rowsOfFile(ctx, period)
}

async function* rowsOfFile(ctx: StaffContext, period: Period) {
  yield [head]
  for (let offset = 0; offset < mostRows; offset += atOnce) {
    const rows = await ctx.db.all<LineRow>(sql`
      SELECT invoice.issued_on AS issuedOn, invoice.kind, invoice.reference, invoice.state,
        (SELECT name FROM people WHERE people.id = invoice.person_id) AS person,
        ${soldKindSql} AS of, line.working, line.tax_rate_bp AS taxRateBp, invoice.currency,
        line.amount_minor AS amountMinor, line.tax_minor AS taxMinor,
        (SELECT sold.reference FROM invoices AS sold WHERE sold.studio_id = invoice.studio_id
          AND sold.id = invoice.credits_invoice_id) AS credits
      FROM ${linesSql(ctx, period)}
      ORDER BY invoice.issued_on, invoice.number, invoice.kind, line.created_at, line.id
      LIMIT ${atOnce} OFFSET ${offset}`)
    yield rows.map((row): CsvCell[] => {
      const amount = (minor: number) => typedMinor(minor, row.currency)
      return [
        ...[row.issuedOn, row.kind === 'invoice' ? 'Invoice' : 'Credit note', row.reference],
        ...[row.state === 'void' ? 'Void' : '', row.person, incomeWords[incomeOf[row.of]]],
        ...[row.working, String(row.taxRateBp / 100), row.currency],
        ...[amount(row.amountMinor - row.taxMinor), amount(row.taxMinor)],
        ...[amount(row.amountMinor), row.credits ?? ''],
      ]
    })
    if (rows.length < atOnce) return
  }
}
