/** The way of somebody who has nothing yet: from a price to whom to pay, and back to the class. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { newVisitor, textOf } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
let cleo: string
let owner: string

beforeAll(async () => {
  week = await mintWeek(databases, { town: 'Leeds', address: '14 Canal Row' })
  cleo = (await mintSession(databases, week.cleo, { variables })).cookie
  const account = await mintAccount(databases, { studio: week.studio, role: 'owner' })
  owner = (await mintSession(databases, account, { variables })).cookie
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const home = (rest: string) => `/${week.studio.slug}/home${rest}`
const prices = (of = '') => `/${week.studio.slug}/prices${of && `?for=${of}`}`
const yoga = () => week.at('2026-10-17T11:30')

test('someone who has no credits is led to what pays for the class, where to pay and whom to ask', async () => {
  const visitor = newVisitor({ cookie: cleo })
  const refused = await visitor.get(home(`/timetable/${yoga()}/booking`))
  expect(textOf(refused.html)).toContain('You have no credits or membership for this class.')
  expect(refused.html).toContain(`href="${prices(yoga())}"`)

  const page = await visitor.get(prices(yoga()))
  const text = textOf(page.html)
  expect(page.status).toBe(200)
  expect(text).toContain('Pay at the desk We’re at 14 Canal Row, Leeds.')
  expect(text).toContain('Call +44 113 496 0140')
  expect(page.html).toContain('href="tel:+441134960140"')
  expect(page.html).toContain('href="mailto:hello@northside.test"')
  expect(text).toMatch(
    /10-class pack £[\d.]+ £[\d.]+ a class\. For every class\. Use within \d+ days?\./,
  )
  expect(page.html).toContain(`href="${home(`/timetable/${yoga()}`)}"`)
  expect(page.headers.get('Server-Timing')).toMatch(
    /^db;dur=[\d.]+;desc="2 trips, \d+ queries", app;dur=[\d.]+, rows;desc="\d+ rows, \d+ characters"$/,
  )
})

test('the price list is for anyone, and a class of another studio is not one of its own', async () => {
  const other = await mintWeek(databases)
  const visitor = newVisitor()
  const list = await visitor.get(prices())
  const foreign = await visitor.get(prices(other.at('2026-10-17T11:30')))

  expect(textOf(list.html)).toContain('Yoga unlimited £90.00 a month As many classes as you like.')
  expect(list.html).toContain(`<title>Prices – Northside</title>`)
  expect(foreign.status).toBe(200)
  expect(foreign.html).toContain(`<title>Prices – Northside</title>`)
})

test('sign-in and sign-up name the class they lead to', async () => {
  const visitor = newVisitor()
  const sent = await visitor.get(home(`/timetable/${yoga()}/booking`))
  const signIn = await visitor.get(sent.location ?? '')
  const named = /To book (.+?), Sat 17 Oct, 11:30 ?\. We’ll bring you straight back to it\./
  expect(textOf(signIn.html)).toMatch(named)
  const signUp = await visitor.get((sent.location ?? '').replace('/sign-in', '/sign-up'))
  expect(textOf(signUp.html)).toMatch(named)

  const nothing = await visitor.get(
    `/sign-in?studio=${week.studio.slug}&next=${home('/timetable')}`,
  )
  expect(textOf(nothing.html)).not.toContain('bring you straight back')
})

test('how people reach the studio is set at the desk, and a wrong address is told beside it', async () => {
  const desk = newVisitor({ cookie: owner })
  const path = `/${week.studio.slug}/manage/settings/contact`
  const form = await desk.get(path)
  expect(form.html).toContain('value="hello@northside.test"')

  const wrong = await desk.submit(form, { contactEmail: 'hello', contactPhone: '0113' }, 'contact')
  expect(wrong.status).toBe(422)
  expect(textOf(wrong.html)).toContain('Enter an email address like name@example.com')
  expect(textOf(wrong.html)).toContain('Enter a phone number of at least 5 digits')

  const saved = await desk.submit(
    form,
    { contactEmail: '', contactPhone: '+44 20 7946 0000' },
    'contact',
  )
  expect(saved.status).toBe(303)
  const text = textOf((await newVisitor().get(home('/rules'))).html)
  expect(text).toContain('Call +44 20 7946 0000')
  expect(text).not.toContain('hello@northside.test')

  const late = await desk.submit(form, { contactEmail: 'late@northside.test' }, 'contact')
  expect(late.status).toBe(422)
  expect(textOf(late.html)).toContain('Someone else changed this meanwhile.')

  const coach = await mintAccount(databases, { studio: week.studio, role: 'coach' })
  const cookie = (await mintSession(databases, coach, { variables })).cookie
  expect((await newVisitor({ cookie }).get(path)).status).toBe(403)
})
