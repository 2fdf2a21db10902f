import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addField, saveAnswers } from '#app/domain/people/fields/save-field.server.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { automationTemplates } from './automation-words.ts'
import { beginRuns, sendRuns } from './run-automations.server.ts'
import { beginAutomation, switchAutomation } from './save-automation.server.ts'

/** Monday 1 June 2026 at ten in London. */
const monday = '2026-06-01T09:00:00Z'
const day = 24 * 60

let w: World
let gia: Person

beforeEach(async () => {
  w = await world()
  gia = await w.givenPerson('Gia Romano')
  await w.db.run(sql`
    INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
    VALUES (${newId()}, ${w.studio.id}, ${gia.id}, 'email', 'marketing', 1, 'desk', '', ${monday})`)
})

/** An automation from a template, live since an instant. */
async function live(template: string, at = monday): Promise<string> {
  const key = newId()
  await beginAutomation(w.asDesk(at), { key, template })
  await switchAutomation(w.asDesk(at), key, 'live')
  return key
}

/** Begins what has a cause and sends what may go out; each run of Gia's as `sent` or `exited over`. */
async function runAt(now: string): Promise<string[]> {
  await beginRuns(w.at(now))
  await sendRuns(w.at(now))
  const runs = await w.db.all<{ what: string }>(sql`
    SELECT state || iif(why = '', '', ' ' || why) AS what FROM automation_runs
    WHERE studio_id = ${w.studio.id} AND person_id = ${gia.id} ORDER BY created_at, rowid`)
  return runs.map(({ what }) => what)
}

/** A place of Gia's in a class that begins at a local time, in a state. */
async function givenPlace(localStart: string, state: string): Promise<string> {
  const classId = await w.givenClass({ localStart, at: '2026-05-01T08:00:00Z' })
  const id = newId()
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    SELECT ${id}, ${w.studio.id}, ${classId}, ${gia.id}, ${state}, policy_id, ${monday}
    FROM occurrences WHERE id = ${classId}`)
  return id
}

const set = (booking: string, state: string) =>
  w.db.run(sql`UPDATE bookings SET state = ${state} WHERE id = ${booking}`)

/** After quiet hours begin, and when they end. */
const evening = '2026-06-02T21:00:00Z'
const morning = '2026-06-03T07:00:00Z'

test('nobody gets more letters than the studio’s limit, of campaigns and automations together', async () => {
  await live('no_show')
  await w.db.run(sql`
    INSERT INTO campaign_recipients (studio_id, campaign_id, person_id, outcome, at)
    VALUES (${w.studio.id}, 'c', ${gia.id}, 'sent', ${addMinutes(monday, -60)})`)
  await givenPlace('2026-06-02T07:00', 'no_show')
  await givenPlace('2026-06-02T08:00', 'no_show')
  // The second of one step counts the first.
  expect((await runAt('2026-06-02T09:00:00Z')).toSorted()).toEqual(['exited capped', 'sent'])
  await givenPlace('2026-06-03T07:00', 'no_show')
  expect((await runAt('2026-06-03T09:00:00Z'))[2]).toBe('skipped capped')
  await w.db.run(sql`INSERT INTO marketing_rules (studio_id, letters, days, from_hour, until_hour,
    version) VALUES (${w.studio.id}, 3, 1, 8, 20, 1)`)
  await givenPlace('2026-06-04T07:00', 'no_show')
  expect((await runAt('2026-06-04T09:00:00Z'))[3]).toBe('sent')
})

test('no letter goes out for a no-show or first class that the desk has corrected', async () => {
  await live('no_show')
  await live('first_class')
  const missed = await givenPlace('2026-06-02T18:00', 'no_show')
  const came = await givenPlace('2026-06-02T19:00', 'attended')
  expect(await runAt(evening)).toEqual(['waiting', 'waiting'])
  await set(missed, 'cancelled')
  await set(came, 'no_show')
  expect((await runAt(morning)).filter((what) => what === 'exited over')).toHaveLength(2)
})

test('the first class is the first by its date, and is written about once per person', async () => {
  await live('first_class')
  // Booked first, and taught after the one she walks in to.
  const saturday = await givenPlace('2026-06-06T10:00', 'booked')
  await givenPlace('2026-06-03T07:00', 'attended')
  expect(await runAt('2026-06-03T09:00:00Z')).toEqual(['sent'])
  await set(saturday, 'attended')
  expect(await runAt('2026-06-06T12:00:00Z')).toEqual(['sent'])
  // One before it turns up: the desk marks her as attended on Tuesday after all.
  await givenPlace('2026-06-02T18:00', 'attended')
  expect(await runAt('2026-06-07T12:00:00Z')).toEqual(['sent'])
})

test('no letter goes out for a pack that is used up, refunded or expired by then', async () => {
  await live('pack_ending', evening)
  await w.givePack(gia, { at: '2026-05-01T09:00:00Z' })
  await w.db.run(sql`UPDATE lots SET expires_on = '2026-06-07' WHERE person_id = ${gia.id}`)
  expect(await runAt(evening)).toEqual(['waiting'])
  await w.db.run(sql`UPDATE lots SET refunded_at = ${evening} WHERE person_id = ${gia.id}`)
  expect(await runAt(morning)).toEqual(['exited over'])
})

test('an automation ignores what happened while it was paused and sends what was waiting', async () => {
  const key = await live('no_show')
  await givenPlace('2026-06-02T18:00', 'no_show')
  expect(await runAt(evening)).toEqual(['waiting'])
  await switchAutomation(w.asDesk(evening), key, 'pause')
  await givenPlace('2026-06-10T18:00', 'no_show')
  expect(await runAt('2026-06-11T09:00:00Z')).toEqual(['waiting'])
  await switchAutomation(w.asDesk('2026-06-12T09:00:00Z'), key, 'live')
  expect(await runAt('2026-06-12T11:00:00Z')).toEqual(['sent'])
  await givenPlace('2026-06-13T18:00', 'no_show')
  expect(await runAt('2026-06-14T09:00:00Z')).toEqual(['sent', 'sent'])
})

test('a no-show is still written about if the class ended before a pause, even when it is marked later', async () => {
  const key = await live('no_show')
  const pause = (at: string) => switchAutomation(w.asDesk(at), key, 'pause')
  const resume = (at: string) => switchAutomation(w.asDesk(at), key, 'live')
  const ended = await givenPlace('2026-06-02T18:00', 'booked')
  const running = await givenPlace('2026-06-02T20:00', 'booked')
  await pause('2026-06-02T19:05:00Z')
  await resume('2026-06-02T19:10:00Z')
  await set(ended, 'no_show')
  await set(running, 'no_show')
  expect(await runAt(evening)).toEqual(['waiting', 'waiting'])

  // What ends in a pause is left out, after that pause and after the next.
  await pause('2026-06-05T09:00:00Z')
  await givenPlace('2026-06-05T18:00', 'no_show')
  await resume('2026-06-06T09:00:00Z')
  await pause('2026-06-07T09:00:00Z')
  await resume('2026-06-07T10:00:00Z')
  expect(await runAt('2026-06-07T11:00:00Z')).toHaveLength(2)
})

test('people whose welcome falls due during a pause get no welcome', async () => {
  const key = await live('joined')
  await w.db.run(sql`UPDATE automations SET days = 3 WHERE id = ${key}`)
  await w.db.run(sql`UPDATE people SET joined_on = '2026-06-03' WHERE id = ${gia.id}`)
  await switchAutomation(w.asDesk('2026-06-05T09:00:00Z'), key, 'pause')
  await switchAutomation(w.asDesk('2026-06-08T09:00:00Z'), key, 'live')
  expect(await runAt('2026-06-08T10:00:00Z')).toEqual([])
  // Who joined in the pause is welcomed when their own days are over.
  await w.db.run(sql`UPDATE people SET joined_on = '2026-06-07' WHERE id = ${gia.id}`)
  expect(await runAt('2026-06-10T10:00:00Z')).toEqual(['sent'])
})

test('people who joined before a short pause are still welcomed on time', async () => {
  const key = await live('joined')
  await w.db.run(sql`UPDATE automations SET days = 10 WHERE id = ${key}`)
  await w.db.run(sql`UPDATE people SET joined_on = '2026-06-02' WHERE id = ${gia.id}`)
  await switchAutomation(w.asDesk('2026-06-05T09:00:00Z'), key, 'pause')
  await switchAutomation(w.asDesk('2026-06-05T10:00:00Z'), key, 'live')
  expect(await runAt('2026-06-11T10:00:00Z')).toEqual([])
  expect(await runAt('2026-06-12T10:00:00Z')).toEqual(['sent'])
})

test('people born on 29 February have their birthday on the last day of February', async () => {
  await live('birthday', '2027-02-01T09:00:00Z')
  await w.db.run(sql`UPDATE people SET birth_date = '1996-02-29' WHERE id = ${gia.id}`)
  expect(await runAt('2027-02-27T10:00:00Z')).toEqual([])
  // Begun in the night before quiet hours end, and once in the evening of the day.
  expect(await runAt('2027-02-28T21:00:00Z')).toEqual(['waiting'])
  expect(await runAt('2027-03-01T09:00:00Z')).toEqual(['sent'])
  expect(await runAt('2028-02-28T10:00:00Z')).toEqual(['sent'])
  expect(await runAt('2028-02-29T10:00:00Z')).toEqual(['sent', 'sent'])
})

test('days without a visit are counted in the studio’s time zone', async () => {
  w = await world({ zone: 'Australia/Sydney' })
  gia = await w.givenPerson('Gia Romano')
  await w.giveMembership(gia)
  await live('no_visit')
  // 3 June at nine in the morning there is still 2 June in UTC.
  await w.db.run(sql`UPDATE people SET last_visit_at = '2026-06-02T23:00:00Z' WHERE id = ${gia.id}`)
  expect(await runAt('2026-06-16T02:00:00Z')).toEqual([])
  expect(await runAt('2026-06-17T02:00:00Z')).toHaveLength(1)
})

test('an automation looks back sixty days at most, however long it has been live', async () => {
  await live('no_show')
  await givenPlace('2026-06-02T18:00', 'no_show')
  expect(await runAt(addMinutes(monday, 70 * day))).toEqual([])
  await givenPlace('2026-08-09T18:00', 'no_show')
  expect(await runAt(addMinutes(monday, 71 * day))).toHaveLength(1)
})

test('a letter that was left out goes out once its reason has passed, and once', async () => {
  await w.giveMembership(gia)
  await live('no_visit')
  await w.db.run(sql`UPDATE people SET last_visit_at = '2026-05-10T09:00:00Z' WHERE id = ${gia.id}`)
  const classId = await w.givenClass({ localStart: '2026-06-05T07:00', at: '2026-05-01T08:00:00Z' })
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    SELECT 'ahead', ${w.studio.id}, ${classId}, ${gia.id}, 'booked', policy_id, ${monday}
    FROM occurrences WHERE id = ${classId}`)
  expect(await runAt('2026-06-02T09:00:00Z')).toEqual(['skipped booked'])
  expect(await runAt('2026-06-03T09:00:00Z')).toEqual(['skipped booked'])
  await set('ahead', 'cancelled')
  expect(await runAt('2026-06-04T09:00:00Z')).toEqual(['sent'])
  expect(await runAt('2026-06-05T09:00:00Z')).toEqual(['sent'])
})

test('of what happened on one day nobody is written to once a week has passed', async () => {
  await live('no_show')
  const no = (given: number, at: string) =>
    w.db.run(sql`
    INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
    VALUES (${newId()}, ${w.studio.id}, ${gia.id}, 'email', 'marketing', ${given}, 'desk', '', ${at})`)
  await no(0, monday)
  await givenPlace('2026-06-02T07:00', 'no_show')
  expect(await runAt('2026-06-02T10:00:00Z')).toEqual(['skipped unsubscribed'])
  await givenPlace('2026-06-08T07:00', 'no_show')
  expect(await runAt('2026-06-08T10:00:00Z')).toHaveLength(2)
  await no(1, '2026-06-10T08:00:00Z')
  expect(await runAt('2026-06-10T10:00:00Z')).toEqual(['skipped unsubscribed', 'sent'])
})

test('what happened before a pause is found after any number of further pauses', async () => {
  const key = await live('no_show')
  const pauseAndResume = async (from: string, to: string) => {
    await switchAutomation(w.asDesk(from), key, 'pause')
    await switchAutomation(w.asDesk(to), key, 'live')
  }
  const missed = await givenPlace('2026-06-02T18:00', 'booked')
  for (const day of ['03', '04', '05'])
    await pauseAndResume(`2026-06-${day}T09:00:00Z`, `2026-06-${day}T10:00:00Z`)
  await set(missed, 'no_show')
  expect(await runAt('2026-06-05T12:00:00Z')).toEqual(['sent'])
  await pauseAndResume('2026-08-20T09:00:00Z', '2026-08-20T10:00:00Z')
  const [row] = await w.db.all<{ n: number }>(sql`
    SELECT json_array_length(stretches) AS n FROM automations WHERE id = ${key}`)
  expect(row!.n).toBe(1)
})

/** A field “Grip” of yes or no, and what Gia answered to it. */
async function givenGrip(answer: string): Promise<string> {
  const field = newId()
  const form = { key: field, name: 'Grip', kind: 'yes_no' as const, options: '' }
  await addField(w.asDesk(monday), form)
  await saveAnswers(w.asDesk(monday), gia.id, { [field]: answer })
  return field
}

test('an automation writes only to people who answered a field of the studio’s own as it asks', async () => {
  const grip = await givenGrip('no')
  await live('no_show')
  const asked = (answer: string) =>
    w.db.run(sql`UPDATE automations SET own = ${`${grip}.is.${answer}`}`)
  await asked('yes')
  await givenPlace('2026-06-02T07:00', 'no_show')
  expect(await runAt('2026-06-02T09:00:00Z')).toEqual(['skipped unmatched'])
  await asked('no')
  expect(await runAt('2026-06-03T09:00:00Z')).toEqual(['sent'])
})

test('an answer that changes before the letter goes out ends its run', async () => {
  const grip = await givenGrip('no')
  await live('no_show')
  await w.db.run(sql`UPDATE automations SET own = ${`${grip}.is.no`}`)
  await givenPlace('2026-06-02T18:00', 'no_show')
  expect(await runAt(evening)).toEqual(['waiting'])
  await saveAnswers(w.asDesk(evening), gia.id, { [grip]: 'yes' })
  expect(await runAt(morning)).toEqual(['exited unmatched'])
})

test('an absence is written about once the answer that its automation asks for is given', async () => {
  const grip = await givenGrip('')
  await w.giveMembership(gia)
  await live('no_visit')
  await w.db.run(sql`UPDATE automations SET own = ${`${grip}.is.yes`}`)
  await w.db.run(sql`UPDATE people SET last_visit_at = '2026-05-10T09:00:00Z' WHERE id = ${gia.id}`)
  expect(await runAt('2026-06-02T09:00:00Z')).toEqual(['skipped unmatched'])
  await saveAnswers(w.asDesk('2026-06-02T10:00:00Z'), gia.id, { [grip]: 'yes' })
  expect(await runAt('2026-06-02T11:00:00Z')).toEqual(['sent'])
})

test('every trigger has a template', () => {
  expect(new Set(automationTemplates.map(({ trigger }) => trigger)).size).toBe(6)
})
