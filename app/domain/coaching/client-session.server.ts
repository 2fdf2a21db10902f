/** A session that a coach logs for a client, set by set, and the client finishes themselves. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import { placeKey, sessionsOf } from '#app/domain/programs/program-plan.ts'
import { ownCopiesStatement, planOfProgram } from '#app/domain/programs/program-queries.server.ts'
import { startSession } from '#app/domain/programs/start-session.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addTypedExercise } from '#app/domain/training-log/session/add-typed-exercise.server.ts'
import {
  openLogStatement,
  planOfLog,
  setsStatement,
  toLoggedSet,
} from '#app/domain/training-log/session/log-queries.server.ts'
import { logTypedSet } from '#app/domain/training-log/session/log-typed-set.server.ts'
import { currentEntry, nextN } from '#app/domain/training-log/session/next-set.ts'
import { recordInWorkout } from '#app/domain/training-log/session/record-in-workout.server.ts'
import { saidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import {
  type StartResult,
  startWorkout,
} from '#app/domain/training-log/session/start-workout.server.ts'
import type { TypedSetForm } from '#app/domain/training-log/session/typed-set-form.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { relationOpenSql } from './coaching.server.ts'

/** Sessions of programs that a page offers. */
const mostSessions = 100

/** The client of a coaching that goes on and is the reader's to see; null otherwise. One trip. */
async function clientOf(ctx: StaffContext, relationId: string) {
  const [client] = await ctx.db.all<{ id: string; name: string }>(sql`
    SELECT client.id, client.name FROM people AS client
    WHERE client.studio_id = ${ctx.studio.id} AND client.id = ${relationOpenSql(ctx, relationId)}`)
  return client ?? null
}

const asClient = (ctx: StaffContext, personId: string): MemberContext => ({
  ...ctx,
  person: { id: personId },
})

/**
 * A client's open workout with its sets, or the sessions it can begin with. Three trips; null where
 * the reader does not coach them.
 */
export async function clientSessionPage(ctx: StaffContext, relationId: string) {
  const client = await clientOf(ctx, relationId)
  if (!client) return null
  const { open, copies, unit } = await batch(ctx.db, {
    open: openLogStatement(ctx, client.id),
    copies: ownCopiesStatement(ctx, client.id),
    unit: weightUnitStatement(ctx, client.id),
  })
  const [log] = open
  const sets = log ? (await setsStatement(ctx, client.id, log.id)).map(toLoggedSet) : []
  const plan = log ? planOfLog(log) : null
  return {
    client,
    unit: unit[0]?.weightUnit || weightUnitOf(ctx.studio),
    log: log && plan ? { id: log.id, name: log.name, state: log.state, plan } : null,
    sets: sets.filter(({ removed }) => !removed),
    next: plan?.entries.map((entry) => ({ entry: entry.id, n: nextN(sets, entry) })) ?? [],
    current: plan ? (currentEntry(plan, sets)?.id ?? plan.entries[0]?.id ?? '') : '',
    sessions: copies
      .filter(({ state }) => state !== 'paused')
      .flatMap((copy) =>
        sessionsOf(planOfProgram(copy)).map(({ session, ...place }) => ({
          value: `${copy.programId}|${placeKey(place)}`,
          label: `${copy.name}, week ${place.week + 1}: ${session.name}`,
        })),
      )
      .slice(0, mostSessions),
  }
}

/**
 * Begins a workout of a client: a session of a program of theirs (`program|2.0.0`) or, empty, a free
 * one. Refused while another workout of theirs is open.
 */
export async function beginClientSession(
  ctx: StaffContext,
  relationId: string,
  { key, session }: { key: string; session: string },
): Promise<StartResult> {
  const client = await clientOf(ctx, relationId)
  if (!client) return { ok: false, reason: 'not_found' }
  const member = asClient(ctx, client.id)
  const [programId = '', place = ''] = session.split('|')
  return session === ''
    ? startWorkout(member, key, { from: 'empty' })
    : startSession(member, programId, place)
}

export type LogForClientResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'wrong' | 'over'; why: string }

/**
 * Logs a set of a client's open workout, or adds an exercise to it, under the coach's name. `logId`
 * is the workout the form showed, and `n` the number, so that a form sent twice is one set. Refused
 * where that workout is not the open one: entries of another are numbered alike.
 */
export async function logForClient(
  ctx: StaffContext,
  relationId: string,
  logId: string,
  typed: TypedSetForm,
): Promise<LogForClientResult> {
  const client = await clientOf(ctx, relationId)
  if (!client) return { ok: false, reason: 'not_found', why: '' }
  const member = asClient(ctx, client.id)
  const [log] = await openLogStatement(ctx, client.id)
  const over = 'They have finished this workout meanwhile. Reload the page to go on.'
  if (log?.id !== logId) return { ok: false, reason: 'over', why: over }
  return typed.exercise === ''
    ? logTypedSet(member, log.id, typed, ctx.actor.name)
    : addTypedExercise(member, log.id, typed.exercise)
}

/**
 * Leaves a workout to the client, paused: they read it, put it right and finish it. `over`: it is not
 * the open one any more, and another stays as it is. Paused already is done.
 */
export async function handToClient(
  ctx: StaffContext,
  relationId: string,
  logId: string,
): Promise<'ok' | 'not_found' | 'over'> {
  const client = await clientOf(ctx, relationId)
  if (!client) return 'not_found'
  const [log] = await openLogStatement(ctx, client.id)
  if (log?.id !== logId) return 'over'
  if (log.state === 'paused') return 'ok'
  const said = saidOfWorkout.parse({ device: 'form', act: 'pause' })
  const { ok } = await recordInWorkout(asClient(ctx, client.id), log.id, said, ctx.actor.name)
  return ok ? 'ok' : 'over'
}
