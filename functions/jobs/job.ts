import type { SQL } from 'drizzle-orm'
import {
  type DirectoryDb,
  directoryDb,
  type StudioDb,
  shardNumbers,
  studioDb,
} from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { DueSql } from '#app/domain/scope/look.ts'
import { findFrozenClock } from '#app/domain/studios/business-clock.server.ts'
import { devTools, type Env } from '#app/http/environment.ts'
import { type Instant, instantFromMs } from '#app/values/instant.ts'

/**
 * What a job did. `failed` counts studios (or messages) that threw or were refused; the log says
 * why.
 */
export type JobResult = {
  done: number
  failed: number
  /** There is as much again to do: the queue brings it at once, behind what others wait for. */
  more?: boolean
}

type Named = {
  name: string
  description: string
  /** Runs in minutes of the day that this divides. */
  everyMinutes: number
}

/** Work on the studios that have some. Idempotent; finishes what an earlier run left. */
export type StudioJob = Named & {
  of: 'studios'
  /** Asked of every studio of a shard at once. */
  due: DueSql
  /** Further studios, which the directory knows of. */
  alsoDue?: (directory: DirectoryDb) => Promise<{ id: string }[]>
  /** So many studios at once, where the work is a few statements; one else. */
  together?: number
  work(ctx: StudioContext, context: JobContext): Promise<number | JobResult>
}

/** Work on the databases that have some: the directory and each shard. */
export type DatabaseJob = Named & {
  of: 'databases'
  /** A condition at real time. */
  due: (nowMs: number) => SQL
  work(db: DirectoryDb | StudioDb, context: JobContext): Promise<JobResult>
}

/** Work that is one piece. */
export type WholeJob = Named & {
  of: 'everything'
  run(context: JobContext): Promise<JobResult>
}

export type Job = StudioJob | DatabaseJob | WholeJob

export type JobContext = {
  env: Env
  directory: DirectoryDb
  /** Every bound shard, by number. */
  shards: { number: number; db: StudioDb }[]
  /** The business clock. */
  now: Instant
  /** Real time in milliseconds, asked anew at each call. */
  clock(): number
  /** Counts what the invocation asks of the databases; absent where nothing limits it. */
  meter?: Meter
}

/** An invocation may make 1,000 queries: past so many no step is begun, and a step is some dozens. */
const queriesAtMost = 700

/** For work in steps: over after so many milliseconds, or with the invocation's queries. */
export function stepTime({ clock, meter }: JobContext, milliseconds: number) {
  const untilMs = clock() + milliseconds
  return {
    untilMs,
    clock: () => ((meter?.queries ?? 0) < queriesAtMost ? clock() : untilMs),
  }
}

/** Reads the clock and opens the databases for one invocation, whose queries `meter` counts. */
export async function jobContext(env: Env, meter = new Meter()): Promise<JobContext> {
  const directory = directoryDb(env, meter)
  const frozen = devTools(env) ? await findFrozenClock(directory) : null
  return {
    env,
    directory,
    shards: shardNumbers(env).map((number) => ({
      number,
      db: studioDb(env, { shard: number }, meter),
    })),
    now: frozen ?? instantFromMs(Date.now()),
    clock: () => Date.now(),
    meter,
  }
}

/** The database of that name: `directory`, or the number of a shard. */
export function databaseOf(
  { directory, shards }: JobContext,
  name: string,
): DirectoryDb | StudioDb {
  const shard = shards.find(({ number }) => String(number) === name)?.db
  const db = name === 'directory' ? directory : shard
  if (!db) throw new Error(`No shard binding STUDIOS_${name}`)
  return db
}
