/** A studio turns off what it does not use: the addresses, the menus, the links, and back again. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { featureKeys, featureOff } from '#app/domain/scope/features.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { newVisitor, textOf } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
let owner: string
let member: string

beforeAll(async () => {
  week = await mintWeek(databases)
  const session = async (role: 'owner' | 'member') => {
    const account = await mintAccount(databases, { studio: week.studio, role })
    return (await mintSession(databases, account, { variables })).cookie
  }
  owner = await session('owner')
  member = await session('member')
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const at = (page: string) => `/${week.studio.slug}/${page}`
const settings = () => at('manage/settings/app/features')

/** Saves the form with these unticked. */
async function turnOff(off: readonly string[]) {
  const desk = newVisitor({ cookie: owner })
  const form = await desk.get(settings())
  const boxes = Object.fromEntries(featureKeys.map((key) => [key, off.includes(key) ? '' : 'on']))
  const saved = await desk.submit(form, boxes, 'features')
  expect(saved.status).toBe(303)
}

/** The addresses of the studio that a page links or sends forms to. */
const linksOf = (html: string) =>
  [...html.matchAll(/(?:href|action)="([^"]+)"/g)]
    .map(([, href]) => href!.replaceAll('&amp;', '&').replace(/[?#].*$/, ''))
    .filter((href) => href.startsWith(`/${week.studio.slug}/`))

test('a feature that is off is a page that says so, for members, staff and strangers', async () => {
  await turnOff(['workouts', 'encyclopedia'])
  const one = newVisitor({ cookie: member })
  for (const page of ['workout', 'workout/history', 'home/encyclopedia', 'home/encyclopedia/x']) {
    const { status, html } = await one.get(at(page))
    expect(status, page).toBe(404)
    expect(textOf(html), page).toMatch(/doesn’t use (workouts|the encyclopedia)/)
    expect(textOf(html), page).toContain('How to reach us')
  }
  expect((await newVisitor().get(at('home/encyclopedia'))).status).toBe(404)
  expect((await newVisitor().get(at('home/encyclopedia'))).html).not.toContain('Choose features')

  const desk = newVisitor({ cookie: owner })
  const shut = await desk.get(at('manage/training/workouts'))
  expect(shut.status).toBe(404)
  expect(textOf(shut.html)).toContain('Choose features')
  // The frame of the desk stays around it.
  expect(shut.html).toContain(`/${week.studio.slug}/manage/training/flows"`)
  expect(shut.html).not.toContain(`/${week.studio.slug}/manage/training/workouts"`)
  expect((await desk.get(at('manage/training/exercises'))).status).toBe(200)
})

test('what is off is written to no more', async () => {
  await turnOff(['workouts'])
  const answer = await newVisitor({ cookie: member }).post(at('workout/start'), 'key=x')
  expect(answer.status).toBe(404)
})

test('no page leads to what is off, for a member, a stranger or staff', async () => {
  await turnOff(featureKeys)
  const featuresOff = featureKeys.join(' ')
  for (const [cookie, first] of [
    [member, 'home'],
    [undefined, 'home'],
    [owner, 'manage/training'],
  ] as const) {
    const visitor = newVisitor(cookie ? { cookie } : {})
    const seen = new Set([at(first)])
    for (const page of seen) {
      const { status, html } = await visitor.get(page)
      expect(status, page).not.toBe(404)
      for (const href of linksOf(html)) {
        expect(featureOff({ featuresOff }, href), `${page} leads to ${href}`).toBeNull()
        const own = cookie === owner ? /\/manage(\/|$)/ : /\/(home|portal|prices)(\/|$)/
        if (own.test(href) && !/\.\w+$|removal|sign-out/.test(href) && seen.size < 40)
          seen.add(href)
      }
    }
    expect(seen.size).toBeGreaterThan(3)
  }
})

test('turned on again, all of it is back', async () => {
  await turnOff([])
  const one = newVisitor({ cookie: member })
  expect((await one.get(at('workout'))).status).toBe(200)
  const { html } = await one.get(at('home'))
  expect(linksOf(html)).toContain(at('home/encyclopedia'))
  expect(linksOf(html)).toContain(at('home/programs'))
})

test('only who may change settings sees the features', async () => {
  const coach = await mintAccount(databases, { studio: week.studio, role: 'coach' })
  const { cookie } = await mintSession(databases, coach, { variables })
  expect((await newVisitor({ cookie }).get(settings())).status).toBe(403)
})
