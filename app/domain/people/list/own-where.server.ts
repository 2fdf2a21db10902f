/** Answers to the studio's own fields as conditions of the people list. */
import { type SQL, sql } from 'drizzle-orm'
import type { OwnFilter } from './own-filters.ts'

/** An answer `told` that a filter asks for, as a range of the index of answers. */
function toldSql(studioId: string, { field, how, value }: OwnFilter): SQL {
  const own = sql`told.studio_id = ${studioId} AND told.field_id = ${field}`
  const answer = sql`told.value COLLATE NOCASE`
  switch (how) {
    case 'is':
      return sql`${own} AND ${answer} = ${value}`
    case 'begins':
      return sql`${own} AND ${answer} >= ${value} AND ${answer} < ${`${value}\u{10FFFF}`}`
    case 'from':
      return sql`${own} AND ${answer} >= ${value}`
    case 'until':
      return sql`${own} AND ${answer} <= ${value}`
    case 'none':
      return own
  }
}

/**
 * Whether `people AS person` answered the studio's own fields as each of the filters asks. They
 * travel as one value, so that as many narrow a list as a form has controls.
 */
export function ownSql(studioId: string, filters: readonly OwnFilter[]): SQL | null {
  if (filters.length === 0) return null
  const asked = JSON.stringify(filters.map(({ field, how, value }) => [field, how, value]))
  const [answer, value] = [sql`told.value COLLATE NOCASE`, sql`asked.value ->> 2`]
  return sql`NOT EXISTS (
    SELECT 1 FROM json_each(${asked}) AS asked
    WHERE (asked.value ->> 1 = 'none') = EXISTS (
      SELECT 1 FROM person_field_values AS told
      WHERE told.studio_id = ${studioId} AND told.person_id = person.id
        AND told.field_id = asked.value ->> 0 AND CASE asked.value ->> 1
          WHEN 'is' THEN ${answer} = ${value}
          WHEN 'begins' THEN ${answer} >= ${value} AND ${answer} < ${value} || char(1114111)
          WHEN 'from' THEN ${answer} >= ${value}
          WHEN 'until' THEN ${answer} <= ${value}
          ELSE 1 END))`
}

/** `people AS person` who gave an answer, found by it: few are not looked for among everyone. */
export const toldPeopleSql = (studioId: string, filter: OwnFilter): SQL => sql`
  person_field_values AS told INDEXED BY person_field_values_by_value
  CROSS JOIN people AS person ON person.id = told.person_id AND ${toldSql(studioId, filter)}`
