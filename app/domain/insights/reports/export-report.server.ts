import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import type { PdfDocument } from '#app/values/pdf/make-pdf.ts'
import type { Sheet, SheetColumn } from '#app/values/xlsx/make-xlsx.ts'
import { libraryReport } from './library.ts'
import type { ReportQuery } from './report-query.ts'
import { asOfWords, cellOfFile, cellWords, periodWords } from './report-words.ts'
import {
  plannedReport,
  type Report,
  type ReportColumn,
  type ReportRefusal,
  type ReportRow,
  reportColumns,
  reportRows,
  runReport,
} from './run-report.server.ts'

/** Rows a file holds at most: what is made in memory less than what is sent while it is read. */
export const mostRows = { csv: 50_000, xlsx: 10_000, pdf: 1_000 } as const
export type FileKind = keyof typeof mostRows

type Planned = Pick<Report, 'dataset' | 'period' | 'chosen'>

/** Plans a file and writes down that it was taken (R14). */
export async function beginExport(
  ctx: StaffContext,
  query: ReportQuery,
  kind: FileKind,
): Promise<({ ok: true } & Planned) | { ok: false; reason: ReportRefusal }> {
  const planned = plannedReport(ctx, query)
  if (!planned.ok) return planned
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'report.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: { of: query.of, kind, ...planned.period },
    }),
  })
  return planned
}

/** The title of a report: its name in the library or where it is saved, else what it is about. */
export const reportTitle = (dataset: { name: string }, named: string): string =>
  libraryReport(named)?.name ?? (named || dataset.name)

/** The rows of a CSV, some at a time, with the columns' names before them. */
export async function* csvOfReport(
  ctx: StaffContext,
  planned: Planned,
): AsyncGenerator<CsvCell[][]> {
  const columns = reportColumns(planned)
  yield [columns.map((column) => headOf(column, ctx))]
  for await (const rows of reportRows(ctx, planned, mostRows.csv))
    yield rows.map((row) => cellsOf(row, columns, ctx))
}

const headOf = ({ name, kind }: ReportColumn, { studio }: StaffContext): string =>
  kind === 'money' ? `${name} (${studio.currency})` : name

const cellsOf = (
  { values }: ReportRow,
  columns: readonly ReportColumn[],
  { studio }: StaffContext,
): CsvCell[] => columns.map((column, i) => cellOfFile(values[i] ?? null, column, studio))

const sheetKind = ({ kind, words }: ReportColumn): SheetColumn['kind'] => {
  if (words) return 'text'
  if (kind === 'money' || kind === 'hours') return 'amount'
  if (kind === 'number' || kind === 'weekday' || kind === 'hour') return 'number'
  if (kind === 'share' || kind === 'rate') return 'percent'
  return kind === 'day' ? 'day' : 'text'
}

/** A report as a sheet of a workbook, with its totals. */
export async function sheetOfReport(
  ctx: StaffContext,
  query: ReportQuery,
  planned: Planned,
  title: string,
): Promise<Sheet> {
  const columns = reportColumns(planned)
  const rows: CsvCell[][] = []
  for await (const some of reportRows(ctx, planned, mostRows.xlsx))
    rows.push(...some.map((row) => cellsOf(row, columns, ctx)))
  const whole = await runReport(ctx, { ...query, page: 1 })
  const totals = whole.ok
    ? whole.report.totals.map((value, i) =>
        value === null ? null : cellOfFile(value, columns[i]!, ctx.studio),
      )
    : undefined
  return {
    name: title,
    columns: columns.map((column) => ({ name: headOf(column, ctx), kind: sheetKind(column) })),
    rows,
    ...(totals
      ? { totals: totals.map((cell, i) => (i === 0 && cell === null ? 'Total' : cell)) }
      : {}),
  }
}

/** Columns that a sheet of paper has room for. */
const columnsOnPaper = 6

/** A report as a document: its first columns, what they mean, as of when and in which zone. */
export async function pdfOfReport(
  ctx: StaffContext,
  query: ReportQuery,
  title: string,
): Promise<PdfDocument | { reason: ReportRefusal }> {
  const whole = await runReport(ctx, { ...query, page: 1 })
  if (!whole.ok) return whole
  const { report } = whole
  const { studio } = ctx
  const columns = report.columns.slice(0, columnsOnPaper)
  const rows: string[][] = []
  for await (const some of reportRows(ctx, report, mostRows.pdf))
    rows.push(
      ...some.map(({ values }) =>
        columns.map((column, i) => cellWords(values[i] ?? null, column, studio)),
      ),
    )
  const left = report.columns.length - columns.length
  return {
    title,
    author: studio.name,
    language: studio.locale,
    created: ctx.now,
    foot: `${studio.name}, ${title}`,
    blocks: [
      { kind: 'small', text: studio.name },
      { kind: 'title', text: title },
      {
        kind: 'text',
        text: [
          `${capital(periodWords(report.period, studio.locale))}.`,
          asOfWords(
            {
              now: ctx.now,
              written: report.written,
              snapshot: report.dataset.snapshot,
              closedUntil: null,
            },
            studio,
          ),
          report.dataset.basis,
        ]
          .filter(Boolean)
          .join(' '),
      },
      {
        kind: 'table',
        head: columns.map(({ name }) => name),
        rows,
        sums: report.totals
          .slice(0, columnsOnPaper)
          .flatMap((value, i) =>
            value === null
              ? []
              : [{ label: columns[i]!.name, value: cellWords(value, columns[i]!, studio) }],
          ),
      },
      ...columns.map(({ name, about }) => ({ kind: 'small', text: `${name}: ${about}` }) as const),
      ...(left > 0
        ? [
            {
              kind: 'small',
              text: `${left} more columns do not fit on paper. They are in the other files.`,
            } as const,
          ]
        : []),
    ],
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
