/** A studio changes its name, its web address and its look, as its owner does it in the forms. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { newVisitor, textOf } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
let other: Week
let owner: string

beforeAll(async () => {
  week = await mintWeek(databases)
  other = await mintWeek(databases)
  const account = await mintAccount(databases, { studio: week.studio, role: 'owner' })
  owner = (await mintSession(databases, account, { variables })).cookie
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const settings = (slug: string, page: string) => `/${slug}/manage/settings/${page}`

test('a look is previewed before it is saved, and everyone sees it afterwards', async () => {
  const desk = newVisitor({ cookie: owner })
  const { slug } = week.studio
  const form = await desk.get(settings(slug, 'app'))
  // Pages of strangers are kept for a moment; those of the desk never.
  const looks = async () =>
    /data-name="colour">([^<]*)</.exec((await desk.get(settings(slug, 'name'))).html)?.[1]
  const before = await looks()

  const shown = await desk.submit(form, { colour: '#ffeb3b', do: 'preview' }, 'look')
  expect(shown.status).toBe(200)
  expect(textOf(shown.html)).toContain('Buttons, links and marks use a darker one.')
  expect(await looks()).toBe(before)

  const saved = await desk.submit(form, { colour: '#00796b' }, 'look')
  expect(saved.status).toBe(303)
  expect(await looks()).not.toBe(before)

  const late = await desk.submit(form, { colour: '#1976d2' }, 'look')
  expect(late.status).toBe(422)
  expect(textOf(late.html)).toContain('Someone else changed this meanwhile.')
  const none = await desk.submit(form, { colour: 'url(//x)' }, 'look')
  expect(none.status).toBe(422)
  expect(textOf(none.html)).toContain('Choose a colour')
})

test('a preview names whom it is seen as, and what is none is a member', async () => {
  const desk = newVisitor({ cookie: owner })
  const at = settings(week.studio.slug, 'app')
  expect(textOf((await desk.get(`${at}?as=visitor`)).html)).toContain('Book for')
  expect(textOf((await desk.get(`${at}?as=child`)).html)).toContain('Booked by a parent')
  expect(textOf((await desk.get(`${at}?as=<b>`)).html)).toContain('2 credits left')
})

test('an owner moves the studio to another address, and every former link leads there', async () => {
  const desk = newVisitor({ cookie: owner })
  const { slug } = week.studio
  const form = await desk.get(settings(slug, 'name'))

  const taken = await desk.submit(form, { slug: other.studio.slug }, 'name')
  expect(taken.status).toBe(422)
  expect(textOf(taken.html)).toContain('Another studio has this web address, or had it.')
  for (const wrong of ['manage me', 'sign-in', 'a', '../x', 'é'])
    expect((await desk.submit(form, { slug: wrong }, 'name')).status, wrong).toBe(422)

  const moved = `${slug}-hall`
  const saved = await desk.submit(form, { slug: moved, name: 'Northside Hall' }, 'name')
  expect(saved.status).toBe(303)
  expect(saved.location).toBe(settings(moved, 'name'))

  const old = await newVisitor().get(`/${slug}/home/timetable?from=2026-10-17`)
  expect(old.status).toBe(301)
  expect(old.location).toBe(`/${moved}/home/timetable?from=2026-10-17`)
  // A post would be lost on a redirect: it is done where it arrives. Nobody has this link.
  const posted = await fetch(new URL(`/${slug}/unsubscribe/nobodys-link`, workerOrigin), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(posted.status).toBe(404)
  const page = await newVisitor().get(`/${moved}/home`)
  expect(page.status).toBe(200)
  expect(textOf(page.html)).toContain('Northside Hall')

  const back = await desk.get(settings(moved, 'name'))
  expect((await desk.submit(back, { slug }, 'name')).status).toBe(303)
  expect((await newVisitor().get(`/${slug}/home`)).status).toBe(200)
})

test('only who may change settings sees the name and the look', async () => {
  const coach = await mintAccount(databases, { studio: week.studio, role: 'coach' })
  const { cookie } = await mintSession(databases, coach, { variables })
  for (const page of ['name', 'app'])
    expect((await newVisitor({ cookie }).get(settings(week.studio.slug, page))).status, page).toBe(
      403,
    )
})
