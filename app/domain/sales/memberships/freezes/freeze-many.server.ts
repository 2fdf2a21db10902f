/** Freezing many memberships at once: each as one alone would be, by the same quote, and once. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { derivedId } from '#app/values/id.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { actOnMembership } from '../act-on-membership.server.ts'
import type { MembershipAct } from '../membership-acts.ts'
import type { FreezeManyForm } from './freeze-many-form.ts'

export type FreezeRun = {
  id: string
  fromOn: LocalDate
  untilOn: LocalDate
  chargesFee: number
  reason: string
  state: 'running' | 'done' | 'undoing' | 'undone'
  createdBy: string
  createdByName: string
  createdAt: string
}

const columns = sql.raw(`id, from_on AS fromOn, until_on AS untilOn, charges_fee AS chargesFee,
  reason, state, created_by AS createdBy, created_by_name AS createdByName,
  created_at AS createdAt`)

/**
 * Begins to freeze what the page showed; `continueFreezeRun` does it. Sent twice it is one. Null
 * where the studio has none of the memberships.
 */
export async function freezeMany(
  ctx: StaffContext,
  form: FreezeManyForm,
): Promise<{ id: string } | null> {
  const { db, studio, now, actor } = ctx
  const { key, from, until, fee, reason, memberships } = form
  const lineId = `freezes-${key}`
  const { begun } = await batch(db, {
    begin: db.run(sql`
      INSERT INTO freeze_runs (id, studio_id, from_on, until_on, charges_fee, reason, state,
        created_by, created_by_name, created_at)
      SELECT ${key}, ${studio.id}, ${from}, ${until}, ${fee ? 1 : 0}, ${reason}, 'running',
        ${actor.userId}, ${actor.name}, ${now}
      WHERE EXISTS (SELECT 1 FROM memberships WHERE studio_id = ${studio.id}
        AND id IN (SELECT value ->> 'id' FROM json_each(${JSON.stringify(memberships)})))
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'memberships.frozen_in_bulk',
        subjectKind: 'freezes',
        subjectId: key,
        reason,
        detail: { from, until, chargesFee: fee === '1', memberships: memberships.length },
      },
      rightAfterChange,
    ),
    members: db.run(sql`
      INSERT INTO freeze_run_members (studio_id, run_id, membership_id, version)
      SELECT ${studio.id}, ${key}, membership.id, asked.value ->> 'version'
      FROM json_each(${JSON.stringify(memberships)}) AS asked
      CROSS JOIN memberships AS membership ON membership.id = asked.value ->> 'id'
        AND membership.studio_id = ${studio.id}
      WHERE ${lineWrittenSql(lineId)}
        AND NOT EXISTS (SELECT 1 FROM freeze_run_members
          WHERE studio_id = ${studio.id} AND run_id = ${key})
      ON CONFLICT DO NOTHING`),
    begun: db.all<{ id: string }>(sql`
      SELECT id FROM freeze_runs WHERE studio_id = ${studio.id} AND id = ${key}`),
  })
  return begun[0] ?? null
}

export async function findFreezeRun(
  { db, studio }: StudioContext,
  runId: string,
): Promise<FreezeRun | null> {
  const rows = await db.all<FreezeRun>(sql`
    SELECT ${columns} FROM freeze_runs WHERE studio_id = ${studio.id} AND id = ${runId}`)
  return rows[0] ?? null
}

const underWaySql = ({ studio }: Look): SQL =>
  sql`freeze_runs.studio_id = ${studio} AND freeze_runs.state IN ('running','undoing')`

/** Whether a studio has freezes of many under way. */
export const freezeRunsDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM freeze_runs WHERE ${underWaySql(look)})`

export const listFreezeRunsUnderWay = (ctx: StudioContext): Promise<{ id: string }[]> =>
  ctx.db.all<{ id: string }>(
    sql`SELECT id FROM freeze_runs WHERE ${underWaySql(lookAt(ctx))} LIMIT 5`,
  )

/** Memberships that one call freezes: each takes some thirty statements. */
const mostOfOneCall = 20

/**
 * Goes on until all are done, `clock()` has passed `untilMs` (real time) or enough were done for one
 * call. Any number of callers may do so at once: an act has a key, so each is frozen once, and one
 * that was killed is finished by the next.
 */
export async function continueFreezeRun(
  ctx: StudioContext,
  runId: string,
  { clock, untilMs }: { clock(): number; untilMs: number },
): Promise<FreezeRun | null> {
  for (let done = 0; ; ) {
    const run = await findFreezeRun(ctx, runId)
    if (run?.state !== 'running' && run?.state !== 'undoing') return run
    const waiting = await nextMembers(ctx, run)
    if (waiting.length === 0) await finish(ctx, run)
    for (const member of waiting) {
      await (run.state === 'running' ? freezeOne : endOne)(ctx, run, member)
      done += 1
      if (clock() >= untilMs || done >= mostOfOneCall) return run
    }
  }
}

type Member = { membershipId: string; personId: string; version: number }

const nextMembers = ({ db, studio }: StudioContext, { id, state }: FreezeRun) =>
  db.all<Member>(sql`
    SELECT member.membership_id AS membershipId, membership.person_id AS personId, member.version
    FROM freeze_run_members AS member
    CROSS JOIN memberships AS membership ON membership.id = member.membership_id
    WHERE member.studio_id = ${studio.id} AND member.run_id = ${id}
      AND ${state === 'running' ? sql`member.outcome IS NULL` : sql`member.outcome = 'frozen'`}
    ORDER BY member.membership_id LIMIT 10`)

async function finish({ db, studio }: StudioContext, { id, state }: FreezeRun): Promise<void> {
  const after = state === 'running' ? 'done' : 'undone'
  await db.run(sql`
    UPDATE freeze_runs SET state = ${after}
    WHERE studio_id = ${studio.id} AND id = ${id} AND state = ${state}`)
}

const staffOf = (
  ctx: StudioContext,
  { createdBy, createdByName }: FreezeRun,
): StudioContext & { actor: Actor } => ({
  ...ctx,
  actor: { userId: createdBy, name: createdByName, role: 'manager' },
})

async function freezeOne(ctx: StudioContext, run: FreezeRun, member: Member): Promise<void> {
  const { membershipId, personId, version } = member
  const act: MembershipAct = {
    act: 'freeze',
    from: run.fromOn,
    until: run.untilOn,
    waivesFee: run.chargesFee === 0,
  }
  const key = await derivedId(run.id, membershipId)
  const result = await actOnMembership(
    staffOf(ctx, run),
    { personId, membershipId, act, by: 'desk' },
    { key, version, reason: run.reason },
  )
  await note(ctx, run, member, result.ok ? { outcome: 'frozen' } : leftOut(result.reason))
}

const leftOut = (why: string) => ({ outcome: 'left_out', why }) as const

async function note(
  { db, studio }: StudioContext,
  { id }: FreezeRun,
  { membershipId }: Member,
  { outcome, why = '' }: { outcome: 'frozen' | 'left_out' | 'undone' | 'kept'; why?: string },
): Promise<void> {
  const from = outcome === 'undone' || outcome === 'kept' ? sql`= 'frozen'` : sql`IS NULL`
  await db.run(sql`
    UPDATE freeze_run_members SET outcome = ${outcome}, why = ${why}
    WHERE studio_id = ${studio.id} AND run_id = ${id} AND membership_id = ${membershipId}
      AND outcome ${from}`)
}

export type UndoFreezesResult = { ok: true } | { ok: false; reason: 'not_found' | 'not_done' }

/**
 * Begins to end the freezes of a run: one that has not begun is taken back, one that runs ends with
 * today, one that is over or was ended by somebody stays. Twice is once.
 */
export async function undoFreezes(ctx: StaffContext, runId: string): Promise<UndoFreezesResult> {
  const { db, studio } = ctx
  const { begun } = await batch(db, {
    begun: db.run(sql`
      UPDATE freeze_runs SET state = 'undoing'
      WHERE studio_id = ${studio.id} AND id = ${runId} AND state = 'done'`),
    audit: auditStatement(
      ctx,
      {
        id: `undo-freezes-${runId}`,
        action: 'memberships.frozen_in_bulk.undone',
        subjectKind: 'freezes',
        subjectId: runId,
      },
      rightAfterChange,
    ),
  })
  if (changed(begun) > 0) return { ok: true }
  const run = await findFreezeRun(ctx, runId)
  if (!run) return { ok: false, reason: 'not_found' }
  return run.state === 'running' ? { ok: false, reason: 'not_done' } : { ok: true }
}

async function endOne(ctx: StudioContext, run: FreezeRun, member: Member): Promise<void> {
  const { db, studio, now } = ctx
  const { membershipId, personId } = member
  const freezeId = await derivedId(run.id, membershipId)
  const key = await derivedId('undo', run.id, membershipId)
  const found = await db.all<{ version: number; untilOn: LocalDate | null; done: number }>(sql`
    SELECT membership.version, (SELECT freeze.until_on FROM membership_freezes AS freeze
        WHERE freeze.id = ${freezeId}) AS untilOn, ${lineWrittenSql(`act-${key}`)} AS done
    FROM memberships AS membership
    WHERE membership.studio_id = ${studio.id} AND membership.id = ${membershipId}`)
  const [row] = found
  const today = localDate(now, studio.timeZone)
  if (row?.done) return note(ctx, run, member, { outcome: 'undone' })
  // Somebody ended it, or its last day is here.
  if (!row?.untilOn || row.untilOn <= today) return note(ctx, run, member, { outcome: 'kept' })
  const on = run.fromOn > today ? addDays(run.fromOn, -1) : today
  const result = await actOnMembership(
    staffOf(ctx, run),
    { personId, membershipId, act: { act: 'unfreeze', on }, by: 'desk' },
    { key, version: row.version, reason: run.reason },
  )
  // Changed in between: the next step looks again.
  if (!result.ok && result.reason === 'changed') return
  await note(ctx, run, member, { outcome: result.ok ? 'undone' : 'kept' })
}
