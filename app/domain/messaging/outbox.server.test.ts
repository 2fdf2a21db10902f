import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch, queryOf } from '#app/db/batch.server.ts'
import { databases } from '../../../tests/support/databases.ts'
import { world } from '../../../tests/support/world.ts'
import { queueSomeStatements } from './outbox.server.ts'

const nowMs = Date.parse('2026-11-12T09:00:00Z')
const letter = { subject: 'Moved', text: 'Moved. {unsubscribe}', html: '<p>Moved.</p>' }

const mails = (studioId: string, count: number, onlyIf = sql`1`) =>
  Array.from({ length: count }, (_, n) => ({
    message: {
      studioId,
      dedupeKey: `moved:${n}`,
      to: `student${n}@example.test`,
      letter,
      kind: 'grading-letter',
      replyTo: 'front',
      unsubscribe: sql`${'https://studio.test/u/'} || ${n}`,
    },
    onlyIf,
  }))

test('17 letters with their own conditions are each queued once within D1’s limits', async () => {
  const w = await world()
  // Each asks for ten values of its own, so that fewer than five fit into a statement.
  const asks = sql`${1} + ${1} + ${1} + ${1} + ${1} + ${1} + ${1} + ${1} + ${1} = ${9}`
  const statements = () => queueSomeStatements(w.db, mails(w.studio.id, 17, asks), nowMs)
  for (const one of Object.values(statements()))
    expect(queryOf(one).params.length).toBeLessThanOrEqual(100)
  await batch(w.db, statements())
  await batch(w.db, statements())
  const queued = await w.db.all(sql`SELECT count(*) AS n, count(DISTINCT recipient) AS people
    FROM outbox WHERE studio_id = ${w.studio.id} AND dedupe_key LIKE 'moved:%'`)
  expect(queued).toEqual([{ n: 17, people: 17 }])
})

test('five letters are one statement, and no letters are none', async () => {
  const { directory } = await databases()
  const short = mails('', 5).map(({ message, onlyIf }) => ({
    message: { ...message, studioId: null, unsubscribe: undefined },
    onlyIf,
  }))
  expect(Object.keys(queueSomeStatements(directory, short, nowMs))).toEqual(['mails0'])
  expect(queueSomeStatements(directory, [], nowMs)).toEqual({})
})
