import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmMine } from '#app/domain/appointments/confirm-appointment.server.ts'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { packagesPage } from '#app/domain/entitlements/offers/packages-page.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { accountOf, givenAppointments } from '../../../../tests/support/appointments.ts'
import { balanceOf } from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { packageOfferForm } from '../../entitlements/offers/package-form.ts'
import type { PackageKind } from '../../entitlements/offers/package-kinds.ts'
import { addPackage, changePackage } from '../../entitlements/offers/save-package.server.ts'
import { packRefundFacts } from '../refunds/pack-refund.server.ts'
import { refundPack } from '../refunds/refund-pack.server.ts'
import { sellPackage } from './sell-package.server.ts'

const now = '2026-10-12T09:00:00Z'
const nine = '2026-10-13T08:00:00Z'
const eleven = '2026-10-13T10:00:00Z'

const owner = (w: World): StaffContext => ({
  ...w.at(now),
  actor: { userId: 'mina', name: 'Mina', role: 'manager' },
})

async function added(w: World, kind: PackageKind, more: Record<string, unknown>) {
  const key = newId()
  const form = { key, name: `A ${kind}`, price: '90.00', validDays: '60', ...more }
  const result = await addPackage(owner(w), packageOfferForm('GBP', kind).parse(form))
  if (!result.ok) throw new Error(result.reason)
  return key
}

async function sold(w: World, person: Person, packageId: string, startsOn = '2026-10-12') {
  const key = newId()
  const result = await sellPackage(w.asDesk(now), person.id, {
    key,
    packageId,
    startsOn,
    method: 'card',
    note: '',
  })
  if (!result.ok) throw new Error(result.reason)
  return { key, ...result }
}

const lotsOf = (w: World, person: Person) =>
  w.db.all<{ id: string; name: string; soldWith: string | null; left: number }>(sql`
    SELECT lot.id, package.name, lot.sold_with AS soldWith,
      (SELECT sum(amount) FROM entries WHERE lot_id = lot.id) AS "left"
    FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
    WHERE lot.studio_id = ${w.studio.id} AND lot.person_id = ${person.id} ORDER BY lot.id`)

/** An appointment of the person’s tomorrow, paid by a pack. */
async function appointmentBy(
  w: World,
  person: Person,
  { typeId, lotId, startsAt = nine }: { typeId: string; lotId: string; startsAt?: string },
) {
  const member = w.asMember(person, now)
  const held = await holdSlot(member, { typeId, coachId: w.coach.id, startsAt })
  if (!held.ok) throw new Error(held.reason)
  return confirmMine(member, held.appointmentId, { people: 1, lotId })
}

test('a day pass is for the day of the first class booked with it, and for as many as it says', async () => {
  const w = await world()
  const pass = await added(w, 'day_pass', { credits: '2', validFrom: 'first_use' })
  await sold(w, w.cleo, pass)
  const day = (time: string, date = '2026-10-15') =>
    w.givenClass({ localStart: `${date}T${time}`, capacity: 6 })
  const [first, second, third, next] = [
    await day('09:00'),
    await day('11:00'),
    await day('13:00'),
    await day('09:00', '2026-10-16'),
  ]
  const cleo = w.asMember(w.cleo, now)
  expect(await bookClass(cleo, first)).toMatchObject({ ok: true })
  expect(await bookClass(cleo, next)).toMatchObject({
    ok: false,
    reason: 'entitlement_ends_before',
  })
  expect(await bookClass(cleo, second)).toMatchObject({ ok: true })
  expect((await bookClass(cleo, third)).ok).toBe(false)
})

test('a day pass for any number is for the day that was chosen when it was sold', async () => {
  const w = await world()
  const pass = await added(w, 'day_pass', { validFrom: 'purchase' })
  await sold(w, w.cleo, pass, '2026-10-15')
  const book = async (localStart: string) =>
    bookClass(w.asMember(w.cleo, now), await w.givenClass({ localStart, capacity: 6 }))
  expect((await book('2026-10-14T09:00')).ok).toBe(false)
  for (const hour of ['07', '09', '11', '13', '15', '17'])
    expect(await book(`2026-10-15T${hour}:00`)).toMatchObject({ ok: true })
  expect((await book('2026-10-16T09:00')).ok).toBe(false)
})

test('a PT pack pays for the appointments it names, and for no class', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const [named, other] = [
    await added(w, 'appointments', { sessions: '3', types: [typeId] }),
    await added(w, 'appointments', { name: 'Massage', sessions: '3' }),
  ]
  const pt = await sold(w, w.cleo, named)
  const inClass = await w.givenClass({ localStart: '2026-10-15T18:30' })
  expect(await bookClass(w.asMember(w.cleo, now), inClass)).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
  })
  expect(await appointmentBy(w, w.cleo, { typeId, lotId: pt.key })).toMatchObject({ ok: true })
  expect(await balanceOf(w, pt.key)).toBe(2)
  expect(await accountOf(w, w.cleo)).not.toContain('appointment 4500 open')
  const massage = await sold(w, w.ben, other)
  await w.db.run(sql`UPDATE packages SET covers = 'another' WHERE id = ${other}`)
  await w.db.run(sql`UPDATE appointments SET state = 'lapsed'`)
  await w.db.run(sql`UPDATE occurrences SET state = 'cancelled' WHERE kind = 'appointment'`)
  expect(await appointmentBy(w, w.ben, { typeId, lotId: massage.key })).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
  })
})

test('a bundle is one sale and one invoice, a lot for each part, and is refunded as one', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const bundle = await added(w, 'bundle', { name: 'Starter', credits: '10', sessions: '2' })
  const { key, invoiceId } = await sold(w, w.cleo, bundle)
  expect(await lotsOf(w, w.cleo)).toEqual([
    { id: key, name: 'Starter, classes', soldWith: null, left: 10 },
    { id: `${key}-2`, name: 'Starter, appointments', soldWith: key, left: 2 },
  ])
  const lines = await w.db.all(
    sql`SELECT working, amount_minor AS minor FROM open_items WHERE invoice_id = ${invoiceId}`,
  )
  expect(lines).toEqual([{ working: 'Starter', minor: 9_000 }])
  expect(await appointmentBy(w, w.cleo, { typeId, lotId: `${key}-2` })).toMatchObject({ ok: true })
  expect((await appointmentBy(w, w.cleo, { typeId, lotId: key, startsAt: eleven })).ok).toBe(false)

  const facts = await packRefundFacts(owner(w), invoiceId)
  expect(facts).toMatchObject({ lotIds: [key, `${key}-2`], left: 11, used: 1, name: 'Starter' })
  const { refundMinor } = facts!.quote
  const press = () =>
    refundPack(owner(w), {
      key: 'refund-key-1',
      invoiceId,
      method: 'card',
      reason: 'Moves away',
      amountMinor: refundMinor,
    })
  const results = await Promise.all([press(), press()])
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect((await lotsOf(w, w.cleo)).map(({ left }) => left)).toEqual([0, 0])
  const over = await w.db.all(
    sql`SELECT 1 FROM lots WHERE person_id = ${w.cleo.id} AND refunded_at IS NULL`,
  )
  expect(over).toEqual([])
})

test('a bundle under a new name keeps what was sold, and its parts are not on sale separately', async () => {
  const w = await world()
  const bundle = await added(w, 'bundle', { name: 'Starter', credits: '10', sessions: '2' })
  await sold(w, w.cleo, bundle)
  const form = { key: newId(), name: 'Begin', price: '99.00', credits: '5', sessions: '1' }
  const changed = await changePackage(
    owner(w),
    bundle,
    packageOfferForm('GBP', 'bundle').parse({ ...form, validDays: '30' }),
  )
  expect(changed).toMatchObject({ ok: true })
  expect((await lotsOf(w, w.cleo)).map(({ name, left }) => [name, left])).toEqual([
    ['Begin, classes', 10],
    ['Begin, appointments', 2],
  ])
  const { packages } = await packagesPage(owner(w))
  expect(packages.filter(({ name }) => name.startsWith('Begin'))).toMatchObject([
    { name: 'Begin', kind: 'bundle', credits: 5, sessions: 1 },
  ])
  const part = await sellPackage(w.asDesk(now), w.ben.id, {
    key: newId(),
    packageId: `${form.key}-2`,
    startsOn: '2026-10-12',
    method: 'card',
    note: '',
  })
  expect(part).toEqual({ ok: false, reason: 'not_found' })
})

test('a bundle that is sold once per person is sold once, pressed twice or bought in a new version', async () => {
  const w = await world()
  const bundle = await added(w, 'bundle', { credits: '1', sessions: '1', once: 'on' })
  const sell = (key: string) =>
    sellPackage(w.asDesk(now), w.cleo.id, {
      key,
      packageId: bundle,
      startsOn: '2026-10-12',
      method: 'card',
      note: '',
    })
  const key = newId()
  const twice = await Promise.all([sell(key), sell(key)])
  expect(twice.every(({ ok }) => ok)).toBe(true)
  expect(await lotsOf(w, w.cleo)).toHaveLength(2)
  expect(await sell(newId())).toEqual({ ok: false, reason: 'had_it' })
})

test('credits never go below nothing, whatever books at once', async () => {
  const w = await world()
  const pass = await added(w, 'day_pass', { credits: '3', validFrom: 'first_use' })
  const { key } = await sold(w, w.cleo, pass)
  const hours = ['07', '08', '09', '10', '11', '12', '13', '14', '15', '16']
  const classes = await Promise.all(
    hours.map((hour) => w.givenClass({ localStart: `2026-10-15T${hour}:00`, capacity: 6 })),
  )
  const results = await Promise.all(classes.map((id) => bookClass(w.asMember(w.cleo, now), id)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(3)
  expect(await balanceOf(w, key)).toBe(0)
})
