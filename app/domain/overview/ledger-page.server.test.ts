import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { waiveFee } from '#app/domain/bookings/cancelling/waive-fee.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { reverseOutcome } from '#app/domain/bookings/roster/reverse-outcome.server.ts'
import { adjustCredits } from '#app/domain/entitlements/adjust-credits.server.ts'
import { givePackage } from '#app/domain/entitlements/give-package.server.ts'
import { totalCredits } from '#app/domain/entitlements/holdings.ts'
import { type LedgerEntry, ledgerWords } from '#app/domain/entitlements/ledger-words.ts'
import { sellPackage } from '#app/domain/sales/sell/sell-package.server.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf } from '../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { ledgerPage, listAllEntries } from './ledger-page.server.ts'
import { portalPage } from './portal-page.server.ts'

const monday = '2026-10-12T09:00:00Z'

const notified = (w: World, entry: LedgerEntry) =>
  ledgerWords(entry, { ...w.studio, studio: w.studio.name })

const ledgerOf = async (w: World, person: Person, page = 1, now = monday) =>
  (await ledgerPage(w.asMember(person, now), { personId: person.id, name: '', email: '' }, page))
    .ledger

const portalOf = (w: World, person: Person, now = monday) =>
  portalPage(w.asMember(person, now), { personId: person.id, name: '', email: '' })

test('the ledger tells each credit in words, newest first, with what was left after it', async () => {
  const w = await world()
  const [one, two] = [await w.givenClass(), await w.givenClass({ localStart: '2026-10-16T18:30' })]
  await bookClass(w.asMember(w.ben, monday), one)
  await bookClass(w.asMember(w.ben, '2026-10-12T09:01:00Z'), two)
  await cancelBooking(
    w.asMember(w.ben, '2026-10-12T09:02:00Z'),
    (await bookingOf(w, two, w.ben))!.id,
  )
  await cancelBooking(
    w.asMember(w.ben, '2026-10-15T14:30:00Z'),
    (await bookingOf(w, one, w.ben))!.id,
  )

  const ledger = await ledgerOf(w, w.ben)

  expect(ledger.total).toBe(5)
  expect(ledger.items.map((entry) => [notified(w, entry).what, entry.amount, entry.left])).toEqual([
    ['You cancelled Pole 2: spins at 15:30', 0, 9],
    ['You cancelled Pole 2: spins in time', 1, 9],
    ['You booked Pole 2: spins, Fri 16 Oct 18:30', -1, 8],
    ['You booked Pole 2: spins, Thu 15 Oct 18:30', -1, 9],
    ['You bought 10-class pack', 10, 10],
  ])
  expect(notified(w, ledger.items[0]!).note).toBe(
    'Thu 15 Oct. Free cancellation ended at 06:30. You lost the credit. Fee £5.00, not due yet.',
  )
  expect(notified(w, ledger.items[4]!).note).toBe('Mon 1 Jun. Use by Thu 31 Dec.')
})

test('a class one went to is told by its coach', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  await bookClass(w.asMember(w.ben, monday), occurrence)
  const booking = (await bookingOf(w, occurrence, w.ben))!
  await w.db.run(sql`UPDATE bookings SET state = 'attended' WHERE id = ${booking.id}`)
  expect(notified(w, (await ledgerOf(w, w.ben)).items[0]!).what).toBe('Pole 2: spins with Dee')
})

test('a corrected outcome reads as it is now, never as a lost credit', async () => {
  const w = await world()
  const [one, two] = [await w.givenClass(), await w.givenClass({ localStart: '2026-10-16T18:30' })]
  await bookClass(w.asMember(w.ben, monday), one)
  await bookClass(w.asMember(w.ben, '2026-10-12T09:01:00Z'), two)
  const [first, second] = [(await bookingOf(w, one, w.ben))!, (await bookingOf(w, two, w.ben))!]
  await reconcileClasses(w.at('2026-10-15T21:00:00Z'))
  await cancelBooking(w.asMember(w.ben, '2026-10-16T17:00:00Z'), second.id)
  const desk = w.asDesk('2026-10-16T17:30:00Z')
  const reason = 'was there'
  expect(await reverseOutcome(desk, one, first.id, { from: 'no_show', reason })).toMatchObject({
    ok: true,
  })
  expect(
    await reverseOutcome(desk, two, second.id, { from: 'late_cancelled', reason }),
  ).toMatchObject({ ok: true })

  const told = (await ledgerOf(w, w.ben)).items.map((entry) => notified(w, entry))

  expect(told.map(({ what }) => what)).toEqual([
    'You cancelled Pole 2: spins in time',
    'Pole 2: spins was noted as cancelled late',
    'You came to Pole 2: spins after all',
    'You booked Pole 2: spins, Fri 16 Oct 18:30',
    'Pole 2: spins with Dee',
    'You bought 10-class pack',
  ])
  expect(JSON.stringify(told)).not.toContain('lost the credit')
})

test('what the desk types stays with staff: no line has the reason of a gift, a correction or a waived fee', async () => {
  const w = await world()
  const staff = w.asDesk('2026-10-15T15:00:00Z')
  const occurrence = await w.givenClass()
  await bookClass(w.asMember(w.ben, monday), occurrence)
  const booking = (await bookingOf(w, occurrence, w.ben))!
  await cancelBooking(w.asMember(w.ben, '2026-10-15T14:30:00Z'), booking.id)
  await waiveFee(staff, occurrence, booking.id, { reason: 'secretly the nephew' })
  await givePackage(staff, w.ben.id, {
    packageId: w.ids.tenPack,
    key: newId(),
    startsOn: '2026-10-12',
    reason: 'secretly the nephew',
  })
  await adjustCredits(staff, w.ben.id, {
    lotId: w.benLot,
    amount: 2,
    key: newId(),
    reason: 'secretly the nephew',
  })

  const told = (await ledgerOf(w, w.ben)).items.map((entry) => notified(w, entry))

  expect(told.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Northside added 10-class pack', 'Northside changed your credits']),
  )
  expect(told.find(({ note }) => note.includes('Fee'))?.note).toContain('Fee £5.00 waived.')
  expect(JSON.stringify(told)).not.toContain('nephew')
})

test('a page shows 25 lines, and what was left goes on over the pages', async () => {
  const w = await world()
  for (let i = 0; i < 30; i += 1) {
    await w.db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
      VALUES (${w.studio.id}, ${w.ben.id}, ${w.benLot}, 'adjust', 1, '=1+1',
        '2026-09-01T09:00:00Z')`)
  }
  const [first, second] = [await ledgerOf(w, w.ben), await ledgerOf(w, w.ben, 2)]

  expect([first.items.length, second.items.length, first.pages, first.total]).toEqual([
    25, 6, 2, 31,
  ])
  expect([first.items[0]?.left, first.items.at(-1)?.left, second.items[0]?.left]).toEqual([
    40, 16, 15,
  ])
  expect((await listAllEntries(w.asMember(w.ben, monday))).map(({ left }) => left)).toEqual(
    [...first.items, ...second.items].map(({ left }) => left),
  )
})

test('credits that ended are not told as left, before and after a job writes it down', async () => {
  const w = await world()
  const lot = await w.givePack(w.ben, { credits: 3, expiresOn: '2026-10-11' })
  const before = await ledgerOf(w, w.ben)
  expect([notified(w, before.items[0]!).what, before.items[0]?.left]).toEqual([
    '3 credits of 10-class pack ended',
    10,
  ])
  expect(notified(w, before.items[0]!).note).toBe('Not used by Sun 11 Oct')

  await w.db.run(sql`
    INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, created_at)
    VALUES (${w.studio.id}, ${w.ben.id}, ${lot}, 'expire', -3, '2026-10-12T03:00:00Z')`)
  const after = await ledgerOf(w, w.ben)
  expect(after.items.map((entry) => notified(w, entry))).toEqual(
    before.items.map((entry) => notified(w, entry)),
  )
  expect(after.total).toBe(before.total)
})

test('the ledger ends with what the account says is left, whatever happened', async () => {
  const w = await world()
  await w.givePack(w.ben, { credits: 4, expiresOn: '2026-10-20' })
  await w.givePack(w.ben, { credits: 2, expiresOn: '2026-10-01' })
  await bookClass(w.asMember(w.ben, monday), await w.givenClass())
  const { lots, entries } = await portalOf(w, w.ben)

  expect(lots.map(({ left, credits }) => [left, credits])).toEqual([
    [3, 10],
    [10, 10],
  ])
  expect(entries[0]?.left).toBe(totalCredits({ lots }, '2026-10-12'))
})

test("another person's and another studio's entries are never told", async () => {
  const [w, other] = [await world(), await world()]
  expect((await ledgerOf(w, w.ana)).items).toEqual([])
  const foreign = { ...w.asMember(w.ben, monday), studio: { ...w.studio, id: other.studio.id } }
  expect(await listAllEntries(foreign)).toEqual([])
})

test('a pack bought online or sold with a note reads as bought, one that the desk gave as added', async () => {
  const w = await world()
  const desk = w.asDesk(monday)
  const sale = { packageId: w.ids.tenPack, startsOn: '2026-10-12', method: 'card' as const }
  await sellPackage(desk, w.cleo.id, { ...sale, key: newId(), note: 'Bought online' })
  await givePackage(w.asDesk('2026-10-12T09:05:00Z'), w.cleo.id, {
    key: newId(),
    packageId: w.ids.tenPack,
    startsOn: '2026-10-12',
    reason: 'Sorry',
  })
  const { items } = await ledgerOf(w, w.cleo, 1, '2026-10-12T09:10:00Z')
  expect(items.slice(0, 2).map((entry) => notified(w, entry).what)).toEqual([
    `${w.studio.name} added 10-class pack`,
    'You bought 10-class pack',
  ])
})
