import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { randomCharacters } from '#app/values/id.ts'
import { mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let cleo: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const variables = inject('variables')
  cleo = (await mintSession(databases, week.cleo, { variables })).cookie
})

afterAll(releaseClock)

const gift = () => ({
  key: randomCharacters(24),
  method: 'desk',
  amount: '50.00',
  to: 'Maud',
  from: '',
  giftEmail: 'maud@example.test',
  message: 'Happy birthday',
  on: '',
})

test('anyone buys a gift card from the prices, and what is wrong stays in its field', async () => {
  const { studio } = week
  const page = paths.buyGiftCard(studio)
  expect((await open(paths.prices(studio), '')).html).toContain(`href="${page}"`)
  expect((await open(page, '')).html).toContain('Buy a gift card')
  const who = { name: 'Ruth Okafor', email: 'ruth@example.test', phone: '' }
  const small = await send(page, '', { ...gift(), ...who, amount: '2' })
  expect(small.status).toBe(422)
  expect(small.html).toContain('value="Maud"')
  expect(small.html).toContain('Enter an amount from £5.00')
  const typed = gift()
  const asked = await send(page, '', { ...typed, ...who })
  expect([asked.status, asked.location]).toEqual([303, paths.checkoutKey(studio, typed.key)])
  expect((await open(asked.location, '')).html).toContain('One more press')
})

test('a member gets one to pay at the desk, finds it among theirs, and tries a code on its invoice', async () => {
  const { studio } = week
  const typed = gift()
  const got = await send(paths.buyGiftCard(studio), cleo, typed)
  expect(got.status).toBe(303)
  const done = (await open(got.location, cleo)).html
  expect(done).toContain('Your gift card')
  expect(done).toContain('once it is paid')
  const mine = (await open(paths.portalGiftCards(studio), cleo)).html
  expect(mine).toContain('Not paid yet')
  const invoice = done.match(/href="([^"]*\/portal\/invoices\/[^"]+)"/)![1]!
  expect((await open(invoice, cleo)).html).toContain('Pay with a gift card')
  const wrong = await send(invoice, cleo, { by: 'gift_card', code: 'ABCD EFGH' })
  expect([wrong.status, wrong.html.includes('No gift card has this code')]).toEqual([422, true])
  for (let n = 0; n < 10; n += 1) await send(invoice, cleo, { by: 'gift_card', code: `WRONG${n}` })
  const many = await send(invoice, cleo, { by: 'gift_card', code: 'WRONG' })
  expect([many.status, many.html.includes('Too many codes were tried')]).toEqual([422, true])
})

test('a studio without a provider says that no pack is bought again there', async () => {
  const page = await open(paths.portalTopUps(week.studio), cleo)
  expect([page.status, page.html.includes('takes no cards online')]).toEqual([200, true])
})
