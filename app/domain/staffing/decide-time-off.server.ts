/** Asking for time off, deciding about it, and ending it: each once, no matter who presses at once. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { TimeOffState } from '#app/db/studio/day/staffing-words.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  coachBackStatement,
  coachOutStatement,
} from '#app/domain/facilities/coach-out-statements.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { closeTaskStatement, raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { timeOffDecided, timeOffDecidedNotice } from '#app/messages/time-off-decided.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { instantOf } from '#app/values/zone.ts'
import type { DecideForm, TimeOffForm } from './time-off-form.ts'
import { findTimeOff, type TimeOffRow } from './time-off-queries.server.ts'
import { spanWords } from './time-off-words.ts'

type Person = { id: string; name: string; preferredName: string; email: string }
type Span = { startsAt: Instant; endsAt: Instant }

export type AskTimeOffResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'over' }
  | { ok: false; reason: 'overlaps'; with: Span & { state: TimeOffState } }

/**
 * Asks for time off under the form's key, with a task for a manager; `approved` by a manager who
 * notes it, with the letter instead. Refused for somebody who does not work here, for time that is
 * over, and where the same person has asked for or has some of that time already. Twice is once.
 */
export async function askTimeOff(
  ctx: StaffContext,
  personId: string,
  form: TimeOffForm,
  wall: readonly [string, string],
  { approved }: { approved: boolean },
): Promise<AskTimeOffResult> {
  const { db, studio, now, actor } = ctx
  const { key, reason } = form
  const [startsAt, endsAt] = wall.map((local) => instantOf(local, studio.timeZone)) as [
    Instant,
    Instant,
  ]
  if (endsAt <= now) return { ok: false, reason: 'over' }
  const [person] = await db.all<Person>(sql`
    SELECT id, name, preferred_name AS preferredName, email FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId} AND is_staff = 1 AND archived_at IS NULL`)
  if (!person) return { ok: false, reason: 'not_found' }
  const state = approved ? 'approved' : 'asked'
  const other = sql`FROM time_off AS other
    WHERE other.studio_id = ${studio.id} AND other.person_id = ${personId} AND other.id <> ${key}
      AND other.ends_at > ${startsAt} AND other.starts_at < ${endsAt}
      AND other.state IN ('asked','approved')`
  const row: Decided = { id: key, person, startsAt, endsAt, state, answer: '' }
  const line = newId()
  const done = lineWrittenSql(line)
  const { there, others } = await batch(db, {
    added: db.run(sql`
      INSERT INTO time_off (id, studio_id, person_id, starts_at, ends_at, reason, state, created_at,
        decided_at, decided_by_name)
      SELECT ${key}, ${studio.id}, ${personId}, ${startsAt}, ${endsAt}, ${reason}, ${state}, ${now},
        ${approved ? now : null}, ${approved ? actor.name : ''}
      WHERE NOT EXISTS (SELECT 1 ${other}) ON CONFLICT DO NOTHING`),
    // The reason may be an illness: it is in the request alone.
    audit: auditStatement(ctx, lineOf(row, line), rightAfterChange),
    task: approved
      ? null
      : raiseTaskStatement(
          ctx,
          {
            cause: { kind: 'time_off_asked', ref: key },
            facts: { name: person.name, when: spanWords(row, studio) },
            role: 'manager',
            dueAt: startsAt,
            endsAt,
            path: paths.manageTimeOff(studio, key),
          },
          done,
        ),
    ...(approved ? effectStatements(ctx, row, done) : {}),
    there: db.all<{ id: string }>(sql`SELECT id FROM time_off
      WHERE studio_id = ${studio.id} AND id = ${key} AND person_id = ${personId}`),
    others: db.all<Span & { state: TimeOffState }>(
      sql`SELECT other.starts_at AS startsAt, other.ends_at AS endsAt, other.state ${other} LIMIT 1`,
    ),
  })
  if (there[0]) return { ok: true }
  return others[0]
    ? { ok: false, reason: 'overlaps', with: others[0] }
    : { ok: false, reason: 'not_found' }
}

export type DecideTimeOffResult =
  | { ok: true; state: TimeOffState }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'over' }
  | { ok: false; reason: 'decided'; state: TimeOffState; by: string }

const decisions = { approve: 'approved', decline: 'declined', cancel: 'withdrawn' } as const

/**
 * Approves or declines what was asked, or cancels what was approved, each while it is not over.
 * Approved, its person is out then: classes of theirs need cover, starts of appointments are
 * closed, and who plans is asked. Of two who decide the second is told what the first did.
 */
export async function decideTimeOff(
  ctx: StaffContext,
  id: string,
  { act, answer }: DecideForm,
): Promise<DecideTimeOffResult> {
  const found = await findTimeOff(ctx, id)
  if (!found) return { ok: false, reason: 'not_found' }
  return settle(ctx, found, { from: act === 'cancel' ? 'approved' : 'asked', act, answer })
}

/**
 * Takes back what its person asked for, decided or not, while it is not over. Of what was approved
 * a manager gets a task: who covers a class keeps it. Twice is once.
 */
export async function withdrawTimeOff(
  ctx: StaffContext,
  personId: string,
  id: string,
): Promise<DecideTimeOffResult> {
  const found = await findTimeOff(ctx, id)
  if (found?.person.id !== personId) return { ok: false, reason: 'not_found' }
  const from = found.state === 'approved' ? 'approved' : 'asked'
  return settle(ctx, found, { from, act: 'cancel', answer: '' }, { tells: false })
}

async function settle(
  ctx: StaffContext,
  found: TimeOffRow,
  { from, act, answer }: DecideForm & { from: TimeOffState },
  { tells = true } = {},
): Promise<DecideTimeOffResult> {
  const { db, studio, now, actor } = ctx
  const row: Decided = { ...found, state: decisions[act], answer }
  const line = newId()
  const own = sql`studio_id = ${studio.id} AND id = ${row.id}`
  const done = lineWrittenSql(line)
  const { set, stands } = await batch(db, {
    set: db.run(sql`
      UPDATE time_off SET state = ${row.state}, answer = ${answer}, decided_at = ${now},
        decided_by_name = ${actor.name}
      WHERE ${own} AND state = ${from} AND ends_at > ${now}`),
    audit: auditStatement(ctx, lineOf(row, line), rightAfterChange),
    task: closeTaskStatement(ctx, { kind: 'time_off_asked', ref: row.id }, done),
    ...effectStatements(ctx, row, done, tells),
    ended:
      from === 'approved' && !tells
        ? raiseTaskStatement(
            ctx,
            {
              cause: { kind: 'time_off_ended', ref: row.id },
              facts: { name: row.person.name, when: spanWords(row, studio) },
              role: 'manager',
              dueAt: row.startsAt,
              endsAt: row.endsAt,
              path: paths.manageTimeOff(studio, row.id),
            },
            done,
          )
        : null,
    stands: db.all<{ state: TimeOffState; by: string; over: number }>(sql`
      SELECT state, decided_by_name AS "by", ends_at <= ${now} AS over FROM time_off WHERE ${own}`),
  })
  const [stood] = stands
  if (!stood) return { ok: false, reason: 'not_found' }
  if (changed(set) > 0 || (stood.state === row.state && stood.by === actor.name))
    return { ok: true, state: row.state }
  if (stood.over && stood.state === from) return { ok: false, reason: 'over' }
  return { ok: false, reason: 'decided', state: stood.state, by: stood.by }
}

type Decided = Span & { id: string; person: Person; state: TimeOffState; answer: string }

const lineOf = ({ id, person, startsAt, endsAt, state }: Decided, line: string) => ({
  id: line,
  action: `time_off.${state}`,
  subjectKind: 'person',
  subjectId: person.id,
  detail: { id, startsAt, endsAt },
})

/** What follows a decision: out or back on the calendar, and its person told once. */
function effectStatements(ctx: StaffContext, row: Decided, done: SQL, tells = true) {
  const { db, studio, nowMs, origin, actor } = ctx
  const { id, person, startsAt, endsAt, state, answer } = row
  const calendar =
    state === 'approved'
      ? coachOutStatement(
          ctx,
          { id, coachId: person.id, startsAt, endsAt, reason: 'Time off' },
          done,
        )
      : coachBackStatement(ctx, id, done)
  if (!tells || state === 'asked') return { calendar }
  const about = {
    studio,
    origin,
    state,
    answer,
    by: actor.name,
    path: paths.manageMyWork(studio),
    name: person.preferredName || person.name,
    when: spanWords(row, studio),
  }
  const [dedupeKey, kind] = [`time-off:${id}:${state}`, 'time-off-decided']
  return {
    calendar,
    notice: noticeStatement(
      ctx,
      {
        personId: person.id,
        dedupeKey,
        kind,
        path: about.path,
        text: timeOffDecidedNotice(about),
      },
      done,
    ),
    letter: person.email
      ? queueStatement(
          db,
          {
            studioId: studio.id,
            dedupeKey,
            to: person.email,
            kind,
            letter: timeOffDecided(about),
          },
          nowMs,
          done,
        )
      : null,
  }
}
