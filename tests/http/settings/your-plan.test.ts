/** The studio's own plan, as its owner and those who run the installation meet it. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
let owner: string
let manager: string
let desk: string
let serviceKey: string
let anonKey: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const cookieOf = async (role: 'owner' | 'manager' | 'front_desk') =>
    (await mintSession(databases, await mintAccount(databases, { studio, role }), { variables }))
      .cookie
  owner = await cookieOf('owner')
  manager = await cookieOf('manager')
  desk = await cookieOf('front_desk')
  const configuration = readConfiguration(variables)
  serviceKey = await signProjectKey(configuration, 'service_role')
  anonKey = await signProjectKey(configuration, 'anon')
})
afterAll(releaseClock)

const operate = async (path: string, body?: object, key = serviceKey) => {
  const answer = await fetch(`${origin}/admin/studio-plans/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, said: (await answer.json()) as Record<string, unknown> }
}
const standsAt = (state: string) =>
  databases.directory.run(sql`
    UPDATE studios SET plan_state = ${state} WHERE id = ${week.studio.id}`)
const post = (path: string, cookie: string, fields: Record<string, string> = {}) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { cookie, origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

test('nobody bills a studio that no one put on a plan, and its page says so', async () => {
  const page = await open(paths.manageYourPlan(week.studio), owner)
  expect(page.status).toBe(200)
  expect(isolateText(page.html)).toContain('Nobody bills you for Cadence on this installation.')
  expect((await open(paths.manageYourPlan(week.studio), manager)).status).toBe(403)
})

test('the service key alone starts plans and records payments, and the same one once', async () => {
  const { slug } = week.studio
  expect((await operate(slug, undefined, anonKey)).status).toBe(403)
  expect((await operate(slug, undefined, 'nonsense')).status).toBe(401)
  expect((await operate('no-such-studio')).status).toBe(404)
  expect((await operate(slug, { plan: 'gold', by: 'Op' })).status).toBe(422)
  expect((await operate(slug, { plan: 'studio', days: 30, by: 'Op' })).status).toBe(201)
  expect((await operate(slug, { plan: 'studio', days: 30, by: 'Op' })).status).toBe(200)
  const payment = { reference: `T ${slug}`, amount_minor: 6_900, paid_on: '2026-10-01', by: 'Op' }
  const wrong = await operate(`${slug}/payments`, { ...payment, amount_minor: 6_901 })
  expect(wrong).toMatchObject({ status: 409, said: { reason: 'amount_differs' } })
  const once = await operate(`${slug}/payments`, payment)
  expect(once.status).toBe(200)
  expect(await operate(`${slug}/payments`, payment)).toEqual(once)
  const page = isolateText((await open(paths.manageYourPlan(week.studio), owner)).html)
  expect(page).toContain('Active')
  expect(page).toContain('£69.00')
})

test('a smaller plan says what stops before the press, and comes with the next bill', async () => {
  const { studio } = week
  const asked = await open(paths.manageYourPlanChange(studio, 'solo'), owner)
  expect(isolateText(asked.html)).toContain('You can’t have more than 1 location.')
  expect((await send(paths.manageYourPlanChange(studio, 'solo'), owner, {})).status).toBe(303)
  const page = isolateText((await open(paths.manageYourPlan(studio), owner)).html)
  expect(page).toContain('From the next bill on you have Solo.')
  expect((await post(paths.manageYourPlanChange(studio, 'x'), owner, { plan: 'x' })).status).toBe(
    404,
  )
})

test('cancelling says what it does, and can be taken back', async () => {
  const { studio } = week
  const asked = isolateText((await open(paths.manageYourPlanCancel(studio), owner)).html)
  expect(asked).toContain('no membership is billed or charged')
  expect((await send(paths.manageYourPlanCancel(studio), owner, {})).status).toBe(303)
  const page = await open(paths.manageYourPlan(studio), owner)
  expect(isolateText(page.html)).toContain('Then the studio closes.')
  const version = /name="version" value="(\d+)"/.exec(page.html)?.[1] ?? ''
  expect(
    (await post(paths.manageYourPlanCancel(studio), owner, { act: 'resume', version })).status,
  ).toBe(303)
  expect(isolateText((await open(paths.manageYourPlan(studio), owner)).html)).toContain(
    'Paid until',
  )
})

test('a studio that is read only checks people in and changes nothing', async () => {
  const { studio } = week
  await standsAt('read_only')
  try {
    const page = await open(paths.manageReception(studio), desk)
    expect(page.status).toBe(200)
    expect(isolateText(page.html)).toContain('Nothing can be changed until Cadence is paid.')
    const refused = await post(`/${studio.slug}/manage/settings/contact`, owner)
    expect(refused.status).toBe(403)
    expect(isolateText(await refused.text())).toContain('You can still check people in')
    expect((await post(`/${studio.slug}/checkout`, '')).status).toBe(403)
    // What is asked at the door is judged as ever: here nothing was sent.
    expect((await post(paths.manageReception(studio), desk)).status).not.toBe(403)
    expect((await open(paths.manageExport(studio), owner)).status).toBe(200)
  } finally {
    await standsAt('active')
  }
})
