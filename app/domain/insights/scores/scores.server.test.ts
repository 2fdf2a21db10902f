import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deliverOutbox } from '#app/domain/messaging/deliver-outbox.server.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { readReportQuery } from '../reports/report-query.ts'
import { runReport } from '../reports/run-report.server.ts'
import { answerScore, commentScore, findScoreAsk } from './answer-score.server.ts'
import { askScores } from './ask-scores.server.ts'
import { saveScoreRule, scoresPage } from './score-rule.server.ts'
import { scoreOf, scoresView } from './score-words.ts'

/** Monday 1 June 2026 at ten in London. */
const now = '2026-06-01T09:00:00Z'
const day = 24 * 60

let w: World
let people: Person[]

beforeEach(async () => {
  w = await world()
  people = await w.givenPeople(['Gia Romano', 'Hal Ito', 'Ida Berg', 'Jo Lund'])
  for (const person of people) {
    await w.giveMembership(person)
    await w.db.run(sql`
      UPDATE people SET joined_on = '2026-01-10', last_visit_at = '2026-05-28T09:00:00Z',
        held_until = '9999-12-31' WHERE id = ${person.id}`)
    await w.db.run(sql`
      INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
      VALUES (${newId()}, ${w.studio.id}, ${person.id}, 'email', 'marketing', 1, 'desk', '', ${now})`)
  }
})

const asks = (every = 90, version = 0) =>
  saveScoreRule(w.asDesk(now), { asks: true, everyDays: every, version })

const asked = () =>
  w.db.all<{ id: string; personId: string; text: string }>(sql`
    SELECT ask.id, ask.person_id AS personId, letter.text FROM score_asks AS ask
    JOIN outbox AS letter ON letter.dedupe_key = 'score:' || ask.id
    WHERE ask.studio_id = ${w.studio.id} ORDER BY ask.asked_at, ask.person_id`)

/** The secret stands in the letter alone. */
const tokenOf = async (person: Person) => {
  const { text } = (await asked()).find(({ personId }) => personId === person.id)!
  return /\/recommend\/([\w-]+)/.exec(text)![1]!
}

test('members are asked once in a period, in the studio’s hours, and only those who agreed', async () => {
  const [gia, hal, ida, jo] = people as [Person, Person, Person, Person]
  await w.db.run(sql`UPDATE people SET birth_date = '2012-03-01' WHERE id = ${gia.id}`)
  await w.db.run(sql`UPDATE people SET joined_on = '2026-05-20' WHERE id = ${hal.id}`)
  expect(await askScores(w.at(now))).toBe(0)
  await asks()
  await askScores(w.at('2026-06-01T21:30:00Z'))
  expect(await asked()).toEqual([])
  await Promise.all([
    askScores(w.at('2026-06-02T09:00:00Z')),
    askScores(w.at('2026-06-02T09:00:00Z')),
  ])
  expect((await asked()).map(({ personId }) => personId).sort()).toEqual([ida.id, jo.id].sort())
  await askScores(w.at(addMinutes(now, 40 * day)))
  const third = (await asked()).slice(2).map(({ personId }) => personId)
  expect(third).toEqual([hal.id])
  await w.db.run(sql`UPDATE people SET last_visit_at = '2026-08-30T09:00:00Z'`)
  await askScores(w.at(addMinutes(now, 95 * day)))
  expect(await asked()).toHaveLength(5)
})

test('people who share an address are asked for one score', async () => {
  const [gia, hal] = people as [Person, Person]
  await w.db.run(
    sql`UPDATE people SET email = 'both@example.test' WHERE id IN (${gia.id}, ${hal.id})`,
  )
  await asks()
  await askScores(w.at(now))
  await askScores(w.at(addMinutes(now, 60)))
  const at = await w.db.all<{ recipient: string }>(sql`
    SELECT recipient FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'score-question'`)
  expect(at.filter(({ recipient }) => recipient === 'both@example.test')).toHaveLength(1)
  expect(await asked()).toHaveLength(3)
})

test('a low score after an earlier talk raises a new task, and the same answer sent again does not', async () => {
  const [gia] = people as [Person]
  await asks()
  await askScores(w.at(now))
  const token = await tokenOf(gia)
  const tasks = async () =>
    (
      await w.db.all<{ told: string }>(sql`
        SELECT state || ' ' || (facts ->> 'score') AS told FROM tasks
        WHERE studio_id = ${w.studio.id} AND cause_kind = 'low_score' ORDER BY rowid`)
    ).map(({ told }) => told)
  await answerScore(w.at(now), token, 4)
  await answerScore(w.at(now), token, 5)
  expect(await tasks()).toEqual(['over 4', 'open 5'])
  await w.db.run(sql`UPDATE tasks SET state = 'done' WHERE state = 'open'`)
  expect(await answerScore(w.at(now), token, 5)).toBe(true)
  expect(await tasks()).toEqual(['over 4', 'done 5'])
  await answerScore(w.at(now), token, 2)
  await answerScore(w.at(now), token, 2)
  expect(await tasks()).toEqual(['over 4', 'done 5', 'open 2'])
  await answerScore(w.at(now), token, 9)
  expect(await tasks()).toEqual(['over 4', 'done 5', 'over 2'])
})

test('an answer is a press, a better one takes its place, and a low one raises a task until then', async () => {
  const [gia] = people as [Person]
  await asks()
  await askScores(w.at(now))
  const token = await tokenOf(gia)
  const tasks = () =>
    w.db.all<{ state: string }>(sql`
      SELECT state FROM tasks WHERE studio_id = ${w.studio.id} AND cause_kind = 'low_score'`)
  expect(await commentScore(w.at(now), token, 'Too early')).toBe(false)
  expect(await answerScore(w.at(now), token, 4)).toBe(true)
  expect(await answerScore(w.at(now), token, 4)).toBe(true)
  expect(await tasks()).toEqual([{ state: 'open' }])
  expect(await commentScore(w.at(now), token, 'The showers are cold.')).toBe(true)
  expect(await answerScore(w.at(addMinutes(now, day)), token, 9)).toBe(true)
  expect(await tasks()).toEqual([{ state: 'over' }])
  expect(await findScoreAsk(w.at(now), token)).toMatchObject({ score: 9, over: 0 })
  const later = addMinutes(now, 31 * day)
  expect(await answerScore(w.at(later), token, 1)).toBe(false)
  expect(await findScoreAsk(w.at(later), token)).toMatchObject({ score: 9, over: 1 })
  expect(await answerScore(w.at(now), 'nothing', 9)).toBe(false)
  const other = await world()
  expect(await findScoreAsk(other.at(now), token)).toBeNull()
})

test('nothing stored can answer a score question once its email is sent', async () => {
  const [gia] = people as [Person]
  await asks()
  await askScores(w.at(now))
  const token = await tokenOf(gia)
  const email = { send: async () => {} }
  await deliverOutbox({ db: w.db, transports: { email, sms: null }, clock: () => Date.now() })
  const rows = [
    ...(await w.db.all<Record<string, unknown>>(sql`SELECT * FROM score_asks`)),
    ...(await w.db.all<Record<string, unknown>>(
      sql`SELECT * FROM outbox WHERE kind = 'score-question'`,
    )),
  ]
  const words = rows.flatMap((row) => Object.values(row)).filter((one) => typeof one === 'string')
  expect(words.length).toBeGreaterThan(20)
  for (const word of words) {
    expect(word).not.toContain(token)
    expect(await findScoreAsk(w.at(now), word)).toBeNull()
  }
  expect(await answerScore(w.at(now), token, 9)).toBe(true)
})

test('a score link from before hashes still works', async () => {
  const [gia] = people as [Person]
  await w.db.run(sql`INSERT INTO score_asks (id, studio_id, person_id, token, asked_at)
    VALUES ('ask000000000', ${w.studio.id}, ${gia.id}, 'as_letters_before_had_it', ${now})`)
  expect(await answerScore(w.at(now), 'as_letters_before_had_it', 8)).toBe(true)
  expect(await commentScore(w.at(now), 'as_letters_before_had_it', 'Good')).toBe(true)
})

test('the score counts what its report lists, and says of how many answers it is', async () => {
  await asks()
  await askScores(w.at(now))
  for (const [i, score] of [10, 9, 7, 3].entries())
    await answerScore(w.at(now), await tokenOf(people[i]!), score)
  const page = await scoresPage(w.at(now))
  expect(page.scores).toEqual({ all: 4, high: 2, low: 1, asked: 4 })
  expect(scoresView(page)).toMatchObject({ title: 'Score +25' })
  expect(scoresView(page).about).toContain('Of 4 answers, 4 asked; too few to compare')
  const query = readReportQuery(new URLSearchParams('of=scores&period=last_90'))
  const ran = await runReport(w.at(now), query)
  if (!ran.ok) throw new Error('no report')
  expect(ran.report.total).toBe(4)
  expect(scoreOf({ all: 0, high: 0, low: 0 })).toBeNull()
})

test('saving the score settings twice changes them once, and a second editor gets a conflict', async () => {
  expect(await asks()).toBe(true)
  expect(await asks()).toBe(true)
  expect(await asks(120, 0)).toBe(false)
  expect(await asks(120, 1)).toBe(true)
  expect((await scoresPage(w.at(now))).rule).toMatchObject({ everyDays: 120, version: 2 })
})
