import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type SavedReply = { id: string; name: string; text: string }

/** A studio's answers to use again, by name. */
export const savedRepliesStatement = ({ db, studio }: StudioContext) =>
  db.all<SavedReply>(sql`
    SELECT id, name, text FROM saved_replies
    WHERE studio_id = ${studio.id} AND archived_at IS NULL ORDER BY name LIMIT 100`)

export const listSavedReplies = async (ctx: StudioContext): Promise<SavedReply[]> =>
  savedRepliesStatement(ctx)

/** Keeps an answer under a name; refused (`name_taken`) where another one has it. */
export async function keepReply(
  ctx: StaffContext,
  { key, name, text }: { key: string; name: string; text: string },
): Promise<{ ok: true } | { ok: false; reason: 'name_taken' }> {
  const { db, studio, now } = ctx
  const { there } = await batch(db, {
    kept: db.run(sql`
      INSERT INTO saved_replies (id, studio_id, name, text, created_at)
      VALUES (${key}, ${studio.id}, ${name}, ${text}, ${now}) ON CONFLICT DO NOTHING`),
    line: auditStatement(
      ctx,
      {
        action: 'saved_reply.added',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { name },
      },
      rightAfterChange,
    ),
    there: db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM saved_replies WHERE studio_id = ${studio.id} AND id = ${key}`,
    ),
  })
  return there[0]?.n ? { ok: true } : { ok: false, reason: 'name_taken' }
}

/** Takes an answer out of use; false for a strange id. Sent twice is once. */
export async function dropReply(ctx: StaffContext, replyId: string): Promise<boolean> {
  const { db, studio, now } = ctx
  const { there } = await batch(db, {
    gone: db.run(sql`
      UPDATE saved_replies SET archived_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${replyId} AND archived_at IS NULL`),
    line: auditStatement(
      ctx,
      { action: 'saved_reply.removed', subjectKind: 'studio', subjectId: studio.id },
      rightAfterChange,
    ),
    there: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM saved_replies WHERE studio_id = ${studio.id} AND id = ${replyId}`),
  })
  return (there[0]?.n ?? 0) > 0
}

/** Whether it is there at all, in use or not. */
export async function hasReply({ db, studio }: StudioContext, replyId: string): Promise<boolean> {
  const [found] = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM saved_replies WHERE studio_id = ${studio.id} AND id = ${replyId}`)
  return (found?.n ?? 0) > 0
}
