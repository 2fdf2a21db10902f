import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf } from '../../../tests/support/bookings.ts'
import { type Person, world } from '../../../tests/support/world.ts'
import { alertsShown, usualRules } from './alert-rules.ts'
import { enterAtKiosk, type KioskGuard, kioskPage } from './kiosk-page.server.ts'
import { isEasyPin } from './kiosk-proof.ts'
import { chooseKioskProof } from './kiosk-settings.server.ts'
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
import { setOwnPin, setPinAtDesk } from './member-pin.server.ts'
import { saveAlertRules } from './save-alert-rules.server.ts'

const monday = '2026-10-12T09:00:00Z'
const at1720 = '2026-10-15T16:20:00Z'
const pepper = 'a secret of the installation, long enough'
const free: KioskGuard = {
  mayAsk: async () => true,
  mayProve: async () => true,
  proved: async () => undefined,
  pepper,
}

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
  const enter = (q: string, pick?: string, typed?: string, guard = free) =>
    enterAtKiosk(w.at(at1720), secret, { q, pick, typed }, guard)
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
  const stops = { ...usualRules, past_due: 'block' } as const
  await saveAlertRules(w.asDesk(monday), stops, alertsShown(usualRules))
  const silent = { kind: 'see_the_desk' }
  expect(await enter('', ana)).toEqual(silent)
  expect(await enter('', ben)).toEqual(silent)
  expect(await enter('CADENCE:BCDF2345')).toEqual(silent)
  expect(await bookingOf(w, occurrence, w.ana)).toMatchObject({ state: 'booked' })
  // A warning is for the desk: the kiosk lets them in and says nothing of it.
  await saveAlertRules(w.asDesk(monday), usualRules, alertsShown(stops))
  expect(await enter('', ana)).toMatchObject({ kind: 'in', name: 'Ana R.' })
})

test('a kiosk that is at one location knows the classes there and no others', async () => {
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
  const over = { ...free, mayAsk: async (kioskId: string) => asked.push(kioskId) < 1 }
  expect(await enterAtKiosk(w.at(at1720), secret, { q: 'ana' }, over)).toEqual({
    kind: 'again',
    why: 'too_often',
  })
  expect(asked).toHaveLength(1)
})

test('a kiosk that asks for a PIN checks in by the right digits only, and says what to do otherwise', async () => {
  const { w, occurrence, book, enter } = await door()
  const [ana, ben] = [await book(w.ana), await book(w.ben)]
  expect(await enter('', ben)).toMatchObject({ kind: 'in' })
  await chooseKioskProof(w.asDesk(monday), 'pin')
  await setOwnPin(w.asMember(w.ana, monday), pepper, '4071')
  expect(await enter('ana')).toMatchObject({ kind: 'found' })
  const asked = { kind: 'prove', by: 'pin', bookingId: ana, name: 'Ana R.', wrong: false }
  expect(await enter('', ana)).toEqual(asked)
  expect(await enter('', ana, '4072')).toEqual({ ...asked, wrong: true })
  expect(await bookingOf(w, occurrence, w.ana)).toMatchObject({ state: 'booked' })
  expect(await enter('', ana, '4071')).toMatchObject({ kind: 'in', name: 'Ana R.' })
  expect(await bookingOf(w, occurrence, w.ana)).toMatchObject({ state: 'checked_in' })
  // Ben has none; being in already is told to nobody who has not shown that it is them.
  expect(await enter('', ben)).toEqual({ kind: 'nothing_to_prove', by: 'pin' })
  expect(await setPinAtDesk(w.asDesk(monday), pepper, { personId: w.ben.id, pin: '8305' })).toBe(
    true,
  )
  expect(await enter('', ben, '8305')).toMatchObject({ kind: 'in' })
  const other = await world()
  const foreign = { personId: w.ben.id, pin: '1111' }
  expect(await setPinAtDesk(other.asDesk(monday), pepper, foreign)).toBe(false)
  expect(await enter('', ben, '8305')).toMatchObject({ kind: 'in' })
  // Of two people with the same digits nothing is the same in the database.
  await setOwnPin(w.asMember(w.cleo, monday), pepper, '8305')
  const rows = await w.db.all<{ hash: string }>(
    sql`SELECT pin_hash AS hash FROM member_pins WHERE studio_id = ${w.studio.id}`,
  )
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(3)
  expect(JSON.stringify(rows)).not.toMatch(/4071|8305/)
  // A code needs no PIN.
  const viewer = { personId: w.ana.id, name: '', email: '' }
  const { code, asksForPin } = await memberCodePage(w.asMember(w.ana), viewer)
  expect(asksForPin).toBe(true)
  expect(await enter(code!)).toMatchObject({ kind: 'in' })
})

test('a kiosk that asks for the end of a phone number compares it with the number on record', async () => {
  const { w, book, enter } = await door()
  const [ana, ben] = [await book(w.ana), await book(w.ben)]
  await chooseKioskProof(w.asDesk(monday), 'phone')
  await w.db.run(sql`UPDATE people SET phone = '+44 7700 900-123' WHERE id = ${w.ana.id}`)
  await w.db.run(sql`UPDATE people SET phone = '0123' WHERE id = ${w.ben.id}`)
  expect(await enter('', ana)).toMatchObject({ kind: 'prove', by: 'phone' })
  expect(await enter('', ana, '9001')).toMatchObject({ kind: 'prove', wrong: true })
  expect(await enter('', ana, '0123')).toMatchObject({ kind: 'in' })
  expect(await enter('', ben, '0123')).toEqual({ kind: 'nothing_to_prove', by: 'phone' })
})

test('a kiosk that asks for codes finds nobody by letters and checks nobody in by a pick', async () => {
  const { w, book, enter } = await door()
  const ana = await book(w.ana)
  await chooseKioskProof(w.asDesk(monday), 'code')
  expect(await enter('ana')).toEqual({ kind: 'again', why: 'code' })
  expect(await enter('', ana)).toEqual({ kind: 'see_the_desk' })
  const viewer = { personId: w.ana.id, name: '', email: '' }
  const { code } = await memberCodePage(w.asMember(w.ana), viewer)
  expect(await enter(code!)).toMatchObject({ kind: 'in' })
})

test('after too many wrong tries a kiosk looks at no digits, the right ones neither; right ones are not counted', async () => {
  const { w, book, enter } = await door()
  const ana = await book(w.ana)
  await chooseKioskProof(w.asDesk(monday), 'pin')
  await setOwnPin(w.asMember(w.ana, monday), pepper, '4071')
  let wrong = 0
  const guard: KioskGuard = {
    ...free,
    mayProve: async () => {
      wrong += 1
      return wrong <= 2
    },
    proved: async () => {
      wrong -= 1
    },
  }
  for (let i = 0; i < 4; i += 1)
    expect(await enter('', ana, '4071', guard)).toMatchObject({ kind: 'in' })
  for (let i = 0; i < 2; i += 1)
    expect(await enter('', ana, '0000', guard)).toMatchObject({ kind: 'prove', wrong: true })
  expect(await enter('', ana, '4071', guard)).toEqual({ kind: 'again', why: 'tries' })
})

test('easy PINs are refused', () => {
  expect(['1111', '1234', '987654', '0000'].map(isEasyPin)).toEqual([true, true, true, true])
  expect(['4071', '1122', '135790'].map(isEasyPin)).toEqual([false, false, false])
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
