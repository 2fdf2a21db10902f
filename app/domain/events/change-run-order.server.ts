import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { eventStatement, toEvent } from './event-queries.server.ts'
import { type Act, planActs } from './run-order.ts'

/** No showcase has more acts. */
const mostActs = 120

const actsStatement = ({ db, studio }: StudioContext, eventId: string) =>
  db.all<Act & { sort: number }>(sql`
    SELECT id, title, performers, apparatus, music, minutes, sort FROM run_order_items
    WHERE studio_id = ${studio.id} AND event_id = ${eventId} ORDER BY sort, id LIMIT ${mostActs}`)

/** The acts of an event in their order, with their times. Null for another studio's id. */
export async function runOrderPage(ctx: StudioContext, eventId: string) {
  const read = await batch(ctx.db, {
    event: eventStatement(ctx, sql`event.id = ${eventId}`),
    acts: actsStatement(ctx, eventId),
  })
  if (!read.event[0]) return null
  const event = toEvent(read.event[0])
  return { event, acts: planActs(read.acts, event.localStart) }
}

type Changed =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'full' | 'moved_meanwhile' }

/** Puts an act at the end of the order, under the form's key: twice is once. */
export async function addAct(ctx: StaffContext, eventId: string, act: Act): Promise<Changed> {
  const { db, studio } = ctx
  const { id, title, performers, apparatus, music, minutes } = act
  const result = await batch(db, {
    add: db.run(sql`
      INSERT INTO run_order_items (id, studio_id, event_id, sort, title, performers, apparatus,
        music, minutes)
      SELECT ${id}, ${studio.id}, event.id, 1 + coalesce((
        SELECT max(act.sort) FROM run_order_items AS act
        WHERE act.studio_id = ${studio.id} AND act.event_id = event.id), 0),
        ${title}, ${performers}, ${apparatus}, ${music}, ${minutes}
      FROM events AS event WHERE event.studio_id = ${studio.id} AND event.id = ${eventId} AND (
        SELECT count(*) FROM run_order_items AS act
        WHERE act.studio_id = ${studio.id} AND act.event_id = event.id) < ${mostActs}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'act.added',
        subjectKind: 'event',
        subjectId: eventId,
        detail: { actId: id, title },
      },
      rightAfterChange,
    ),
    there: db.all<{ event: number; act: number }>(sql`
      SELECT (SELECT count(*) FROM events
        WHERE studio_id = ${studio.id} AND id = ${eventId}) AS event,
        (SELECT count(*) FROM run_order_items
          WHERE studio_id = ${studio.id} AND event_id = ${eventId} AND id = ${id}) AS act`),
  })
  if (changed(result.add) > 0) return { ok: true }
  const [there] = result.there
  if (there?.act === 1) return { ok: true, again: true }
  return { ok: false, reason: there?.event === 1 ? 'full' : 'not_found' }
}

/**
 * Swaps an act with the one before or after it. Where both stood is part of the write: of two who
 * move acts at once the second is told, and no place in the order is given twice. At the end of the
 * order nothing moves. `from` is its place as the page showed it, counted from 0: where it has moved
 * by one that way since, it is the same press again.
 */
export async function moveAct(
  ctx: StaffContext,
  eventId: string,
  actId: string,
  way: 'up' | 'down',
  from: number | null = null,
): Promise<Changed> {
  const { db, studio } = ctx
  const acts = await actsStatement(ctx, eventId)
  const at = acts.findIndex(({ id }) => id === actId)
  const step = way === 'up' ? -1 : 1
  const [own, other] = [acts[at], acts[at + step]]
  if (!own) return { ok: false, reason: 'not_found' }
  if (from !== null && at !== from)
    return at === from + step ? { ok: true, again: true } : { ok: false, reason: 'moved_meanwhile' }
  if (!other) return { ok: true, again: true }
  const stands = ({ id, sort }: { id: string; sort: number }) =>
    sql`EXISTS (SELECT 1 FROM run_order_items AS act
      WHERE act.studio_id = ${studio.id} AND act.event_id = ${eventId} AND act.id = ${id}
        AND act.sort = ${sort})`
  const result = await batch(db, {
    move: db.run(sql`
      UPDATE run_order_items
        SET sort = CASE id WHEN ${own.id} THEN ${other.sort} ELSE ${own.sort} END
      WHERE studio_id = ${studio.id} AND event_id = ${eventId} AND id IN (${own.id}, ${other.id})
        AND ${stands(own)} AND ${stands(other)}`),
    audit: auditStatement(
      ctx,
      { action: 'act.moved', subjectKind: 'event', subjectId: eventId, detail: { actId, way } },
      rightAfterChange,
    ),
  })
  return changed(result.move) > 0 ? { ok: true } : { ok: false, reason: 'moved_meanwhile' }
}

/** Takes an act out of the order. Twice is once. */
export async function removeAct(
  ctx: StaffContext,
  eventId: string,
  actId: string,
): Promise<Changed> {
  const { db, studio } = ctx
  const result = await batch(db, {
    remove: db.run(
      sql`DELETE FROM run_order_items
        WHERE studio_id = ${studio.id} AND event_id = ${eventId} AND id = ${actId}`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'act.removed', subjectKind: 'event', subjectId: eventId, detail: { actId } },
      rightAfterChange,
    ),
    there: db.all<{ id: string }>(
      sql`SELECT id FROM events WHERE studio_id = ${studio.id} AND id = ${eventId}`,
    ),
  })
  if (result.there.length === 0) return { ok: false, reason: 'not_found' }
  return changed(result.remove) > 0 ? { ok: true } : { ok: true, again: true }
}
