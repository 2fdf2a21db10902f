import { type SQL, sql } from 'drizzle-orm'

/** What somebody is called: the preferred name, else the name. `alias` is a row of `people`. */
export const calledSql = (alias: string): SQL =>
  sql.raw(`coalesce(nullif(${alias}.preferred_name,''),${alias}.name)`)

/** The same in a short line of a list: the preferred name, else the first word of the name. */
export const shortlyCalledSql = (alias: string): SQL =>
  sql.raw(`CASE ${alias}.preferred_name
    WHEN '' THEN substr(${alias}.name, 1, instr(${alias}.name || ' ', ' ') - 1)
    ELSE ${alias}.preferred_name END`)
