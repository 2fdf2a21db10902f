/** Levels that are held for a time, in SQL. */
import { type SQL, sql } from 'drizzle-orm'

/** Whether a held level, under its alias, opens classes on a day. */
export const levelOpensSql = (held: string, day: SQL): SQL =>
  sql`(${sql.raw(held)}.lapses_on IS NULL OR ${sql.raw(held)}.lapses_on > ${day})`

/** The day a held level lapses, counted from the day it was reached or confirmed; NULL is never. */
export const lapsesSql = (levelId: SQL | string, from: SQL | string): SQL =>
  sql`(SELECT date(${from}, '+' || lasting.valid_months || ' months') FROM levels AS lasting
    WHERE lasting.id = ${levelId} AND lasting.valid_months IS NOT NULL)`
