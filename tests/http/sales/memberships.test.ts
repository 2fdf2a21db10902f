import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { type MintedAccount, mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let manager: string
let member: string
let personId: string

const cookieOf = async (account: MintedAccount) =>
  (await mintSession(databases, account, { variables: inject('variables') })).cookie

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  manager = await cookieOf(
    await mintAccount(databases, { studio, role: 'manager', name: 'Mina Manager' }),
  )
  const account = await mintAccount(databases, { studio, role: 'member', name: 'Nell Newcomer' })
  personId = account.personId ?? ''
  member = await cookieOf(account)
})

afterAll(releaseClock)

test('a plan is put on sale, sold from a profile, frozen and cancelled by its member, and kept', async () => {
  const { studio } = week
  const terms = {
    name: 'Ninety a month',
    price: '90.00',
    interval: 'month',
    anchorDay: '1',
    limit: 'none',
    joiningFee: '0',
    trialDays: '0',
    termMonths: '0',
    noticeDays: '30',
    freezeLeastDays: '7',
    freezeMostDays: '60',
    freezeFee: '0',
    listed: 'on',
  }
  const wrong = await send(paths.managePlanNew(studio), manager, { ...terms, limit: 'week' })
  expect([wrong.status, wrong.html.includes('Enter how many classes')]).toEqual([422, true])
  const added = await send(paths.managePlanNew(studio), manager, terms)
  expect([added.status, added.location]).toEqual([303, paths.managePlans(studio)])
  expect((await open(paths.prices(studio), '')).html).toContain('Ninety a month')

  const list = await open(paths.managePlans(studio), manager)
  const planId = list.html.match(/sales\/memberships\/([\w-]+)"[^>]*>Ninety a month/)![1]!
  const day = weekNow.slice(0, 10)
  const join = paths.managePersonJoin(studio, personId, { plan: planId, startsOn: day })
  expect((await open(join, manager)).html).toContain('days of £90.00')
  const sold = await send(join, manager, { method: 'card', note: '' })
  expect([sold.status, sold.location]).toEqual([303, paths.managePerson(studio, personId)])

  const account = await open(paths.portal(studio), member)
  const id = account.html.match(/portal\/memberships\/([\w-]+)"/)![1]!
  const freeze = paths.portalMembershipAct(studio, id, 'freeze')
  const shown = await open(freeze, member)
  expect(shown.html).toContain('The freeze starts.')
  expect(shown.html).toContain('Instead of £90.00.')
  const frozen = await send(freeze, member, {})
  expect([frozen.status, frozen.location]).toEqual([303, paths.portalMembership(studio, id)])
  // A second freeze is refused with its reason.
  expect((await open(freeze, member)).html).toContain('End that one first.')
  expect((await send(paths.portalMembershipAct(studio, id, 'unfreeze'), member, {})).status).toBe(
    303,
  )

  const cancel = paths.portalMembershipAct(studio, id, 'cancel')
  const { html } = await open(cancel, member)
  expect(html).toContain('Last day.')
  const stale = await send(cancel, member, { seen: '0:2020-01-01:0' })
  expect([stale.status, stale.html.includes('Something has changed')]).toEqual([422, true])
  expect((await send(cancel, member, { reason: 'Moving away' })).status).toBe(303)
  const page = await open(paths.manageMembership(studio, personId, id), manager)
  expect(page.html).toContain('Last day')
  expect((await send(paths.portalMembershipAct(studio, id, 'keep'), member, {})).status).toBe(303)
  expect((await open(paths.portalMembership(studio, id), member)).html).toContain('Active')
  // Nobody else's page shows it.
  expect((await open(paths.portalMembership(studio, id), manager)).status).toBe(404)
})
