/**
 * The databases of the built Worker for tests/http and tests/journeys, shaped like those of
 * databases.ts.
 */
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { TestDatabases } from './databases.ts'
import type { BridgeCall } from './run/database-bridge.ts'
import { builtWorker } from './worker-origin.ts'

/** The same rows that the built Worker sees. */
export function builtDatabases(): TestDatabases {
  const env = {
    DIRECTORY: bridged('DIRECTORY'),
    STUDIOS_0: bridged('STUDIOS_0'),
    STUDIOS_1: bridged('STUDIOS_1'),
  }
  const meter = new Meter()
  return {
    env,
    meter,
    directory: directoryDb(env, meter),
    shard: (n) => studioDb(env, { shard: n }, meter),
  }
}

type Sent = BridgeCall['statements'][number]

function bridged(database: BridgeCall['database']): D1Database {
  const call = async (mode: BridgeCall['mode'], statements: Sent[]) => {
    const body = JSON.stringify({ database, mode, statements } satisfies BridgeCall)
    const answer = await fetch(builtWorker.databaseBridge, { method: 'POST', body })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  const statement = (sent: Sent) => ({
    sent,
    bind: (...params: unknown[]) => statement({ sql: sent.sql, params }),
    all: () => call('all', [sent]),
    run: () => call('all', [sent]),
    raw: () => call('raw', [sent]),
  })
  return {
    prepare: (sql: string) => statement({ sql, params: [] }),
    batch: (statements: { sent: Sent }[]) =>
      call(
        'batch',
        statements.map(({ sent }) => sent),
      ),
  } as unknown as D1Database
}
