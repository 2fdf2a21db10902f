/**
 * What a report can be about. A dataset has rows of one kind and the columns that are known of them:
 * those that tell rows apart can be grouped by and narrowed to, those that measure are added up. Each
 * metric of the catalogue is a measure here, so a figure and its rows come from one place.
 */
import type { SQL } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** How a value is written. `share` is a quotient of two sums, in percent. */
export type CellKind =
  | 'text'
  | 'day'
  | 'month'
  | 'instant'
  | 'weekday'
  | 'hour'
  | 'number'
  | 'hours'
  | 'money'
  | 'share'
  | 'rate'

export type ReportPeriod = { from: LocalDate; until: LocalDate }

/** What a value of a cell opens: the page of a person, a class, an invoice. */
export type CellLink = 'person' | 'class' | 'invoice'

export type TraitColumn = {
  id: string
  name: string
  about: string
  kind: CellKind
  sql: SQL | ((ctx: StudioContext, period: ReportPeriod) => SQL)
  /** Rows can be put together by it, and narrowed to one value of it. */
  group?: true
  /** The words of a closed list of values. */
  words?: Readonly<Record<string, string>>
  /** What it opens, and the id it opens by. */
  opens?: { link: CellLink; ref: SQL }
}

export type MeasureColumn = {
  id: string
  name: string
  /** What it counts, in one sentence. */
  about: string
  /** How it is worked out, where that is more than a sum. */
  formula?: string
  kind: CellKind
  /** Of one row; null where a row has no such value of its own. */
  sql: SQL | null
  /** Of many rows: an expression with its own aggregates. Left out, the sum. */
  total?: SQL
  /** A dataset whose rows it counts, and how those are narrowed further. */
  counts?: { dataset: string; where: Readonly<Record<string, string>> }
}

export type Dataset = {
  id: string
  name: string
  /** What one row is. */
  grain: string
  /** How its money is meant: tax included, by the day of issue. Empty where there is none. */
  basis: string
  /** Its rows are of days that are over, as they were written then; else as of now. */
  snapshot: boolean
  /** Which of its days a period is about; null is how things are today. */
  day: string | null
  /** FROM and WHERE: the studio first, and the period. */
  from(ctx: StudioContext, period: ReportPeriod): SQL
  /** The order of its rows where nobody asked for another: an index has it. */
  order: SQL
  traits: readonly TraitColumn[]
  measures: readonly MeasureColumn[]
}

/** The SQL of a trait for a period. */
export const traitSql = (trait: TraitColumn, ctx: StudioContext, period: ReportPeriod): SQL =>
  typeof trait.sql === 'function' ? trait.sql(ctx, period) : trait.sql
