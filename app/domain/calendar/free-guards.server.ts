/**
 * The condition under which rooms and coaches may be taken, asked by the write itself: of two who
 * write at the same moment the second is refused, whatever they write. Classes, sessions, events
 * and appointments are rows of one table, so nothing is taken over the divide between them; blocks
 * and the classes that weekly series will have count as well.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { anybody, type Except, inTheWaySql, type WantedPlace } from './in-the-way-sql.server.ts'

type Span = Pick<WantedPlace, 'startsAt' | 'endsAt'>

/**
 * Nothing is in the way of any wanted place. Every write that takes a room or a coach has it in its
 * WHERE, with the ids of what someone was asked about in `except`.
 */
export function placesFreeSql(
  ctx: StudioContext,
  wanted: readonly WantedPlace[],
  except: Except = {},
): SQL {
  if (wanted.length === 0) return sql`1`
  return sql`NOT EXISTS (SELECT 1 FROM ${inTheWaySql(ctx, wanted, except)})`
}

/** Whether a coach of many (`coachId` is SQL) is bound by nothing within the span, nor out. */
export function coachFreeSql(
  ctx: StudioContext,
  coachId: SQL,
  span: Span,
  except: Except = {},
): SQL {
  const wanted = [{ ...span, roomId: null, coachId: anybody }]
  return sql`${coachId} NOT IN (SELECT bound.coach_id
    FROM ${inTheWaySql(ctx, wanted, except)} AS bound WHERE bound.coach = 1)`
}
