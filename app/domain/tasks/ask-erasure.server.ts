import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { closeTaskStatement, raiseTaskStatement } from './task-statements.server.ts'

/** A studio answers within so many days (GDPR, Article 12). */
export const erasureDays = 30

const causeOf = (personId: string) => ({ kind: 'erase_request', ref: personId }) as const

/** The request that waits for the studio, for a page's batch; none where there is none. */
export function erasureAskedStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<{ askedAt: Instant; dueAt: Instant }[]> {
  return db.all<{ askedAt: Instant; dueAt: Instant }>(sql`
    SELECT created_at AS askedAt, due_at AS dueAt FROM tasks
    WHERE studio_id = ${studio.id} AND cause_kind = 'erase_request' AND cause_ref = ${personId}
      AND state = 'open'`)
}

/**
 * Asks the studio to erase what it keeps of the person: a task for a manager, due within the days
 * the law gives. Asked twice it is one; what was done stands, and can be asked again later.
 */
export async function askErasure(ctx: MemberContext): Promise<void> {
  const { db, studio, now, person, actor } = ctx
  await batch(db, {
    // One that somebody has done makes room for this one.
    before: db.run(sql`
      UPDATE tasks SET state = 'over' WHERE studio_id = ${studio.id}
        AND cause_kind = 'erase_request' AND cause_ref = ${person.id} AND state = 'done'`),
    ask: raiseTaskStatement(ctx, {
      cause: causeOf(person.id),
      facts: { name: actor.name },
      role: 'manager',
      dueAt: addMinutes(now, erasureDays * 24 * 60),
      endsAt: null,
      path: paths.managePersonAct(studio, person.id, 'erasure'),
    }),
    audit: auditStatement(
      ctx,
      { action: 'erasure.asked', subjectKind: 'person', subjectId: person.id },
      rightAfterChange,
    ),
  })
}

/** Takes the request back, as long as the studio has not acted on it. Twice is once. */
export async function takeBackErasure(ctx: MemberContext): Promise<void> {
  await batch(ctx.db, {
    end: closeTaskStatement(ctx, causeOf(ctx.person.id), sql`state = 'open'`),
    audit: auditStatement(
      ctx,
      { action: 'erasure.taken_back', subjectKind: 'person', subjectId: ctx.person.id },
      rightAfterChange,
    ),
  })
}
