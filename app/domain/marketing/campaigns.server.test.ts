import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { inSecondHalf } from '#app/values/text/fair-half.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { bookClass } from '../bookings/booking/book-class.server.ts'
import { receiveText } from '../conversations/incoming/receive-text.server.ts'
import { unsubscribeToken } from '../people/consents/unsubscribe.server.ts'
import { audienceOf } from './audience-sql.server.ts'
import { campaignForm } from './campaign-fields.ts'
import { findCampaign } from './campaign-queries.server.ts'
import { chanceWords, partsWords } from './campaign-words.ts'
import { countAudience } from './count-audience.server.ts'
import { followCampaigns } from './follow-campaigns.server.ts'
import { saveMarketingRule } from './marketing-rule.server.ts'
import { beginCampaign, saveCampaign } from './save-campaign.server.ts'
import { cancelCampaign, scheduleCampaign, unscheduleCampaign } from './schedule-campaign.server.ts'
import { sendCampaigns } from './send-campaigns.server.ts'
import { sendTest } from './send-test.server.ts'
import { unsubscribeFrom } from './unsubscribe-from-campaign.server.ts'

/** Monday 1 June 2026 at ten in London. */
const monday = '2026-06-01T09:00:00Z'

let w: World
let people: Person[]

const consent = (person: Person, given: boolean, at = monday) =>
  w.db.run(sql`
    INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
    VALUES (${newId()}, ${w.studio.id}, ${person.id}, 'email', 'marketing', ${given ? 1 : 0}, 'desk',
      '', ${at})`)

const words = {
  name: 'Summer',
  subject: 'Summer starts, {first name}',
  text: 'Hello {first name},\nthere are new classes at {studio}.',
  button: 'See the timetable',
  page: 'timetable' as const,
}

/** A draft for everyone of the studio. */
async function draft(more: Partial<typeof words> = {}, at = monday): Promise<string> {
  const key = newId()
  await beginCampaign(w.asDesk(at), key, { ...words, ...more }, { name: 'Everyone', params: '' })
  return key
}

async function schedule(id: string, at: string | null = null, now = monday) {
  const { version = 0 } = (await findCampaign(w.at(now), id)) ?? {}
  return scheduleCampaign(w.asDesk(now), id, { version, at })
}

const letters = () =>
  w.db.all<{ recipient: string; subject: string; html: string; unsubscribe: string }>(sql`
    SELECT recipient, subject, html, unsubscribe FROM outbox
    WHERE studio_id = ${w.studio.id} AND kind = 'campaign-letter' ORDER BY recipient`)

const stateOf = async (id: string) => (await findCampaign(w.at(monday), id))?.state

async function outcomes(id: string) {
  const rows = await w.db.all<{ outcome: string; n: number }>(sql`
    SELECT outcome, count(*) AS n FROM campaign_recipients
    WHERE studio_id = ${w.studio.id} AND campaign_id = ${id} GROUP BY outcome`)
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]))
}

beforeEach(async () => {
  w = await world()
  people = await w.givenPeople(['Gia Romano', 'Hal Ito', 'Ida Berg', 'Jo Lund'])
  for (const person of people) await consent(person, true)
})

test('a campaign counts before sending who gets it, and why each of the others does not', async () => {
  const [gia, hal, ida, jo] = people as [Person, Person, Person, Person]
  await consent(gia, false)
  await w.db.run(sql`UPDATE people SET birth_date = '2012-03-01' WHERE id = ${hal.id}`)
  await w.db.run(sql`UPDATE people SET email = '' WHERE id = ${ida.id}`)
  await w.db.run(sql`INSERT INTO suppressions (studio_id, channel, address, why, at)
    VALUES (${w.studio.id}, 'email', ${jo.email}, 'bounced', ${monday})`)
  await consent(w.ana, true)
  const id = await draft()
  const campaign = (await findCampaign(w.at(monday), id))!
  expect(await countAudience(w.at(monday), campaign)).toEqual({
    '': 1,
    no_address: 1,
    minor: 1,
    bounced: 1,
    no_consent: 4,
  })
})

test('two of one address get one letter, as the count says before', async () => {
  const [gia, hal] = people as [Person, Person]
  await w.db.run(sql`UPDATE people SET email = ${gia.email} WHERE id = ${hal.id}`)
  const id = await draft()
  const campaign = (await findCampaign(w.at(monday), id))!
  expect(await countAudience(w.at(monday), campaign)).toMatchObject({ '': 3, same_address: 1 })
  await schedule(id)
  await sendCampaigns(w.at(monday))
  expect((await letters()).map(({ recipient }) => recipient)).toEqual([
    'gia.romano@example.test',
    'ida.berg@example.test',
    'jo.lund@example.test',
  ])
  expect(await outcomes(id)).toMatchObject({ sent: 3, same_address: 1 })
})

test('when two people share an address, the one who agreed gets the campaign even if the other comes first', async () => {
  const [gia, hal] = people as [Person, Person]
  const [first, second] = [gia, hal].sort((a, b) => (a.id < b.id ? -1 : 1)) as [Person, Person]
  await w.db.run(sql`UPDATE people SET email = ${first.email} WHERE id = ${second.id}`)
  await consent(first, false)
  const id = await draft()
  const campaign = (await findCampaign(w.at(monday), id))!
  expect(await countAudience(w.at(monday), campaign)).toEqual({ '': 3, no_consent: 5 })
  await schedule(id)
  await sendCampaigns(w.at(monday))
  expect(await outcomes(id)).toEqual({ sent: 3, no_consent: 5 })
  expect((await letters()).map(({ recipient }) => recipient)).toContain(first.email)
})

test('each gets it once, though it is sent by three at once and again', async () => {
  const many = await w.givenPeople(Array.from({ length: 120 }, (_, i) => `Reader ${i}`))
  for (const person of many) await consent(person, true)
  const id = await draft()
  expect(await schedule(id)).toMatchObject({ ok: true, people: 124, at: monday })
  for (let minute = 0; minute < 3; minute += 1) {
    const now = addMinutes(monday, minute)
    await Promise.all([1, 2, 3].map(() => sendCampaigns(w.at(now))))
  }
  const sent = await letters()
  expect(sent).toHaveLength(124)
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(124)
  expect(await findCampaign(w.at(monday), id)).toMatchObject({
    state: 'sent',
    tally: { sent: 124, no_consent: 4 },
  })
}, 400_000)

test('a step that dies is done again as if it had not been', async () => {
  const id = await draft()
  await schedule(id)
  const dying = {
    ...w.at(monday),
    db: new Proxy(w.db, {
      get: (db, name) => {
        if (name !== '$client') return Reflect.get(db, name)
        const client = db.$client
        return {
          prepare: client.prepare.bind(client),
          batch: (statements: D1PreparedStatement[]) =>
            statements.length > 3
              ? Promise.reject(new Error('The Worker died'))
              : client.batch(statements),
        }
      },
    }),
  }
  await expect(sendCampaigns(dying)).rejects.toThrow('The Worker died')
  expect(await stateOf(id)).toBe('sending')
  expect(await letters()).toEqual([])
  await sendCampaigns(w.at(addMinutes(monday, 1)))
  expect(await letters()).toHaveLength(4)
  expect(await stateOf(id)).toBe('sent')
})

test('who withdraws their consent between scheduling and sending gets none', async () => {
  const [gia] = people as [Person]
  const id = await draft()
  const at = addMinutes(monday, 120)
  await schedule(id, at)
  await sendCampaigns(w.at(monday))
  expect(await letters()).toEqual([])
  await consent(gia, false, addMinutes(monday, 60))
  await sendCampaigns(w.at(at))
  expect(await outcomes(id)).toMatchObject({ sent: 3 })
  expect((await letters()).map(({ recipient }) => recipient)).not.toContain(gia.email)
})

test('the limit of letters holds over seven days and counts again after them', async () => {
  const send = async (now: string) => {
    const id = await draft({}, now)
    const scheduled = await schedule(id, null, now)
    await sendCampaigns(w.at(now))
    return scheduled.ok ? (await outcomes(id)).sent : scheduled.reason
  }
  expect(await send(monday)).toBe(4)
  expect(await send(addMinutes(monday, 60))).toBe(4)
  expect(await send(addMinutes(monday, 120))).toBe('nobody')
  const rule = { letters: 3, days: 7, fromHour: 8, untilHour: 20, textPrice: 0, version: 0 }
  expect(await saveMarketingRule(w.asDesk(monday), rule)).toBe(true)
  expect(await send(addMinutes(monday, 180))).toBe(4)
  expect(await send(addMinutes(monday, 240))).toBe('nobody')
  expect(await send(addMinutes(monday, 7 * 24 * 60 + 61))).toBe(4)
})

test('at night it waits for eight in the morning', async () => {
  const night = '2026-06-01T21:30:00Z'
  const id = await draft({}, night)
  expect(await schedule(id, null, night)).toMatchObject({ at: '2026-06-02T07:00:00Z' })
  await sendCampaigns(w.at('2026-06-02T06:59:00Z'))
  expect(await letters()).toEqual([])
  await sendCampaigns(w.at('2026-06-02T07:00:00Z'))
  expect(await letters()).toHaveLength(4)
})

test('a draft that is scheduled can be taken back; one that is being sent can be stopped', async () => {
  const many = await w.givenPeople(Array.from({ length: 160 }, (_, i) => `Reader ${i}`))
  for (const person of many) await consent(person, true)
  const id = await draft()
  await schedule(id, addMinutes(monday, 60))
  expect(await unscheduleCampaign(w.asDesk(monday), id)).toBe(true)
  await sendCampaigns(w.at(addMinutes(monday, 60)))
  expect(await stateOf(id)).toBe('draft')
  await schedule(id)
  await sendCampaigns(w.at(monday))
  expect(await unscheduleCampaign(w.asDesk(monday), id)).toBe(false)
  expect(await cancelCampaign(w.asDesk(monday), id)).toBe(true)
  expect(await cancelCampaign(w.asDesk(monday), id)).toBe(false)
  await sendCampaigns(w.at(addMinutes(monday, 1)))
  const { sent = 0, stopped = 0 } = await outcomes(id)
  expect(await letters()).toHaveLength(sent)
  expect([sent < 164, stopped > 0, await stateOf(id)]).toEqual([true, true, 'cancelled'])
}, 400_000)

test('markup in a field is text in the letter, and a subject stays one line', async () => {
  const [gia] = people as [Person]
  await w.db.run(sql`UPDATE people SET preferred_name = ${'<b>G</b>\r\nBcc: all@evil.test'}
    WHERE id = ${gia.id}`)
  const id = await draft()
  await schedule(id)
  await sendCampaigns(w.at(monday))
  const letter = (await letters()).find(({ recipient }) => recipient === gia.email)!
  expect(letter.subject).toBe('Summer starts, <b>G</b> Bcc: all@evil.test')
  expect(letter.html).toContain('Hello &lt;b&gt;G&lt;/b&gt; Bcc')
  expect(letter.html).not.toContain('<b>')
  expect(letter.unsubscribe).toMatch(
    new RegExp(`^https://cadence.test/${w.studio.slug}/unsubscribe/\\w{24}\\?from=${id}$`),
  )
  const typed = { ...words, key: newId(), who: 'everyone' }
  for (const subject of ['Hello\r\nBcc: all@evil.test', 'Hello\tyou', 'Hello {surname}'])
    expect(campaignForm.safeParse({ ...typed, subject }).success).toBe(false)
  expect(campaignForm.safeParse(typed).success).toBe(true)
})

test('a segment of another studio, or of a colleague alone, is none', async () => {
  const other = await world()
  const segment = async (of: World, shared: number) => {
    const id = newId()
    await of.db.run(sql`
      INSERT INTO people_segments (id, studio_id, name, params, shared, author_id, author_name,
        created_at)
      VALUES (${id}, ${of.studio.id}, ${`Regulars ${id}`}, 'visit=week', ${shared}, 'mina', 'Mina',
        ${monday})`)
    return `segment-${id}`
  }
  const desk = w.asDesk(monday)
  expect(await audienceOf(desk, await segment(other, 1), '')).toBeNull()
  expect(await audienceOf(desk, await segment(w, 0), '')).toBeNull()
  expect(await audienceOf(desk, await segment(w, 1), '')).toMatchObject({ params: 'visit=week' })
})

test('a campaign saved from an old version is refused, and so is any edit once it is scheduled', async () => {
  const id = await draft()
  const desk = w.asDesk(monday)
  expect(await saveCampaign(desk, id, 1, { ...words, name: 'First' }, null)).toBe(true)
  expect(await saveCampaign(desk, id, 1, { ...words, name: 'Second' }, null)).toBe(false)
  await schedule(id, addMinutes(monday, 60))
  expect(await saveCampaign(desk, id, 2, { ...words, name: 'Third' }, null)).toBe(false)
  expect(await scheduleCampaign(desk, id, { version: 1, at: null })).toMatchObject({ ok: false })
  expect((await findCampaign(w.at(monday), id))?.name).toBe('First')
})

test('a test goes to who writes it, once, and counts for nobody', async () => {
  const id = await draft()
  const campaign = (await findCampaign(w.at(monday), id))!
  const key = newId()
  for (let i = 0; i < 2; i += 1)
    await sendTest(w.asDesk(monday), campaign, { key, to: 'hana@northside.test' })
  const sent = await letters()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ subject: 'Test: Summer starts, Hana', unsubscribe: null })
  expect(await outcomes(id)).toEqual({})
})

test('a campaign counts who left, booked and bought within seven days', async () => {
  const [gia, hal, ida] = people as [Person, Person, Person]
  const id = await draft()
  await schedule(id)
  await sendCampaigns(w.at(monday))
  const later = addMinutes(monday, 24 * 60)
  const token = (await unsubscribeToken(w.at(later), gia.id))!
  expect(await unsubscribeFrom(w.at(later), token, id)).toBe(true)
  expect(await unsubscribeFrom(w.at(later), token, id)).toBe(true)
  await w.db.run(sql`INSERT INTO lots (id, studio_id, person_id, package_id, starts_on, expires_on,
      purchased_at)
    SELECT ${newId()}, studio_id, ${hal.id}, package_id, '2026-06-02', '2026-12-01', ${later}
    FROM lots WHERE studio_id = ${w.studio.id} LIMIT 1`)
  const classId = await w.givenClass({ localStart: '2026-06-20T18:30' })
  await w.givePack(ida, { at: '2026-05-01T09:00:00Z' })
  await w.db.run(sql`UPDATE lots SET purchased_at = '2026-05-01T09:00:00Z'
    WHERE person_id = ${ida.id}`)
  expect(await bookClass(w.asMember(ida, later), classId)).toMatchObject({ ok: true })
  await followCampaigns(w.at(addMinutes(later, 60)))
  await followCampaigns(w.at(addMinutes(later, 180)))
  expect((await findCampaign(w.at(later), id))?.tally).toMatchObject({
    sent: 4,
    left: 1,
    booked_after: 1,
    bought: 1,
    bounced_later: 0,
  })
})

test('a campaign to fill a class is refused once the class has begun or is cancelled', async () => {
  const [gia] = people as [Person]
  await w.giveMembership(gia)
  const past = await w.givenClass({ localStart: '2026-06-03T18:30', at: '2026-05-01T08:00:00Z' })
  await w.db.run(sql`UPDATE occurrences SET starts_at = '2026-05-27T17:30:00Z',
    local_start = '2026-05-27T18:30' WHERE id = ${past}`)
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    SELECT ${newId()}, ${w.studio.id}, ${past}, ${gia.id}, 'attended', policy_id,
      '2026-05-20T09:00:00Z' FROM occurrences WHERE id = ${past}`)
  const classId = await w.givenClass({ localStart: '2026-06-03T18:30' })
  const key = newId()
  await beginCampaign(
    w.asDesk(monday),
    key,
    words,
    { name: 'Fill', params: '' },
    { occurrenceId: classId },
  )
  const over = { ok: false, reason: 'class_over' }
  expect(await schedule(key, '2026-06-03T17:30:00Z')).toEqual(over)
  // In the evening before it begins, but not before the next morning's hours.
  const rule = { letters: 2, days: 7, fromHour: 8, untilHour: 18, textPrice: 0, version: 0 }
  expect(await saveMarketingRule(w.asDesk(monday), rule)).toBe(true)
  expect(await schedule(key, '2026-06-03T17:10:00Z')).toEqual(over)
  await w.db.run(sql`UPDATE occurrences SET state = 'cancelled' WHERE id = ${classId}`)
  expect(await schedule(key)).toEqual(over)
  await w.db.run(sql`UPDATE occurrences SET state = 'scheduled' WHERE id = ${classId}`)
  expect(await schedule(key)).toMatchObject({ ok: true, people: 1 })
})

test('a class is filled: who came at that hour and can pay is asked, and asking ends when it is full', async () => {
  const [gia, hal, ida, jo] = people as [Person, Person, Person, Person]
  for (const person of [gia, hal, ida]) await w.giveMembership(person)
  const past = await w.givenClass({ localStart: '2026-06-03T18:30', at: '2026-05-01T08:00:00Z' })
  await w.db.run(sql`UPDATE occurrences SET starts_at = '2026-05-27T17:30:00Z',
    local_start = '2026-05-27T18:30' WHERE id = ${past}`)
  for (const person of [gia, hal, jo])
    await w.db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
      SELECT ${newId()}, ${w.studio.id}, ${past}, ${person.id}, 'attended', policy_id,
        '2026-05-20T09:00:00Z' FROM occurrences WHERE id = ${past}`)
  const classId = await w.givenClass({ localStart: '2026-06-03T18:30', capacity: 1 })
  const key = newId()
  await beginCampaign(
    w.asDesk(monday),
    key,
    words,
    { name: 'Fill', params: '' },
    { occurrenceId: classId },
  )
  const campaign = (await findCampaign(w.at(monday), key))!
  // Jo came too, but has nothing that pays; Ida never came at that hour.
  expect(await countAudience(w.at(monday), campaign)).toEqual({ '': 2 })
  expect(await bookClass(w.asMember(ida, monday), classId)).toMatchObject({ ok: true })
  await schedule(key)
  await sendCampaigns(w.at(monday))
  expect(await letters()).toEqual([])
  expect(await outcomes(key)).toEqual({ full: 2 })
  expect(await stateOf(key)).toBe('sent')
})

/** A yes of everyone to texts, and their numbers: two as they are written at home. */
async function agreedToTexts() {
  for (const [i, person] of people.entries()) {
    const phone = ['07700 900001', '+447700900002', '0044 7700 900003', ''][i]!
    await w.db.run(sql`UPDATE people SET phone = ${phone} WHERE id = ${person.id}`)
    await w.db.run(sql`
      INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
      VALUES (${newId()}, ${w.studio.id}, ${person.id}, 'sms', 'marketing', 1, 'desk', '', ${monday})`)
  }
}

/** A text to everyone of the studio. */
async function textDraft(text: string): Promise<string> {
  const key = newId()
  await beginCampaign(
    w.asDesk(monday),
    key,
    { name: 'Tonight', subject: '', button: '', page: 'timetable' as const, text },
    { name: 'Everyone', params: '' },
    { channel: 'sms' },
  )
  return key
}

test('a text goes once to everyone who agreed to texts, with how to end them, and its parts are counted before', async () => {
  await agreedToTexts()
  const id = await textDraft('{first name}, there are places tonight. '.repeat(4))
  const counted = await countAudience(w.at(monday), { id })
  expect(counted).toMatchObject({ '': 3, no_address: 5, parts: 6 })
  expect(await schedule(id)).toMatchObject({ ok: true, people: 3 })
  await sendCampaigns(w.at(monday))
  await sendCampaigns(w.at(addMinutes(monday, 1)))
  const texts = await w.db.all<{ recipient: string; text: string; channel: string }>(sql`
    SELECT recipient, text, channel FROM outbox
    WHERE studio_id = ${w.studio.id} AND kind = 'campaign-text' ORDER BY recipient`)
  expect(texts.map(({ recipient }) => recipient)).toEqual([
    ...['+447700900001', '+447700900002', '+447700900003'],
  ])
  expect(texts[0]!.channel).toBe('sms')
  expect(texts[0]!.text).toContain(w.studio.name)
  expect(texts[0]!.text).toMatch(/Gia, there are places.*\n.*\nReply STOP to end texts\.$/)
})

test('who answered STOP gets no more texts of campaigns, and is counted as having left', async () => {
  await agreedToTexts()
  const first = await textDraft('Places tonight.')
  await schedule(first)
  await sendCampaigns(w.at(monday))
  const stopped = addMinutes(monday, 60)
  await receiveText(w.at(stopped), { id: 'one', from: '+447700900001', text: 'STOP' })
  await followCampaigns(w.at(addMinutes(monday, 120)))
  expect((await findCampaign(w.at(stopped), first))!.tally.left).toBe(1)
  const second = await textDraft('Places tomorrow.')
  expect(await countAudience(w.at(addMinutes(monday, 180)), { id: second })).toMatchObject({
    '': 2,
    unsubscribed: 1,
  })
})

test('each recipient gets one of the two subjects, and results are counted per subject', async () => {
  const id = newId()
  await beginCampaign(
    w.asDesk(monday),
    id,
    { ...words, subjectB: 'Come back, {first name}' },
    { name: 'Everyone', params: '' },
  )
  await schedule(id)
  await sendCampaigns(w.at(monday))
  const sent = await w.db.all<{ subject: string; variant: string; personId: string }>(sql`
    SELECT letter.subject, had.variant, had.person_id AS personId FROM campaign_recipients AS had
    JOIN outbox AS letter ON letter.dedupe_key =
      'campaign:' || had.studio_id || ':' || had.campaign_id || ':' || had.person_id
    WHERE had.studio_id = ${w.studio.id} AND had.campaign_id = ${id}`)
  expect(sent).toHaveLength(4)
  for (const { subject, variant, personId } of sent) {
    expect(variant).toBe(inSecondHalf(`${id}:${personId}`) ? 'b' : 'a')
    expect(subject).toMatch(variant === 'b' ? /^Come back/ : /^Summer starts/)
  }
  const { tally } = (await findCampaign(w.at(monday), id))!
  expect((tally.a_sent ?? 0) + (tally.b_sent ?? 0)).toBe(4)
})

test('a difference between two halves is called chance until it is larger than chance', () => {
  expect(chanceWords({ n: 3, of: 20 }, { n: 1, of: 20 })).toContain('Too few people')
  expect(chanceWords({ n: 60, of: 400 }, { n: 20, of: 400 })).toContain('larger than chance')
  expect(chanceWords({ n: 41, of: 400 }, { n: 40, of: 400 })).toContain('could not be chance')
  expect(chanceWords({ n: 1, of: 3 }, { n: 0, of: 0 })).toContain('Only one')
})

test('what a text costs is the sum of its parts', () => {
  const studio = { currency: 'GBP', locale: 'en-GB' }
  const all = { people: 312, parts: 640 }
  expect(partsWords(all, { rule: { textPrice: 420 }, studio })).toContain('about £26.88')
  expect(partsWords(all, { rule: { textPrice: 0 }, studio })).toContain('Set what a part costs')
})
