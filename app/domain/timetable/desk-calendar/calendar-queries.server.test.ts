import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { makeCalendarLink } from '#app/domain/people/calendar-link.server.ts'
import { paths } from '#app/paths.ts'
import { bookingOf } from '../../../../tests/support/bookings.ts'
import { readByFile, readByName } from '../../../../tests/support/calendars.ts'
import {
  asGuardian,
  giveFamilyPack,
  givenChild,
} from '../../../../tests/support/people/families.ts'
import { plansOf, remembering } from '../../../../tests/support/query-plans.ts'
import { world } from '../../../../tests/support/world.ts'
import { classCalendar, personCalendar, studioCalendar } from './calendar-queries.server.ts'

const now = '2026-10-12T09:00:00Z'
const secret = 'a secret of the installation, long enough'

test("a person's feed tells what they booked, wait for and gave up, each change with a higher sequence", async () => {
  const w = await world()
  const small = await w.givenClass({ capacity: 1 })
  const other = await w.givenClass({ localStart: '2026-10-16T18:30' })
  const ben = w.asMember(w.ben, now)
  await bookClass(w.asMember(w.ana, now), small)
  await bookClass(ben, small)
  await bookClass(ben, other)
  const token = await makeCalendarLink(ben, { replaces: '', secret })
  const read = async () => readByFile((await personCalendar(w.at(now), token)) ?? '')

  expect(await read()).toMatchObject([
    { uid: `${small}@cadence`, status: 'TENTATIVE', sequence: 0, title: 'Waitlist: Pole 2: spins' },
    { uid: `${other}@cadence`, status: 'CONFIRMED', sequence: 0, zone: 'Europe/London' },
  ])
  await cancelBooking(ben, (await bookingOf(w, other, w.ben))!.id)
  expect((await read())[1]).toMatchObject({
    uid: `${other}@cadence`,
    status: 'CANCELLED',
    sequence: 1,
  })
  await bookClass(ben, other)
  expect((await read())[1]).toMatchObject({
    uid: `${other}@cadence`,
    status: 'CONFIRMED',
    sequence: 2,
  })
  expect(readByName((await personCalendar(w.at(now), token))!)).toEqual(await read())
})

test('a guardian’s feed has the bookings of their children by name, until they are of age', async () => {
  const w = await world()
  const isla = await givenChild(w, 'Isla Reyes', { birthDate: '2009-10-12', guardians: [w.ben] })
  await giveFamilyPack(w, w.ben)
  const id = await w.givenClass()
  await bookClass(w.asMember(w.ben, now), id)
  await bookClass(asGuardian(w, w.ben, isla, now), id)
  const token = await makeCalendarLink(w.asMember(w.ben, now), { replaces: '', secret })
  const read = async () =>
    readByFile((await personCalendar(w.at(now), token)) ?? '').sort((a, b) =>
      a.uid < b.uid ? 1 : -1,
    )
  expect(await read()).toMatchObject([
    { uid: `${id}@cadence`, title: 'Pole 2: spins' },
    { uid: `${id}-${isla.id}@cadence`, title: 'Isla: Pole 2: spins' },
  ])
  await w.db.run(sql`UPDATE people SET birth_date = '2008-10-12' WHERE id = ${isla.id}`)
  expect((await read()).map(({ title }) => title)).toEqual(['Pole 2: spins'])
})

test("a person's feed tells the limit their place was booked under, not the one the class has now", async () => {
  const w = await world()
  const id = await w.givenClass()
  const ben = w.asMember(w.ben, now)
  await bookClass(ben, id)
  const token = await makeCalendarLink(ben, { replaces: '', secret })
  const read = async () => (await personCalendar(w.at(now), token))!.replaceAll(/\r?\n /g, '')
  const before = await read()
  expect(before).toContain('Free to cancel until')
  await w.db.run(
    sql`UPDATE bookings SET cutoff_at = (SELECT cutoff_at FROM occurrences WHERE id = ${id})
      WHERE occurrence_id = ${id}`,
  )
  await w.db.run(sql`UPDATE occurrences SET cutoff_at = '2026-10-13T17:30:00Z' WHERE id = ${id}`)
  expect(await read()).toBe(before)
})

test('a new link stops the old one, sent twice makes one, and a link opens at its own studio for those who are there', async () => {
  const w = await world()
  const ben = w.asMember(w.ben, now)
  const first = await makeCalendarLink(ben, { replaces: '', secret })
  expect(await makeCalendarLink(ben, { replaces: '', secret })).toBe(first)
  const [second, again] = await Promise.all([
    makeCalendarLink(ben, { replaces: first, secret }),
    makeCalendarLink(ben, { replaces: first, secret }),
  ])
  expect(first).toMatch(/^[0-9A-Za-z]{32}$/)
  expect(second).not.toBe(first)
  expect(again).toBe(second)
  expect(await personCalendar(w.at(now), first)).toBeNull()
  expect(await personCalendar(w.at(now), second)).toContain('BEGIN:VCALENDAR')
  expect(await personCalendar(w.at(now), '')).toBeNull()
  const elsewhere = await world()
  expect(await personCalendar({ ...w.at(now), studio: elsewhere.studio }, second)).toBeNull()
  await w.db.run(sql`UPDATE people SET archived_at = ${now} WHERE id = ${w.ben.id}`)
  expect(await personCalendar(w.at(now), second)).toBeNull()
})

test('no feed holds a word of anyone else, a draft, or what lies outside its window', async () => {
  const w = await world()
  const both = await w.givenClass()
  const draft = await w.givenClass({ localStart: '2026-10-17T18:30' })
  await w.db.run(sql`UPDATE occurrences SET state = 'draft' WHERE id = ${draft}`)
  await bookClass(w.asMember(w.ana, now), both)
  await bookClass(w.asMember(w.ben, now), both)
  const own = (await personCalendar(
    w.at(now),
    await makeCalendarLink(w.asMember(w.ben, now), { replaces: '', secret }),
  ))!
  const all = await studioCalendar(w.at(now))
  for (const text of [own, all]) expect(text).not.toMatch(/Ana|Ben|Okoro|@example/)
  expect(readByFile(all).map(({ uid }) => uid)).toEqual([`${both}@cadence`])
  expect(await classCalendar(w.at(now), draft)).toBeNull()
  expect(readByFile((await classCalendar(w.at(now), both))!)).toHaveLength(1)
  expect(await classCalendar((await world()).at(now), both)).toBeNull()
  expect(readByFile(await studioCalendar(w.at('2027-10-12T09:00:00Z')))).toEqual([])
  // The same all day, so that its ETag holds.
  expect(await studioCalendar(w.at('2026-10-12T23:00:00Z'))).toBe(all)
})

test('the feed of a busy studio tells what is ahead, however much lies behind', async () => {
  const w = await world()
  const ahead = await w.givenClass()
  await w.db.run(sql`
    WITH RECURSIVE past (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM past WHERE i < 700)
    INSERT INTO occurrences (id, studio_id, kind, series_id, recurrence_key, class_type_id, room_id,
      coach_id, policy_id, starts_at, ends_at, time_zone, local_start, capacity, cutoff_at,
      opens_at, closes_at, waitlist_closes_at, waitlist_limit, state)
    SELECT o.id || i, o.studio_id, o.kind, o.series_id, 'past' || i, o.class_type_id, o.room_id,
      o.coach_id, o.policy_id, strftime('%Y-%m-%dT%H:%M:%SZ', ${now}, '-' || (i * 2) || ' hours'),
      strftime('%Y-%m-%dT%H:%M:%SZ', ${now}, '-' || (i * 2 - 1) || ' hours'),
      o.time_zone, o.local_start, o.capacity, o.cutoff_at, o.opens_at, o.closes_at,
      o.waitlist_closes_at, o.waitlist_limit, 'reconciled'
    FROM past, occurrences AS o WHERE o.id = ${ahead}`)

  expect(readByFile(await studioCalendar(w.at(now))).map(({ uid }) => uid)).toContain(
    `${ahead}@cadence`,
  )
})

test("a person's feed tells the limit their booking was made under", async () => {
  const w = await world()
  const id = await w.givenClass()
  await bookClass(w.asMember(w.ben, now), id)
  await w.db.run(sql`
    UPDATE bookings SET cutoff_at = '2026-10-15T11:30:00Z'
    WHERE studio_id = ${w.studio.id} AND occurrence_id = ${id}`)
  const token = await makeCalendarLink(w.asMember(w.ben, now), { replaces: '', secret })
  const text = (await personCalendar(w.at(now), token))!.replace(/\r\n /g, '')
  expect(text).toContain('Free to cancel until Thu 15 Oct 12:30.')
})

test('feeds call coaches as they want to be called', async () => {
  const w = await world()
  const id = await w.givenClass()
  await w.db.run(sql`UPDATE people SET preferred_name = 'Dee' WHERE id = ${w.coach.id}`)
  const files = [await studioCalendar(w.at(now)), await classCalendar(w.at(now), id)]
  for (const text of files) {
    expect(text).toContain('With Dee at')
    expect(text).not.toContain(w.coach.name)
  }
})

test('each feed is one trip and scans no table that grows', async () => {
  const w = await world()
  const id = await w.givenClass()
  await bookClass(w.asMember(w.ben, now), id)
  const token = await makeCalendarLink(w.asMember(w.ben, now), { replaces: '', secret })
  const { sent, remember } = remembering(w)
  const ctx = remember(w.at(now))
  for (const feed of [
    () => studioCalendar(ctx),
    () => classCalendar(ctx, id),
    () => personCalendar(ctx, token),
  ]) {
    const before = w.meter.trips
    await feed()
    expect(w.meter.trips - before).toBe(1)
  }
  expect(sent.size).toBe(7)
  expect(await plansOf(w, sent)).toEqual([])
})

test('who works here has the classes they teach and their published shifts in their feed', async () => {
  const w = await world()
  const id = await w.givenClass()
  const shift = (key: string, told: string | null) =>
    w.db.run(sql`INSERT INTO shifts (id, studio_id, title, role, person_id, starts_at, ends_at, told,
        told_person_id)
      VALUES (${key}, ${w.studio.id}, 'Cleaning', 'any', ${w.coach.id}, '2026-10-14T08:00:00Z',
        '2026-10-14T10:00:00Z', ${told}, ${told && w.coach.id})`)
  await shift('planned', null)
  await shift(
    'told',
    JSON.stringify({
      title: 'Front desk',
      role: 'any',
      startsAt: '2026-10-14T08:00:00Z',
      endsAt: '2026-10-14T10:00:00Z',
      locationId: null,
    }),
  )
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${w.coach.id}`)
  const token = await makeCalendarLink(w.asMember(w.coach, now), { replaces: '', secret })
  const file = (await personCalendar(w.at(now), token)) ?? ''
  expect(file.replaceAll('\r\n ', '')).toContain(paths.manageClass(w.studio, id))
  const entries = readByFile(file)
  expect(entries.map(({ uid, title }) => [uid, title]).sort()).toEqual(
    [
      [`${id}-teach@cadence`, 'Teach: Pole 2: spins'],
      ['told-shift@cadence', 'Shift: Front desk'],
    ].sort(),
  )
})
