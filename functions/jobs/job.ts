import {
  type DirectoryDb,
  directoryDb,
  type StudioDb,
  shardNumbers,
  studioDb,
} from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { findFrozenClock } from '#app/domain/studios/business-clock.server.ts'
import { listOpenStudios } from '#app/domain/studios/open-studios.server.ts'
import { devTools, type Env, publicOrigin } from '#app/http/environment.ts'
import { type Instant, instantFromMs } from '#app/values/instant.ts'

/**
 * What a job did. `failed` counts studios (or messages) that threw or were refused; the log says
 * why.
 */
export type JobResult = { done: number; failed: number }

/** Repeated work. Each run is idempotent and finishes what an earlier one left. */
export type Job = {
  name: string
  description: string
  /** Runs in minutes of the day that this divides. */
  everyMinutes: number
  run(context: JobContext): Promise<JobResult>
}

export type JobContext = {
  env: Env
  directory: DirectoryDb
  /** Every bound shard, by number. */
  shards: { number: number; db: StudioDb }[]
  /** The business clock. */
  now: Instant
  /** Real time in milliseconds, asked anew at each call. */
  clock(): number
}

/** Reads the clock and opens the databases for one run. */
export async function jobContext(env: Env): Promise<JobContext> {
  const meter = new Meter()
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
  }
}

/**
 * Works through the open studios, shard by shard. One that fails is logged and does not stop the
 * others.
 */
export async function eachStudio(
  context: JobContext,
  job: string,
  work: (ctx: StudioContext) => Promise<number>,
): Promise<JobResult> {
  const result: JobResult = { done: 0, failed: 0 }
  for (const studio of await listOpenStudios(context.directory)) {
    try {
      const db = context.shards.find((shard) => shard.number === studio.shard)?.db
      if (!db) throw new Error(`No shard binding STUDIOS_${studio.shard}`)
      result.done += await work({
        db,
        studio,
        now: context.now,
        nowMs: context.clock(),
        origin: publicOrigin(context.env),
      })
    } catch (error) {
      result.failed += 1
      console.error('Job failed for a studio', { job, studio: studio.slug, error })
    }
  }
  return result
}
