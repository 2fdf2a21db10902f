import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

/**
 * Sets where the classes of a series are held online; empty is in the room only. It is told over
 * the link that the page showed (`was`): false where somebody changed it meanwhile, and for a series
 * of another studio.
 */
export async function setOnlineLink(
  ctx: StaffContext,
  seriesId: string,
  { url, was }: { url: string; was: string },
): Promise<boolean> {
  const { db, studio } = ctx
  const here = sql`studio_id = ${studio.id} AND id = ${seriesId}`
  const { found } = await batch(db, {
    change: db.run(sql`
      UPDATE series SET online_url = ${url}
      WHERE ${here} AND online_url = ${was} AND online_url <> ${url}`),
    audit: auditStatement(
      ctx,
      {
        action: 'series.online_set',
        subjectKind: 'series',
        subjectId: seriesId,
        detail: { online: url !== '' },
      },
      rightAfterChange,
    ),
    found: db.all<{ url: string }>(sql`SELECT online_url AS url FROM series WHERE ${here}`),
  })
  return found[0]?.url === url
}
