/** The run of a month: open, then review, locked, paid. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { noticeEachStatement, noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { monthYear } from '#app/values/wording.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { firstOf, lastOf } from './pay-month.ts'
import { payMonthSql } from './payees.server.ts'

/**
 * Lines that a run of `month` takes: those of its days that no run has taken yet, and corrections of
 * locked months before it. A month before it that is not locked keeps its own.
 */
export const openLinesSql = (studioId: string, month: string): SQL =>
  sql`studio_id = ${studioId} AND run_id IS NULL AND work_on <= ${lastOf(month)}
    AND (work_on >= ${firstOf(month)}
      OR ${payMonthSql(studioId, sql`work_on`, month)} = ${month})`

/** Who can read their own pay: a notice to anybody else leads to a page they may not open. */
const readersSql = (studioId: string): SQL =>
  sql`SELECT id FROM people WHERE studio_id = ${studioId} AND is_staff = 1`

/** Classes of the month, and before it, that are over and not settled yet: `FROM … AS o`. */
export const unsettledSql = ({ studio, now }: StudioContext, month: string): SQL => sql`
  FROM occurrences AS o
  WHERE o.studio_id = ${studio.id} AND o.state = 'scheduled' AND o.ends_at <= ${now}
    AND o.local_start BETWEEN ${firstOf(month)} AND ${`${lastOf(month)}T99`}`

/**
 * Settled classes of a run whose coach had asked for a substitute and got none, and of whom nobody
 * has said since that they taught it: `FROM … AS line`.
 */
export const coachlessSql = ({ studio }: StudioContext, lines: SQL): SQL => sql`
  FROM pay_lines AS line
  JOIN sub_requests AS request ON request.studio_id = line.studio_id
    AND request.occurrence_id = line.occurrence_id
    AND request.coach_id = line.person_id AND request.state IN ('requested','offered','claimed')
  WHERE line.kind = 'work' AND line.reason = '' AND line.id IN (
    SELECT id FROM pay_lines WHERE studio_id = ${studio.id} AND kind = 'work' AND ${lines})`

export type ReviewResult = { ok: true } | { ok: false; reason: 'not_over' }

/** Begins the review of a month that is over. Twice is once. */
export async function reviewPay(ctx: StaffContext, month: string): Promise<ReviewResult> {
  const { db, studio, now, actor } = ctx
  if (lastOf(month) >= localDate(now, studio.timeZone)) return { ok: false, reason: 'not_over' }
  const id = newId()
  await batch(db, {
    begun: db.run(sql`
      INSERT INTO pay_runs (id, studio_id, month, state, reviewed_at, reviewed_by, currency)
      VALUES (${id}, ${studio.id}, ${month}, 'review', ${now}, ${actor.name}, ${studio.currency})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'pay_run.reviewed', subjectKind: 'pay_run', subjectId: month },
      rightAfterChange,
    ),
  })
  return { ok: true }
}

export type LockResult =
  | { ok: true; totalMinor: number; again?: true }
  | { ok: false; reason: 'not_in_review' | 'unsettled' | 'no_coach' }
  /** It comes to another sum than the page showed. */
  | { ok: false; reason: 'changed'; totalMinor: number }
  /** Somebody else was first. */
  | { ok: false; reason: 'locked'; by: string; at: Instant }

/**
 * Locks a month under review at the sum that its page showed: its lines are this run's for good,
 * and whatever is corrected later is paid by the next one. Everyone in it who works here is told of their own
 * lines. Of two managers at once one locks it; the other is told who did (`locked`), and who did it
 * themselves, sending it twice, has it once. Refused while a class of the month is not settled, or
 * has nobody who taught it, and where the sum has changed since the page was read.
 */
export async function lockPay(
  ctx: StaffContext,
  month: string,
  { totalMinor }: { totalMinor: number },
): Promise<LockResult> {
  const { db, studio, now, actor } = ctx
  const lines = openLinesSql(studio.id, month)
  const own = sql`studio_id = ${studio.id} AND month = ${month}`
  const run = sql`(SELECT id FROM pay_runs WHERE ${own})`
  const lineId = newId()
  const done = lineWrittenSql(lineId)
  const sum = sql`(SELECT coalesce(sum(amount_minor), 0) FROM pay_lines WHERE ${lines})`
  const people = sql`(SELECT count(DISTINCT person_id || payee) FROM pay_lines WHERE ${lines})`
  const unsettled = sql`EXISTS (SELECT 1 ${unsettledSql(ctx, month)})`
  const coachless = sql`EXISTS (SELECT 1 ${coachlessSql(ctx, lines)})`
  const { locked, facts, after } = await batch(db, {
    facts: db.all<{ sum: number; unsettled: number; coachless: number }>(sql`
      SELECT ${sum} AS sum, ${unsettled} AS unsettled, ${coachless} AS coachless`),
    locked: db.run(sql`
      UPDATE pay_runs SET state = 'locked', locked_at = ${now}, locked_by = ${actor.name},
        total_minor = ${sum}, people = ${people}
      WHERE ${own} AND state = 'review' AND ${sum} = ${totalMinor} AND NOT ${unsettled}
        AND NOT ${coachless}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'pay_run.locked',
        subjectKind: 'pay_run',
        subjectId: month,
        detail: { totalMinor },
      },
      rightAfterChange,
    ),
    lines: db.run(sql`UPDATE pay_lines SET run_id = ${run} WHERE ${lines} AND ${done}`),
    told: noticeEachStatement(
      ctx,
      sql`SELECT DISTINCT person_id FROM pay_lines
        WHERE studio_id = ${studio.id} AND run_id = ${run} AND ${done}
          AND person_id IN (${readersSql(studio.id)})`,
      {
        idSql: sql`lower(hex(randomblob(6)))`,
        keySql: sql`'pay-locked:' || ${lineId} || ':' || recipient.person_id`,
        kind: 'pay-locked',
        text: `Your pay for ${monthYear(firstOf(month), studio.locale)} is ready to read.`,
        path: paths.manageMyPay(studio, month),
      },
    ),
    after: db.all<{ state: string; by: string; at: Instant | null; total: number }>(sql`
      SELECT state, locked_by AS "by", locked_at AS "at", total_minor AS total
      FROM pay_runs WHERE ${own}`),
  })
  const [state] = after
  if (changed(locked) > 0) return { ok: true, totalMinor }
  if (!state) return { ok: false, reason: 'not_in_review' }
  if (state.state !== 'review') {
    if (state.by === actor.name && state.total === totalMinor)
      return { ok: true, totalMinor, again: true }
    return { ok: false, reason: 'locked', by: state.by, at: state.at ?? now }
  }
  const [fact] = facts
  if (fact?.unsettled) return { ok: false, reason: 'unsettled' }
  if (fact?.coachless) return { ok: false, reason: 'no_coach' }
  return { ok: false, reason: 'changed', totalMinor: fact?.sum ?? 0 }
}

/** Notes that a locked month was paid, on a day. False where it is not locked. Twice is once. */
export async function markPaid(
  ctx: StaffContext,
  month: string,
  paidOn: LocalDate,
): Promise<boolean> {
  const { db, studio, actor } = ctx
  const own = sql`studio_id = ${studio.id} AND month = ${month}`
  const { after } = await batch(db, {
    paid: db.run(sql`
      UPDATE pay_runs SET state = 'paid', paid_on = ${paidOn}, paid_by = ${actor.name}
      WHERE ${own} AND state = 'locked'`),
    audit: auditStatement(
      ctx,
      {
        action: 'pay_run.paid',
        subjectKind: 'pay_run',
        subjectId: month,
        detail: { paidOn },
      },
      rightAfterChange,
    ),
    after: db.all<{ state: string }>(sql`SELECT state FROM pay_runs WHERE ${own}`),
  })
  return after[0]?.state === 'paid'
}

/**
 * Asks someone in a month under review to read their lines. Once a day; false where they have none,
 * do not work here any more, or the month is not under review.
 */
export async function askToCheck(
  ctx: StaffContext,
  month: string,
  personId: string,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const holds = sql`EXISTS (SELECT 1 FROM pay_runs
      WHERE studio_id = ${studio.id} AND month = ${month} AND state = 'review')
    AND EXISTS (SELECT 1 FROM pay_lines WHERE ${openLinesSql(studio.id, month)}
      AND person_id = ${personId} AND person_id IN (${readersSql(studio.id)}))`
  const { facts } = await batch(db, {
    told: noticeStatement(
      ctx,
      {
        personId,
        dedupeKey: `pay-check:${month}:${personId}:${localDate(now, studio.timeZone)}`,
        kind: 'pay-check',
        text: `Please check your pay for ${monthYear(firstOf(month), studio.locale)} before it is locked.`,
        path: paths.manageMyPay(studio, month),
      },
      holds,
    ),
    facts: db.all<{ holds: number }>(sql`SELECT ${holds} AS holds`),
  })
  return facts[0]?.holds === 1
}
