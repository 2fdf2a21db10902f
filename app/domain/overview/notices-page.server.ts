import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type PageNumber, pageStatements, toPage } from '#app/db/page.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import type { Instant } from '#app/values/instant.ts'

export type NoticeRow = {
  id: string
  text: string
  /** Own path, or empty. */
  path: string
  createdAt: Instant
  readAt: Instant | null
}

const noticesAPage = 25

/** What the studio told a person, newest first, in one batch. */
export async function noticesPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
  page: number,
) {
  const { db, studio } = ctx
  const at: PageNumber = { page, perPage: noticesAPage }
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    ...pageStatements<NoticeRow>(
      db,
      {
        select: sql`id, text, path, created_at AS createdAt, read_at AS readAt`,
        from: sql`notices`,
        where: sql`studio_id = ${studio.id} AND person_id = ${viewer.personId}`,
        orderBy: sql`created_at DESC, id DESC`,
      },
      at,
    ),
  })
  return { shell: toShell(answer, viewer), notices: toPage(answer, at, (row: NoticeRow) => row) }
}
