import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenTouch, leadsOf, touchesOf } from '../../../tests/support/leads.ts'
import { world } from '../../../tests/support/world.ts'
import { batch } from '../../db/batch.server.ts'
import { addMinutes } from '../../values/instant.ts'
import { enrollPersonStatements } from '../people/enroll-person.server.ts'
import { logContact, planNext } from './log-contact.server.ts'
import { moveLeadToKind } from './move-lead.server.ts'
import { touchLead } from './touch-lead.server.ts'

const now = '2026-10-12T09:00:00Z'

test('the same address or number is a new touch and not a new lead, however it is written', async () => {
  const w = await world()
  const first = await givenTouch(w, now, {
    email: ' Imogen+pole@Example.com ',
    phone: '07700 900123',
  })
  expect(first.outcome).toBe('created')
  const again = [
    { email: 'imogen+pole@example.COM' },
    { phone: '+44 (0)7700 900 123' },
    { email: 'imogen@new.test', phone: '0044 7700 900123' },
    { email: 'IMOGEN@NEW.test' },
  ]
  for (const contact of again)
    expect(await givenTouch(w, now, contact)).toMatchObject({
      outcome: 'matched',
      leadId: first.leadId,
    })
  // What follows a plus is part of the address.
  expect((await givenTouch(w, now, { email: 'imogen@example.com' })).outcome).toBe('created')
  expect(await touchesOf(w)).toBe(6)
  expect((await leadsOf(w)).map(({ touches }) => touches).toSorted()).toEqual([1, 5])
})

test('an address of two Unicode forms is one, though no mail can be sent to it', async () => {
  const w = await world()
  const nfc = await givenTouch(w, now, { email: 'jos\u00e9@caf\u00e9.fr' })
  const nfd = await givenTouch(w, now, { email: 'JOSE\u0301@cafe\u0301.fr' })
  expect(nfd).toMatchObject({ outcome: 'matched', leadId: nfc.leadId })
  const [person] = await w.db.all(sql`SELECT email FROM people WHERE id = ${nfc.personId}`)
  expect(person).toEqual({ email: '' })
})

test('the same touch sent twice, and by many at once, is one', async () => {
  const w = await world()
  const send = () => givenTouch(w, now, { key: 'once00000000', email: 'a@b.test' })
  const all = await Promise.all(Array.from({ length: 5 }, send))
  expect(new Set(all.map(({ leadId }) => leadId)).size).toBe(1)
  const others = await Promise.all(
    Array.from({ length: 5 }, () => givenTouch(w, now, { email: 'A@b.test' })),
  )
  expect(new Set(others.map(({ leadId }) => leadId))).toEqual(new Set([all[0]!.leadId]))
  expect(await leadsOf(w)).toMatchObject([{ touches: 6 }])
  const people = await w.db.all(
    sql`SELECT id FROM people WHERE studio_id = ${w.studio.id} AND email = 'a@b.test'`,
  )
  expect(people).toHaveLength(1)
})

test('if address and number point to two people the address decides and the pair is listed', async () => {
  const w = await world()
  const ada = await givenTouch(w, now, { name: 'Ada', email: 'ada@x.test' })
  const bob = await givenTouch(w, now, { name: 'Bob', phone: '07700 900124' })
  const both = await givenTouch(w, now, { email: 'ada@x.test', phone: '07700 900124' })
  expect(both).toMatchObject({ outcome: 'matched', leadId: ada.leadId })
  expect(
    await w.db.all(sql`SELECT person_id AS a, other_id AS b FROM lead_pairs
      WHERE studio_id = ${w.studio.id}`),
  ).toEqual([{ a: ada.personId, b: bob.personId }])
})

test('someone the studio knows stays the same person, and a lead that was won or lost becomes a new one of theirs', async () => {
  const w = await world()
  const first = await givenTouch(w, now, { name: 'Ben', email: w.ben.email.toUpperCase() })
  expect(first).toMatchObject({ outcome: 'created', personId: w.ben.id })
  await w.db.run(sql`UPDATE leads SET state = 'lost' WHERE id = ${first.leadId}`)
  const next = await givenTouch(w, '2027-10-12T09:00:00Z', { email: w.ben.email })
  expect(next).toMatchObject({ outcome: 'created', personId: w.ben.id })
  expect((await leadsOf(w)).map(({ state }) => state)).toEqual(['lost', 'open'])
  const [ben] = await w.db.all(sql`SELECT name, prospect FROM people WHERE id = ${w.ben.id}`)
  expect(ben).toEqual({ name: 'Ben Okoro', prospect: 0 })
})

test('one that rests is open again when its person gets in touch', async () => {
  const w = await world()
  const { leadId } = await givenTouch(w, now, { email: 'a@b.test' })
  await w.db.run(
    sql`UPDATE leads SET state = 'nurture', stage_id = 'membership-nurture' WHERE id = ${leadId}`,
  )
  expect((await givenTouch(w, now, { email: 'a@b.test' })).leadId).toBe(leadId)
  const [lead] = await w.db.all(
    sql`SELECT state, stage_id AS stage FROM leads WHERE id = ${leadId}`,
  )
  expect(lead).toEqual({ state: 'open', stage: 'membership-new' })
})

test('a new enquiry from a resting lead, or one with no next step, raises a task to answer it', async () => {
  const w = await world()
  const tom = await w.givenPerson('Tom', { isStaff: true })
  const at = (minutes: number) => addMinutes(now, minutes)
  const call = (key: string, minutes: number) =>
    logContact(w.asDesk(at(minutes)), leadId, { key, kind: 'call', text: '' })
  const tasks = () =>
    w.db.all(sql`SELECT cause_ref AS ref, due_at AS due, path, person_id AS who FROM tasks
      WHERE studio_id = ${w.studio.id} AND cause_kind = 'lead_next' AND state = 'open'`)
  const { leadId } = await givenTouch(w, now, { email: 'a@b.test', ownerId: tom.id })
  await call('call00000000', 5)
  expect(await tasks()).toEqual([])
  const asked = (key: string, minutes: number) => [
    {
      ref: key,
      due: at(minutes + 60),
      who: tom.id,
      path: `/${w.studio.slug}/manage/members/leads/${leadId}`,
    },
  ]
  await givenTouch(w, at(10), { key: 'again0000000', email: 'a@b.test' })
  expect(await tasks()).toEqual(asked('again0000000', 10))
  // Another word while it waits for an answer is answered with it.
  await givenTouch(w, at(11), { key: 'again0000001', email: 'a@b.test' })
  expect(await tasks()).toEqual(asked('again0000000', 10))
  await call('call00000001', 20)
  expect(await tasks()).toEqual([])
  // A task that somebody ticked off is nothing planned either.
  await givenTouch(w, at(21), { key: 'again0000003', email: 'a@b.test' })
  await w.db.run(sql`UPDATE tasks SET state = 'done' WHERE cause_ref = 'again0000003'`)
  await givenTouch(w, at(22), { key: 'again0000004', email: 'a@b.test' })
  expect(await tasks()).toEqual(asked('again0000004', 22))

  const plan = { key: 'plan00000000', action: 'call', at: at(90_000), note: '' } as const
  await planNext(w.asDesk(at(30)), leadId, plan)
  await moveLeadToKind(w.asDesk(at(30)), leadId, 'nurture')
  for (let i = 0; i < 2; i += 1)
    await givenTouch(w, at(40), { key: 'again0000002', email: 'a@b.test', kind: 'phone_in' })
  expect(await tasks()).toEqual(asked('again0000002', 40))
  const told = await w.db.all<{ text: string }>(sql`SELECT text FROM notices
    WHERE studio_id = ${w.studio.id} AND kind = 'lead-new' ORDER BY created_at`)
  expect(told.map(({ text }) => text)).toEqual([
    'New lead: Imogen Frost.',
    ...Array.from({ length: 4 }, () => 'Imogen Frost got in touch again.'),
  ])
})

test('new leads are given in turn, each with a task to answer it and a word to its owner', async () => {
  const w = await world()
  const staff = [
    await w.givenPerson('Tom', { isStaff: true }),
    await w.givenPerson('Cleo', { isStaff: true }),
  ]
  for (const [position, { id }] of staff.entries())
    await w.db.run(sql`INSERT INTO lead_owners (studio_id, person_id, position)
      VALUES (${w.studio.id}, ${id}, ${position})`)
  const came = []
  for (let i = 0; i < 4; i += 1) came.push(await givenTouch(w, now, { email: `n${i}@x.test` }))
  await givenTouch(w, now, { email: 'n0@x.test' })
  const ids = staff.map(({ id }) => id)
  const owners = new Map((await leadsOf(w)).map(({ id, ownerId }) => [id, ownerId]))
  expect(came.map(({ leadId }) => ids.indexOf(owners.get(leadId) ?? ''))).toEqual([0, 1, 0, 1])
  expect(
    await w.db.all(sql`SELECT person_id AS personId, count(*) AS n FROM tasks
      WHERE studio_id = ${w.studio.id} AND cause_kind = 'lead_next' GROUP BY 1 ORDER BY 1`),
  ).toEqual(ids.toSorted().map((personId) => ({ personId, n: 2 })))
  const told = await w.db.all(sql`SELECT id FROM notices
    WHERE studio_id = ${w.studio.id} AND kind = 'lead-new'`)
  expect(told).toHaveLength(4)
})

test('leads of one studio are none of another’s', async () => {
  const [w, other] = [await world(), await world()]
  const at = { email: 'same@x.test', phone: '07700 900125' }
  const mine = await givenTouch(w, now, at)
  const theirs = await givenTouch(other, now, at)
  expect(theirs.outcome).toBe('created')
  expect(theirs.personId).not.toBe(mine.personId)
})

test('a touch carries what is handed with it, in the same batch', async () => {
  const w = await world()
  const inquiry = { key: 'carried00000', kind: 'form', name: 'Ida', byName: 'x' } as const
  await touchLead(w.at(now), inquiry, ({ leadId, touched }) => ({
    tagged: w.db.run(sql`UPDATE leads SET tags = 'vip' WHERE id = ${leadId} AND ${touched}`),
  }))
  expect(await w.db.all(sql`SELECT tags FROM leads WHERE studio_id = ${w.studio.id}`)).toEqual([
    { tags: 'vip' },
  ])
})

test('a form fills in no address of somebody who is known by another, so that nobody claims their record; the desk does', async () => {
  const w = await world()
  const known = await givenTouch(w, now, { kind: 'walk_in', name: 'Ida', phone: '07700 900125' })
  const contactOf = async () =>
    (await w.db.all(sql`SELECT email, phone FROM people WHERE id = ${known.personId}`))[0]
  const stranger = { phone: '07700 900125', email: 'evil@x.test', text: 'Hello' }
  expect(await givenTouch(w, now, stranger)).toMatchObject({
    outcome: 'matched',
    personId: known.personId,
  })
  expect(await contactOf()).toEqual({ email: '', phone: '+447700900125' })
  const texts = await w.db.all(
    sql`SELECT text FROM lead_touches WHERE studio_id = ${w.studio.id} ORDER BY seq`,
  )
  expect(texts).toEqual([{ text: '' }, { text: 'Hello\nEmail: evil@x.test' }])
  const account = { userId: crypto.randomUUID(), name: 'Eve', email: 'evil@x.test' }
  const joined = { ...account, id: 'newperson000', provenEmail: true }
  const { enrolled } = await batch(w.db, enrollPersonStatements(w.at(now), joined))
  expect(enrolled[0]?.id).not.toBe(known.personId)

  await givenTouch(w, now, { kind: 'phone_in', phone: '07700 900125', email: 'ida@x.test' })
  expect(await contactOf()).toEqual({ email: 'ida@x.test', phone: '+447700900125' })
})
