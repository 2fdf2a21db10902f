import { batch } from '#app/db/batch.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'
import { auditStatement } from './audit.server.ts'

/**
 * Notes that somebody at work asked for a record that the studio does not have: another studio's,
 * or one that is gone (R14). `section` is that of the desk, such as `members`. What was asked for
 * is not kept: it may be another studio's. A section is one line a day, so that nobody fills the log
 * by pressing reload.
 */
export async function noteMissing(
  ctx: Pick<StudioContext, 'db' | 'studio' | 'now'> & { actor: Pick<Actor, 'userId' | 'name'> },
  section: string,
): Promise<void> {
  const { studio, now, actor } = ctx
  const day = localDate(now, studio.timeZone)
  await batch(ctx.db, {
    line: auditStatement(ctx, {
      id: await derivedId(studio.id, 'record.not_found', actor.userId, day, section),
      action: 'record.not_found',
      subjectKind: 'account',
      subjectId: actor.userId,
      reason: section,
    }),
  })
}
