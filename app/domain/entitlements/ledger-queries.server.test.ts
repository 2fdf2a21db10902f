import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancel-booking.server.ts'
import { bookingOf } from '../../../tests/support/bookings.ts'
import { world } from '../../../tests/support/world.ts'
import { listLedger } from './ledger-queries.server.ts'
import { ledgerWords } from './ledger-words.ts'

test('the ledger tells each credit in words, newest first, with the balance after it', async () => {
  const w = await world()
  const [one, two] = [await w.givenClass(), await w.givenClass({ localStart: '2026-10-16T18:30' })]
  const monday = '2026-10-12T09:00:00Z'
  await bookClass(w.asMember(w.ben, monday), one)
  await bookClass(w.asMember(w.ben, monday), two)
  await cancelBooking(w.asMember(w.ben, monday), (await bookingOf(w, two, w.ben))!.id)
  await cancelBooking(w.asMember(w.ben, '2026-10-15T14:30:00Z'), (await bookingOf(w, one, w.ben))!.id)

  const ledger = await listLedger(w.at(monday), w.ben.id, { page: 1, perPage: 20 })

  expect(ledger.total).toBe(5)
  expect(ledger.items.map((row) => [ledgerWords(row, w.studio).what, row.amount, row.balance])).toEqual([
    ['You cancelled Pole 2: spins, Thu 15 Oct 18:30 late', 0, 9],
    ['You cancelled Pole 2: spins, Fri 16 Oct 18:30 in time', 1, 9],
    ['You booked Pole 2: spins, Fri 16 Oct 18:30', -1, 8],
    ['You booked Pole 2: spins, Thu 15 Oct 18:30', -1, 9],
    ['You bought 10-class pack', 10, 10],
  ])
  expect(ledgerWords(ledger.items[0]!, w.studio).detail).toBe(
    'The limit was Thu 15 Oct 06:30, so the credit stays used',
  )

  const second = await listLedger(w.at(monday), w.ben.id, { page: 2, perPage: 2 })
  expect(second.items.map((row) => row.balance)).toEqual([8, 9])
  expect((await listLedger(w.at(monday), w.ana.id, { page: 1, perPage: 20 })).items).toEqual([])
})
