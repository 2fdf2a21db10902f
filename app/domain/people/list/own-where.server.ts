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

/** Whether `people AS person` answered a field of the studio's own as the filter asks. */
export const ownSql = (studioId: string, filter: OwnFilter): SQL => sql`
  ${filter.how === 'none' ? sql`NOT ` : sql``}EXISTS (
    SELECT 1 FROM person_field_values AS told
    WHERE ${toldSql(studioId, filter)} AND told.person_id = person.id)`

/** `people AS person` who gave an answer, found by it: few are not looked for among everyone. */
export const toldPeopleSql = (studioId: string, filter: OwnFilter): SQL => sql`
  person_field_values AS told INDEXED BY person_field_values_by_value
  CROSS JOIN people AS person ON person.id = told.person_id AND ${toldSql(studioId, filter)}`
