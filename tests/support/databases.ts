/**
 * Real D1 for tests of use cases: one directory and two shards in memory, made once a test file.
 */
import { afterAll } from 'vitest'
import {
  type DirectoryDb,
  directoryDb,
  type StudioDb,
  studioDb,
} from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { gatewayEnv, type LocalDatabases, startLocalDatabases } from '../../scripts/local-server.ts'

export type TestDatabases = {
  env: LocalDatabases
  meter: Meter
  directory: DirectoryDb
  shard(n: 0 | 1): StudioDb
}

let opening: Promise<TestDatabases> | undefined

/** The databases of this test file. */
export function databases(): Promise<TestDatabases> {
  opening ??= open()
  return opening
}

async function open(): Promise<TestDatabases> {
  const miniflare = await startLocalDatabases({})
  afterAll(() => miniflare.dispose())
  const env = gatewayEnv(miniflare)
  const meter = new Meter()
  return {
    env,
    meter,
    directory: directoryDb(env, meter),
    shard: (n) => studioDb(env, { shard: n }, meter),
  }
}
