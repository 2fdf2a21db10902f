import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  asGuardian,
  balanceOf,
  giveFamilyPack,
  givenChild,
  mailsOf,
  NotTheirs,
} from '../../../../tests/support/people/families.ts'
import { world } from '../../../../tests/support/world.ts'
import { unlinkGuardian } from '../../families/link-guardian.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { moveBooking } from '../roster/move-booking.server.ts'
import { promoteWaitlist } from '../waitlist/promote-waitlist.server.ts'
import { bookClass } from './book-class.server.ts'

const now = '2026-10-12T09:00:00Z'

test('a guardian’s shared pack pays for their child, and they are written to', async () => {
  const w = await world()
  const leo = await givenChild(w, 'Leo Reyes', { guardians: [w.cleo] })
  const pack = await giveFamilyPack(w, w.cleo)
  const ctx = asGuardian(w, w.cleo, leo, now)
  const booked = await bookClass(ctx, await w.givenClass())
  expect(booked).toMatchObject({ ok: true, outcome: 'booked', booking: { lotId: pack } })
  expect(await balanceOf(w, pack)).toBe(9)
  const [mail, ...more] = await mailsOf(w)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: w.cleo.email })
  expect(mail?.subject).toContain('(Leo)')
  expect(mail?.text).toContain('This is about Leo.')
  expect(mail?.text).toContain(`?who=${leo.id}`)
  if (!booked.ok) return
  expect(await cancelBooking(ctx, booked.booking.id)).toMatchObject({
    ok: true,
    outcome: 'cancelled_on_time',
  })
  expect(await balanceOf(w, pack)).toBe(10)
  expect((await mailsOf(w)).map(({ to }) => to)).toEqual([w.cleo.email, w.cleo.email])
})

test('a pack that is not shared pays for nobody else', async () => {
  const w = await world()
  const leo = await givenChild(w, 'Leo Okoro', { guardians: [w.ben] })
  const occurrence = await w.givenClass()
  expect(await bookClass(asGuardian(w, w.ben, leo, now), occurrence)).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
  })
  await w.db.run(sql`UPDATE lots SET family = 1 WHERE id = ${w.benLot}`)
  expect(await bookClass(asGuardian(w, w.ben, leo, now), occurrence)).toMatchObject({ ok: true })
})

test('nobody acts for another family’s or another studio’s child, or for one who is of age', async () => {
  const [w, other] = [await world(), await world()]
  const leo = await givenChild(w, 'Leo Reyes', { guardians: [w.ana] })
  const grown = await givenChild(w, 'Mia Reyes', { guardians: [w.ana], birthDate: '2008-10-12' })
  const foreign = await givenChild(other, 'Ida Reyes', { guardians: [other.ana] })
  const occurrence = await w.givenClass()
  await giveFamilyPack(w, w.ana)
  await giveFamilyPack(w, w.ben)
  for (const [guardian, child] of [
    [w.ben, leo],
    [w.ana, grown],
    [w.ana, foreign],
    [w.ana, w.ben],
  ] as const)
    await expect(bookClass(asGuardian(w, guardian, child, now), occurrence)).rejects.toThrow(
      NotTheirs,
    )
  const eve = asGuardian(w, w.ana, grown, '2026-10-11T22:59:59Z')
  expect(await bookClass(eve, occurrence)).toMatchObject({ ok: true })
})

test('someone who stops being a guardian between reading and writing books nothing', async () => {
  const w = await world()
  const leo = await givenChild(w, 'Leo Reyes', { guardians: [w.ana] })
  const pack = await giveFamilyPack(w, w.ana)
  const occurrence = await w.givenClass()
  const ctx = asGuardian(w, w.ana, leo, now)
  const client = ctx.db.$client
  let batches = 0
  const cut = new Proxy(client, {
    get: (target, name, receiver) =>
      name === 'batch'
        ? async (statements: D1PreparedStatement[]) => {
            batches += 1
            if (batches === 2) await unlinkGuardian(w.asDesk(now), w.ana.id, leo.id)
            return await client.batch(statements)
          }
        : Reflect.get(target, name, receiver),
  })
  const db = Object.assign(Object.create(ctx.db), { $client: cut })
  await expect(bookClass({ ...ctx, db }, occurrence)).rejects.toThrow(NotTheirs)
  expect(batches).toBe(2)
  expect(await balanceOf(w, pack)).toBe(10)
  expect(await w.db.all(sql`SELECT 1 FROM bookings WHERE person_id = ${leo.id}`)).toEqual([])
})

test('of two parents who book the same child at once one pays', async () => {
  const w = await world()
  const leo = await givenChild(w, 'Leo Reyes', { guardians: [w.ben, w.cleo] })
  const packs = [await giveFamilyPack(w, w.ben), await giveFamilyPack(w, w.cleo)]
  await w.db.run(sql`UPDATE lots SET family = 1 WHERE id = ${w.benLot}`)
  const occurrence = await w.givenClass()
  const answers = await Promise.all(
    [w.ben, w.cleo, w.ben, w.cleo].map((parent) =>
      bookClass(asGuardian(w, parent, leo, now), occurrence),
    ),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
  const left = await Promise.all([...packs, w.benLot].map((pack) => balanceOf(w, pack)))
  expect(left.reduce((sum: number, n) => sum + (n ?? 0), 0)).toBe(29)
  expect(await mailsOf(w)).toHaveLength(1)
})

test('a child who is promoted is paid for by the parent who put them on the list', async () => {
  const w = await world()
  const leo = await givenChild(w, 'Leo Reyes', { guardians: [w.ben, w.cleo] })
  const ends = { expiresOn: '2026-11-30' }
  const [bens, cleos] = [await giveFamilyPack(w, w.ben, ends), await giveFamilyPack(w, w.cleo)]
  const occurrence = await w.givenClass({ capacity: 1 })
  const first = await bookClass(w.asMember(w.ana, now), occurrence)
  expect(await bookClass(asGuardian(w, w.cleo, leo, now), occurrence)).toMatchObject({
    outcome: 'waitlisted',
  })
  if (!first.ok) return
  await cancelBooking(w.asMember(w.ana, now), first.booking.id)
  await promoteWaitlist(w.at(now), occurrence)
  expect([await balanceOf(w, bens), await balanceOf(w, cleos)]).toEqual([10, 9])
  const told = (await mailsOf(w)).filter(({ kind }) => kind === 'booking-promoted')
  expect(told.map(({ to }) => to)).toEqual([w.cleo.email])
})

test('moving a child’s place at the desk keeps the family pack that pays for it and the parent who booked it', async () => {
  const w = await world()
  const leo = await givenChild(w, 'Leo Reyes', { guardians: [w.ana, w.cleo] })
  const pack = await giveFamilyPack(w, w.cleo)
  const [from, to] = [await w.givenClass(), await w.givenClass({ localStart: '2026-10-17T18:30' })]
  const booked = await bookClass(asGuardian(w, w.cleo, leo, now), from)
  if (!booked.ok) throw new Error(booked.reason)
  const move = () =>
    moveBooking(w.asDesk(now), from, booked.booking.id, { to, reason: 'asked at the desk' })
  const moved = await move()
  expect(moved).toMatchObject({ ok: true })
  expect(await balanceOf(w, pack)).toBe(9)
  expect(
    await w.db.all(sql`SELECT guardian_id AS guardian, lot_id AS lot FROM bookings
      WHERE studio_id = ${w.studio.id} AND occurrence_id = ${to}`),
  ).toEqual([{ guardian: w.cleo.id, lot: pack }])
  expect((await mailsOf(w)).map((mail) => mail.to)).toEqual([w.cleo.email, w.cleo.email])

  // A family that shares no more moves nothing on the pack.
  await unlinkGuardian(w.asDesk(now), w.cleo.id, leo.id)
  expect(
    await moveBooking(w.asDesk(now), to, moved.ok ? moved.bookingId : '', {
      to: await w.givenClass({ localStart: '2026-10-19T18:30' }),
      reason: '',
    }),
  ).toEqual({ ok: false, reason: 'does_not_pay' })
})
