import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Env } from '#app/http/environment.ts'
import { testSecrets } from '../../tests/support/accounts.ts'
import { databases } from '../../tests/support/databases.ts'
import { billAt, givenPlan, sellPlan } from '../../tests/support/sales/memberships.ts'
import { world } from '../../tests/support/world.ts'
import type { JobMessage } from './messages.ts'
import { queue } from './scheduled.ts'

/** Works through a queue as the platform does, one message after the other, in their order. */
async function drain(env: Env, waiting: JobMessage[]): Promise<string[]> {
  const order: string[] = []
  const bound = {
    ...env,
    JOBS: {
      sendBatch: async (batch: { body: JobMessage }[]) => {
        waiting.push(...batch.map(({ body }) => body))
      },
    },
  } as unknown as Env
  while (waiting.length > 0 && order.length < 50) {
    const body = waiting.shift()!
    order.push(body.studios?.[0] ?? '')
    const message = { body, attempts: 1, ack() {}, retry() {} }
    await queue!({ messages: [message] } as never, bound, {} as never)
  }
  return order
}

test('a studio with many memberships to bill goes on behind the others, and never past its minute', async () => {
  const now = '2026-07-01T06:00:00Z'
  const [big, small] = [await world({ now: '2026-06-01T10:00:00Z' }), await world()]
  for (const w of [big, small])
    await w.directory.run(sql`
      INSERT INTO studios (id, slug, name, shard, state, listed, time_zone, currency, created_at)
      VALUES (${w.studio.id}, ${w.studio.id}, 'S', ${w.studio.shard}, 'open', 1, 'Europe/London',
        'GBP', ${now})`)
  await big.directory.run(sql`
    INSERT INTO server_settings (key, value) VALUES ('dev_clock', ${now})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`)
  const planId = await givenPlan(big, { name: 'Many', priceMinor: 1_000 })
  for (let i = 0; i < 45; i += 1) {
    await sellPlan(big, await big.givenPerson(`Member ${i}`), planId, {
      now: '2026-06-01T10:00:00Z',
    })
  }
  const env = {
    ...(await databases()).env,
    ...testSecrets,
    SITE_URL: 'https://cadence.test',
    DEV_TOOLS: 'true',
  } as unknown as Env
  const message = (w: typeof big, sentMs: number): JobMessage => ({
    ...{ job: 'bill-memberships', studios: [w.studio.id], sentMs },
  })
  const order = await drain(env, [message(big, Date.now()), message(small, Date.now())])
  expect(order).toEqual([big, small, big, big].map((w) => w.studio.id))
  expect(await billAt(big, now)).toBe(0)
  // An older message is worked on once; the next look finds what it leaves.
  const late = await drain(env, [message(big, Date.now() - 55_000)])
  expect(late).toHaveLength(1)
}, 120_000)
