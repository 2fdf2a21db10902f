import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { FlowCommentForm } from './flow-forms.ts'
import { opensFlowSql } from './flow-queries.server.ts'

/**
 * Says something about a flow or one item of it, or settles what was said and takes that back.
 * False where the account has no such flow. Sent twice, it is said once.
 */
export async function commentOnFlow(
  { db, studio, now, actor }: StaffContext,
  flowId: string,
  { act, key, item, text }: FlowCommentForm,
): Promise<boolean> {
  const opens = sql`EXISTS (SELECT 1 FROM flows AS flow
    WHERE flow.studio_id = ${studio.id} AND flow.id = ${flowId} AND ${opensFlowSql(actor)})`
  const write =
    act === 'add'
      ? sql`INSERT INTO flow_comments (id, studio_id, flow_id, item_id, text, author_id,
            author_name, created_at)
          SELECT ${key}, ${studio.id}, ${flowId}, ${item}, ${text}, ${actor.userId},
            ${actor.name}, ${now} WHERE ${opens} ON CONFLICT DO NOTHING`
      : sql`UPDATE flow_comments SET settled_at = ${act === 'settle' ? now : null}
          WHERE studio_id = ${studio.id} AND flow_id = ${flowId} AND id = ${key} AND ${opens}`
  const { found } = await batch(db, {
    write: db.run(write),
    found: db.all<{ opens: number }>(sql`SELECT ${opens} AS opens`),
  })
  return found[0]?.opens === 1
}
