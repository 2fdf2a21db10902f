import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#app/db/studio/schema.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { restoreOccurrence } from '#app/domain/bookings/cancelling/restore-occurrence.server.ts'
import { notifyRoster } from '#app/domain/bookings/roster/notify-roster.server.ts'
import {
  continueBulkChange,
  startBulkChange,
  undoBulkChange,
} from '#app/domain/people/bulk/change-in-bulk.server.ts'
import { moveOccurrence } from '#app/domain/scheduling/series/move-occurrence.server.ts'
import { bulkInvitations } from '#app/domain/studios/invitations/invite-many.server.ts'
import { tellPeople } from '#app/http/tell-people.server.ts'
import { newId } from '#app/values/id.ts'
import {
  asGuardian,
  balanceOf,
  giveFamilyPack,
  givenChild,
  mailsOf,
} from '../support/people/families.ts'
import { type World, world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'

/** A class with two children of Cleo on her pack, one of Ben, and Ana for herself. */
async function familiesInClass(w: World, capacity = 8) {
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity })
  const leo = await givenChild(w, 'Leo Bird', { guardians: [w.cleo] })
  const mia = await givenChild(w, 'Mia Bird', { guardians: [w.cleo] })
  const ida = await givenChild(w, 'Ida Okoro', { guardians: [w.ben] })
  const packs = [await giveFamilyPack(w, w.cleo), await giveFamilyPack(w, w.ben)]
  for (const [guardian, child] of [
    [w.cleo, leo],
    [w.ben, ida],
    [w.cleo, mia],
  ] as const)
    await bookClass(asGuardian(w, guardian, child, now), occurrence)
  await bookClass(w.asMember(w.ana, now), occurrence)
  return { occurrence, packs }
}

const lettersOfKind = async (w: World, kind: string) =>
  (await mailsOf(w)).filter((mail) => mail.kind === kind)

test('a cancelled class is one email to a parent of two, with what each child gets back', async () => {
  const w = await world()
  const { occurrence, packs } = await familiesInClass(w)
  await cancelOccurrence(w.asDesk(now), occurrence, { reason: 'Dee is ill' })
  const letters = await lettersOfKind(w, 'class-cancelled')
  expect(letters.map(({ to }) => to).sort()).toEqual(
    [w.ana.email, w.ben.email, w.cleo.email].sort(),
  )
  const parents = letters.find(({ to }) => to === w.cleo.email)!
  expect(parents.subject).toMatch(/\(Leo and Mia\)$/)
  expect(parents.text).toContain('This is about Leo and Mia.')
  expect(parents.text).toMatch(/Leo: 1 credit is back/)
  expect(parents.text).toMatch(/Mia: 1 credit is back/)
  expect(parents.text).not.toContain('who=')
  expect(await Promise.all(packs.map((lot) => balanceOf(w, lot)))).toEqual([10, 10])

  await restoreOccurrence(w.asDesk('2026-10-12T10:00:00Z'), occurrence)
  const back = await lettersOfKind(w, 'class-restored')
  expect(back).toHaveLength(3)
  expect(back.find(({ to }) => to === w.cleo.email)!.text).toMatch(/Mia: You have to book again/)
})

test('a message to a roster reaches a parent of two once', async () => {
  const w = await world()
  const { occurrence } = await familiesInClass(w)
  await notifyRoster(w.asDesk(now), occurrence, {
    key: 'k1',
    to: 'booked',
    text: 'Bring a towel',
    mail: 'on',
  })
  const letters = await lettersOfKind(w, 'class-message')
  expect(letters).toHaveLength(3)
  expect(letters.find(({ to }) => to === w.cleo.email)!.text).toContain('about Leo and Mia')
})

test('a class that moves is one email to a parent of two, with each child’s place', async () => {
  const w = await world()
  const { occurrence } = await familiesInClass(w)
  const move = { date: '2026-10-16', time: '19:00', version: 1, anyway: false }
  expect(await moveOccurrence(w.asDesk(now), occurrence, move)).toMatchObject({ ok: true })
  const letters = await lettersOfKind(w, 'class-changed')
  expect(letters).toHaveLength(3)
  const parents = letters.find(({ to }) => to === w.cleo.email)!
  expect(parents.subject).toMatch(/^Changed: .*18:30$/)
  expect(parents.text).toMatch(/Leo, Thursday 15 October/)
  expect(parents.text).toMatch(/Mia, Thursday 15 October/)
  expect(letters.find(({ to }) => to === w.ben.email)!.text).not.toContain('Ida, Thursday')
})

test('a notice to hundreds is mailed only if ticked, once a family over every step, and to nobody who asked for quiet', async () => {
  const w = await world()
  for (const name of ['Leo', 'Mia', 'Zoe']) {
    await givenChild(w, `${name} Bird`, { guardians: [w.cleo] })
  }
  const many = Array.from({ length: 230 }, (_, i) => ({
    id: newId(),
    studioId: w.studio.id,
    name: `Extra ${i}`,
    joinedOn: '2026-01-01',
    email: `extra${i}@example.test`,
    createdAt: now,
  }))
  for (let i = 0; i < many.length; i += 4) {
    await w.db.insert(tables.people).values(many.slice(i, i + 4))
  }
  await w.db.run(sql`UPDATE people SET do_not_contact_at = ${now} WHERE id = ${many[0]!.id}`)
  const invitations = bulkInvitations({ ...w.at(now), directory: w.directory })
  const send = async (mail: { mail?: 'on' }) => {
    const key = newId()
    const form = {
      act: 'notice' as const,
      key,
      p: [],
      all: '1' as const,
      text: 'We move to Mill Road.',
    }
    await startBulkChange(w.asDesk(now), { ...form, ...mail })
    const patient = { clock: () => 0, untilMs: 1 }
    await continueBulkChange({ ...w.at(now), invitations }, key, patient)
    await Promise.all([tellPeople(w.at(now), patient), tellPeople(w.at(now), patient)])
    return key
  }
  await send({})
  expect(await lettersOfKind(w, 'studio-message')).toEqual([])
  const key = await send({ mail: 'on' })
  const letters = await lettersOfKind(w, 'studio-message')
  const to = letters.map((letter) => letter.to)
  expect(new Set(to).size).toBe(to.length)
  expect(to.filter((one) => one.startsWith('extra'))).toHaveLength(229)
  expect(to).toContain(w.cleo.email)
  expect(letters[0]!.text).toContain('We move to Mill Road.')
  // What was mailed stays mailed; nothing more is.
  await undoBulkChange(w.asDesk(now), key)
  await continueBulkChange({ ...w.at(now), invitations }, key, { clock: () => 0, untilMs: 1 })
  await tellPeople(w.at(now), { clock: () => 0, untilMs: 1 })
  expect(await lettersOfKind(w, 'studio-message')).toHaveLength(letters.length)
})

test('children of one parent who stand in different steps of a full hall are one email all the same', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 300 })
  const leo = await givenChild(w, 'Leo Bird', { guardians: [w.cleo] })
  const mia = await givenChild(w, 'Mia Bird', { guardians: [w.cleo] })
  await giveFamilyPack(w, w.cleo)
  await bookClass(asGuardian(w, w.cleo, leo, now), occurrence)
  await fill(w, occurrence, 110)
  await bookClass(asGuardian(w, w.cleo, mia, now), occurrence)
  const patient = { clock: () => 0, untilMs: 1 }
  await notifyRoster(w.asDesk(now), occurrence, {
    key: newId(),
    to: 'booked' as const,
    text: 'Bring a towel',
    mail: 'on' as const,
  })
  await tellPeople(w.at(now), patient)
  await cancelOccurrence(w.asDesk(now), occurrence, { reason: 'Dee is ill' })
  await tellPeople(w.at(now), patient)
  await restoreOccurrence(w.asDesk('2026-10-12T10:00:00Z'), occurrence)
  await tellPeople(w.at('2026-10-12T10:00:00Z'), patient)
  for (const kind of ['class-message', 'class-cancelled', 'class-restored']) {
    const letters = await lettersOfKind(w, kind)
    expect(new Set(letters.map(({ to }) => to)).size, kind).toBe(letters.length)
    expect(letters, kind).toHaveLength(111)
    expect(letters.find(({ to }) => to === w.cleo.email)!.text, kind).toContain('Leo and Mia')
  }
})

/** That many more people of the studio in a class, each with an address of their own. */
async function fill(w: World, occurrence: string, many: number) {
  const ids = Array.from({ length: many }, () => newId())
  await w.db.run(sql`
    INSERT INTO people (id, studio_id, name, email, joined_on, created_at)
    SELECT value, ${w.studio.id}, 'Extra ' || key, 'extra' || key || '@example.test', '2026-01-01',
      ${now} FROM json_each(${JSON.stringify(ids)})`)
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    SELECT 'b-' || value, ${w.studio.id}, ${occurrence}, value, 'booked',
      (SELECT policy_id FROM bookings WHERE occurrence_id = ${occurrence} LIMIT 1), ${now}
    FROM json_each(${JSON.stringify(ids)})`)
}
