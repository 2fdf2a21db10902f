import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, releaseClock } from '../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let other: Week
const cookies = new Map<Role, string>()

beforeAll(async () => {
  await freezeClock(weekNow)
  ;[week, other] = [await mintWeek(databases), await mintWeek(databases)]
  for (const role of ['owner', 'coach', 'front_desk', 'member'] as const) {
    const account = await mintAccount(databases, {
      studio: week.studio,
      role,
      name: `Some ${role}`,
    })
    cookies.set(
      role,
      (await mintSession(databases, account, { variables: inject('variables') })).cookie,
    )
  }
})
afterAll(releaseClock)

const get = (path: string, role: Role = 'owner') =>
  fetch(origin + path, { headers: { Cookie: cookies.get(role)! }, redirect: 'manual' })

const post = (
  path: string,
  fields: Record<string, string> | [string, string][],
  role: Role = 'owner',
) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { Cookie: cookies.get(role)!, Origin: origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const rows = <Row>(query: ReturnType<typeof sql>) =>
  databases.shard(week.studio.shard as 0 | 1).all<Row & Record<string, unknown>>(query)

test('every page of the schedule is in the budget of trips, and none opens to a member or a stranger', async () => {
  const { studio } = week
  const thursday = week.at('2026-10-15T18:30')
  const pages = [
    paths.manageSchedule(studio),
    paths.manageClasses(studio),
    paths.manageSeries(studio),
    paths.manageClassTypes(studio),
    paths.manageClassTypeNew(studio),
    paths.manageClassNew(studio),
    paths.manageClass(studio, thursday, { q: 'ana' }),
    paths.manageClassAct(studio, thursday, 'cancellation'),
    paths.manageClassAct(studio, thursday, 'capacity'),
    paths.manageClassAct(studio, thursday, 'edit'),
    paths.manageClassBooking(studio, thursday, week.bookingAt('2026-10-15T18:30')),
  ]
  for (const path of pages) {
    const page = await get(path)
    expect([path, page.status]).toEqual([path, 200])
    const trips = Number(/(\d+) trips/.exec(page.headers.get('Server-Timing') ?? '')?.[1])
    expect(trips).toBeLessThanOrEqual(3)
    expect([path, (await get(path, 'member')).status]).toEqual([path, 403])
  }
})

test("another studio's class and booking are not found by any door", async () => {
  const { studio } = week
  const foreign = other.at('2026-10-15T18:30')
  const booking = other.bookingAt('2026-10-15T18:30')
  const doors = [
    () => get(paths.manageClass(studio, foreign)),
    () => get(paths.manageClassBooking(studio, foreign, booking)),
    () => get(paths.manageClassAct(studio, foreign, 'edit')),
    () => get(paths.manageClassAct(studio, foreign, 'cancellation')),
    () => post(paths.manageClassBooking(studio, foreign, booking), { act: 'late_cancel' }),
    () => post(paths.manageClassBooking(studio, foreign, booking), { act: 'waive', reason: 'x' }),
    () => post(paths.manageClassAct(studio, foreign, 'capacity'), { capacity: '9' }),
    () =>
      post(paths.manageClassAct(studio, foreign, 'cancellation'), { act: 'cancel', reason: 'x' }),
    () =>
      post(paths.manageClassAct(studio, foreign, 'walk-ins'), {
        personId: other.ana.personId,
        pay: 'rule',
      }),
  ]
  expect(await Promise.all(doors.map(async (door) => (await door()).status))).toEqual(
    doors.map(() => 404),
  )
})

test('a coach keeps the roster, and neither changes a class nor waives a fee', async () => {
  const { studio } = week
  const thursday = week.at('2026-10-15T18:30')
  const booking = paths.manageClassBooking(studio, thursday, week.bookingAt('2026-10-15T18:30'))
  const refused = [
    get(paths.manageClassNew(studio), 'coach'),
    get(paths.manageClassAct(studio, thursday, 'edit'), 'coach'),
    post(paths.manageClassNew(studio), {}, 'coach'),
    post(paths.manageClassAct(studio, thursday, 'edit'), {}, 'coach'),
    post(
      paths.manageClassAct(studio, thursday, 'cancellation'),
      { act: 'cancel', reason: 'x' },
      'coach',
    ),
    post(paths.manageClassTypeNew(studio), {}, 'front_desk'),
    post(booking, { act: 'waive', reason: 'nice' }, 'coach'),
    post(booking, { act: 'reverse', from: 'late_cancelled', reason: 'nice' }, 'coach'),
  ]
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403))
  expect((await get(paths.manageClass(studio, thursday), 'coach')).status).toBe(200)
})

test('the desk finds someone for a later class, sees what pays, adds them, checks them in, and takes it back, without scripts', async () => {
  const { studio, ana } = week
  const pole1 = week.at('2026-10-13T17:30')
  const found = await (
    await get(paths.manageClass(studio, pole1, { q: 'ana r' }), 'front_desk')
  ).text()
  expect(found).toContain('Ana Reyes')
  expect(found).toContain('Autumn five, 2 left')

  const added = await post(
    paths.manageClassAct(studio, pole1, 'walk-ins'),
    { personId: ana.personId, pay: 'rule', here: 'on' },
    'front_desk',
  )
  const [booking] = await rows<{ id: string; state: string }>(
    sql`SELECT id, state FROM bookings WHERE occurrence_id = ${pole1} AND person_id = ${ana.personId}`,
  )
  expect([added.status, added.headers.get('Location')]).toEqual([
    303,
    paths.manageClass(studio, pole1, {}, booking!.id),
  ])
  // It is noon, and the class at half past five: booked is not yet here.
  expect(booking!.state).toBe('booked')
  const place = paths.manageClassBooking(studio, pole1, booking!.id)
  expect((await post(place, { act: 'check_in' }, 'front_desk')).status).toBe(303)
  expect(await (await get(paths.manageClass(studio, pole1), 'coach')).text()).toContain('In, 12:10')

  expect((await post(place, { act: 'undo_check_in' }, 'coach')).status).toBe(303)
  // A button that stays on its page is answered with data.
  const inPlace = await post(
    `${place}?_data=${encodeURIComponent('routes/manage/schedule/classes/$occurrence.bookings.$booking')}`,
    { act: 'check_in' },
    'coach',
  )
  expect([inPlace.status, await inPlace.json()]).toEqual([
    200,
    { message: 'Checked in.', tone: 'good' },
  ])
})

test('an empty or odd form is refused with its sentence, and a reason is asked for where it stays in the record', async () => {
  const { studio } = week
  const thursday = week.at('2026-10-15T18:30')
  const booking = paths.manageClassBooking(studio, thursday, week.bookingAt('2026-10-15T18:30'))
  const odd = [
    [booking, {}],
    [booking, { act: 'fly' }],
    [booking, { act: 'reverse', from: 'no_show' }],
    [booking, { act: 'move' }],
    [paths.manageClassAct(studio, thursday, 'capacity'), {}],
    [paths.manageClassAct(studio, thursday, 'capacity'), { capacity: 'many' }],
    [paths.manageClassAct(studio, thursday, 'cancellation'), { act: 'cancel' }],
    [paths.manageClassNew(studio), {}],
    [paths.manageClassAct(studio, thursday, 'edit'), {}],
    [paths.manageClassTypeNew(studio), {}],
  ] as const
  for (const [path, fields] of odd) {
    const answer = await post(path, fields)
    expect([path, fields, answer.status]).toEqual([path, fields, 422])
    expect(await answer.text()).toContain('There is a problem')
  }
  const kept = await (
    await post(paths.manageClassTypeNew(studio), { name: 'Kept <name>', minutes: '0' })
  ).text()
  expect(kept).toContain('value="Kept &lt;name&gt;"')
})

test('a class without minutes lasts as long as its type, in the preview and once it is made', async () => {
  const { studio } = week
  const [made] = await rows<{ type: string; minutes: number }>(sql`
    SELECT id AS type, minutes FROM class_types
    WHERE studio_id = ${studio.id} AND minutes <> 60 ORDER BY name LIMIT 1`)
  const [room] = await rows<{ id: string }>(
    sql`SELECT id FROM rooms WHERE studio_id = ${studio.id} ORDER BY capacity DESC LIMIT 1`,
  )
  const [coach] = await rows<{ coachId: string; policyId: string }>(
    sql`SELECT coach_id AS coachId, policy_id AS policyId FROM series
      WHERE studio_id = ${studio.id} LIMIT 1`,
  )
  const key = newId()
  const form = {
    key,
    classTypeId: made!.type,
    time: '06:00',
    from: '2026-12-08',
    capacity: '5',
    minutes: '',
    roomId: room!.id,
    ...coach!,
  }
  const first = await (await get(paths.manageClassNew(studio))).text()
  expect(first).toMatch(/<input[^>]*name="minutes"[^>]*value=""/)
  const preview = await (
    await get(`${paths.manageClassNew(studio)}?${new URLSearchParams(form)}`)
  ).text()
  expect(preview).toMatch(new RegExp(`<input[^>]*name="minutes"[^>]*value="${made!.minutes}"`))

  expect((await post(paths.manageClassNew(studio), form)).status).toBe(303)
  const [put] = await rows<{ minutes: number }>(sql`SELECT minutes FROM series WHERE id = ${key}`)
  expect(put!.minutes).toBe(made!.minutes)
  const foreign = { ...form, key: newId(), classTypeId: newId() }
  expect((await post(paths.manageClassNew(studio), foreign)).status).toBe(404)
})

test('a booking from a profile that is refused says why, and leads back to the profile', async () => {
  const { studio, cleo } = week
  const full = week.at('2026-10-13T18:45')
  const booking = paths.managePersonAct(studio, cleo.personId, 'booking')
  const answer = await post(booking, { occurrenceId: full, pay: 'rule' }, 'front_desk')
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toMatch(/data-refusal="\w+"/)
  expect(html).toMatch(
    new RegExp(`<a[^>]*href="${paths.managePerson(studio, cleo.personId)}"[^>]*>[^<]*Back`, 'i'),
  )
})

test('fewer places than booked are refused in the words of the desk', async () => {
  const { studio } = week
  const thursday = week.at('2026-10-15T18:30')
  const [shown] = await rows<{ capacity: number }>(
    sql`SELECT capacity FROM occurrences WHERE id = ${thursday}`,
  )
  const answer = await post(paths.manageClassAct(studio, thursday, 'capacity'), {
    capacity: '2',
    version: String(shown!.capacity),
  })
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain('5 are booked. Move or cancel someone first')
  expect(html).toContain('data-refusal="below_booked"')
})

test('a weekly class is shown in plain words, made once from a form sent twice, refused where the room is taken, and changed for all', async () => {
  const { studio } = week
  const [made] = await rows<{ type: string; room: string; coach: string; policy: string }>(sql`
    SELECT class_type_id AS type, room_id AS room, coach_id AS coach, policy_id AS policy FROM occurrences
    WHERE id = ${week.at('2026-10-15T18:30')}`)
  const form = (more: Record<string, string> = {}): [string, string][] =>
    Object.entries({
      key,
      classTypeId: made!.type,
      time: '18:30',
      minutes: '60',
      from: '2026-12-07',
      count: '24',
      except: '2026-12-24',
      roomId: made!.room,
      coachId: made!.coach,
      capacity: '12',
      policyId: made!.policy,
      ...more,
    })
  const key = newId()
  const days: [string, string][] = [
    ['days', 'MO'],
    ['days', 'TH'],
  ]
  const preview = await (
    await get(`${paths.manageClassNew(studio)}?${new URLSearchParams([...form(), ...days])}`)
  ).text()
  expect(preview).toContain('Mondays and Thursdays, 18:30 to 19:30, from 7 December, 24 classes.')
  expect(preview).toContain('Not on Thu 24 Dec.')

  // Bombs: too many, too far, both ends at once.
  expect(
    (await post(paths.manageClassNew(studio), [...form({ count: '100000' }), ...days])).status,
  ).toBe(422)
  expect(
    (
      await post(paths.manageClassNew(studio), [
        ...form({ count: '', until: '9999-12-31' }),
        ...days,
      ])
    ).status,
  ).toBe(422)
  expect(
    (await post(paths.manageClassNew(studio), [...form({ until: '2027-01-01' }), ...days])).status,
  ).toBe(422)

  // Thursday 15 October 18:30 the room has a class already.
  const taken = await post(paths.manageClassNew(studio), [
    ...form({ from: '2026-10-15', key: newId() }),
    ...days,
  ])
  const why = /<div class="errors".*?<\/div>/s.exec(await taken.text())?.[0]
  expect([taken.status, why]).toEqual([
    422,
    expect.stringContaining('taken Thu 15 Oct, 18:30 to 19:30, by'),
  ])

  const sent = await Promise.all([
    post(paths.manageClassNew(studio), [...form({ from: '2026-11-02' }), ...days]),
    post(paths.manageClassNew(studio), [...form({ from: '2026-11-02' }), ...days]),
  ])
  expect(sent.map(({ status }) => status)).toEqual([303, 303])
  const classes = await rows<{ id: string; localStart: string }>(
    sql`SELECT id, local_start AS localStart FROM occurrences WHERE series_id = ${key} ORDER BY local_start`,
  )
  expect(classes.slice(0, 3).map(({ localStart }) => localStart)).toEqual([
    '2026-11-02T18:30',
    '2026-11-05T18:30',
    '2026-11-09T18:30',
  ])

  const edit = paths.manageClassAct(studio, classes[0]!.id, 'edit')
  const change = form({ scope: 'all', version: '1', date: '2026-11-02', time: '19:15', count: '' })
  expect((await post(edit, [...change, ...days])).status).toBe(303)
  const second = await post(edit, [...change, ...days])
  expect(second.status).toBe(422)
  expect(await second.text()).toContain('Some owner changed this class')
  const [first] = await rows<{ localStart: string }>(
    sql`SELECT local_start AS localStart FROM occurrences WHERE id = ${classes[0]!.id}`,
  )
  expect(first!.localStart).toBe('2026-11-02T19:15')
})
