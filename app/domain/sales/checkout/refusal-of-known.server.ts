import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { hadOnceSql } from '../sell/sell-package.server.ts'
import { hadAsAnotherSql } from './had-as-another.server.ts'

/**
 * What keeps the person with the typed address from buying, before anything is taken; of an offer
 * that is sold once, also that they had it under another address.
 */
export async function refusalOfKnown(
  ctx: StudioContext,
  { personId, packageId, phone }: { personId: string; packageId: string; phone: string },
) {
  const { db, studio } = ctx
  const [known] = await db.all<{ banned: number; left: number; had: number; other: number }>(sql`
    SELECT person.banned_at IS NOT NULL AS banned, person.archived_at IS NOT NULL AS "left",
      ${hadOnceSql(ctx, { packageId, personId, besides: '' })} AS had,
      ${hadAsAnotherSql(ctx, { packageId, personId, phone })} AS other
    FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`)
  if (known?.banned) return 'banned'
  if (known?.left) return 'left'
  if (known?.had) return 'had_it'
  return known?.other ? 'had_as_another' : null
}
