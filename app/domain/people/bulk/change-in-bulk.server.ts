/**
 * A change of many people: started once, done in steps by anyone who comes by, and taken back in
 * steps.
 */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import {
  auditEachStatement,
  auditStatement,
  rightAfterChange,
} from '#app/domain/audit/audit.server.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { isRecordSql } from '../archive-person.server.ts'
import type { ListContext } from '../list/people-where.server.ts'
import { chosenSql, findBulkChange } from './bulk-change-queries.server.ts'
import { type BulkForm, bulkDetail } from './bulk-forms.ts'
import { bulkAction, doStatement, outcomeSql, takeBackStatement } from './bulk-sql.server.ts'
import { undoDays } from './bulk-undo.ts'
import type { BulkChange } from './bulk-words.ts'
import { type BulkInvitations, inviteNext } from './invite-in-bulk.server.ts'

/**
 * People changed at once: a batch of some hundred milliseconds at most, with other requests between
 * two.
 */
export const peopleAtOnce = 250

/** Who goes on with a change; `invitations` send what one that invites sends. */
export type BulkContext = StudioContext & { invitations: BulkInvitations }

export type StartBulkResult = { ok: true } | { ok: false; reason: 'nobody' }

/**
 * Starts a bulk change for those the form names, or for everyone its filters leave at this moment.
 * The form's key is the change's id: sent twice it is one change of the same people. Nobody is
 * changed yet.
 */
export async function startBulkChange(
  ctx: StaffContext & ListContext,
  form: BulkForm,
): Promise<StartBulkResult> {
  const { db, studio, now, actor } = ctx
  const detail = bulkDetail(form)
  const { started } = await batch(db, {
    change: db.run(sql`
      INSERT INTO bulk_changes (id, studio_id, act, state, detail, actor_id, actor_name, created_at)
      SELECT ${form.key}, ${studio.id}, ${form.act}, 'running', ${JSON.stringify(detail)},
        ${actor.userId}, ${actor.name}, ${now}
      WHERE EXISTS (SELECT 1 FROM people AS person WHERE ${chosenSql(ctx, form)})
      ON CONFLICT (id) DO NOTHING`),
    targets: db.run(sql`
      INSERT INTO bulk_targets (studio_id, bulk_id, person_id)
      SELECT person.studio_id, ${form.key}, person.id FROM people AS person
      WHERE ${chosenSql(ctx, form)} AND ${rightAfterChange}`),
    audit: auditStatement(
      ctx,
      {
        action: 'people.changed_in_bulk',
        subjectKind: 'bulk',
        subjectId: form.key,
        detail: {
          act: form.act,
          ...(form.all ? { filters: form.filters ?? '' } : { chosen: form.p.length }),
        },
      },
      rightAfterChange,
    ),
    started: db.all<{ id: string }>(
      sql`SELECT id FROM bulk_changes WHERE studio_id = ${studio.id} AND id = ${form.key}`,
    ),
  })
  return started.length > 0 ? { ok: true } : { ok: false, reason: 'nobody' }
}

/**
 * Goes on with a change, step by step, until it is done or `clock()` has passed `untilMs` (real
 * time). Any number of callers may do so at once: each person is decided in one step and changed in
 * the same batch.
 */
export async function continueBulkChange(
  ctx: BulkContext,
  bulkId: string,
  { clock, untilMs }: { clock(): number; untilMs: number },
): Promise<BulkChange | null> {
  for (;;) {
    const bulk = await findBulkChange(ctx, bulkId)
    if (!bulk || bulk.state === 'done' || bulk.state === 'undone') return bulk
    await (bulk.state === 'running' ? changeNext(ctx, bulk) : takeBackNext(ctx, bulk))
    if (clock() >= untilMs) return findBulkChange(ctx, bulkId)
  }
}

async function changeNext(ctx: BulkContext, bulk: BulkChange): Promise<void> {
  const { db, studio, now } = ctx
  const step = newId()
  const own = sql`studio_id = ${studio.id} AND bulk_id = ${bulk.id}`
  const decided = sql`SELECT person_id FROM bulk_targets
    WHERE ${own} AND outcome = 'changed' AND step = ${step}`
  // Mails first: a step that is cut off behind them is repeated, and mails nobody twice.
  const invited = bulk.act === 'invite' ? JSON.stringify(await inviteNext(ctx, bulk)) : null
  const next = invited
    ? sql`SELECT value ->> 'id' FROM json_each(${invited})`
    : sql`SELECT person_id FROM bulk_targets WHERE ${own} AND outcome IS NULL LIMIT ${peopleAtOnce}`
  const outcome = invited
    ? sql`(SELECT value ->> 'outcome' FROM json_each(${invited})
        WHERE value ->> 'id' = bulk_targets.person_id)`
    : sql`coalesce(
        (SELECT ${outcomeSql(ctx, bulk.act, bulk.detail)} FROM people AS person
          WHERE person.studio_id = ${studio.id} AND person.id = bulk_targets.person_id
            AND ${isRecordSql}), 'gone')`
  await batch(db, {
    decide: db.run(sql`
      UPDATE bulk_targets SET step = ${step}, outcome = ${outcome}
      WHERE ${own} AND outcome IS NULL AND person_id IN (${next})
        AND EXISTS (SELECT 1 FROM bulk_changes
          WHERE studio_id = ${studio.id} AND id = ${bulk.id} AND state = 'running')`),
    do: doStatement(ctx, bulk, decided),
    audit: auditEachStatement(
      { ...ctx, actor: { userId: bulk.actorId, name: bulk.actorName } },
      {
        action: bulkAction[bulk.act],
        subjectKind: 'person',
        reason: bulk.detail.reason ?? '',
        detail:
          bulk.act === 'invite'
            ? sql`json_object('bulkId', ${bulk.id}, 'invitationId',
                ${bulk.id} || '-' || decided.person_id, 'role', 'member')`
            : sql`json_object('bulkId', ${bulk.id}, 'noteId',
                ${bulk.id} || '-' || decided.person_id, 'tag', ${bulk.detail.tag ?? null})`,
      },
      {
        idSql: sql`${bulk.id} || '-' || decided.person_id`,
        subjectIdSql: sql`decided.person_id`,
        from: sql`(${decided}) AS decided`,
      },
    ),
    finish: db.run(sql`
      UPDATE bulk_changes SET state = 'done', finished_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${bulk.id} AND state = 'running'
        AND NOT EXISTS (SELECT 1 FROM bulk_targets WHERE ${own} AND outcome IS NULL)`),
    // Once everyone is decided, so that nobody is written to who was left out.
    happened:
      bulk.act === 'notice' && bulk.detail.mail
        ? recordedStatement(
            { ...ctx, actor: { userId: bulk.actorId, name: bulk.actorName } },
            {
              id: `mail-${bulk.id}`,
              kind: 'people.written_to',
              subjectId: bulk.id,
              detail: { text: bulk.detail.text ?? '' },
            },
            rightAfterChange,
          )
        : null,
  })
}

export type UndoBulkResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'not_done' | 'too_old' }

/**
 * Begins to take a finished change back, for everyone it changed. Twice is once; refused after a
 * week.
 */
export async function undoBulkChange(ctx: StaffContext, bulkId: string): Promise<UndoBulkResult> {
  const { db, studio, now } = ctx
  const { begun } = await batch(db, {
    begun: db.run(sql`
      UPDATE bulk_changes SET state = 'undoing', finished_at = NULL
      WHERE studio_id = ${studio.id} AND id = ${bulkId} AND state = 'done'
        AND created_at > ${addMinutes(now, -undoDays * 1_440)}`),
    audit: auditStatement(
      ctx,
      {
        id: `undo-${bulkId}`,
        action: 'people.changed_in_bulk.undone',
        subjectKind: 'bulk',
        subjectId: bulkId,
      },
      rightAfterChange,
    ),
  })
  if (changed(begun) > 0) return { ok: true }
  const bulk = await findBulkChange(ctx, bulkId)
  if (!bulk) return { ok: false, reason: 'not_found' }
  if (bulk.state === 'undoing' || bulk.state === 'undone') return { ok: true }
  return { ok: false, reason: bulk.state === 'running' ? 'not_done' : 'too_old' }
}

async function takeBackNext(ctx: BulkContext, bulk: BulkChange): Promise<void> {
  const { db, studio, now } = ctx
  const step = newId()
  const own = sql`studio_id = ${studio.id} AND bulk_id = ${bulk.id}`
  const decided = sql`SELECT person_id FROM bulk_targets
    WHERE ${own} AND outcome = 'undone' AND step = ${step}`
  // What was written to a record goes wherever it went since; the record itself stays as it is.
  const undone =
    bulk.act === 'note' || bulk.act === 'notice'
      ? sql`'undone'`
      : sql`coalesce((SELECT iif(${bulk.act} = 'invite' AND user_id IS NOT NULL, 'same', 'undone')
          FROM people WHERE id = bulk_targets.person_id AND ${isRecordSql}), 'gone')`
  if (bulk.act === 'invite') await ctx.invitations.withdraw(bulk)
  await batch(db, {
    decide: db.run(sql`
      UPDATE bulk_targets SET step = ${step}, outcome = ${undone}
      WHERE ${own} AND outcome = 'changed' AND person_id IN (
          SELECT person_id FROM bulk_targets WHERE ${own} AND outcome = 'changed'
          LIMIT ${peopleAtOnce})
        AND EXISTS (SELECT 1 FROM bulk_changes
          WHERE studio_id = ${studio.id} AND id = ${bulk.id} AND state = 'undoing')`),
    back: takeBackStatement(ctx, bulk, decided),
    audit: auditEachStatement(
      { ...ctx, actor: bulk.undoer ?? systemActor },
      {
        action: `${bulkAction[bulk.act]}.undone`,
        subjectKind: 'person',
        detail: sql`json_object('undoes', ${bulk.id} || '-' || decided.person_id)`,
      },
      {
        idSql: sql`'undo-' || ${bulk.id} || '-' || decided.person_id`,
        subjectIdSql: sql`decided.person_id`,
        from: sql`(${decided}) AS decided`,
      },
    ),
    finish: db.run(sql`
      UPDATE bulk_changes SET state = 'undone', finished_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${bulk.id} AND state = 'undoing'
        AND NOT EXISTS (SELECT 1 FROM bulk_targets WHERE ${own} AND outcome = 'changed')`),
  })
}
