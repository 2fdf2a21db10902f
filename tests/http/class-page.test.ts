import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock } from '../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { workerOrigin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let ana: string

beforeAll(async () => {
  week = await mintWeek(databases)
  ana = (await mintSession(databases, week.ana, { variables: inject('variables') })).cookie
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const get = (path: string, cookie = '') =>
  fetch(`${workerOrigin}/${week.studio.slug}/home/${path}`, {
    headers: cookie ? { cookie } : {},
    redirect: 'manual',
  })

test('a class says what, when with its zone, who, where and its rules by the clock', async () => {
  const response = await get(`timetable/${week.at('2026-10-17T10:00')}`, ana)
  const html = await response.text()
  const text = isolateText(html)

  expect(text).toContain(
    'Saturday 17 October, 10:00 to 11:00 Dee, aerial studio. 4 of 8 places left. UK time.',
  )
  expect(text).toContain('Until Fri 16 Oct 22:00 Free cancellation.')
  expect(text).toContain('Later Cancel and you lose the credit and pay £5.00.')
  expect(text).toMatch(/1 credit\. Free to cancel until Fri 22:00\. Book Saturday 10:00/)
  expect(text).toContain('Other dates')
  expect(html).toContain('<title>Aerial hoop 1, Saturday 10:00 – Northside</title>')
  expect(html).not.toContain('<script')
  expect(response.headers.get('Server-Timing')).toMatch(/desc="2 trips/)
})

test('a booked class offers its cancel, and a cancelled one says why it does not run', async () => {
  const booked = await (await get(`timetable/${week.at('2026-10-15T18:30')}`, ana)).text()
  const cancelled = await (await get(`timetable/${week.at('2026-10-15T09:30')}`, ana)).text()

  expect(isolateText(booked)).toContain(
    'Booked. Free to cancel until Thu 06:30, then 1 credit and £5.00. Cancel Thursday 18:30',
  )
  expect(booked).toContain(`/bookings/${week.bookingAt('2026-10-15T18:30')}/cancellation`)
  expect(isolateText(cancelled)).toContain('Cancelled. Dee is ill.')
})

test('a class that is not there, and one of another studio, are the same page of 404', async () => {
  const other = await mintWeek(databases)
  const missing = await get('timetable/nothing', ana)
  const foreign = await get(`timetable/${other.at('2026-10-17T10:00')}`, ana)

  expect([missing.status, foreign.status]).toEqual([404, 404])
  const html = await foreign.text()
  expect(html).toContain('This page doesn’t exist – Northside')
  expect(isolateText(html)).not.toContain('Aerial hoop')
})

test('an unknown page of a studio is told in the studio’s own frame, for a post as well', async () => {
  const read = await get('nothing/here', ana)
  const html = await read.text()
  const posted = await fetch(`${workerOrigin}/${week.studio.slug}/nothing`, {
    method: 'POST',
    headers: { cookie: ana, Origin: workerOrigin },
  })

  expect(read.status).toBe(404)
  expect(html).toContain('Studio rules')
  expect(html).toContain('Ana Reyes, your account')
  expect(posted.status).toBe(404)
})

test('an address of no studio is told in the frame of Cadence', async () => {
  const response = await fetch(`${workerOrigin}/no-such-studio/home/timetable`)

  expect(response.status).toBe(404)
  expect(await response.text()).toContain('This page doesn’t exist – Cadence')
})

test('the rules of the studio are said in words', async () => {
  const text = isolateText(await (await get('rules')).text())

  expect(text).toContain(
    'Booking opens 6 days before the class and closes 10 minutes before the start.',
  )
  expect(text).toContain(
    'Free cancellation until 12 hours before the start. After that you lose the credit and pay £5.00.',
  )
  expect(text).toContain('you can decline it free for 30 minutes.')
})
