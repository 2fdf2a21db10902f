/** Conditions of the people list over `people AS person` alone. */
import { type SQL, sql } from 'drizzle-orm'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { adultsBornBy } from '../minors.ts'
import type { PersonFilters } from './person-filters.ts'

/** How far they are with signing in. */
export const accountSql = {
  none: sql`person.user_id IS NULL AND person.invited_at IS NULL`,
  invited: sql`person.user_id IS NULL AND person.invited_at IS NOT NULL`,
  has: sql`person.user_id IS NOT NULL`,
}

/** Under age, of age, or without a date of birth. */
export function ageSql(today: LocalDate, age: 'minors' | 'adults' | 'unknown'): SQL {
  if (age === 'unknown') return sql`person.birth_date IS NULL`
  const adults = adultsBornBy(today)
  return age === 'minors' ? sql`person.birth_date > ${adults}` : sql`person.birth_date <= ${adults}`
}

/** When they came last. */
export function visitSql(today: LocalDate, visit: PersonFilters['visit']): SQL {
  const since = (days: number) => addDays(today, -days)
  return {
    '': sql`1`,
    week: sql`person.last_visit_at >= ${since(7)}`,
    month: sql`person.last_visit_at >= ${since(30)}`,
    before: sql`person.last_visit_at < ${since(30)}`,
    never: sql`person.last_visit_at IS NULL`,
  }[visit]
}
