import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import { adultsBornBy } from './minors.ts'

/** Whether a person is under age today, 1 or 0; `person` is an alias of people. */
export const minorSql = (
  { studio, now }: Pick<StudioContext, 'studio' | 'now'>,
  person = 'person',
): SQL =>
  sql`coalesce(${sql.raw(person)}.birth_date > ${adultsBornBy(localDate(now, studio.timeZone))}, 0)`
