import { beforeAll, expect, test } from 'vitest'
import { type DemoServer, demoServer } from '../support/demo-server.ts'
import { isolateText } from '../support/member-pages.ts'
import { weightOf } from '../support/weight.ts'

let server: DemoServer
let cleo: string
let owner: string

beforeAll(async () => {
  server = await demoServer()
  cleo = await server.cookieOf('cleo@northside.test')
  owner = await server.cookieOf('owner@northside.test')
})

const get = (path: string, cookie: string) =>
  fetch(server.origin + path, { headers: cookie ? { Cookie: cookie } : {}, redirect: 'manual' })
const post = (path: string, cookie: string, fields: Record<string, string> | URLSearchParams) =>
  fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Cookie: cookie,
      Origin: server.origin,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields),
  })

async function page(path: string, cookie: string) {
  const answer = await get(path, cookie)
  const html = await answer.text()
  return {
    status: answer.status,
    html,
    text: isolateText(html),
    timing: answer.headers.get('Server-Timing') ?? '',
  }
}

const list = '/northside/home/appointments'

/** A type's page with starts on it, and the first start there. */
async function firstStart() {
  const types = [
    ...(await page(list, cleo)).html.matchAll(/href="(\/northside\/home\/appointments\/[\w-]+)"/g),
  ]
  const path = types[0]![1]!
  const first = await page(path, cleo)
  const coach = first.html.match(/name="coach" value="([^"]+)"/)![1]!
  const start = first.html.match(/name="start" value="([^"]+)"/)![1]!
  return { path, coach, start, first }
}

test('a member chooses a day and a start, confirms, moves and cancels, each page within its bytes and trips', async () => {
  const listed = await page(list, cleo)
  expect(listed.text).toContain('Private lesson 60 min · £55.00 each · up to 2 people')
  const { path, coach, start, first } = await firstStart()
  expect(first.text).toContain('UK time. Choose one and we hold it for 10 minutes.')

  const held = await post(path, cleo, { coach, start })
  expect(held.status).toBe(303)
  const appointment = held.headers.get('Location')!
  const ask = await page(appointment, cleo)
  expect(ask.text).toMatch(
    /Free to cancel or move until .* Kept for you until .* Confirm this time/,
  )
  expect((await post(appointment, cleo, { people: '9' })).status).toBe(422)
  expect(
    (await post(appointment, cleo, { people: '2', guests: 'Zoë', pay: 'account' })).status,
  ).toBe(303)
  const confirmed = await page(appointment, cleo)
  expect(confirmed.text).toContain('Confirmed.')
  expect(confirmed.text).toContain('£110.00 to pay, on your account.')
  for (const home of ['/northside/home', '/northside/portal']) {
    expect((await page(home, cleo)).text).toContain('Free to cancel or move until')
  }

  const moves = appointment.split('/').at(-1)!
  const elsewhere = await page(`${path}?moves=${moves}`, cleo)
  const other = [...elsewhere.html.matchAll(/name="start" value="([^"]+)"/g)]
    .map(([, value]) => value!)
    .find((s) => s !== start)!
  const moving = (await post(path, cleo, { coach, start: other, moves })).headers.get('Location')!
  const effects = await page(moving, cleo)
  expect(effects.text).toContain('You no longer owe £110.00 for it.')
  expect((await post(moving, cleo, { people: '1' })).status).toBe(303)
  expect((await page(appointment, cleo)).text).toContain('Moved.')

  const cancel = await page(`${moving}/cancellation`, cleo)
  expect(cancel.text).toContain('You no longer owe £55.00 for it.')
  expect((await post(`${moving}/cancellation`, cleo, {})).status).toBe(303)
  expect((await post(`${moving}/cancellation`, cleo, {})).status).toBe(303)

  for (const { html, timing, status } of [listed, first, ask, effects, cancel, confirmed]) {
    expect(status).toBe(200)
    expect(weightOf(html)).toBeLessThan(13_000)
    expect(html).not.toContain('<script')
    expect(timing).toMatch(/desc="2 trips/)
  }
})

test('a start that is not offered, nonsense and someone else’s appointment are refused clearly', async () => {
  const { path, coach, start } = await firstStart()
  const wrong = await post(path, cleo, { coach, start: '2020-01-01T09:00:00Z' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('data-refusal="not_offered"')
  expect((await post(path, cleo, { coach: "x' OR 1=1", start: 'soon' })).status).toBe(422)
  const mine = (await post(path, cleo, { coach, start })).headers.get('Location')!
  expect((await get(mine, owner)).status).toBe(404)
  expect((await post(mine, owner, { people: '1' })).status).toBe(404)
  expect((await get(mine, '')).headers.get('Location')).toContain('/sign-in?next=')
})

test('staff see the day, the requests, hours and facilities within three trips', async () => {
  const paths = [
    'schedule/appointments',
    'schedule/appointments/availability',
    'schedule/appointments/new',
    'schedule/appointments/types/new',
    'studio/facilities',
    'studio/facilities/equipment/new',
    'studio/facilities/rooms/new',
    'studio/facilities/blocks',
  ]
  for (const path of paths) {
    const { status, timing } = await page(`/northside/manage/${path}`, owner)
    expect([path, status]).toEqual([path, 200])
    expect(timing).toMatch(/desc="[23] trips/)
  }
  const facilities = await page('/northside/manage/studio/facilities', owner)
  expect(facilities.text).toMatch(/Poles Pole studio 12 of 12 Due/)
})

test('staff add hours and equipment without scripts, and wrong ones keep what was typed', async () => {
  const hours = '/northside/manage/schedule/appointments/availability'
  const coachId = (await page(hours, owner)).html.match(/name="coachId" value="([^"]+)"/)![1]!
  const wrong = await post(hours, owner, {
    act: 'weekly',
    coachId,
    weekday: '6',
    from: '14:00',
    until: '13:00',
  })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Enter an end after the start')
  expect(
    (
      await post(hours, owner, {
        act: 'weekly',
        coachId,
        weekday: '6',
        from: '14:00',
        until: '24:00',
      })
    ).status,
  ).toBe(303)
  expect((await page(`${hours}?coach=${coachId}`, owner)).text).toContain(
    'Saturday, 14:00 to 24:00',
  )

  const equipment = '/northside/manage/studio/facilities/equipment/new'
  expect(
    (
      await post(equipment, owner, {
        key: 'crashmats',
        name: 'Crash mats',
        quantity: '4',
        outOfService: '5',
      })
    ).status,
  ).toBe(422)
  expect(
    (
      await post(equipment, owner, {
        key: 'crashmats',
        name: 'Crash mats',
        quantity: '4',
        outOfService: '1',
      })
    ).status,
  ).toBe(303)
  expect((await page('/northside/manage/studio/facilities', owner)).text).toContain(
    'Crash mats Shared by all rooms 3 of 4',
  )
})
