import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let other: Week
let desk: string
let coach: string
let place: { occurrence: string; booking: string }

const shard = () => databases.shard(week.studio.shard as 0 | 1)

beforeAll(async () => {
  await freezeClock(weekNow)
  ;[week, other] = [await mintWeek(databases), await mintWeek(databases)]
  const { studio } = week
  const staff = async (role: 'front_desk' | 'coach') => {
    const account = await mintAccount(databases, { studio, role, name: `Some ${role}` })
    return (await mintSession(databases, account, { variables: inject('variables') })).cookie
  }
  ;[desk, coach] = [await staff('front_desk'), await staff('coach')]
  const [row] = await shard().all<{ occurrence: string; booking: string }>(sql`
    SELECT b.occurrence_id AS occurrence, b.id AS booking FROM bookings AS b
    JOIN occurrences AS o ON o.id = b.occurrence_id
    WHERE b.studio_id = ${studio.id} AND b.state = 'booked' AND b.lot_id IS NOT NULL
      AND o.starts_at > ${weekNow} ORDER BY o.starts_at LIMIT 1`)
  place = row!
  await shard().run(sql`
    INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, booking_id, created_at)
    SELECT studio_id, person_id, lot_id, 'book', -1, id, ${weekNow} FROM bookings
    WHERE id = ${place.booking} ON CONFLICT DO NOTHING`)
  await shard().run(sql`UPDATE class_types SET drop_in_minor = 1400 WHERE studio_id = ${studio.id}`)
})

afterAll(releaseClock)

const page = () => paths.manageBookingPayer(week.studio, place.occurrence, place.booking)

test('the desk reads what each choice does, changes what pays, and the place tells it', async () => {
  const back = paths.manageClassBooking(week.studio, place.occurrence, place.booking)
  expect((await open(back, desk)).html).toContain('Change what pays')
  const { status, html } = await open(page(), desk)
  expect(status).toBe(200)
  const text = isolateText(html)
  expect(text).toContain('1 credit is back in')
  expect(text).toContain('£14.00 goes on their invoice.')
  const unsaid = await send(page(), desk, { to: 'drop_in:later', reason: '' })
  expect([unsaid.status, unsaid.html.includes('Give a reason')]).toEqual([422, true])
  const stale = await send(page(), desk, { to: 'drop_in:later', reason: 'Asked', shown: '0.x' })
  expect([stale.status, stale.html]).toEqual([
    422,
    expect.stringContaining('data-refusal="changed_meanwhile"'),
  ])
  const done = await send(page(), desk, { to: 'drop_in:later', reason: 'Keeps the pack' })
  expect([done.status, done.location]).toEqual([303, back])
  const after = isolateText((await open(back, desk)).html)
  expect(after).toContain('What pays was changed')
  expect(after).toContain('Drop-in')
})

test('odd choices and foreign ids change nothing, and a coach does not open the page', async () => {
  for (const to of ['', 'free', 'lot:', `lot:${'x'.repeat(41)}`, 'lot:x OR 1', 'membership:-1']) {
    expect([to, (await send(page(), desk, { to, reason: 'Odd' })).status]).toEqual([to, 422])
  }
  const foreign = await shard().all<{ id: string }>(
    sql`SELECT id FROM lots WHERE studio_id = ${other.studio.id} LIMIT 1`,
  )
  const odd = await send(page(), desk, { to: `lot:${foreign[0]?.id ?? newId()}`, reason: 'Odd' })
  expect(odd.html).toContain('data-refusal="does_not_pay"')
  for (const [occurrence, booking] of [
    [other.bookingAt('2026-10-15T18:30'), place.booking],
    [place.occurrence, other.bookingAt('2026-10-15T18:30')],
  ] as const) {
    const path = paths.manageBookingPayer(week.studio, occurrence, booking)
    expect((await open(path, desk)).status).toBe(404)
  }
  expect((await open(page(), coach)).status).toBe(403)
})
