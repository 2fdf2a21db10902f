import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { formOf, freezeClock, isolateText, releaseClock } from '../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { workerOrigin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let ana: string
let cleo: string

beforeAll(async () => {
  week = await mintWeek(databases)
  const variables = inject('variables')
  ana = (await mintSession(databases, week.ana, { variables })).cookie
  cleo = (await mintSession(databases, week.cleo, { variables })).cookie
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const confirm = (localStart: string) =>
  `/${week.studio.slug}/home/timetable/${week.at(localStart)}/booking`

const get = (path: string, cookie = '') =>
  fetch(workerOrigin + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' })

const post = (path: string, cookie: string, fields: URLSearchParams | string = '') =>
  fetch(workerOrigin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie,
      Origin: workerOrigin,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: fields,
  })

/** What the next page says of the last action. */
async function notified(answer: Response, cookie: string): Promise<string> {
  const flash = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const page = await get(answer.headers.get('Location') ?? '', [cookie, ...flash].join('; '))
  const html = await page.text()
  return isolateText(html.match(/<p class="flash[\s\S]*?<\/p>/)?.[0] ?? '')
}

const balances = () =>
  databases.shard(0).all<{ name: string; left: number }>(
    sql`SELECT package.name, sum(entry.amount) AS left FROM entries AS entry
      JOIN lots AS lot ON lot.id = entry.lot_id JOIN packages AS package ON package.id = lot.package_id
        WHERE entry.studio_id = ${week.studio.id} AND entry.person_id = ${week.ana.personId}
        GROUP BY package.name ORDER BY package.name`,
  )

test('the confirm page says what pays, what happens when, and what the button does', async () => {
  const response = await get(confirm('2026-10-17T10:00'), ana)
  const text = isolateText(await response.text())

  expect(text).toContain('Autumn five ends first 2 left, then 1. Use by Sat 31 Oct 1 credit')
  expect(text).toContain('10-class pack 6 left, then 5. Use by Mon 30 Nov 1 credit')
  expect(text).toContain('Until Friday 16 October, 22:00 Cancel and the credit comes back.')
  expect(text).toContain('After Fri 22:00 Cancel and you lose the credit and pay £5.00.')
  expect(text).toContain('1 credit. Free to cancel until Fri 22:00. Book Saturday 10:00')
  expect(response.headers.get('Server-Timing')).toMatch(/desc="2 trips/)
})

test('someone who is not signed in signs in and comes back', async () => {
  const response = await get(confirm('2026-10-17T10:00'))

  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toContain(
    `/sign-in?next=${encodeURIComponent(confirm('2026-10-17T10:00'))}`,
  )
})

test('pressing the button books with what was chosen, once, and a cancel brings the credit back', async () => {
  const path = confirm('2026-10-17T11:30')
  const { action, fields } = formOf(await (await get(path, ana)).text())
  const answer = await post(action, ana, fields)

  expect(answer.status).toBe(303)
  expect(answer.headers.get('Server-Timing')).toMatch(/desc="[23] trips/)
  expect(await notified(answer, ana)).toBe(
    'Booked. Pole 2: spins, Saturday 11:30. Free to cancel until Fri 23:30.',
  )
  expect((await post(action, ana, fields)).status).toBe(303)
  expect(await balances()).toEqual([
    { name: '10-class pack', left: 6 },
    { name: 'Autumn five', left: 1 },
  ])

  const booked = await (await get(path, ana)).text()
  const cancel = booked.match(/href="([^"]*\/cancellation)"/)?.[1] ?? ''
  const page = await (await get(cancel, ana)).text()
  expect(isolateText(page)).toContain(
    '1 credit is back in your Autumn five. 1 left, then 2. Use by Sat 31 Oct.',
  )
  const form = formOf(page)
  const cancelled = await post(form.action, ana, form.fields)
  expect(await notified(cancelled, ana)).toBe(
    'Cancelled in time. Pole 2: spins, Saturday 11:30. 1 credit is back in your Autumn five.',
  )
  expect((await post(form.action, ana, form.fields)).status).toBe(303)
  expect(await balances()).toEqual([
    { name: '10-class pack', left: 6 },
    { name: 'Autumn five', left: 2 },
  ])
  expect(isolateText(await (await get(cancel, ana)).text())).toContain('Nothing to cancel')
})

test('a full class is joined at the end of its waitlist and left again, free of charge', async () => {
  const path = confirm('2026-10-13T18:45')
  const page = await (await get(path, ana)).text()
  expect(isolateText(page)).toContain('You are 6th on the waitlist. Nothing is taken.')
  const { action, fields } = formOf(page)
  const joined = await post(action, ana, fields)

  expect(await notified(joined, ana)).toBe(
    'You are 6th on the waitlist. Silks basics, Tuesday 18:45. Free while you wait.',
  )
  const leave =
    (await (await get(path, ana)).text()).match(/href="([^"]*\/cancellation)"/)?.[1] ?? ''
  const form = formOf(await (await get(leave, ana)).text())
  expect(await notified(await post(form.action, ana, form.fields), ana)).toBe(
    'You left the waitlist. Silks basics, Tuesday 18:45.',
  )
})

test('a refused class says why, has no button, and shows what can be booked instead', async () => {
  const html = await (await get(confirm('2026-10-16T19:00'), ana)).text()

  expect(html).toContain('data-refusal="level_locked"')
  expect(isolateText(html)).toMatch(
    /This class needs level 3\. You have level 2\..*Classes you can book now 17:30 Tue 13 Oct Pole 1/,
  )
  expect(html).not.toContain('method="post"')
})

test('a post that is refused answers 422 with the code beside its sentence and does nothing', async () => {
  const nothing = await post(confirm('2026-10-17T10:00'), cleo)
  const locked = await post(confirm('2026-10-16T19:00'), ana)
  const closed = await post(confirm('2026-10-13T12:15'), ana)
  const foreignPay = await post(confirm('2026-10-17T10:00'), ana, 'pay=lot%3Asomebody-elses')
  const strangePay = await post(confirm('2026-10-17T10:00'), ana, 'pay=%3Cscript%3E')

  expect([nothing, locked, closed, foreignPay, strangePay].map(({ status }) => status)).toEqual([
    422, 422, 422, 422, 422,
  ])
  expect(await nothing.text()).toContain('data-refusal="no_entitlement"')
  expect(await locked.text()).toContain('data-refusal="level_locked"')
  expect(await closed.text()).toContain('data-refusal="closed"')
  expect(await foreignPay.text()).toContain('data-refusal="no_entitlement"')
  expect(isolateText(await strangePay.text())).toContain('Nothing was booked or charged.')
  expect((await balances()).map(({ left }) => left)).toEqual([6, 2])
})

test('another studio’s class and another person’s booking are not found', async () => {
  const other = await mintWeek(databases)
  const foreignClass = `/${week.studio.slug}/home/timetable/${other.at('2026-10-17T10:00')}/booking`
  const notMine = `/${week.studio.slug}/bookings/${week.bookingAt('2026-10-15T18:30')}/cancellation`

  expect((await get(foreignClass, ana)).status).toBe(404)
  expect((await post(foreignClass, ana)).status).toBe(404)
  expect((await get(notMine, cleo)).status).toBe(404)
  expect((await post(notMine, cleo)).status).toBe(404)
  expect(isolateText(await (await get(notMine, ana)).text())).toContain('Cancel Thursday 18:30')
})

test('after the limit the cancel page says what it costs before it is pressed', async () => {
  await freezeClock('2026-10-15T05:30:01Z')
  const path = `/${week.studio.slug}/bookings/${week.bookingAt('2026-10-15T18:30')}/cancellation`
  const late = isolateText(await (await get(path, ana)).text())
  await freezeClock('2026-10-15T05:30:00Z')
  const edge = isolateText(await (await get(path, ana)).text())
  await freezeClock(weekNow)

  expect(late).toContain(
    'Free cancellation ended at 06:30. Cancelling now costs 1 credit and £5.00. Cancel Thursday 18:30 late',
  )
  expect(edge).toContain('Free to cancel until 06:30. Cancel Thursday 18:30')
})

test('a cancel page that stood open past the limit asks again, and booking again says what was lost', async () => {
  const path = confirm('2026-10-17T10:00')
  const book = formOf(await (await get(path, ana)).text())
  expect((await post(book.action, ana, book.fields)).status).toBe(303)
  const cancel =
    (await (await get(path, ana)).text()).match(/href="([^"]*\/cancellation)"/)?.[1] ?? ''
  const stale = formOf(await (await get(cancel, ana)).text())

  await freezeClock('2026-10-17T07:00:00Z')
  const asked = await post(stale.action, ana, stale.fields)
  const html = await asked.text()
  expect(asked.status).toBe(422)
  expect(html).toContain('data-refusal="dearer"')
  expect(isolateText(html)).toContain('Cancelling now costs 1 credit and £5.00.')
  expect(await balances()).toContainEqual({ name: 'Autumn five', left: 1 })

  const read = formOf(html)
  expect(await notified(await post(read.action, ana, read.fields), ana)).toContain(
    'Cancelled late. Aerial hoop 1, Saturday 10:00. You lost the credit.',
  )
  expect(isolateText(await (await get(path, ana)).text())).toContain(
    'You cancelled this class late and lost 1 credit and £5.00. Booking again costs extra.',
  )
})

test('an offered place is told wherever the class stands, and its page takes or declines it without scripts', async () => {
  await freezeClock(weekNow)
  const silks = week.at('2026-10-15T19:45')
  const booking = week.bookingAt('2026-10-15T19:45')
  const page = `/${week.studio.slug}/bookings/${booking}/offer`
  const shard = databases.shard(0)
  const offer = (until: string) =>
    shard.run(sql`UPDATE bookings SET state = 'waitlisted', offered_until = ${until},
      ended_at = NULL, lot_id = NULL, membership_id = NULL WHERE id = ${booking}`)
  await shard.run(sql`UPDATE occurrences SET capacity = 9 WHERE id = ${silks}`)
  // Tuesday 12:40 in London; it is 12:10.
  await offer('2026-10-13T11:40:00Z')
  const text = async (path: string) => isolateText(await (await get(path, ana)).text())

  expect(await text(`/${week.studio.slug}/home`)).toContain('Take or decline it until 12:40.')
  expect(await text(`/${week.studio.slug}/portal`)).toContain('Offered to you until 12:40')
  const ofClass = await get(`/${week.studio.slug}/home/timetable/${silks}`, ana)
  const markup = await ofClass.text()
  expect(isolateText(markup)).toContain('A place is offered to you until 12:40.')
  expect(markup).toContain(`href="${page}"`)
  expect(
    (await get(`/${week.studio.slug}/bookings/${booking}/cancellation`, ana)).headers.get(
      'Location',
    ),
  ).toBe(page)
  expect((await get(page, cleo)).status).toBe(404)
  expect((await get(page)).status).toBe(303)

  const shown = await get(page, ana)
  expect(shown.headers.get('Server-Timing')).toMatch(/desc="2 trips/)
  const html = await shown.text()
  expect(html).not.toContain('<script src')
  expect(isolateText(html)).toContain('Offered to you until 12:40')
  expect(isolateText(html)).toContain('If you decline You’re not charged,')
  const { action, fields } = formOf(html)
  expect(action).toBe(page)

  expect((await post(action, ana, new URLSearchParams({ answer: 'maybe' }))).status).toBe(422)
  const declined = await post(
    action,
    ana,
    new URLSearchParams({ ...Object.fromEntries(fields), answer: 'decline' }),
  )
  expect(declined.status).toBe(303)
  expect(await notified(declined, ana)).toContain(
    'You have declined the place. Nothing was charged',
  )
  expect(await text(page)).toContain('You’ve declined Nothing was charged.')
  const late = await post(page, ana, new URLSearchParams({ answer: 'take' }))
  expect(late.status).toBe(422)
  expect(await late.text()).toContain('data-refusal="offer_over"')

  await offer('2026-10-13T11:40:00Z')
  const taken = await post(page, ana, new URLSearchParams({ answer: 'take' }))
  expect(taken.status).toBe(303)
  expect(await notified(taken, ana)).toContain('Booked.')
})
