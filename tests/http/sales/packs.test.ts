import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let desk: string
let coach: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const staff = async (role: 'front_desk' | 'coach', name: string) => {
    const account = await mintAccount(databases, { studio, role, name })
    return (await mintSession(databases, account, { variables: inject('variables') })).cookie
  }
  desk = await staff('front_desk', 'Hana Desk')
  coach = await staff('coach', 'Col Coach')
})

afterAll(releaseClock)

const lotsOf = (html: string) =>
  [...html.matchAll(/name="lots"[^>]*value="([\w-]+:[\d-]+)"/g)].map(([, value]) => value!)

test('the desk sees who, from when and until when before packs are extended, and does it once', async () => {
  const { studio, ana } = week
  const page = paths.managePacks(studio, 'extend', { until: '2027-12-31', days: 10 })
  const { html } = await open(page, desk)
  expect(html).toContain('Extend packs')
  const [lot] = lotsOf(html)
  expect(html).toContain(paths.managePerson(studio, ana.personId))
  const unsaid = await send(page, desk, { lots: lot!, reason: '' })
  expect(unsaid.status).toBe(422)
  expect(unsaid.html).toContain('Write why')
  const done = await send(page, desk, { lots: lot!, reason: 'Burst pipe' })
  expect([done.status, done.location]).toEqual([303, paths.managePackages(studio)])
  const stale = await send(page, desk, { lots: lot!, reason: 'Burst pipe' })
  expect(stale.status).toBe(422)
  expect(stale.html).toContain('data-refusal="changed_meanwhile"')
  expect((await open(paths.managePerson(studio, ana.personId), desk)).html).toContain(
    'Pack extended 10 days',
  )
  expect((await open(page, coach)).status).toBe(403)
})

test('odd numbers, forged packs and none selected are refused with a sentence', async () => {
  const { studio } = week
  for (const days of ['-1', '0.5', '1e9', 'x']) {
    const page = paths.managePacks(studio, 'extend', { until: '2027-12-31' })
    const [lot] = lotsOf((await open(page, desk)).html)
    expect((await send(page, desk, { lots: lot!, days, reason: 'Odd' })).status, days).toBe(422)
  }
  const page = paths.managePacks(studio, 'credits', { until: '2027-12-31' })
  expect((await open(paths.managePacks(studio, 'credits', { credits: 'x' }), desk)).status).toBe(
    200,
  )
  expect((await send(page, desk, { reason: 'None' })).status).toBe(422)
  const forged = await send(page, desk, { lots: 'nobody:2027-01-01', reason: 'Forged' })
  expect(forged.status).toBe(422)
  expect((await send(page, desk, { lots: "x' OR 1:2027", reason: 'Forged' })).status).toBe(422)
})

test('the desk transfers what is left of a pack to another person, and not twice', async () => {
  const { studio, ana, cleo } = week
  const [lot] = lotsOf(
    (await open(paths.managePacks(studio, 'extend', { until: '2027-12-31' }), desk)).html,
  )
  const id = lot!.split(':')[0]!
  const search = await open(
    paths.managePersonTransfer(studio, ana.personId, { lot: id, q: 'Cleo' }),
    desk,
  )
  expect(search.html).toContain('to=')
  const page = paths.managePersonTransfer(studio, ana.personId, { lot: id, to: cleo.personId })
  expect((await open(page, desk)).html).toContain('We email both of them.')
  const sent = await send(page, desk, { reason: 'Moves away' })
  expect([sent.status, sent.location]).toEqual([303, paths.managePerson(studio, ana.personId)])
  expect((await open(page, desk)).html).toContain('no credits left to transfer')
  const received = await open(paths.managePerson(studio, cleo.personId), desk)
  expect(received.html).toContain('received from someone else')
  expect((await open(page, coach)).status).toBe(403)
})
