/** A studio makes an offer with a page of its own, and a stranger comes through it without scripts. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { newVisitor, textOf, type Visitor } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
let manager: Visitor

const staff = async (role: 'manager' | 'front_desk') => {
  const account = await mintAccount(databases, { studio: week.studio, role })
  return newVisitor({ cookie: (await mintSession(databases, account, { variables })).cookie })
}

beforeAll(async () => {
  week = await mintWeek(databases)
  manager = await staff('manager')
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const offer = () => paths.offer(week.studio, 'two-week-intro')

test('a manager begins with a template, sees a draft that nobody else sees, and sets it live', async () => {
  const { studio } = week
  const list = await manager.get(paths.manageFunnels(studio))
  expect(textOf(list.html)).toContain('No funnels yet')
  const page = await manager.get(paths.manageFunnelNew(studio, { template: 'intro' }))
  expect(page.html).toContain('Two weeks to find your class')
  const wrong = await manager.submit(page, { slug: 'Not an address', headline: '' }, 'funnel')
  expect(wrong.status).toBe(422)
  expect(textOf(wrong.html)).toContain('Enter a headline')
  const pack = /value="(pack:[^"]+)"/.exec(page.html)![1]!
  const saved = await manager.submit(page, { offer: pack }, 'funnel')
  expect(saved.status).toBe(303)
  expect((await newVisitor().get(offer())).status).toBe(404)
  expect(textOf((await manager.get(offer())).html)).toContain('This is a draft')
  const own = await manager.get(saved.location ?? '')
  const set = await manager.post(saved.location ?? '', new URLSearchParams({ act: 'live' }), {
    Origin: new URL(own.url).origin,
  })
  expect(set.status).toBe(303)
  const desk = await staff('front_desk')
  expect((await desk.get(paths.manageFunnels(studio))).status).not.toBe(200)
})

test('a stranger starts there without a script, and goes on in the checkout to pay at the desk', async () => {
  const { studio } = week
  const visitor = newVisitor()
  const page = await visitor.get(offer())
  expect(page.status).toBe(200)
  expect(page.html).not.toMatch(/<script(?! type="application\/ld\+json")/)
  expect(page.headers.getSetCookie()).toEqual([])
  const wrong = await visitor.submit(page, { name: 'Ruth Okafor', email: 'ruth' }, 'offer-start')
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Ruth Okafor')
  const begun = await visitor.submit(
    page,
    { name: 'Ruth Okafor', email: 'ruth@example.test', news: 'on', opened: '' },
    'offer-start',
  )
  expect(begun.status).toBe(303)
  expect(begun.location).toMatch(/\/checkout\?pack=.+start=/)
  const checkout = await visitor.get(begun.location ?? '')
  expect(checkout.status).toBe(200)
  expect(checkout.html).toContain('value="ruth@example.test"')
  const bought = await visitor.submit(checkout, { method: 'desk' }, 'checkout')
  expect(bought.status).toBe(303)
  expect(textOf((await visitor.get(bought.location ?? '')).html)).toContain('ruth@example.test')
  const leads = await databases.shard(0).all(sql`
    SELECT person.email, lead.campaign FROM leads AS lead
    JOIN people AS person ON person.id = lead.person_id WHERE lead.studio_id = ${studio.id}`)
  expect(leads).toEqual([{ email: 'ruth@example.test', campaign: 'Two-week intro' }])
  const list = await manager.get(paths.manageFunnels(studio))
  expect(textOf(list.html)).toContain('0 of 1 paid (0%)')
  const [, id] = /funnels\/([0-9A-Za-z]{12})"/.exec(list.html) ?? []
  const own = await manager.get(paths.manageFunnel(studio, id ?? ''))
  expect(textOf(own.html)).toContain('Ruth Okafor')
  const { html } = await manager.get(paths.manageFunnel(studio, id ?? '', { step: 'paid' }))
  expect(textOf(html)).not.toContain('Ruth Okafor')
})

test('a paused offer says so, and leads on', async () => {
  const { studio } = week
  const list = await manager.get(paths.manageFunnels(studio))
  const [, id] = /funnels\/([0-9A-Za-z]{12})"/.exec(list.html) ?? []
  const at = paths.manageFunnel(studio, id ?? '')
  const { url } = await manager.get(at)
  await manager.post(at, new URLSearchParams({ act: 'paused' }), { Origin: new URL(url).origin })
  const page = await newVisitor().get(offer())
  expect(textOf(page.html)).toContain('This offer is paused')
  expect(page.html).toContain(`href="${paths.prices(studio)}"`)
})
