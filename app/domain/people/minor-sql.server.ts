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

/** Whether a person is of age and has an account, so that nobody else signs or is written to for them. */
export const adultSql = (ctx: Pick<StudioContext, 'studio' | 'now'>, person = 'person'): SQL =>
  sql`(${sql.raw(person)}.user_id IS NOT NULL AND NOT ${minorSql(ctx, person)})`
