import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'

/** Coming back within these minutes is the same look: a reload hides nothing. */
const sameLookMinutes = 30

/** Who looks for the first time is told of these days. */
const firstLookDays = 7

/**
 * Someone looks at a page that tells what is new: for its batch, before what is new is read. Since
 * when that is told, is `sinceSql`.
 */
export function lookStatement(
  { db, studio, now, person }: MemberContext,
  page: string,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO staff_looks (studio_id, person_id, page, since, seen_at)
    VALUES (${studio.id}, ${person.id}, ${page}, ${addMinutes(now, -firstLookDays * 1_440)}, ${now})
    ON CONFLICT (studio_id, person_id, page) DO UPDATE SET seen_at = ${now},
      since = iif(seen_at < ${addMinutes(now, -sameLookMinutes)}, seen_at, since)`)
}

/** The instant of the look before, an expression. */
export const sinceSql = ({ studio, person }: MemberContext, page: string): SQL => sql`(
  SELECT look.since FROM staff_looks AS look WHERE look.studio_id = ${studio.id}
    AND look.person_id = ${person.id} AND look.page = ${page})`
