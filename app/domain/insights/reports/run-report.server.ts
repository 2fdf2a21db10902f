import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { countLimit } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import {
  type Dataset,
  type MeasureColumn,
  type ReportPeriod,
  type TraitColumn,
  traitSql,
} from './dataset.ts'
import { findDataset } from './datasets.server.ts'
import { type PeriodRefusal, periodOf } from './report-period.ts'
import { type Chosen, chosenOf, type ReportQuery } from './report-query.ts'

export type Value = string | number | null

export type ReportRow = {
  values: Value[]
  /** What each cell opens by, where it opens something. */
  refs: (string | null)[]
}

export type ReportColumn = Pick<TraitColumn, 'id' | 'name' | 'about' | 'kind' | 'words'> & {
  measure: boolean
  formula?: string | undefined
  opens?: TraitColumn['opens'] | undefined
  counts?: MeasureColumn['counts'] | undefined
}

export type Report = {
  dataset: Dataset
  period: ReportPeriod
  chosen: Chosen
  columns: ReportColumn[]
  rows: ReportRow[]
  /** Of all rows; null in the places of traits. */
  totals: Value[]
  /** How many rows there are, counted to 1,000. */
  total: number
  more: boolean
  perPage: number
  page: number
  /** Until when its days were written, and since when a day of it was rebuilt; of snapshots. */
  written: { until: LocalDate; at: Instant; rebuiltUntil: LocalDate | null } | null
  /** Columns that the query names and nobody knows. */
  unknown: string[]
}

export type ReportRefusal = PeriodRefusal | 'no_dataset'

const perPage = 100

/** A column of many rows. */
const totalSql = ({ total, sql: of }: MeasureColumn): SQL =>
  total ?? sql`coalesce(sum(${of ?? sql`NULL`}), 0)`

function narrowedSql(ctx: StudioContext, period: ReportPeriod, { where }: Chosen): SQL {
  const each = where.map(
    ({ trait, value }) => sql` AND CAST(${traitSql(trait, ctx, period)} AS TEXT) = ${value}`,
  )
  return sql.join(each, sql``)
}

/**
 * What a trait opens, in rows that are put together by it: a person, two of one name being two. A day
 * is of all the classes on it and opens none of them.
 */
const opensTogether = ({ opens }: TraitColumn): TraitColumn['opens'] =>
  opens?.link === 'person' ? opens : undefined

/** The statement of the rows of a report, from one of them on. */
function rowsStatement(
  ctx: StudioContext,
  { dataset, period, chosen }: Pick<Report, 'dataset' | 'period' | 'chosen'>,
  { limit, offset }: { limit: number; offset: number },
): Statement<Record<string, Value>[]> {
  const { by, traits, measures, sort } = chosen
  const grouped = by.length > 0
  const shown = grouped ? by : traits
  const select: SQL[] = [
    ...shown.flatMap((trait, i) => {
      const opens = grouped ? opensTogether(trait) : trait.opens
      return [
        sql`${traitSql(trait, ctx, period)} AS ${sql.raw(`c${i}`)}`,
        ...(opens ? [sql`${opens.ref} AS ${sql.raw(`r${i}`)}`] : []),
      ]
    }),
    ...measures.map(
      (one, i) =>
        sql`${grouped ? totalSql(one) : (one.sql ?? sql`NULL`)} AS ${sql.raw(`c${shown.length + i}`)}`,
    ),
  ]
  const at = [...shown, ...measures].findIndex(({ id }) => id === sort?.column)
  const usual = grouped
    ? sql.join(
        by.map((_, i) => sql.raw(`c${i}`)),
        sql`, `,
      )
    : dataset.order
  const order =
    at >= 0
      ? sql`${sql.raw(`c${at}`)} ${sql.raw(sort?.down ? 'DESC' : 'ASC')}, ${grouped ? sql`1` : dataset.order}`
      : usual
  return ctx.db.all(sql`
    SELECT ${sql.join(select, sql`, `)}
    ${dataset.from(ctx, period)}${narrowedSql(ctx, period, chosen)}
    ${
      grouped
        ? sql`GROUP BY ${sql.join(
            by.flatMap((one, i) => [
              sql.raw(`c${i}`),
              ...(opensTogether(one) ? [sql.raw(`r${i}`)] : []),
            ]),
            sql`, `,
          )}`
        : sql``
    }
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`)
}

function columnsOf({ by, traits, measures }: Chosen): ReportColumn[] {
  const grouped = by.length > 0
  const trait = (one: TraitColumn): ReportColumn => {
    const { id, name, about, kind, words } = one
    const opens = grouped ? opensTogether(one) : one.opens
    return { id, name, about, kind, words, opens, measure: false }
  }
  const measure = ({ id, name, about, kind, formula, counts }: MeasureColumn): ReportColumn => ({
    id,
    name,
    about,
    kind,
    formula,
    counts,
    measure: true,
    words: undefined,
  })
  return [...(grouped ? by : traits).map(trait), ...measures.map(measure)]
}

const rowOf = (row: Record<string, Value>, columns: readonly ReportColumn[]): ReportRow => ({
  values: columns.map((_, i) => row[`c${i}`] ?? null),
  refs: columns.map((_, i) => (row[`r${i}`] as string | undefined) ?? null),
})

/** What a query is about, or why it cannot be answered. */
export function plannedReport(
  { studio, now }: StudioContext,
  query: ReportQuery,
):
  | { ok: true; dataset: Dataset; period: ReportPeriod; chosen: Chosen }
  | { ok: false; reason: ReportRefusal } {
  const dataset = findDataset(query.of)
  if (!dataset) return { ok: false, reason: 'no_dataset' }
  const asked = dataset.day === null ? { ...query, period: 'any' as const } : query
  const days = periodOf(asked, localDate(now, studio.timeZone))
  if (!days.ok) return days
  const { period } = days
  const chosen = chosenOf(dataset, query)
  return { ok: true, dataset, period, chosen }
}

/**
 * Runs a report: a page of its rows, its totals and how many rows there are. One trip. Refused is what
 * has no dataset, and days that are none, backwards or too many.
 */
export async function runReport(
  ctx: StudioContext,
  query: ReportQuery,
): Promise<{ ok: true; report: Report } | { ok: false; reason: ReportRefusal }> {
  const planned = plannedReport(ctx, query)
  if (!planned.ok) return planned
  const { dataset, period, chosen } = planned
  const { db, studio } = ctx
  const columns = columnsOf(chosen)
  const from = sql`${dataset.from(ctx, period)}${narrowedSql(ctx, period, chosen)}`
  const { by, measures } = chosen
  const counted =
    by.length > 0
      ? sql`SELECT 1 ${from} GROUP BY ${sql.join(
          by.flatMap((one) => {
            const opens = opensTogether(one)
            return [traitSql(one, ctx, period), ...(opens ? [opens.ref] : [])]
          }),
          sql`, `,
        )}`
      : sql`SELECT 1 ${from}`
  const answer = await batch(db, {
    rows: rowsStatement(ctx, planned, { limit: perPage, offset: (query.page - 1) * perPage }),
    totals: db.all<Record<string, Value>>(sql`
      SELECT ${sql.join(
        measures.map((one, i) => sql`${totalSql(one)} AS ${sql.raw(`t${i}`)}`),
        sql`, `,
      )} ${from}`),
    count: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM (${counted} LIMIT ${countLimit + 1})`),
    written: dataset.snapshot
      ? db.all<{ until: LocalDate | null; at: Instant | null; rebuilt: LocalDate | null }>(sql`
          SELECT max(day) AS until, max(written_at) AS at, (
            SELECT max(day) FROM metric_days AS old WHERE old.studio_id = ${studio.id}
              AND old.origin = 'rebuilt' AND old.day BETWEEN ${period.from} AND ${period.until}) AS rebuilt
          FROM metric_days WHERE studio_id = ${studio.id} AND day <= ${period.until}`)
      : null,
  })
  const n = answer.count[0]?.n ?? 0
  const traits = columns.filter(({ measure }) => !measure).length
  const [written] = answer.written ?? []
  return {
    ok: true,
    report: {
      dataset,
      period,
      chosen,
      columns,
      perPage,
      page: query.page,
      rows: answer.rows.map((row) => rowOf(row, columns)),
      totals: columns.map((_, i) =>
        i < traits ? null : (answer.totals[0]?.[`t${i - traits}`] ?? null),
      ),
      total: Math.min(n, countLimit),
      more: n > countLimit,
      unknown: chosen.unknown,
      written:
        written?.until && written.at
          ? { until: written.until, at: written.at, rebuiltUntil: written.rebuilt }
          : null,
    },
  }
}

/** Rows read at a time for a file. */
const atOnce = 500

/** All rows of a report, some at a time, `most` of them. */
export async function* reportRows(
  ctx: StudioContext,
  planned: Pick<Report, 'dataset' | 'period' | 'chosen'>,
  most: number,
): AsyncGenerator<ReportRow[]> {
  const columns = columnsOf(planned.chosen)
  for (let offset = 0; offset < most; offset += atOnce) {
    const limit = Math.min(atOnce, most - offset)
    const { rows } = await batch(ctx.db, { rows: rowsStatement(ctx, planned, { limit, offset }) })
    yield rows.map((row) => rowOf(row, columns))
    if (rows.length < limit) return
  }
}

/** The columns of a planned report, for the head of a file. */
export const reportColumns = (planned: Pick<Report, 'chosen'>): ReportColumn[] =>
  columnsOf(planned.chosen)
