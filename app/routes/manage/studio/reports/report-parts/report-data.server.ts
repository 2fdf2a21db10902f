import { datasets, findDataset } from '#app/domain/insights/reports/datasets.server.ts'
import { libraryReport } from '#app/domain/insights/reports/library.ts'
import {
  type PeriodName,
  periodNames,
  periodRefusals,
} from '#app/domain/insights/reports/report-period.ts'
import {
  type ReportQuery,
  readReportQuery,
  reportParams,
} from '#app/domain/insights/reports/report-query.ts'
import {
  asOfWords,
  cellWords,
  periodWords,
  rowsWords,
} from '#app/domain/insights/reports/report-words.ts'
import { type Report, runReport } from '#app/domain/insights/reports/run-report.server.ts'
import {
  findSavedReport,
  type SavedReport,
} from '#app/domain/insights/reports/saved-reports.server.ts'
import { lastClosedMonth } from '#app/domain/insights/snapshots/keep-metrics.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { localDate } from '#app/values/zone.ts'

export type AskedReport = {
  query: ReportQuery
  /** Its name, where it is of the library or saved. */
  name: string
  saved: SavedReport | null
}

const defaults: ReportQuery = {
  of: '',
  period: 'this_month',
  from: '',
  until: '',
  by: [],
  show: [],
  where: {},
  sort: '',
  page: 1,
}

/**
 * The report of an address: one of the library (`report`), a saved one (`saved`), or its own choices.
 * Null where there is no such report.
 */
export async function askedReport(
  ctx: StaffContext,
  params: URLSearchParams,
): Promise<AskedReport | null> {
  const own = readReportQuery(params)
  const library = params.get('report')
  if (library !== null) {
    const found = libraryReport(library)
    return found
      ? { query: { ...defaults, ...found.query, page: own.page }, name: found.name, saved: null }
      : null
  }
  const savedId = params.get('saved')
  if (savedId !== null) {
    const saved = await findSavedReport(ctx, savedId)
    if (saved?.page !== 'report') return null
    const query = readReportQuery(new URLSearchParams(saved.query))
    return { query: { ...query, page: own.page }, name: saved.name, saved }
  }
  return { query: own, name: findDataset(own.of)?.name ?? '', saved: null }
}

/** A report as its page shows it, or its builder with a sentence of why not. */
export async function reportData(ctx: StaffContext, asked: AskedReport) {
  const { studio } = ctx
  const { slug, locale, timeZone } = studio
  const dataset = findDataset(asked.query.of)
  const ran = await runReport(ctx, asked.query)
  const { query } = asked
  const params = reportParams({ ...query, page: 1 })
  const path = (more: Partial<ReportQuery>) =>
    paths.manageReportRun({ slug }, reportParams({ ...query, page: 1, ...more }))
  const builder = {
    of: query.of,
    datasets: datasets.map(({ id, name }) => ({ value: id, label: name })),
    hasDays: dataset?.day !== null,
    period: query.period,
    periods: (Object.keys(periodNames) as PeriodName[]).map((value) => ({
      value,
      label: periodNames[value],
    })),
    from: query.from,
    until: query.until,
    by: query.by,
    groups: (dataset?.traits ?? [])
      .filter(({ group }) => group)
      .map(({ id, name }) => ({ value: id, label: name })),
    columns: [...(dataset?.traits ?? []), ...(dataset?.measures ?? [])].map(
      ({ id, name, about }) => ({
        id,
        name,
        about,
      }),
    ),
    shown: ran.ok ? ran.report.columns.map(({ id }) => id) : query.show,
    where: Object.entries(query.where).flatMap(([id, value]) => {
      const trait = dataset?.traits.find((one) => one.id === id)
      if (!trait) return []
      const { [id]: _, ...rest } = query.where
      return [
        {
          id,
          value,
          name: trait.name,
          words: cellWords(value, trait, studio),
          without: path({ where: rest }),
        },
      ]
    }),
    sort: query.sort,
  }
  const about = {
    studio: { slug },
    title: asked.name || 'New report',
    saved: asked.saved
      ? { path: paths.manageReport({ slug }, asked.saved.id), shared: asked.saved.shared === 1 }
      : null,
    save: paths.manageReportSave({ slug }, { page: 'report', name: asked.name, ...params }),
    files: {
      csv: paths.manageReportFile({ slug }, 'csv', { ...params, name: asked.name }),
      xlsx: paths.manageReportFile({ slug }, 'xlsx', { ...params, name: asked.name }),
      pdf: paths.manageReportFile({ slug }, 'pdf', { ...params, name: asked.name }),
    },
    builder,
  }
  if (!ran.ok) {
    const none =
      query.of === '' ? '' : 'There are no such records. Choose what the report is about.'
    const problem = ran.reason === 'no_dataset' ? none : periodRefusals[ran.reason]
    return { ...about, problem, report: null }
  }
  return {
    ...about,
    problem: unknownWords(ran.report.unknown),
    report: shown(ctx, ran.report, path),
  }

  function shown({ now }: StaffContext, report: Report, to: typeof path) {
    const { columns, period, chosen } = report
    const grouped = chosen.by.length > 0
    return {
      rowsWords: rowsWords(report.total, report.more),
      period: periodWords(period, locale),
      basis: report.dataset.basis,
      asOf: asOfWords(
        {
          now,
          written: report.written,
          snapshot: report.dataset.snapshot,
          closedUntil: `${lastClosedMonth(localDate(now, timeZone))}-01`,
        },
        studio,
      ),
      columns: columns.map(({ id, name, about: says, formula, measure, words }) => ({
        id,
        name,
        about: says,
        formula: formula ?? '',
        number: measure && !words,
        sort: {
          path: to({ sort: query.sort === `-${id}` ? id : `-${id}` }),
          current: chosen.sort?.column === id ? wayOf(chosen.sort.down) : undefined,
        },
      })),
      rows: report.rows.map((row, nr) => ({
        id: String(nr),
        cells: columns.map((column, i) => ({
          text: cellWords(row.values[i] ?? null, column, studio),
          path: cellPath(column, i, row),
        })),
      })),
      totals: report.totals.map((value, i) =>
        value === null ? '' : cellWords(value, columns[i]!, studio),
      ),
      page: report.page,
      pages: Math.max(1, Math.ceil(report.total / report.perPage)),
      more: report.more,
      pagePath: to({}),
    }

    /** What a cell opens: a person, a class, an invoice, or the rows it counts. */
    function cellPath(column: Report['columns'][number], at: number, row: Report['rows'][number]) {
      const ref = row.refs[at]
      if (column.opens && ref) {
        if (column.opens.link === 'person') return paths.managePerson(studio, ref)
        if (column.opens.link === 'class') return paths.manageClass(studio, ref)
        return paths.manageInvoice(studio, ref)
      }
      if (!grouped || !column.measure || !row.values[at]) return ''
      const groups = Object.fromEntries(
        chosen.by.map(({ id }, i) => [id, String(row.values[i] ?? '')]),
      )
      const where = { ...query.where, ...groups }
      const days = { period: 'days' as const, from: period.from, until: period.until }
      const when =
        report.dataset.day === null || query.period === 'any' ? { period: 'any' as const } : days
      if (Object.values(groups).some((value) => value === '')) return ''
      if (column.counts) {
        const target = findDataset(column.counts.dataset)
        const known = Object.entries(where).filter(([id]) =>
          target?.traits.some((trait) => trait.id === id && trait.group),
        )
        return paths.manageReportRun(
          { slug },
          reportParams({
            of: column.counts.dataset,
            ...when,
            where: { ...Object.fromEntries(known), ...column.counts.where },
          }),
        )
      }
      return paths.manageReportRun({ slug }, reportParams({ of: query.of, ...when, where }))
    }
  }
}

const wayOf = (down: boolean): 'ascending' | 'descending' => (down ? 'descending' : 'ascending')

/** What an older report names and nobody knows any more. */
const unknownWords = (unknown: readonly string[]): string =>
  unknown.length === 0
    ? ''
    : `This report asks for ${unknown.map((one) => `“${one.slice(0, 40)}”`).join(', ')}, which ${unknown.length === 1 ? 'is' : 'are'} not here any more. The rest is shown.`
