import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { monthBefore, monthOf } from '#app/domain/staff-pay/pay-month.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let manager: string
let other: string
let coach: { cookie: string; personId: string }
let member: string
const month = monthBefore(monthOf(weekNow))

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const signIn = async (role: 'manager' | 'coach' | 'member', name: string) => {
    const account = await mintAccount(databases, { studio, role, name })
    const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
    return { cookie, personId: account.personId! }
  }
  manager = (await signIn('manager', 'Mina Manager')).cookie
  other = (await signIn('manager', 'Omar Other')).cookie
  coach = await signIn('coach', 'Col Coach')
  member = (await signIn('member', 'Mel Member')).cookie
  await databases.shard(studio.shard as 0 | 1).run(sql`
    UPDATE people SET is_staff = 1 WHERE studio_id = ${studio.id} AND id = ${coach.personId}`)
})

afterAll(releaseClock)

test('a manager makes rules: what is wrong is said beside the field, and typed values stay', async () => {
  const { studio } = week
  const add = paths.managePayRule(studio, 'new')
  const steps = { key: newId(), basis: 'tiers', counts: 'attended', from1: '1', pays1: '30.00' }
  const wrong = await send(add, manager, { ...steps, from2: '6', pays2: 'forty' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter an amount like 40.00')
  expect(wrong.html).toContain('value="forty"')
  const half = await send(add, manager, { ...steps, from2: '6' })
  expect(half.html).toContain('Enter what it pays')
  expect((await send(add, manager, { ...steps, from2: '6', pays2: '40.00' })).status).toBe(303)
  const list = (await open(paths.managePayRules(studio), manager)).html
  expect(list).toContain('1 to 5: £30.00, 6 or more: £40.00')
  const twice = await send(add, manager, { ...steps, key: newId(), basis: 'flat', amount: '45' })
  expect(twice.html).toContain('data-refusal="taken"')
  expect((await open(add, coach.cookie)).status).toBe(403)
  expect((await open(paths.managePayRules(studio), member)).status).not.toBe(200)
})

test('two managers lock a month: one does, the other is told who, and a coach reads their own lines alone', async () => {
  const { studio } = week
  const page = paths.managePayMonth(studio, month)
  const line = {
    key: newId(),
    personId: coach.personId,
    way: 'adds',
    amount: '25',
    reason: 'Open day',
  }
  const add = paths.managePayLineNew(studio, month)
  expect((await send(add, manager, { ...line, amount: '0' })).status).toBe(422)
  expect((await send(add, manager, line)).status).toBe(303)
  const early = await send(page, manager, { act: 'lock', total: '2500' })
  expect([early.status, early.html]).toEqual([422, expect.stringContaining('data-refusal')])
  expect((await open(page, manager)).html).toContain('Start the review')
  await send(page, manager, { act: 'review' })
  const shown = (await open(page, manager)).html
  expect(shown).toContain('£25.00 to 1 person')
  const [first, second] = await Promise.all([
    send(page, manager, { act: 'lock', total: '2500' }),
    send(page, other, { act: 'lock', total: '2500' }),
  ])
  expect([first.status, second.status].sort()).toEqual([303, 422])
  expect((await open(page, manager)).html).toMatch(/Locked by (Mina Manager|Omar Other)/)
  expect((await send(add, manager, { ...line, key: newId() })).html).toContain(
    'This month is locked.',
  )
  const own = await open(paths.manageMyPay(studio, month), coach.cookie)
  expect(own.html).toContain('£25.00')
  expect(own.html).toContain('Open day')
  expect((await open(paths.manageMyPay(studio, month), manager)).html).not.toContain('Open day')
  expect((await open(page, coach.cookie)).status).toBe(403)
  const file = await open(paths.managePayFile(studio, month, 'csv'), manager)
  expect(file.html).toContain('Col Coach')
  expect((await open(paths.managePayMonth(studio, '2026-99'), manager)).status).toBe(404)
  expect((await open(paths.managePayMonth(studio, '2199-01'), manager)).status).toBe(404)
})
