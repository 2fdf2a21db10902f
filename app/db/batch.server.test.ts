import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databases } from '../../tests/support/databases.ts'
import { batch, changed } from './batch.server.ts'
import { directoryDb } from './connection.server.ts'
import { roles } from './directory.ts'
import { Meter } from './meter.server.ts'

test('a batch answers each statement under its name in one trip and leaves out what is null', async () => {
  const { directory, meter } = await databases()
  const before = meter.trips

  const result = await batch(directory, {
    put: directory.run(sql`INSERT INTO server_settings (key, value) VALUES (${'a'}, ${'1'})`),
    nothing: null,
    again: directory.run(
      sql`INSERT INTO server_settings (key, value) VALUES ('a', '2') ON CONFLICT DO NOTHING`,
    ),
    rows: directory.all<{ value: string }>(
      sql`SELECT value FROM server_settings WHERE key = ${'a'}`,
    ),
    built: directory.select().from(roles).where(eq(roles.id, 'owner')),
  })

  expect(changed(result.put)).toBe(1)
  expect(changed(result.again)).toBe(0)
  expect(result.rows).toEqual([{ value: '1' }])
  expect(result.built).toEqual([{ id: 'owner', name: 'Owner', isStaff: true }])
  expect(meter.trips - before).toBe(1)
})

test('a batch with a failing statement changes nothing', async () => {
  const { directory } = await databases()

  await expect(
    batch(directory, {
      put: directory.run(sql`INSERT INTO server_settings (key, value) VALUES ('half', '1')`),
      fails: directory.run(sql`INSERT INTO server_settings (key, value) VALUES ('half', '2')`),
    }),
  ).rejects.toThrow()

  expect(await directory.all(sql`SELECT * FROM server_settings WHERE key = 'half'`)).toEqual([])
})

test('a meter knows how many rows D1 read, of single statements and of batches', async () => {
  const { env } = await databases()
  const meter = new Meter(true)
  const directory = directoryDb(env, meter)
  await directory.all(sql`SELECT id FROM roles`)
  const ofOne = meter.rows
  expect(ofOne).toBeGreaterThan(0)
  await batch(directory, { roles: directory.all(sql`SELECT id FROM roles`) })
  expect(meter.rows).toBe(2 * ofOne)
  // Its answer comes without figures: in development it is asked once more.
  await directory.select().from(roles)
  expect(meter.rows).toBe(3 * ofOne)
  expect(meter.trips).toBe(3)
})
