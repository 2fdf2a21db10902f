import { expect, test } from 'vitest'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { listOpenStudios } from '#app/domain/studios/open-studios.server.ts'
import type { Env } from '#app/http/environment.ts'
import { addMinutes, instantToMs } from '#app/values/instant.ts'
import type { JobContext } from '#functions/jobs/job.ts'
import { jobs } from '#functions/jobs/registry.ts'
import { runJob } from '#functions/jobs/work-on.ts'
import { fillDemoWorld } from '../scripts/demo/fill-world.ts'
import { testSecrets } from './support/accounts.ts'
import { databases } from './support/databases.ts'
import { demoNow } from './support/demo-moment.ts'

const filledAtMs = instantToMs(demoNow)

// Mail goes out once for each row of the outbox and files lie in a bucket: both are tried where
// they can fail halfway.
const elsewhere = ['deliver-outbox', 'sweep-files']

test('whatever the hour, every job run again, even twice at the same moment, changes no row', async () => {
  const { env, directory, shard } = await databases()
  await fillDemoWorld(env, filledAtMs, { keep: true })
  const settling = jobs.filter(({ name }) => !elsewhere.includes(name))

  const rows = async () => ({
    ...(await rowsOf('directory', env.DIRECTORY)),
    ...(await rowsOf('shard 0', env.STUDIOS_0)),
    ...(await rowsOf('shard 1', env.STUDIOS_1)),
  })
  const start = demoNow
  let worked = 0
  for (const hours of [0, 10, 13, 33, 24 * 8]) {
    const now = addMinutes(start, hours * 60)
    const context: JobContext = {
      env: { ...env, ...testSecrets, SITE_URL: 'https://cadence.test' } as unknown as Env,
      directory,
      shards: [0, 1].map((number) => ({ number, db: shard(number as 0 | 1) })),
      now,
      clock: () => Date.parse(now),
    }
    const run = async () => {
      let done = 0
      for (const job of settling) {
        const result = await runJob(context, job)
        expect([job.name, result.failed]).toEqual([job.name, 0])
        done += result.done
      }
      return done
    }
    // A run takes some of the work; the next minutes take the rest. Rows are looked through once a run
    // did nothing, or as much as the last one, which some jobs count each time.
    let before = await rows()
    for (let [i, last] = [0, -1]; i < 60 && last !== 0; i += 1) {
      const done = await run()
      worked += done
      if (done === last) {
        const after = await rows()
        if (changedTables(before, after).length === 0) break
        before = after
      }
      last = done
    }
    const settled = await rows()
    await Promise.all([run(), run()])
    expect(changedTables(settled, await rows())).toEqual([])
    // Nor is there anything left for a studio that the look leaves out.
    for (const studio of await listOpenStudios(directory)) {
      const ctx: StudioContext = {
        db: shard(studio.shard as 0 | 1),
        studio,
        now,
        nowMs: context.clock(),
        origin: 'https://cadence.test',
        secret: 'of the tests',
      }
      for (const job of settling) if (job.of === 'studios') await job.work(ctx, context)
    }
    expect(changedTables(settled, await rows())).toEqual([])
  }
  expect(worked).toBeGreaterThan(100)
}, 400_000)

/** Each table's rows as text, by the name of the database and its own. */
async function rowsOf(where: string, database: D1Database): Promise<Record<string, string>> {
  const { results: tables } = await database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*' AND name NOT GLOB '*_fts*'",
    )
    .all<{ name: string }>()
  const texts = tables.map(async ({ name }) => {
    const { results } = await database.prepare(`SELECT * FROM "${name}"`).all()
    return [
      `${where} ${name}`,
      results
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n'),
    ]
  })
  return Object.fromEntries(await Promise.all(texts))
}

const changedTables = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after).filter((name) => after[name] !== before[name])
