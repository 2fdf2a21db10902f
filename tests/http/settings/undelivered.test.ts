/** The owner sees which emails never went out, with why, and has them tried again without a script. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { newVisitor, textOf } from '../../support/visitor.ts'
import { mintWeek, type Week } from '../../support/week.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
beforeAll(async () => {
  week = await mintWeek(databases)
})

const staff = async (role: 'owner' | 'coach', studio = week.studio) => {
  const account = await mintAccount(databases, { studio, role })
  return newVisitor({ cookie: (await mintSession(databases, account, { variables })).cookie })
}

const failed = (id: string, studioId: string) =>
  databases.shard(0).run(sql`
    INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
      state, attempts, next_attempt_at_ms, last_error, created_at_ms)
    VALUES (${id}, ${studioId}, ${id}, 'email', 'ruth@example.test', 'booking-booked', 'Your place',
      'You have a place.', '', 'failed', 6, 1, '550 No such mailbox', 1)`)
const stateOf = async (id: string) =>
  (
    await databases.shard(0).all<{ state: string }>(sql`SELECT state FROM outbox WHERE id = ${id}`)
  )[0]?.state

test('a letter that was refused for good is listed and tried again; a coach and another studio have no part in it', async () => {
  const here = paths.manageUndelivered(week.studio)
  const owner = await staff('owner')
  expect(textOf((await owner.get(here)).html)).toContain('Everything went out')
  await failed('undelivered1', week.studio.id)
  await failed('undelivered2', 'another')
  const page = await owner.get(here)
  expect(textOf(page.html)).toContain('550 No such mailbox')
  expect(page.html).not.toContain('undelivered2')
  const press = (visitor: typeof owner, message: string) =>
    visitor.post(here, new URLSearchParams({ message }), { Origin: new URL(page.url).origin })
  expect((await press(owner, 'undelivered2')).status).toBe(404)
  const coach = await staff('coach')
  expect((await coach.get(here)).status).toBe(403)
  expect((await press(coach, 'undelivered1')).status).toBe(403)
  expect(await stateOf('undelivered1')).toBe('failed')
  expect((await press(owner, 'undelivered1')).status).toBe(303)
  expect(await stateOf('undelivered1')).not.toBe('failed')
  expect(await stateOf('undelivered2')).toBe('failed')
})
