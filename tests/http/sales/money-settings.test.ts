import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let owner: string
let manager: string
let desk: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const staff = async (role: 'owner' | 'manager' | 'front_desk', name: string) => {
    const account = await mintAccount(databases, { studio, role, name })
    return (await mintSession(databases, account, { variables: inject('variables') })).cookie
  }
  owner = await staff('owner', 'Olga Owner')
  manager = await staff('manager', 'Mina Manager')
  desk = await staff('front_desk', 'Hana Desk')
})

afterAll(releaseClock)

test('the index lists every setting in groups, finds one by other words, and is not the desk’s', async () => {
  const { studio } = week
  const all = await open(paths.manageSettings(studio), owner)
  for (const name of ['Legal entity', 'Tax', 'Refund limits', 'Start of the week', 'Kiosks']) {
    expect(all.html).toContain(`>${name}</a>`)
  }
  expect(all.html).toContain('Still to fill in: Tax')
  const vat = await open(paths.manageSettings(studio, { q: 'vat' }), owner)
  expect(vat.html).toContain('>Tax</a>')
  expect(vat.html).not.toContain('>Kiosks</a>')
  const none = await open(paths.manageSettings(studio, { q: '<b>xyzzy' }), owner)
  expect(none.html).toContain('No setting matches')
  expect(none.html).not.toContain('<b>xyzzy')
  const [ofManager, ofDesk] = await Promise.all(
    [manager, desk].map((cookie) => open(paths.manageSettings(studio), cookie)),
  )
  expect(ofManager!.html).not.toContain('Download everything')
  expect(ofDesk!.status).toBe(403)
})

test('tax and legal entity are saved apart, over what their page showed and nothing else', async () => {
  const { studio } = week
  const tax = paths.manageTax(studio)
  const wrong = await send(tax, owner, { classesTax: '-1', taxName: 'VAT' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter a percentage from 0 to 99')
  const rates = { classesTax: '20', membershipsTax: '20', eventsTax: '5', feesTax: '0' }
  const typed = { taxName: 'VAT', taxNumber: 'GB 123 4567 89', ...rates }
  expect((await send(tax, owner, typed)).status).toBe(303)
  const stale = await send(tax, owner, { ...typed, version: '0' })
  expect(stale.status).toBe(422)
  expect(stale.html).toContain('Someone else changed this meanwhile')

  const entity = paths.manageLegalEntity(studio)
  const saved = await send(entity, owner, {
    legalName: 'Northside Movement CIC',
    address: '1 Register Road, Leeds',
    registration: 'Company 01234567, England',
  })
  expect(saved.status).toBe(303)
  // What the other form saved is as it was, and every page names the new entity.
  expect((await open(tax, owner)).html).toContain('GB 123 4567 89')
  expect((await open(paths.prices(studio), '')).html).toContain('You pay Northside Movement CIC')
  const index = await open(paths.manageSettings(studio), owner)
  expect(index.html).toContain('Northside Movement CIC, Company 01234567, England')
  expect(index.html).toContain('VAT 0%, 5%, 20%, included in prices. Number GB 123 4567 89.')
})

test('an owner limits what managers refund, and a manager cannot lift it', async () => {
  const { studio } = week
  const limits = paths.manageRefundLimits(studio)
  const set = await send(limits, owner, { deskRefund: '20.00', managerRefund: '150.00' })
  expect(set.status).toBe(303)
  expect((await open(limits, manager)).html).not.toContain('name="managerRefund"')
  const lifted = await send(limits, manager, { deskRefund: '25.00', managerRefund: '' })
  expect(lifted.status).toBe(303)
  const now = await open(paths.manageSettings(studio), owner)
  expect(now.html).toContain('Front desk £25.00 an invoice, managers £150.00.')
  const wrong = await send(limits, owner, { deskRefund: '-5', managerRefund: '1e9' })
  expect(wrong.status).toBe(422)
})

test('weeks that begin on Sunday are the calendar’s and the list of classes’', async () => {
  const { studio } = week
  const weeks = paths.manageWeekStart(studio)
  expect((await send(weeks, owner, { weekStart: '9' })).status).toBe(422)
  const before = await open(paths.manageClasses(studio), owner)
  expect((await send(weeks, owner, { weekStart: '7' })).status).toBe(303)
  const after = await open(paths.manageClasses(studio), owner)
  // Where the arrow leads that goes a week back.
  expect(before.html).toContain('from=2026-10-05')
  expect(after.html).toContain('from=2026-10-04')
  expect((await open(paths.manageSettings(studio), owner)).html).toContain(
    'Weeks run from Sunday to Saturday.',
  )
  // Opened before the change: nothing is put back.
  const stale = await send(weeks, owner, { weekStart: '6', version: '1' })
  expect(stale.status).toBe(422)
})
