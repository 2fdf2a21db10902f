import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf } from '../../../tests/support/bookings.ts'
import { type Person, world } from '../../../tests/support/world.ts'
import { usualRules } from './alert-rules.ts'
import { enterAtKiosk, kioskPage } from './kiosk-page.server.ts'
import { kioskName, namesLike } from './kiosk-words.ts'
import {
  findLinkedKiosk,
  kiosksPage,
  makeKiosk,
  openKiosk,
  renewKiosk,
  revokeKiosk,
} from './kiosks.server.ts'
import { memberCodePage } from './member-code.server.ts'
import { scannedText } from './member-code.ts'
import { saveAlertRules } from './save-alert-rules.server.ts'

const monday = '2026-10-12T09:00:00Z'
const at1720 = '2026-10-15T16:20:00Z'
const free = async () => true

async function door() {
  const w = await world()
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 20 })
  const book = async (person: Person, occurrenceId = occurrence) => {
    const booked = await bookClass(w.asMember(person, monday), occurrenceId)
    if (!booked.ok) throw new Error(booked.reason)
    return booked.booking.id
  }
  const id = newId()
  const { secret: link } = await makeKiosk(w.asDesk(monday), {
    id,
    name: 'Door',
    locationId: undefined,
  })
  const secret = (await openKiosk(w.at(monday), link!))!
  const enter = (q: string, pick?: string) => enterAtKiosk(w.at(at1720), secret, { q, pick }, free)
  return { w, occurrence, book, id, link: link!, secret, enter }
}

test('a link opens one tablet once; looking at it opens nothing; the link is no key of a page, nor is the key a link', async () => {
  const { w, link, secret, id } = await door()
  const fresh = await makeKiosk(w.asDesk(monday), {
    id: newId(),
    name: 'Back door',
    locationId: undefined,
  })
  expect(await findLinkedKiosk(w.at(monday), fresh.secret!)).toEqual({ name: 'Back door' })
  const both = await Promise.all([
    openKiosk(w.at(monday), fresh.secret!),
    openKiosk(w.at(monday), fresh.secret!),
  ])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await findLinkedKiosk(w.at(monday), fresh.secret!)).toBeNull()
  expect(await openKiosk(w.at(monday), link)).toBeNull()
  expect(await openKiosk(w.at(monday), secret)).toBeNull()
  expect(await kioskPage(w.at(at1720), link)).toBeNull()
  expect(await kioskPage(w.at(at1720), secret)).toMatchObject({ kiosk: { name: 'Door' } })
  // The form sent twice makes one kiosk and shows no second link.
  expect(await makeKiosk(w.asDesk(monday), { id, name: 'Door', locationId: undefined })).toEqual({
    secret: null,
  })
  expect((await kiosksPage(w.at(monday))).kiosks).toHaveLength(2)
})

test('a kiosk that is shut or given a new link shows nothing more, and belongs to its studio alone', async () => {
  const { w, secret, id, enter } = await door()
  const other = await world()
  expect(await kioskPage(other.at(at1720), secret)).toBeNull()
  expect(await revokeKiosk(other.asDesk(monday), id)).toBe(false)
  expect(await renewKiosk(other.asDesk(monday), id)).toBeNull()
  const renewed = await renewKiosk(w.asDesk(monday), id)
  expect(await kioskPage(w.at(at1720), secret)).toBeNull()
  const next = (await openKiosk(w.at(monday), renewed!.secret))!
  expect(await kioskPage(w.at(at1720), next)).not.toBeNull()
  expect(await revokeKiosk(w.asDesk(monday), id)).toBe(true)
  expect(await revokeKiosk(w.asDesk(monday), id)).toBe(true)
  expect(await kioskPage(w.at(at1720), next)).toBeNull()
  expect(await enter('CADENCE:BCDF2345')).toEqual({ kind: 'no_kiosk' })
})

test('a code checks in to the next class, once, by the kiosk; a pick by name does the same', async () => {
  const { w, occurrence, book, enter, id } = await door()
  await book(w.ana)
  const ben = await book(w.ben)
  const viewer = { personId: w.ana.id, name: '', email: '' }
  const { code } = await memberCodePage(w.asMember(w.ana), viewer)
  const scans = await Promise.all([enter(scannedText(code!)), enter(code!)])
  for (const scan of scans)
    expect(scan).toMatchObject({ kind: 'in', name: 'Ana R.', title: 'Pole 2: spins' })
  const found = await enter('oko')
  expect(found).toEqual({
    kind: 'found',
    hits: [
      { bookingId: ben, name: 'Ben O.', title: 'Pole 2: spins', localStart: '2026-10-15T18:30' },
    ],
  })
  expect(await enter('', ben)).toMatchObject({ kind: 'in', name: 'Ben O.' })
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'checked_in' })
  const rows = await w.db.all<{ kioskId: string; method: string; by: string }>(sql`
    SELECT kiosk_id AS kioskId, method, "by" FROM arrivals WHERE studio_id = ${w.studio.id}
    ORDER BY rowid`)
  expect(rows).toHaveLength(2)
  expect(rows[1]).toEqual({ kioskId: id, method: 'name', by: `kiosk:${id}` })
})

test('letters find only people booked in the next classes, from three on, and never more than five', async () => {
  const { w, book, enter } = await door()
  await book(w.ana)
  const tomorrow = await w.givenClass({ localStart: '2026-10-16T18:30' })
  await book(w.ben, tomorrow)
  expect(await enter('an')).toEqual({ kind: 'again', why: 'letters' })
  expect(await enter('a--n')).toEqual({ kind: 'again', why: 'letters' })
  expect(await enter('ben')).toEqual({ kind: 'again', why: 'nobody' })
  expect(await enter('cleo')).toEqual({ kind: 'again', why: 'nobody' })
  expect(await enter('%%%')).toEqual({ kind: 'again', why: 'letters' })
  expect(await enter('ana')).toMatchObject({ kind: 'found', hits: [{ name: 'Ana R.' }] })
  for (const person of await w.givenPeople([
    'Anabel A',
    'Anabel B',
    'Anabel C',
    'Anabel D',
    'Anabel E',
  ])) {
    await w.giveMembership(person)
    await book(person)
  }
  expect(await enter('ana')).toEqual({ kind: 'again', why: 'many' })
  expect(await enter('anabel a')).toMatchObject({ kind: 'found', hits: [{ name: 'Anabel A.' }] })
})

test('a block, an unknown code and a place of tomorrow are one answer, which says nothing', async () => {
  const { w, occurrence, book, enter } = await door()
  const ana = await book(w.ana)
  const tomorrow = await w.givenClass({ localStart: '2026-10-16T18:30' })
  const ben = await book(w.ben, tomorrow)
  await w.db.run(sql`UPDATE memberships SET state = 'past_due' WHERE id = ${w.anaMembership}`)
  await saveAlertRules(w.asDesk(monday), { ...usualRules, past_due: 'block' })
  const silent = { kind: 'see_the_desk' }
  expect(await enter('', ana)).toEqual(silent)
  expect(await enter('', ben)).toEqual(silent)
  expect(await enter('CADENCE:BCDF2345')).toEqual(silent)
  expect(await bookingOf(w, occurrence, w.ana)).toMatchObject({ state: 'booked' })
  // A warning is for the desk: the kiosk lets them in and says nothing of it.
  await saveAlertRules(w.asDesk(monday), usualRules)
  expect(await enter('', ana)).toMatchObject({ kind: 'in', name: 'Ana R.' })
})

test('a kiosk that stands at one location knows the classes there and no others', async () => {
  const { w, book } = await door()
  const ana = await book(w.ana)
  const elsewhere = newId()
  await w.db.run(
    sql`INSERT INTO locations (id, studio_id, name)
      VALUES (${elsewhere}, ${w.studio.id}, 'Mill Lane')`,
  )
  const [{ locationId }] = (await w.db.all<{ locationId: string }>(
    sql`SELECT location_id AS locationId FROM rooms WHERE id = ${w.ids.roomId}`,
  )) as [{ locationId: string }]
  const opened = async (at: string) => {
    const { secret } = await makeKiosk(w.asDesk(monday), {
      id: newId(),
      name: 'Door',
      locationId: at,
    })
    return (await openKiosk(w.at(monday), secret!))!
  }
  const [here, there] = [await opened(locationId), await opened(elsewhere)]
  expect((await kioskPage(w.at(at1720), here))!.classes).toHaveLength(1)
  expect((await kioskPage(w.at(at1720), there))!.classes).toHaveLength(0)
  const ask = (secret: string, entry: { q: string; pick?: string }) =>
    enterAtKiosk(w.at(at1720), secret, entry, free)
  expect(await ask(there, { q: 'ana' })).toEqual({ kind: 'again', why: 'nobody' })
  expect(await ask(there, { q: '', pick: ana })).toEqual({ kind: 'see_the_desk' })
  expect(await ask(here, { q: 'ana' })).toMatchObject({ kind: 'found' })
  expect(await ask(here, { q: '', pick: ana })).toMatchObject({ kind: 'in' })
})

test('a kiosk that is asked too often looks nobody up', async () => {
  const { w, book, secret } = await door()
  await book(w.ana)
  const asked: string[] = []
  const over = async (kioskId: string) => asked.push(kioskId) < 1
  expect(await enterAtKiosk(w.at(at1720), secret, { q: 'ana' }, over)).toEqual({
    kind: 'again',
    why: 'too_often',
  })
  expect(asked).toHaveLength(1)
})

test('names are found by any word, in any case, with or without accents, and told by first name and initial', () => {
  const zoe = { name: 'Zoë van der Berg', preferredName: '' }
  expect(['zoe', 'ZOË', 'berg', 'van d'].map((q) => namesLike(zoe, q))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['oe ', 'er', ''].map((q) => namesLike(zoe, q))).toEqual([false, false, false])
  expect(
    [
      zoe,
      { name: 'Cher', preferredName: '' },
      { name: 'Wilhelmina Okoro', preferredName: 'Billie' },
    ].map(kioskName),
  ).toEqual([...['Zoë B.', 'Cher', 'Billie O.']])
})
