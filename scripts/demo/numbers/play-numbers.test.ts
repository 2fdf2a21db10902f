import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { instantToMs } from '#app/values/instant.ts'
import { databases } from '../../../tests/support/databases.ts'
import { demoNow } from '../../../tests/support/demo-moment.ts'
import { fillDemoWorld } from '../fill-world.ts'

test('targets of this month and the next are set, and some regulars stay away by their own habit', async () => {
  const { env, shard } = await databases()
  await fillDemoWorld(env, instantToMs(demoNow), { keep: true })
  for (const n of [0, 1] as const) {
    const targets = await shard(n).all<{ month: string; n: number }>(sql`
      SELECT month, count(*) AS n FROM targets WHERE value > 0 GROUP BY month ORDER BY month`)
    expect(targets.map((one) => one.n)).toEqual([4, 4])
    expect(targets[0]?.month).toBe(demoNow.slice(0, 7))
    const [risk] = await shard(n).all<{ n: number }>(sql`
      SELECT count(*) AS n FROM habits WHERE state = 'at_risk' AND visits >= 3`)
    expect(risk?.n).toBeGreaterThanOrEqual(3)
  }
}, 400_000)
