/** What members see of a studio’s app: what it uses, its menu and home, a notice on every page. */
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

test('a feature that is off takes no more posts', async () => {
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

test('members begin where the studio says, with its tabs in its order', async () => {
  const desk = newVisitor({ cookie: owner })
  const page = at('manage/settings/app/menu')
  const form = await desk.get(page)
  const shown = await desk.submit(form, { start: 'home', do: 'up tabs timetable' }, 'menu')
  expect(shown.status).toBe(200)
  expect(textOf(shown.html)).toContain('Timetable was 3')
  expect((await desk.get(page)).html).not.toContain('was 3')

  const saved = await desk.submit(shown, { start: 'account', show_have: '' }, 'menu')
  expect(saved.status).toBe(303)
  const one = newVisitor({ cookie: member })
  expect((await one.get(at('')))?.location ?? '').toBe(at('portal'))
  const { html } = await one.get(at('home'))
  const tabs = [...html.matchAll(/<li><a href="([^"]+)"[^>]*><svg/g)].map(([, href]) => href)
  expect(tabs.slice(0, 4)).toEqual(
    ['home', 'timetable', 'programs', 'encyclopedia'].map((tab) =>
      at(`home/${tab}`.replace('home/home', 'home')),
    ),
  )
  expect(html).not.toContain('id="left"')
  const manifest = await one.get(at('manifest.webmanifest'))
  expect(JSON.parse(manifest.html).start_url).toBe(at('portal'))

  const late = await desk.submit(form, { start: 'programs' }, 'menu')
  expect(late.status).toBe(422)
  const again = await desk.get(page)
  await desk.submit(
    again,
    { start: 'home', tabs: 'home,programs,timetable,encyclopedia', show_have: 'on' },
    'menu',
  )
  expect((await one.get(at(''))).location).toBe(at('home'))
})

test('a maintenance notice is on every page of members while it lasts, and on none of the desk', async () => {
  const desk = newVisitor({ cookie: owner })
  const page = at('manage/settings/app/notice')
  const form = await desk.get(page)
  const day = weekNow.slice(0, 10)
  const said = { text: '<b>Slow</b> today', from: `${day}T00:00`, until: `${day}T23:30` }
  const shown = await desk.submit(form, { ...said, do: 'preview' }, 'maintenance')
  expect(textOf(shown.html)).toContain('&lt;b&gt;Slow&lt;/b&gt; today. Until')
  const wrong = await desk.submit(form, { ...said, until: `${day}T00:00` }, 'maintenance')
  expect(wrong.status).toBe(422)
  expect(textOf(wrong.html)).toContain('Enter a time after it begins')

  const kept = { ...said, text: 'Slow today' }
  expect((await desk.submit(form, kept, 'maintenance')).status).toBe(303)
  const one = newVisitor({ cookie: member })
  for (const where of ['home', 'portal', 'home/timetable', 'home/rules', 'no-such-page'])
    expect((await one.get(at(where))).html, where).toContain('class="studio-notice"')
  expect((await desk.get(page)).html).not.toContain('class="studio-notice"')

  const again = await desk.get(page)
  expect((await desk.submit(again, { do: 'end' }, 'maintenance')).status).toBe(303)
  expect((await one.get(at('home'))).html).not.toContain('class="studio-notice"')
})
