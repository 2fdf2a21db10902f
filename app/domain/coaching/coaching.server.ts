/** Coaching of one person by another: what is written, and who reads it. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { may } from '#app/domain/scope/permissions.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, daysBetween, type LocalDate, localDate } from '#app/values/zone.ts'
import { checkInState, complianceOf, complianceWeeks } from './check-in.ts'

/** The acting member of staff as a person. */
const selfSql = ({ studio, actor }: StaffContext): SQL => sql`(SELECT staff.id FROM people AS staff
  WHERE staff.studio_id = ${studio.id} AND staff.user_id = ${actor.userId} LIMIT 1)`

/**
 * A condition over `relation`: it goes on, and is the reader’s own, or the reader may see all.
 * Ended, it is nobody’s but the client’s.
 */
const openToSql = (ctx: StaffContext): SQL => sql`relation.studio_id = ${ctx.studio.id}
  AND relation.to_on IS NULL
  AND (${may(ctx.actor.role, 'coaching:all') ? 1 : 0} = 1 OR relation.coach_id = ${selfSql(ctx)})`

export type BeginCoachingResult = { ok: true } | { ok: false; reason: 'not_found' | 'not_yours' }

/** Begins coaching under the form’s key. A coach begins their own; the same pair goes on once. */
export async function beginCoaching(
  ctx: StaffContext,
  form: { key: string; person: string; coach: string; perWeek: number },
): Promise<BeginCoachingResult> {
  const { db, studio, now } = ctx
  const all = may(ctx.actor.role, 'coaching:all') ? 1 : 0
  const { there, own } = await batch(db, {
    save: db.run(sql`
      INSERT INTO coaching_relations (id, studio_id, coach_id, person_id, from_on, per_week,
        created_at)
      SELECT ${form.key}, ${studio.id}, coach.id, client.id, ${localDate(now, studio.timeZone)},
        ${form.perWeek}, ${now}
      FROM people AS coach JOIN people AS client ON client.studio_id = coach.studio_id
        AND client.id = ${form.person} AND client.archived_at IS NULL
      WHERE coach.studio_id = ${studio.id} AND coach.id = ${form.coach} AND coach.is_staff = 1
        AND (${all} = 1 OR coach.id = ${selfSql(ctx)}) ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'coaching.begun',
        subjectKind: 'person',
        subjectId: form.person,
        detail: { coachId: form.coach, perWeek: form.perWeek },
      },
      rightAfterChange,
    ),
    there: db.all(sql`SELECT 1 FROM coaching_relations WHERE studio_id = ${studio.id}
      AND coach_id = ${form.coach} AND person_id = ${form.person} AND to_on IS NULL`),
    own: db.all<{ own: number }>(sql`SELECT ${form.coach} = ${selfSql(ctx)} AS own`),
  })
  if (there.length > 0) return { ok: true }
  return { ok: false, reason: all === 0 && own[0]?.own !== 1 ? 'not_yours' : 'not_found' }
}

/**
 * Ends coaching today: the coach sees nothing of it from now on, the client keeps all of it. A
 * request to move programs that waits is declined: nobody could answer it any more.
 */
export async function endCoaching(ctx: StaffContext, relationId: string): Promise<boolean> {
  const { db, studio, now, actor } = ctx
  const { done } = await batch(db, {
    done: db.run(sql`UPDATE coaching_relations AS relation
      SET to_on = ${localDate(now, studio.timeZone)}
      WHERE relation.id = ${relationId} AND ${openToSql(ctx)}`),
    audit: auditStatement(
      ctx,
      { action: 'coaching.ended', subjectKind: 'coaching', subjectId: relationId },
      rightAfterChange,
    ),
    declined: db.run(sql`UPDATE coaching_shifts SET state = 'declined', answered_by = ${actor.name}
      WHERE studio_id = ${studio.id} AND relation_id = ${relationId} AND state = 'asked'
        AND ${rightAfterChange}`),
  })
  return changed(done) > 0
}

type Entry = {
  id: string
  kind: 'goal' | 'habit' | 'measurement' | 'note' | 'private_note'
  text: string
  value: string
  onDate: LocalDate
  doneAt: string | null
  byName: string
}

type CheckIn = {
  id: string
  questions: string
  dueOn: LocalDate
  answers: string
  answeredAt: string | null
  reply: string
  reviewedAt: string | null
}

const entriesStatement = ({ db, studio }: StudioContext, which: SQL) =>
  db.all<Entry & { relationId: string }>(sql`
    SELECT id, relation_id AS relationId, kind, text, value, on_date AS onDate,
      done_at AS doneAt, by_name AS byName
    FROM coaching_entries WHERE studio_id = ${studio.id} AND ${which}
    ORDER BY on_date DESC, created_at DESC LIMIT 200`)

const checkInsStatement = ({ db, studio }: StudioContext, which: SQL) =>
  db.all<CheckIn & { relationId: string }>(sql`
    SELECT id, relation_id AS relationId, questions, due_on AS dueOn, answers,
      answered_at AS answeredAt, reply, reviewed_at AS reviewedAt
    FROM coaching_checkins WHERE studio_id = ${studio.id} AND ${which}
    ORDER BY due_on DESC, id LIMIT 60`)

type Relation = {
  id: string
  personId: string
  name: string
  coach: string
  fromOn: LocalDate
  perWeek: number
  visits: number
  lastVisit: LocalDate | null
  waiting: number
  /** Requests to move programs that wait for the coach. */
  asks: number
  nextDue: LocalDate | null
}

const relationsStatement = (ctx: StaffContext, which: SQL) => {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const came = sql`bookings AS came JOIN occurrences AS class ON class.id = came.occurrence_id
    WHERE came.studio_id = relation.studio_id AND came.person_id = relation.person_id
      AND came.state IN ('checked_in','attended')`
  return db.all<Relation>(sql`
    SELECT relation.id, relation.person_id AS personId, client.name, coach.name AS coach,
      relation.from_on AS fromOn, relation.per_week AS perWeek,
      (SELECT count(*) FROM ${came}
        AND class.local_start >= ${addDays(today, -7 * complianceWeeks)}
        AND class.local_start >= relation.from_on) AS visits,
      (SELECT substr(max(class.local_start), 1, 10) FROM ${came}) AS lastVisit,
      (SELECT count(*) FROM coaching_checkins AS one WHERE one.studio_id = relation.studio_id
        AND one.relation_id = relation.id AND one.answered_at IS NOT NULL
        AND one.reviewed_at IS NULL) AS waiting,
      (SELECT count(*) FROM coaching_shifts AS shift WHERE shift.studio_id = relation.studio_id
        AND shift.relation_id = relation.id AND shift.state = 'asked') AS asks,
      (SELECT min(one.due_on) FROM coaching_checkins AS one
        WHERE one.studio_id = relation.studio_id AND one.relation_id = relation.id
          AND one.answered_at IS NULL AND one.due_on >= ${addDays(today, -7)}) AS nextDue
    FROM coaching_relations AS relation JOIN people AS client ON client.id = relation.person_id
    JOIN people AS coach ON coach.id = relation.coach_id
    WHERE ${openToSql(ctx)} AND ${which} ORDER BY waiting + asks DESC, client.name LIMIT 200`)
}

const withCompliance = (row: Relation, today: LocalDate) => ({
  ...row,
  compliance: complianceOf(row.visits, row.perWeek, daysBetween(row.fromOn, today)),
})

/** The reader’s clients, those who wait for an answer first. One trip. */
export async function coachingBoard(ctx: StaffContext) {
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const { rows, coaches } = await batch(ctx.db, {
    rows: relationsStatement(ctx, sql`1`),
    coaches: ctx.db.all<{ id: string; name: string; own: number }>(sql`
      SELECT id, name, id = ${selfSql(ctx)} AS own FROM people WHERE studio_id = ${ctx.studio.id}
        AND is_staff = 1 AND archived_at IS NULL ORDER BY own DESC, name LIMIT 60`),
  })
  const all = may(ctx.actor.role, 'coaching:all')
  return {
    clients: rows.map((row) => withCompliance(row, today)),
    coaches: coaches.filter(({ own }) => all || own === 1).map(({ id, name }) => ({ id, name })),
  }
}

/** One client with everything that was written; null where the reader may not see it. One trip. */
export async function clientPage(ctx: StaffContext, relationId: string) {
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const { rows, entries, checkIns } = await batch(ctx.db, {
    rows: relationsStatement(ctx, sql`relation.id = ${relationId}`),
    entries: entriesStatement(ctx, sql`relation_id = ${relationId}`),
    checkIns: checkInsStatement(ctx, sql`relation_id = ${relationId}`),
  })
  const [row] = rows
  if (!row) return null
  return {
    relation: withCompliance(row, today),
    entries,
    checkIns: checkIns.map((one) => ({ ...one, state: checkInState(one, today) })),
  }
}

/** The client of a coaching that goes on, where the reader may see it; NULL otherwise. */
export const relationOpenSql = (ctx: StaffContext, relationId: string): SQL => sql`(
  SELECT relation.person_id FROM coaching_relations AS relation
  WHERE relation.id = ${relationId} AND ${openToSql(ctx)})`

/** Writes something down for a client; false where the reader may not. The same key is once. */
export async function addEntry(
  ctx: StaffContext,
  relationId: string,
  form: { key: string; kind: Entry['kind']; text: string; value: string },
): Promise<boolean> {
  const { db, studio, now, actor } = ctx
  const { there } = await batch(db, {
    save: db.run(sql`
      INSERT INTO coaching_entries (id, studio_id, relation_id, person_id, kind, text, value,
        on_date, by_name, created_at)
      SELECT ${form.key}, ${studio.id}, ${relationId}, open.person_id, ${form.kind}, ${form.text},
        ${form.value}, ${localDate(now, studio.timeZone)}, ${actor.name}, ${now}
      FROM (SELECT ${relationOpenSql(ctx, relationId)} AS person_id) AS open
      WHERE open.person_id IS NOT NULL ON CONFLICT DO NOTHING`),
    there: db.all(sql`SELECT 1 FROM coaching_entries
      WHERE studio_id = ${studio.id} AND id = ${form.key}`),
  })
  return there.length > 0
}

/** Plans a check-in for a client; false where the reader may not. The same key is once. */
export async function addCheckIn(
  ctx: StaffContext,
  relationId: string,
  form: { key: string; questions: string; dueOn: LocalDate },
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { there } = await batch(db, {
    save: db.run(sql`
      INSERT INTO coaching_checkins (id, studio_id, relation_id, person_id, questions, due_on,
        created_at)
      SELECT ${form.key}, ${studio.id}, ${relationId}, open.person_id, ${form.questions},
        ${form.dueOn}, ${now}
      FROM (SELECT ${relationOpenSql(ctx, relationId)} AS person_id) AS open
      WHERE open.person_id IS NOT NULL ON CONFLICT DO NOTHING`),
    there: db.all(sql`SELECT 1 FROM coaching_checkins
      WHERE studio_id = ${studio.id} AND id = ${form.key}`),
  })
  return there.length > 0
}

/** A coach reads what was answered and writes back; false where nothing waits for them. */
export async function reviewCheckIn(
  ctx: StaffContext,
  relationId: string,
  { checkIn, text }: { checkIn: string; text: string },
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { done } = await batch(db, {
    done: db.run(sql`
      UPDATE coaching_checkins SET reply = ${text}, reviewed_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${checkIn} AND relation_id = ${relationId}
        AND answered_at IS NOT NULL AND ${relationOpenSql(ctx, relationId)} IS NOT NULL`),
  })
  return changed(done) > 0
}

/** What a member has of their coaching, ended or not; notes of the coach alone are left out. */
export const myCoachingStatements = (ctx: StudioContext, personId: string) => ({
  relations: ctx.db.all<{
    id: string
    coach: string
    fromOn: LocalDate
    toOn: LocalDate | null
    perWeek: number
  }>(sql`
    SELECT relation.id, coach.name AS coach, relation.from_on AS fromOn, relation.to_on AS toOn,
      relation.per_week AS perWeek
    FROM coaching_relations AS relation JOIN people AS coach ON coach.id = relation.coach_id
    WHERE relation.studio_id = ${ctx.studio.id} AND relation.person_id = ${personId}
    ORDER BY relation.to_on IS NOT NULL, relation.from_on DESC LIMIT 20`),
  entries: entriesStatement(ctx, sql`person_id = ${personId} AND kind <> 'private_note'`),
  checkIns: checkInsStatement(ctx, sql`person_id = ${personId}`),
})
