/**
 * Story 21. A parent with two children (10 and 13) books both into one class on the family's
 * 10-pack: 2 credits, 2 roster lines with each child's name, two waivers signed by the guardian (one
 * each), one mail to the parent. One child is below a class's age: refused for that child by name,
 * the other is booked. Cancelling one in time gives one credit back. The pages of it:
 * `tests/http/people/21-two-children.test.ts`.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aboutChild, refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import { bookFamily } from '#app/domain/bookings/booking/book-family.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { rosterPage } from '#app/domain/bookings/roster/roster-page.server.ts'
import { addDocument } from '#app/domain/documents/save-document.server.ts'
import { signDocument } from '#app/domain/documents/sign-document.server.ts'
import { formatsAt } from '#app/values/formats.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf, entriesOf } from '../support/bookings.ts'
import {
  asGuardian,
  balanceOf,
  giveFamilyPack,
  givenChild,
  mailsOf,
  NotTheirs,
} from '../support/people/families.ts'
import { type Person, type World, world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'

/** Cleo with Isla, 13, and Max, 10, ten credits that are the family's, and a waiver for everyone. */
async function cleosFamily() {
  const w = await world()
  const isla = await givenChild(w, 'Isla Park', { guardians: [w.cleo], birthDate: '2013-03-01' })
  const max = await givenChild(w, 'Max Park', { guardians: [w.cleo], birthDate: '2016-03-01' })
  const pack = await giveFamilyPack(w, w.cleo)
  const waiver = newId()
  await addDocument(w.asDesk('2026-10-01T09:00:00Z'), {
    key: waiver,
    name: 'Waiver',
    audience: 'minors',
    blocksBooking: 'on',
    text: 'Children train at the risk of their parents.',
  })
  return { w, isla, max, pack, waiver }
}

const sign = (w: World, documentId: string, signer: Person, child: Person) =>
  signDocument(w.asMember(signer, now), documentId, {
    key: newId(),
    person: child.id,
    number: 1,
    signerName: signer.name,
    agreed: 'on',
  })

const book = (w: World, occurrence: string, people: readonly Person[], parent = w.cleo) =>
  bookFamily(
    w.asMember(parent, now),
    occurrence,
    people.map(({ id }) => id),
    async () => {
      throw new NotTheirs('not of the family')
    },
  )

/** What came of a booking of several, as `Isla booked` or `Max age`. */
const told = (booked: Awaited<ReturnType<typeof bookFamily>>) =>
  booked.map(({ called, result }) => `${called} ${result.ok ? result.outcome : result.reason}`)

test('21: two children in one class are two waivers, two credits, two lines of the roster and one mail', async () => {
  const { w, isla, max, pack, waiver } = await cleosFamily()
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30' })

  // Nobody is booked before each of them has a signature, and neither signs for the other.
  expect(told(await book(w, thursday, [isla, max]))).toEqual([
    'Isla waiver_missing',
    'Max waiver_missing',
  ])
  expect(await balanceOf(w, pack)).toBe(10)
  expect(await sign(w, waiver, w.ben, isla)).toEqual({ ok: false, reason: 'not_found' })
  expect(await sign(w, waiver, w.cleo, isla)).toEqual({ ok: true })
  expect(told(await book(w, thursday, [max]))).toEqual(['Max waiver_missing'])
  expect(await sign(w, waiver, w.cleo, max)).toEqual({ ok: true })
  const signatures = await w.db.all(sql`
    SELECT person_id AS person, signer_name AS signer, signed_as AS signedAs FROM signatures
    WHERE studio_id = ${w.studio.id} ORDER BY rowid`)
  expect(signatures).toEqual([
    { person: isla.id, signer: 'Cleo Park', signedAs: 'guardian' },
    { person: max.id, signer: 'Cleo Park', signedAs: 'guardian' },
  ])

  expect(told(await book(w, thursday, [isla, max]))).toEqual(['Isla booked', 'Max booked'])
  expect(await balanceOf(w, pack)).toBe(8)
  expect(await entriesOf(w, w.cleo)).toEqual(['grant 10', 'book -1', 'book -1'])
  const roster = await rosterPage(w.at(now), thursday, '')
  expect(roster?.rows.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'Isla Park booked',
    'Max Park booked',
  ])
  const [mail, ...others] = await mailsOf(w)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: w.cleo.email, kind: 'booking-booked' })
  expect(mail?.subject).toContain('(Isla and Max)')
  expect(mail?.text).toContain('Isla and Max have places.')
  expect(mail?.text).toContain('Isla: 1 credit of your 10-class pack was used. 9 left.')
  expect(mail?.text).toContain('Max: 1 credit of your 10-class pack was used. 8 left.')

  // Sent again it is the same two places, and no second mail.
  expect(told(await book(w, thursday, [isla, max]))).toEqual(['Isla booked', 'Max booked'])
  expect(await balanceOf(w, pack)).toBe(8)
  expect(await mailsOf(w)).toHaveLength(1)
})

test('21: below the age of a class one is refused by name and the other booked; one cancelled in time is one credit back', async () => {
  const { w, isla, max, pack, waiver } = await cleosFamily()
  for (const child of [isla, max]) await sign(w, waiver, w.cleo, child)
  await w.db.run(sql`UPDATE policies SET minimum_age = 12 WHERE studio_id = ${w.studio.id}`)
  const grown = await w.givenClass({ localStart: '2026-10-15T18:30' })

  const booked = await book(w, grown, [max, isla])
  expect(told(booked)).toEqual(['Max age', 'Isla booked'])
  const [{ called, result } = { called: null, result: null }] = booked
  if (!called || !result || result.ok) throw new Error('Max was booked')
  const { sentence } = refusalWords(result, formatsAt(w.studio, now))
  expect(`${called} isn’t booked. ${aboutChild(sentence, called)}`).toBe(
    'Max isn’t booked. This class is for ages 12 and over.',
  )
  expect(await balanceOf(w, pack)).toBe(9)
  expect((await mailsOf(w)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('(Isla)'),
  ])

  await w.db.run(sql`UPDATE policies SET minimum_age = 0 WHERE studio_id = ${w.studio.id}`)
  const both = await w.givenClass({ localStart: '2026-10-17T10:00' })
  expect(told(await book(w, both, [isla, max]))).toEqual(['Isla booked', 'Max booked'])
  expect(await balanceOf(w, pack)).toBe(7)
  const his = await bookingOf(w, both, max)
  expect(await cancelBooking(asGuardian(w, w.cleo, max, now), his!.id)).toMatchObject({
    ok: true,
    outcome: 'cancelled_on_time',
  })
  expect(await balanceOf(w, pack)).toBe(8)
  expect((await bookingOf(w, both, max))?.state).toBe('cancelled_on_time')
  expect((await bookingOf(w, both, isla))?.state).toBe('booked')
  const mail = (await mailsOf(w)).at(-1)
  expect(mail).toMatchObject({ to: w.cleo.email })
  expect(mail?.subject).toContain('(Max)')
})

test('21: nobody of another family is booked along, and then nobody is', async () => {
  const { w, isla, pack, waiver } = await cleosFamily()
  await sign(w, waiver, w.cleo, isla)
  const thursday = await w.givenClass()
  await expect(book(w, thursday, [isla], w.ben)).rejects.toThrow(NotTheirs)
  await expect(book(w, thursday, [isla, w.ben])).rejects.toThrow(NotTheirs)
  expect(await bookingOf(w, thursday, isla)).toBeUndefined()
  expect(await balanceOf(w, pack)).toBe(10)
})
