/** A file of what a person takes away of themselves, read for `studioId` and `personId`. */
import { type SQL, sql } from 'drizzle-orm'

type Whose = { studioId: string; personId: string }

export type PersonFile = {
  file: string
  /** Tables it is made of that have a row for each person. */
  tables: readonly string[]
  columns: readonly string[]
  /** FROM and WHERE, with `ORDER BY`; its columns are those of `columns` by `select`. */
  select: SQL
  from: (whose: Whose) => SQL
}

export const mine = (alias: string, { studioId, personId }: Whose) =>
  sql`${sql.raw(alias)}.studio_id = ${studioId} AND ${sql.raw(alias)}.person_id = ${personId}`
