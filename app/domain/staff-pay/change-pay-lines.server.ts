/** Lines of pay that somebody writes, and who taught a class. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { taughtByStatement } from './pay-line-statements.server.ts'
import { lastOf, monthOf } from './pay-month.ts'
import { paidHereSql } from './payees.server.ts'

export type ExtraResult = { ok: true } | { ok: false; reason: 'no_such_person' | 'locked' }

/**
 * Adds a line by hand for someone who works here or was paid here before: a bonus, or with a
 * negative sum something taken off, in a month that is not locked. The form's `key` is its id, so
 * twice is once.
 */
export async function addPayLine(
  ctx: StaffContext,
  month: string,
  line: { key: string; personId: string; amountMinor: number; reason: string },
): Promise<ExtraResult> {
  const { db, studio, now, actor } = ctx
  const { key, personId, amountMinor, reason } = line
  const payee = paidHereSql(studio.id, sql`${personId}`)
  const open = sql`NOT EXISTS (SELECT 1 FROM pay_runs
    WHERE studio_id = ${studio.id} AND month = ${month} AND state <> 'review')`
  const today = localDate(now, studio.timeZone)
  const workOn = monthOf(today) === month ? today : lastOf(month)
  const { there, facts } = await batch(db, {
    added: db.run(sql`
      INSERT INTO pay_lines (id, studio_id, person_id, kind, work_on, scope, amount_minor, currency,
        reason, created_by, created_at)
      SELECT ${key}, ${studio.id}, ${personId}, 'extra', ${workOn}, 'by_hand', ${amountMinor},
        ${studio.currency}, ${reason}, ${actor.name}, ${now}
      WHERE ${payee} AND ${open} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'pay_line.added',
        subjectKind: 'person',
        subjectId: personId,
        reason,
        detail: { month, amountMinor },
      },
      rightAfterChange,
    ),
    there: db.all(sql`SELECT 1 FROM pay_lines WHERE studio_id = ${studio.id} AND id = ${key}`),
    facts: db.all<{ payee: number }>(sql`SELECT ${payee} AS payee`),
  })
  if (there.length > 0) return { ok: true }
  return { ok: false, reason: facts[0]?.payee ? 'locked' : 'no_such_person' }
}

/**
 * A line of this month's pay that something else settles, for its batch: once a key, for someone who
 * can be paid, where `onlyIf` holds. `extraPayOpenSql` says whether the month takes it.
 */
export const extraLineStatement = (
  { db, studio, now, actor }: StaffContext,
  line: { key: string; personId: SQL; amountMinor: number; reason: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO pay_lines (id, studio_id, person_id, kind, work_on, scope, amount_minor, currency,
      reason, created_by, created_at)
    SELECT ${line.key}, ${studio.id}, ${line.personId}, 'extra',
      ${localDate(now, studio.timeZone)}, 'by_hand', ${line.amountMinor}, ${studio.currency},
      ${line.reason}, ${actor.name}, ${now}
    WHERE ${onlyIf} ON CONFLICT DO NOTHING`)

/** The pay of this month is not locked, and the person can be paid. */
export const extraPayOpenSql = ({ studio, now }: StaffContext, personId: SQL): SQL =>
  sql`(${paidHereSql(studio.id, personId)} AND NOT EXISTS (SELECT 1 FROM pay_runs AS run
    WHERE run.studio_id = ${studio.id} AND run.month = ${monthOf(localDate(now, studio.timeZone))}
      AND run.state <> 'review'))`

/** Whether the studio has such a line by hand. */
export async function isExtraLine({ db, studio }: StaffContext, lineId: string): Promise<boolean> {
  const found = await db.all(sql`
    SELECT 1 FROM pay_lines
    WHERE studio_id = ${studio.id} AND id = ${lineId} AND kind = 'extra'`)
  return found.length > 0
}

/** Takes a line by hand off again while no run has it. False where there is none such. */
export async function removePayLine(ctx: StaffContext, lineId: string): Promise<boolean> {
  const { db, studio } = ctx
  const { gone } = await batch(db, {
    gone: db.run(sql`
      DELETE FROM pay_lines WHERE studio_id = ${studio.id} AND id = ${lineId} AND kind = 'extra'
        AND run_id IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'pay_line.removed', subjectKind: 'pay_line', subjectId: lineId },
      rightAfterChange,
    ),
  })
  return changed(gone) > 0
}

export type TaughtResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'locked' | 'no_such_person' }

/**
 * Says who taught a settled class: it is theirs from now on, also in reports; the line of the person
 * it was written for goes, and that person gets one by their own rule. The same person as before confirms it. Refused behind a lock: a line
 * by hand in the next run makes that good.
 */
export async function setTaughtBy(
  ctx: StaffContext,
  occurrenceId: string,
  personId: string,
): Promise<TaughtResult> {
  const { db, studio, actor } = ctx
  const own = sql`studio_id = ${studio.id} AND occurrence_id = ${occurrenceId} AND kind = 'work'`
  const said = `Confirmed by ${actor.name}`
  const payee = paidHereSql(studio.id, sql`${personId}`)
  const open = sql`EXISTS (SELECT 1 FROM pay_lines WHERE ${own})
    AND NOT EXISTS (SELECT 1 FROM pay_lines WHERE ${own} AND run_id IS NOT NULL)`
  const { facts, after } = await batch(db, {
    facts: db.all<{ payee: number; lines: number }>(sql`
      SELECT ${payee} AS payee, (SELECT count(*) FROM pay_lines WHERE ${own}) AS lines`),
    audit: auditStatement(
      ctx,
      {
        action: 'pay_line.taught_by',
        subjectKind: 'occurrence',
        subjectId: occurrenceId,
        detail: { personId },
      },
      sql`${payee} AND ${open} AND EXISTS (SELECT 1 FROM pay_lines WHERE ${own}
        AND NOT (person_id = ${personId} AND reason = ${said}))`,
    ),
    // As a substitute who takes it: pages, reports and figures by coach read whose class it was here.
    taught: db.run(sql`
      UPDATE occurrences SET coach_id = ${personId},
        substituted_coach_id = nullif(coalesce(substituted_coach_id, coach_id), ${personId})
      WHERE studio_id = ${studio.id} AND id = ${occurrenceId} AND state = 'reconciled'
        AND coach_id <> ${personId} AND ${payee} AND ${open}`),
    added: taughtByStatement(
      ctx,
      occurrenceId,
      { personId, by: actor.name, reason: said },
      sql`o.state = 'reconciled' AND ${payee} AND ${open}`,
    ),
    // Confirmed, where it was theirs already.
    confirmed: db.run(sql`
      UPDATE pay_lines SET reason = ${said} WHERE ${own} AND person_id = ${personId}
        AND run_id IS NULL`),
    others: db.run(sql`
      DELETE FROM pay_lines WHERE ${own} AND person_id <> ${personId} AND run_id IS NULL
        AND EXISTS (SELECT 1 FROM pay_lines AS theirs WHERE theirs.studio_id = ${studio.id}
          AND theirs.occurrence_id = ${occurrenceId} AND theirs.kind = 'work'
          AND theirs.person_id = ${personId})`),
    after: db.all<{ personId: string }>(sql`
      SELECT person_id AS personId FROM pay_lines WHERE ${own}`),
  })
  if (facts[0]?.lines === 0) return { ok: false, reason: 'not_found' }
  if (!facts[0]?.payee) return { ok: false, reason: 'no_such_person' }
  return after.length === 1 && after[0]?.personId === personId
    ? { ok: true }
    : { ok: false, reason: 'locked' }
}
