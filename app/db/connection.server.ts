import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { type Meter, metered, unmetered } from './meter.server.ts'

export type DirectoryDb = DrizzleD1Database & { $client: D1Database }
export type StudioDb = DrizzleD1Database & { $client: D1Database }

/** The database bindings of the Worker: one directory and numbered shards. */
export type DatabaseEnv = { DIRECTORY: D1Database } & Record<`STUDIOS_${number}`, D1Database>

/** The directory: accounts, sessions, roles, studios. */
export function directoryDb(env: DatabaseEnv, meter: Meter): DirectoryDb {
  return drizzle(metered(env.DIRECTORY, meter))
}

/**
 * The shard that holds a studio's rows. The only way to reach a studio's data: which shard is the
 * studio's own fact, so a busy studio can be moved (design decision 5).
 */
export function studioDb(env: DatabaseEnv, studio: { shard: number }, meter: Meter): StudioDb {
  const binding = env[`STUDIOS_${studio.shard}`]
  if (!binding) throw new Error(`No shard binding STUDIOS_${studio.shard}`)
  return drizzle(metered(binding, meter))
}

/** The same database outside the request's figures, for what goes on after the answer. */
export function withoutMeter(db: DirectoryDb | StudioDb): DirectoryDb | StudioDb {
  return drizzle(unmetered(db.$client))
}

/** Numbers of all shards that are bound, for jobs that sweep every studio. */
export function shardNumbers(env: DatabaseEnv): number[] {
  return Object.keys(env)
    .map((key) => /^STUDIOS_(\d+)$/.exec(key)?.[1])
    .filter((n) => n !== undefined)
    .map(Number)
    .sort((a, b) => a - b)
}
