import { afterAll, expect, test } from 'vitest'
import { databases } from '../../tests/support/databases.ts'
import { startPlayDatabase } from './play-database.ts'

const played = startPlayDatabase()
afterAll(async () => (await played).dispose())

const room =
  "INSERT INTO rooms (id, studio_id, location_id, name, capacity) VALUES (?, 'a', 'b', ?, 9)"

/** What a database answers to the same questions, without figures of its own. */
async function answersOf(database: D1Database) {
  const told = (answer: Promise<unknown>) =>
    answer.then(
      (result) => {
        const one = ({ results, meta }: D1Result) => ({ results, changes: meta?.changes })
        return Array.isArray(result) ? result.map((r) => (r.meta ? one(r) : r)) : result
      },
      (error: Error) => error.message,
    )
  const put = (id: string, name: string) => database.prepare(room).bind(id, name)
  const all = database.prepare('SELECT id, name FROM rooms ORDER BY id')
  return [
    await told(database.batch([put('1', 'One'), put('2', 'Two')])),
    // A batch is whole or nothing.
    await told(database.batch([put('3', 'Three'), put('1', 'Again')])),
    await told(database.batch([all, database.prepare("DELETE FROM rooms WHERE id = '9'")])),
    await told(all.raw()),
    await told(all.first('name')),
    await told(database.prepare('SELECT nothing FROM rooms').all()),
    await told(
      database
        .prepare(`SELECT ${Array(101).fill('?').join()}`)
        .bind(...Array(101).fill(1))
        .all(),
    ),
    // The same new statement at once: whichever arrives first is understood.
    await told(
      Promise.all([4, 5, 6].map((n) => database.prepare('SELECT ? AS n, 1').bind(n).first('n'))),
    ),
  ]
}

test('what the past is played in answers as D1 does, refusals too', async () => {
  const { env } = await databases()
  const answers = await answersOf((await played).database)
  expect(answers).toEqual(await answersOf(env.STUDIOS_0))
  expect(answers[3]).toEqual([
    ['1', 'One'],
    ['2', 'Two'],
  ])
})
