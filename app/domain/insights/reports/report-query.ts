/**
 * What somebody asks of a report, as parameters of an address: the address is the report. Pure.
 * What an older report names and nobody knows any more is left out and told.
 */
import type { Dataset } from './dataset.ts'
import { isPeriodName, type PeriodName } from './report-period.ts'

export type ReportQuery = {
  /** The dataset. */
  of: string
  period: PeriodName
  from: string
  until: string
  /** Traits that rows are put together by, two at most; none shows each row. */
  by: string[]
  /** Columns in their order; none are the dataset's own. */
  show: string[]
  /** Values that traits are narrowed to. */
  where: Record<string, string>
  /** A column, with `-` in front the highest first; empty is the dataset's order. */
  sort: string
  page: number
}

/** What of a query nobody knows, as it was written. */
export type Unknown = { columns: string[] }

const most = { by: 2, show: 20, where: 8, value: 200 }

/** Reads the parameters of an address; `where.coach=Sam` narrows to a value. */
export function readReportQuery(params: URLSearchParams): ReportQuery {
  const listed = (name: string) =>
    params
      .getAll(name)
      .flatMap((one) => one.split(','))
      .map((one) => one.trim())
      .filter(Boolean)
  const period = params.get('period') ?? ''
  const unnamed = params.get('from') ? 'days' : 'this_month'
  const where: Record<string, string> = {}
  for (const [name, value] of params) {
    if (!name.startsWith('where.') || value === '' || Object.keys(where).length >= most.where)
      continue
    where[name.slice(6)] = value.slice(0, most.value)
  }
  const page = Number(params.get('page') ?? '1')
  return {
    of: params.get('of') ?? '',
    period: isPeriodName(period) ? period : (unnamed as PeriodName),
    from: params.get('from') ?? '',
    until: params.get('until') ?? '',
    by: [...new Set(listed('by'))].slice(0, most.by),
    show: [...new Set(listed('show'))].slice(0, most.show),
    where,
    sort: params.get('sort') ?? '',
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** The same as parameters, what is empty left out. */
export function reportParams(query: Partial<ReportQuery>): Record<string, string> {
  const { of, period, from, until, by = [], show = [], where = {}, sort, page } = query
  const all: Record<string, string | undefined> = {
    of,
    period: period === 'days' ? undefined : period,
    ...(period === 'days' ? { from, until } : {}),
    by: by.join(','),
    show: show.join(','),
    ...Object.fromEntries(Object.entries(where).map(([id, value]) => [`where.${id}`, value])),
    sort,
    page: page && page > 1 ? String(page) : undefined,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

export type Chosen = {
  by: Dataset['traits'][number][]
  traits: Dataset['traits'][number][]
  measures: Dataset['measures'][number][]
  where: { trait: Dataset['traits'][number]; value: string }[]
  sort: { column: string; down: boolean } | null
  unknown: string[]
}

/** The columns of a dataset that a query means; those it names and nobody knows apart. */
export function chosenOf(dataset: Dataset, query: ReportQuery): Chosen {
  const trait = (id: string) => dataset.traits.find((one) => one.id === id)
  const measure = (id: string) => dataset.measures.find((one) => one.id === id)
  const by = query.by.flatMap((id) => trait(id) ?? []).filter(({ group }) => group)
  const grouped = by.length > 0
  const show = query.show.filter((id) => trait(id) || measure(id))
  const named = show.length > 0
  const own = named
    ? show.flatMap((id) => trait(id) ?? [])
    : dataset.traits.filter(({ id }) => id !== 'month' && id !== 'weekday' && id !== 'hour')
  const traits = grouped ? [] : own
  const shown = named ? show.flatMap((id) => measure(id) ?? []) : dataset.measures
  const measures = shown.filter((one) => grouped || one.sql !== null)
  const where = Object.entries(query.where).flatMap(([id, value]) => {
    const found = trait(id)
    return found?.group ? [{ trait: found, value }] : []
  })
  const wanted = query.sort.replace(/^-/, '')
  const sortable = [...by, ...traits, ...measures].some(({ id }) => id === wanted)
  return {
    by,
    traits,
    measures: measures.length > 0 ? measures : dataset.measures.slice(0, 1),
    where,
    sort: sortable ? { column: wanted, down: query.sort.startsWith('-') } : null,
    unknown: [
      ...query.by.filter((id) => !trait(id)?.group),
      ...query.show.filter((id) => !trait(id) && !measure(id)),
      ...Object.keys(query.where).filter((id) => !trait(id)?.group),
      ...(wanted && !sortable && !trait(wanted) && !measure(wanted) ? [wanted] : []),
    ],
  }
}
