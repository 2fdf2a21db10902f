import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { understandWorkout } from '#app/domain/workouts/plan/understand-workout.server.ts'
import { newId } from '#app/values/id.ts'
import type { ProgramForm, SessionForm } from './program-forms.ts'
import {
  emptyProgram,
  type Place,
  type ProgramPlan,
  sessionAt,
  sessionsOf,
  withSession,
} from './program-plan.ts'
import { type Program, planOfProgram, programStatement } from './program-queries.server.ts'

export type SaveProgramResult =
  | { ok: true; id: string }
  | { ok: false; reason: 'not_found' | 'changed_meanwhile' }
  | { ok: false; reason: 'unclear'; names: string[] }

const versionStatement = (
  { db, studio, now }: StaffContext,
  { id, version, plan }: { id: string; version: number; plan: ProgramPlan },
  lineId: string,
) =>
  db.run(sql`
    INSERT INTO training_program_versions (studio_id, program_id, version, plan, created_at)
    SELECT ${studio.id}, ${id}, ${version}, ${JSON.stringify(plan)}, ${now}
    WHERE ${lineWrittenSql(lineId)} ON CONFLICT DO NOTHING`)

/** Adds an empty program as a draft. Sent again it is the same one. */
export async function addProgram(ctx: StaffContext, form: ProgramForm): Promise<string> {
  const { db, studio, now } = ctx
  const { key: id, name, folder, summary, access, weeks } = form
  const lineId = `program-${id}`
  await batch(db, {
    add: db.run(sql`
      INSERT INTO training_programs (id, studio_id, name, folder, summary, state, access, version,
        weeks, sessions, created_at, updated_at)
      VALUES (${id}, ${studio.id}, ${name}, ${folder}, ${summary}, 'draft', ${access}, 1, ${weeks},
        0, ${now}, ${now})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'program.added',
        subjectKind: 'program',
        subjectId: id,
        detail: { name },
      },
      rightAfterChange,
    ),
    version: versionStatement(ctx, { id, version: 1, plan: emptyProgram(weeks) }, lineId),
  })
  return id
}

/**
 * Saves another plan of a program as its next version; copies that people have stay as they are.
 * Refused where somebody else saved meanwhile, and where `change` finds nothing to do (not found).
 */
export async function changePlan(
  ctx: StaffContext,
  id: string,
  version: number,
  change: (plan: ProgramPlan) => ProgramPlan | null,
): Promise<SaveProgramResult> {
  const { db, studio, now } = ctx
  const [program] = await programStatement(ctx, id)
  const plan = program && change(planOfProgram(program))
  if (!program || !plan) return { ok: false, reason: 'not_found' }
  if (program.version !== version) return { ok: false, reason: 'changed_meanwhile' }
  const lineId = newId()
  const { written } = await batch(db, {
    change: db.run(sql`
      UPDATE training_programs SET version = version + 1, sessions = ${sessionsOf(plan).length},
        updated_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'program.changed',
        subjectKind: 'program',
        subjectId: id,
        detail: { version: version + 1 },
      },
      rightAfterChange,
    ),
    version: versionStatement(ctx, { id, version: version + 1, plan }, lineId),
    written: db.all<{ yes: number }>(sql`SELECT ${lineWrittenSql(lineId)} AS yes`),
  })
  return written[0]?.yes ? { ok: true, id } : { ok: false, reason: 'changed_meanwhile' }
}

/**
 * Writes a session of a program: what each line means is asked of the library. Refused with the
 * names nobody knows; an empty text takes the session out.
 */
export async function saveSession(
  ctx: StaffContext,
  id: string,
  place: Place,
  { version, name, kind, text }: SessionForm,
): Promise<SaveProgramResult> {
  if (text.trim() === '')
    return changePlan(ctx, id, version, (plan) =>
      sessionAt(plan, place) ? withSession(plan, place, null) : null,
    )
  const { plan: meant, questions } = await understandWorkout(ctx, text, {})
  if (questions.length > 0)
    return {
      ok: false,
      reason: 'unclear',
      names: questions.map((one) => (one.kind === 'exercise' ? `“${one.typed}”` : one.text)),
    }
  return changePlan(ctx, id, version, (plan) =>
    plan.weeks[place.week] ? withSession(plan, place, { name, kind, text, plan: meant }) : null,
  )
}

/** Publishes a program, retires it, or makes it a draft again; who is on it stays on it. */
export async function setProgramState(
  ctx: StaffContext,
  id: string,
  state: Program['state'],
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { found } = await batch(db, {
    change: db.run(sql`
      UPDATE training_programs SET state = ${state}, updated_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND state <> ${state}`),
    audit: auditStatement(
      ctx,
      { action: `program.${state}`, subjectKind: 'program', subjectId: id },
      rightAfterChange,
    ),
    found: db.all(sql`
      SELECT 1 FROM training_programs WHERE studio_id = ${studio.id} AND id = ${id}`),
  })
  return found.length > 0
}
