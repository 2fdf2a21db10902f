import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { joinCourseWaitlist } from '#app/domain/courses/enrolments/join-course-waitlist.server.ts'
import { lapsePlaces } from '#app/domain/courses/enrolments/lapse-places.server.ts'
import { withdrawPerson } from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { enrolAll, enrolmentOf, givenCourse } from '../support/courses.ts'
import { invoicesOf } from '../support/sales/memberships.ts'
import { type Person, type World, world } from '../support/world.ts'

const december = '2026-12-14T10:00:00Z'

const manager = (w: World, now: Instant): StaffContext => ({
  ...w.at(now),
  actor: { userId: 'mina', name: 'Mina Manager', role: 'manager' },
})

/** Pays the newest invoice or credit note of a person whole. */
async function settle(w: World, person: Person, now: Instant) {
  const [row] = await w.db.all<{ id: string; open: number }>(sql`
    SELECT invoice.id, abs(invoice.total_minor) AS open FROM invoices AS invoice
    WHERE invoice.studio_id = ${w.studio.id} AND invoice.person_id = ${person.id}
    ORDER BY invoice.created_at DESC, invoice.rowid DESC LIMIT 1`)
  return takePayment(manager(w, now), {
    key: newId(),
    invoiceId: row!.id,
    amountMinor: row!.open,
    method: 'card',
    note: '',
  })
}

test('14: the course on invoices: £60.00 for four of six, £90.00 back by credit note, and one £90.00 for who took the place', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const others = await w.givenPeople(Array.from({ length: 7 }, (_, i) => `Enrolled ${i}`))
  const [eli, first, second] = (await w.givenPeople(['Eli Goes', 'Wes First', 'Wyn Second'])) as [
    Person,
    Person,
    Person,
  ]
  await enrolAll(w, course.id, [eli, ...others], december)
  for (const person of [first, second]) {
    await joinCourseWaitlist(w.asMember(person, december), course.id, person.id)
  }
  await openInvoices(w.at(december))
  expect(await settle(w, eli, december)).toMatchObject({ ok: true, leftMinor: 0 })
  expect((await invoicesOf(w, eli)).map((one) => one.split(':')[0])).toEqual([
    '2026-12-14 9000 paid',
  ])

  // Eli withdraws on Sunday; the desk pays the £90.00 back.
  const sunday = '2027-01-03T12:00:00Z'
  await Promise.all(
    [1, 2].map(() => withdrawPerson(w.asMember(eli, sunday), course.id, eli.id, {})),
  )
  await openInvoices(w.at('2027-01-03T12:01:00Z'))
  expect(await settle(w, eli, '2027-01-03T13:00:00Z')).toMatchObject({ ok: true, out: true })
  expect((await invoicesOf(w, eli)).map((one) => one.split(':')[0])).toEqual([
    '2026-12-14 9000 refunded',
    '2027-01-03 credit note -9000 paid',
  ])

  // The first lets the offer lapse and is charged nothing; the second accepts and pays.
  await lapsePlaces(w.at('2027-01-04T12:00:01Z'))
  const evening = '2027-01-04T18:00:00Z'
  expect(await enrolPerson(w.asMember(second, evening), course.id, second.id)).toMatchObject({
    ok: true,
    priceMinor: 9_000,
  })
  await openInvoices(w.at('2027-01-04T18:01:00Z'))
  expect(await settle(w, second, '2027-01-04T18:05:00Z')).toMatchObject({ ok: true, leftMinor: 0 })
  expect((await enrolmentOf(w, course.id, second))!.state).toBe('enrolled')
  expect(await invoicesOf(w, first)).toEqual([])
  expect((await invoicesOf(w, second)).map((one) => one.split(':')[0])).toEqual([
    '2027-01-04 9000 paid',
  ])

  // Dee joins another run after session 2.
  const other = await givenCourse(w, { name: 'Beginner pole, again' })
  const dee = await w.givenPerson('Dee Late')
  const january = '2027-01-13T10:00:00Z'
  await enrolPerson(w.asMember(dee, january), other.id, dee.id)
  await openInvoices(w.at(january))
  expect(await invoicesOf(w, dee)).toEqual([
    '2027-01-13 6000 open: Beginner pole, again: 4 of 6 sessions of £90.00 6000',
  ])

  // Money in less money out is what stands on the invoices, and no more.
  const [sums] = await w.db.all<{ paid: number; billed: number; owed: number }>(sql`
    SELECT (SELECT sum(amount_minor) FROM payments WHERE studio_id = ${w.studio.id}) AS paid,
      (SELECT sum(total_minor) FROM invoices WHERE studio_id = ${w.studio.id}) AS billed,
      (SELECT sum(amount_minor - paid_minor) FROM open_items
        WHERE studio_id = ${w.studio.id} AND state = 'open') AS owed`)
  expect(sums).toEqual({ paid: 9_000, billed: 9_000 * 8 + 6_000, owed: 9_000 * 7 + 6_000 })
})
