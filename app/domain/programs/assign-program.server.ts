import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { isLocalDate, type LocalDate, localDate } from '#app/values/zone.ts'
import { programStatement } from './program-queries.server.ts'

export type AssignResult =
  | { ok: true; given: number; already: number }
  | { ok: false; reason: 'not_found' | 'retired' | 'no_date' | 'nobody' }

export type WhoGets = {
  people: readonly string[]
  /** Everyone who is booked into this class. */
  occurrence: string
  /** Everyone who is on this level. */
  level: string
}

/**
 * Gives a program to people, to who is booked into a class, or to who is on a level: each has a copy
 * of their own from then on. Anyone who is on it already stays where they are. Refused: a retired
 * program, a first day that is none, and nobody.
 */
export async function assignProgram(
  ctx: StaffContext,
  programId: string,
  who: WhoGets,
  startsOn: LocalDate,
): Promise<AssignResult> {
  const { db, studio, now } = ctx
  const [program] = await programStatement(ctx, programId)
  if (!program) return { ok: false, reason: 'not_found' }
  if (program.state === 'retired') return { ok: false, reason: 'retired' }
  if (!isLocalDate(startsOn)) return { ok: false, reason: 'no_date' }
  const chosen = await db.all<{ id: string; on: number }>(sql`
    SELECT person.id, EXISTS (SELECT 1 FROM program_assignments AS copy
      WHERE copy.studio_id = person.studio_id AND copy.program_id = ${programId}
        AND copy.person_id = person.id AND copy.ended_at IS NULL) AS "on"
    FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.archived_at IS NULL AND person.id IN (
      SELECT value FROM json_each(${JSON.stringify(who.people)})
      UNION SELECT b.person_id FROM bookings AS b WHERE b.studio_id = ${studio.id}
        AND b.occurrence_id = ${who.occurrence} AND b.state IN ('booked', 'checked_in', 'attended')
      UNION SELECT held.person_id FROM person_levels AS held WHERE held.studio_id = ${studio.id}
        AND held.level_id = ${who.level})
    LIMIT 500`)
  if (chosen.length === 0) return { ok: false, reason: 'nobody' }
  const rows = chosen.filter(({ on }) => on === 0).map(({ id }) => ({ id: newId(), person: id }))
  const state = startsOn > localDate(now, studio.timeZone) ? 'scheduled' : 'active'
  await batch(db, {
    give: db.run(sql`
      INSERT INTO program_assignments (id, studio_id, program_id, person_id, state, version, plan,
        starts_on, created_at)
      SELECT one.value ->> 'id', ${studio.id}, ${programId}, one.value ->> 'person', ${state},
        ${program.version}, ${program.plan}, ${startsOn}, ${now}
      FROM json_each(${JSON.stringify(rows)}) AS one WHERE 1
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'program.assigned',
        subjectKind: 'program',
        subjectId: programId,
        detail: { people: rows.map(({ person }) => person), startsOn },
      },
      rightAfterChange,
    ),
  })
  return { ok: true, given: rows.length, already: chosen.length - rows.length }
}

/** Begins a program that is free to take, today. Twice is once. False where it is not. */
export async function takeProgram(ctx: MemberContext, programId: string): Promise<boolean> {
  const { db, studio, person, now } = ctx
  const { on } = await batch(db, {
    take: db.run(sql`
      INSERT INTO program_assignments (id, studio_id, program_id, person_id, state, version, plan,
        starts_on, created_at)
      SELECT ${newId()}, program.studio_id, program.id, ${person.id}, 'active', program.version,
        said.plan, ${localDate(now, studio.timeZone)}, ${now}
      FROM training_programs AS program JOIN training_program_versions AS said
        ON said.studio_id = program.studio_id AND said.program_id = program.id
          AND said.version = program.version
      WHERE program.studio_id = ${studio.id} AND program.id = ${programId}
        AND program.state = 'published' AND program.access = 'free'
      ON CONFLICT DO NOTHING`),
    on: db.all(sql`
      SELECT 1 FROM program_assignments WHERE studio_id = ${studio.id}
        AND program_id = ${programId} AND person_id = ${person.id} AND ended_at IS NULL`),
  })
  return on.length > 0
}

export const copyActs = ['pause', 'resume', 'stop', 'finish', 'accept', 'keep'] as const
export type CopyAct = (typeof copyActs)[number]

/**
 * What becomes of a person's own copy: paused (its weeks wait, and go on by as many days later),
 * stopped, finished, or brought to the version that was offered. What was logged stays. False where
 * the act leads nowhere.
 */
export async function actOnCopy(
  { db, studio, person, now }: MemberContext,
  programId: string,
  act: CopyAct,
): Promise<boolean> {
  const today = localDate(now, studio.timeZone)
  const mine = sql`studio_id = ${studio.id} AND program_id = ${programId}
    AND person_id = ${person.id} AND ended_at IS NULL`
  const change = {
    pause: sql`state = 'paused', paused_on = ${today} WHERE ${mine} AND state <> 'paused'`,
    resume: sql`state = 'active', paused_on = NULL,
      starts_on = date(starts_on, '+' || CAST(julianday(${today}) - julianday(paused_on) AS INTEGER)
        || ' days')
      WHERE ${mine} AND state = 'paused'`,
    stop: sql`state = 'stopped', ended_at = ${now} WHERE ${mine}`,
    finish: sql`state = 'finished', ended_at = ${now} WHERE ${mine}`,
    accept: sql`version = offered, offered = NULL, plan = (
        SELECT said.plan FROM training_program_versions AS said
        WHERE said.studio_id = program_assignments.studio_id
          AND said.program_id = program_assignments.program_id
          AND said.version = program_assignments.offered)
      WHERE ${mine} AND offered IS NOT NULL`,
    keep: sql`offered = NULL WHERE ${mine} AND offered IS NOT NULL`,
  }[act]
  return changed(await db.run(sql`UPDATE program_assignments SET ${change}`)) > 0
}

/**
 * Offers the newest version to everyone whose copy is older. Nobody's copy changes by it: each says
 * yes or keeps theirs. Answers how many were asked.
 */
export async function offerNewest(ctx: StaffContext, programId: string): Promise<number> {
  const { db, studio } = ctx
  const { offer } = await batch(db, {
    offer: db.run(sql`
      UPDATE program_assignments SET offered = (SELECT version FROM training_programs
          WHERE studio_id = ${studio.id} AND id = ${programId})
      WHERE studio_id = ${studio.id} AND program_id = ${programId} AND ended_at IS NULL
        AND version < (SELECT version FROM training_programs
          WHERE studio_id = ${studio.id} AND id = ${programId})`),
    audit: auditStatement(
      ctx,
      { action: 'program.offered', subjectKind: 'program', subjectId: programId },
      rightAfterChange,
    ),
  })
  return changed(offer)
}
