/**
 * Closing days: started once, done in steps by any request that comes by, and lifted again for the
 * days to come.
 */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import {
  auditEachStatement,
  auditStatement,
  rightAfterChange,
} from '#app/domain/audit/audit.server.ts'
import { runLongerStatement } from '#app/domain/entitlements/ledger.server.ts'
import { noticeEachStatement } from '#app/domain/messaging/notices.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { lookAt } from '#app/domain/scope/look.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { dayRange } from '#app/values/wording.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { callOff } from './call-off.server.ts'
import { type Closure, findClosure } from './closure-queries.server.ts'
import {
  type ClosureSpan,
  daysLongerSql,
  extendingSql,
  lotTouchedSql,
  onClosedDaysSql,
  toCallOffSql,
} from './closure-sql.server.ts'

export type CloseDaysResult =
  | { ok: true }
  | { ok: false; reason: 'past' | 'not_found' | 'there' | 'overlaps' }

/** Lots extended in one step. */
const lotsAtOnce = 100

/**
 * Closes the days: from this moment nothing new is made on them, and what is on them is to be
 * cancelled by the steps that follow. Nobody is notified yet. The form's key is the closure's id:
 * sent twice it is one. Refuses days that are over (`past`), a location of another studio
 * (`not_found`), a closure of the same name and days (`there`), and days on which the place is
 * closed already (`overlaps`). Days that were opened again may be closed again.
 */
export async function closeDays(
  ctx: StaffContext,
  closure: ClosureSpan & { key: string; name: string; message: string; extendsPacks: boolean },
): Promise<CloseDaysResult> {
  const { db, studio, now, actor } = ctx
  const { key, name, from, until, locationId, message, extendsPacks } = closure
  if (until < localDate(now, studio.timeZone)) return { ok: false, reason: 'past' }
  const overlapping = sql`SELECT 1 FROM closures
    WHERE studio_id = ${studio.id} AND state <> 'lifted' AND id <> ${key}
      AND from_date <= ${until} AND until_date >= ${from}
      AND (location_id IS NULL OR ${locationId} IS NULL OR location_id = ${locationId})`
  const { there, known, twin } = await batch(db, {
    close: db.run(sql`
      INSERT INTO closures (id, studio_id, location_id, name, from_date, until_date, message,
        extends_packs, state, created_by, created_by_name, created_at)
      SELECT ${key}, ${studio.id}, ${locationId}, ${name}, ${from}, ${until}, ${message},
        ${extendsPacks ? 1 : 0}, 'applying', ${actor.userId}, ${actor.name}, ${now}
      WHERE NOT EXISTS (${overlapping}) AND (${locationId} IS NULL OR EXISTS (
        SELECT 1 FROM locations WHERE studio_id = ${studio.id} AND id = ${locationId}))
      ON CONFLICT DO NOTHING`),
    targets: db.run(sql`
      INSERT INTO closure_targets (studio_id, closure_id, occurrence_id)
      SELECT o.studio_id, ${key}, o.id FROM occurrences AS o
      WHERE ${onClosedDaysSql(ctx, closure)} AND ${toCallOffSql} AND ${rightAfterChange}`),
    // What is being booked this minute has not been promised: it may not be confirmed any more.
    holds: db.run(sql`
      UPDATE occurrences AS o SET held_until = ${now}
      WHERE ${onClosedDaysSql(ctx, closure)} AND o.state = 'held' AND o.held_until < o.starts_at
        AND o.held_until > ${now}
        AND EXISTS (SELECT 1 FROM closures AS closure
          WHERE closure.studio_id = ${studio.id} AND closure.id = ${key}
            AND closure.state = 'applying')`),
    audit: auditStatement(
      ctx,
      {
        id: `closed-${key}`,
        action: 'closure.added',
        subjectKind: 'closure',
        subjectId: key,
        reason: message,
        detail: { name, from, until, locationId, extendsPacks },
      },
      sql`EXISTS (SELECT 1 FROM closures WHERE studio_id = ${studio.id} AND id = ${key})`,
    ),
    there: db.all<{ id: string }>(
      sql`SELECT id FROM closures WHERE studio_id = ${studio.id} AND id = ${key}`,
    ),
    twin: db.all<{ id: string }>(sql`
      SELECT id FROM closures
      WHERE studio_id = ${studio.id} AND from_date = ${from} AND until_date = ${until}
        AND name = ${name} AND state <> 'lifted'`),
    known: db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM locations
        WHERE studio_id = ${studio.id} AND id = ${locationId}`,
    ),
  })
  if (there.length > 0) return { ok: true }
  if (locationId !== null && known[0]?.n === 0) return { ok: false, reason: 'not_found' }
  return { ok: false, reason: twin.length > 0 ? 'there' : 'overlaps' }
}

/**
 * Goes on with a closure until it is done or `clock()` has passed `untilMs` (real time): cancels
 * what stood on the days, one after the other through its own use case, then lets packs run longer.
 * Any number of callers may do so at once, and one that is killed between two writes is finished by
 * the next: a cancel has its effects once, a message its key, and a pack its row.
 */
export async function continueClosure(
  ctx: StudioContext,
  closureId: string,
  { clock, untilMs }: { clock(): number; untilMs: number },
): Promise<Closure | null> {
  for (;;) {
    const closure = await findClosure(ctx, closureId)
    if (closure?.state !== 'applying') return closure
    const staff = { ...ctx, actor: actorOf(closure) }
    const waiting = await nextTargets(ctx, closureId)
    for (const target of waiting) {
      await callOffNext(staff, closure, target)
      if (clock() >= untilMs) return findClosure(ctx, closureId)
    }
    if (waiting.length === 0) await extendNext(staff, closure)
    if (clock() >= untilMs) return findClosure(ctx, closureId)
  }
}

/**
 * Packs bought since, in force on days that are still closed: they run longer too. Answers how many
 * closures it looked at.
 */
export async function extendNewPacks(ctx: StudioContext): Promise<number> {
  const ahead = await ctx.db.all<{ id: string }>(sql`
    SELECT id FROM closures WHERE ${extendingSql(lookAt(ctx))} ORDER BY from_date LIMIT 20`)
  let extended = 0
  for (const { id } of ahead) {
    const closure = await findClosure(ctx, id)
    if (closure) extended += await extendNext({ ...ctx, actor: actorOf(closure) }, closure)
  }
  return extended
}

const actorOf = ({ createdBy, createdByName }: Closure): Actor => ({
  userId: createdBy,
  name: createdByName,
  role: 'manager',
})

type Target = { id: string; kind: string }

const nextTargets = ({ db, studio }: StudioContext, closureId: string) =>
  db.all<Target>(sql`
    SELECT target.occurrence_id AS id, coalesce(o.kind, 'class') AS kind
    FROM closure_targets AS target LEFT JOIN occurrences AS o ON o.id = target.occurrence_id
    WHERE target.studio_id = ${studio.id} AND target.closure_id = ${closureId}
      AND target.outcome IS NULL ORDER BY o.starts_at LIMIT 20`)

/**
 * Calls one off and writes down what became of it; between the two it may be cancelled again
 * without a second effect.
 */
async function callOffNext(ctx: StaffContext, closure: Closure, target: Target): Promise<void> {
  const { db, studio } = ctx
  // Lifted, or done by someone beside: what was restored since stays.
  const waits = sql`EXISTS (SELECT 1 FROM closure_targets AS target
    JOIN closures AS closure ON closure.id = target.closure_id
    WHERE target.studio_id = ${studio.id} AND target.closure_id = ${closure.id}
      AND target.occurrence_id = ${target.id}
      AND target.outcome IS NULL AND closure.state = 'applying')`
  const [still] = await db.all<{ waits: number }>(sql`SELECT ${waits} AS waits`)
  if (still?.waits !== 1) return
  const result = await callOff(ctx, target, closure.message || `Closed: ${closure.name}`, waits)
  await db.run(sql`
    UPDATE closure_targets SET outcome = ${result.ok ? 'cancelled' : 'over'},
      told = ${result.ok ? result.told : 0}
    WHERE studio_id = ${studio.id} AND closure_id = ${closure.id} AND occurrence_id = ${target.id}
      AND outcome IS NULL`)
}

/**
 * One step with packs: takes those without a row, extends them and tells their people; none left is
 * the end. Answers how many packs run longer by it.
 */
async function extendNext(ctx: StaffContext, closure: Closure): Promise<number> {
  const { db, studio, now } = ctx
  const { id, fromDate, untilDate, name } = closure
  const span = { from: fromDate, until: untilDate }
  const step = newId()
  const mine = sql`closure_lot.studio_id = ${studio.id} AND closure_lot.closure_id = ${id}
    AND closure_lot.step = ${step}`
  const words =
    `Your packs run longer: ${studio.name} is closed ` +
    `${dayRange(fromDate, untilDate, studio.locale)} (${name}).`
  const people = sql`SELECT lot.person_id AS person_id FROM closure_lots AS closure_lot
    JOIN lots AS lot ON lot.id = closure_lot.lot_id
    WHERE ${mine} AND closure_lot.days > 0`
  const { take } = await batch(db, {
    take: db.all<{ days: number }>(sql`
      INSERT INTO closure_lots (studio_id, closure_id, lot_id, days, step)
      SELECT lot.studio_id, ${id}, lot.id, ${daysLongerSql(ctx, span, id)}, ${step}
      FROM lots AS lot
      WHERE ${closure.extendsPacks ? 1 : 0} AND ${lotTouchedSql(ctx, span)}
        AND lot.expires_on >= ${localDate(now, studio.timeZone)}
        AND NOT EXISTS (SELECT 1 FROM closure_lots AS closure_lot
          WHERE closure_lot.studio_id = lot.studio_id AND closure_lot.closure_id = ${id}
            AND closure_lot.lot_id = lot.id)
        AND EXISTS (SELECT 1 FROM closures AS closure
          WHERE closure.studio_id = lot.studio_id AND closure.id = ${id}
            AND closure.state <> 'lifted')
      ORDER BY lot.id LIMIT ${lotsAtOnce}
      ON CONFLICT DO NOTHING RETURNING days`),
    extend: runLongerStatement(
      ctx,
      sql`SELECT closure_lot.lot_id, closure_lot.days FROM closure_lots AS closure_lot
        WHERE ${mine} AND closure_lot.days > 0`,
    ),
    audit: auditEachStatement(
      ctx,
      {
        action: 'pack.extended',
        subjectKind: 'person',
        reason: name,
        detail: sql`json_object('closureId', ${id}, 'lotId', extended.lot_id, 'days',
          extended.days)`,
      },
      {
        idSql: sql`${id} || '-' || extended.lot_id`,
        subjectIdSql: sql`extended.person_id`,
        from: sql`(SELECT closure_lot.lot_id, closure_lot.days, lot.person_id
          FROM closure_lots AS closure_lot JOIN lots AS lot ON lot.id = closure_lot.lot_id
          WHERE ${mine} AND closure_lot.days > 0) AS extended`,
      },
    ),
    tell: noticeEachStatement(ctx, people, {
      idSql: sql`lower(hex(randomblob(6)))`,
      keySql: sql`'closure:' || ${id} || ':' || recipient.person_id`,
      kind: 'pack-extended',
      text: words,
    }),
    finish: db.run(sql`
      UPDATE closures SET state = 'applied', applied_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'applying'
        AND NOT EXISTS (SELECT 1 FROM closure_lots AS closure_lot WHERE ${mine})
        AND NOT EXISTS (SELECT 1 FROM closure_targets AS target
          WHERE target.studio_id = closures.studio_id
            AND target.closure_id = closures.id AND target.outcome IS NULL)`),
  })
  return take.filter(({ days }) => days > 0).length
}

export type LiftResult = { ok: true; again?: true } | { ok: false; reason: 'not_found' }

/**
 * Opens the days again: weekly classes that were left out are made by the next expansion, from
 * tomorrow on. What was cancelled stays so, and packs keep their days: people were notified. What
 * had not been cancelled yet takes place.
 */
export async function liftClosure(ctx: StaffContext, closureId: string): Promise<LiftResult> {
  const { db, studio, now } = ctx
  const closure = await findClosure(ctx, closureId)
  if (!closure) return { ok: false, reason: 'not_found' }
  const today = localDate(now, studio.timeZone)
  const before = [addDays(closure.fromDate, -1), today].sort().at(-1)!
  const { lift } = await batch(db, {
    lift: db.run(sql`
      UPDATE closures SET state = 'lifted', lifted_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${closureId} AND state <> 'lifted'`),
    audit: auditStatement(
      ctx,
      {
        id: `lifted-${closureId}`,
        action: 'closure.lifted',
        subjectKind: 'closure',
        subjectId: closureId,
      },
      rightAfterChange,
    ),
    // Expansion goes over these days again; what is there keeps its place by its recurrence key.
    again: db.run(sql`
      UPDATE series SET expanded_until = ${before}
      WHERE studio_id = ${studio.id} AND expanded_until > ${before} AND ended_at IS NULL
        AND ${before} < ${closure.untilDate}
        AND EXISTS (SELECT 1 FROM closures AS closure
          WHERE closure.studio_id = series.studio_id AND closure.id = ${closureId}
            AND closure.lifted_at = ${now})
        AND (${closure.locationId} IS NULL OR room_id IN (
          SELECT id FROM rooms WHERE studio_id = ${studio.id}
            AND location_id = ${closure.locationId}))`),
  })
  return changed(lift) > 0 ? { ok: true } : { ok: true, again: true }
}
