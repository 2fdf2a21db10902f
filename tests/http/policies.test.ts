import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import { paths } from '#app/paths.ts'
import { addMinutes } from '#app/values/instant.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, releaseClock } from '../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let set: string
const cookies = new Map<Role, string>()

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  for (const role of ['owner', 'manager', 'front_desk', 'member'] as const) {
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
  const [policy] = await rows<{ name: string }>(
    sql`SELECT name FROM policies WHERE studio_id = ${week.studio.id} AND kind = 'class' ORDER BY name LIMIT 1`,
  )
  set = policy!.name
})
afterAll(releaseClock)

const rows = <Row>(query: ReturnType<typeof sql>) =>
  databases.shard(week.studio.shard as 0 | 1).all<Row & Record<string, unknown>>(query)

const get = (path: string, role: Role = 'owner') =>
  fetch(origin + path, { headers: { Cookie: cookies.get(role)! }, redirect: 'manual' })

const post = (path: string, fields: Record<string, string>, role: Role = 'owner') =>
  fetch(origin + path, {
    method: 'POST',
    headers: { Cookie: cookies.get(role)!, Origin: origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

/** The form as a browser without scripts would send it back. */
async function formOf() {
  const html = await (await get(paths.managePolicies(week.studio, { set }))).text()
  const start = html.indexOf('id="policy"')
  const form = html.slice(start, html.indexOf('</form>', start))
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    fields[/name="([^"]*)"/.exec(tag)![1]!] = /value="([^"]*)"/.exec(tag)?.[1] ?? ''
  }
  for (const [, name, options] of form.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  )) {
    fields[name!] =
      /<option[^>]*selected[^>]*value="([^"]*)"|value="([^"]*)"[^>]*selected/
        .exec(options!)
        ?.slice(1)
        .find(Boolean) ?? ''
  }
  return fields
}

test('the pages of policies are in the budget of trips; the desk reads the rules and changes nothing', async () => {
  for (const path of [
    paths.managePolicies(week.studio),
    paths.managePolicies(week.studio, { set }),
    paths.managePolicyNew(week.studio),
    paths.managePolicyExemptions(week.studio, { set }),
  ]) {
    const page = await get(path)
    expect([path, page.status]).toEqual([path, 200])
    expect(
      Number(/(\d+) trips/.exec(page.headers.get('Server-Timing') ?? '')?.[1]),
    ).toBeLessThanOrEqual(3)
  }
  const read = await get(paths.managePolicies(week.studio), 'front_desk')
  expect(read.status).toBe(200)
  expect(await read.text()).not.toContain('in force</button>')
  expect((await post(paths.managePolicies(week.studio), await formOf(), 'front_desk')).status).toBe(
    403,
  )
  expect((await get(paths.managePolicies(week.studio), 'member')).status).not.toBe(200)
  expect((await get(paths.managePolicies(week.studio, { set: 'Nobody has this' }))).status).toBe(
    404,
  )
})

test('a draft in the address is played and changes nothing; nonsense in it gets a sentence at its field', async () => {
  const fields = await formOf()
  const draft = new URLSearchParams({ ...fields, cancelHours: '6' })
  const html = await (await get(`${paths.managePolicies(week.studio)}?${draft}`)).text()
  expect(html).toContain('Nobody sees it yet')
  expect(html).toContain('6 hours before the start')
  const wrong = await get(
    `${paths.managePolicies(week.studio)}?${new URLSearchParams({ ...fields, cancelHours: '<b>', dailyLimit: '-3' })}`,
  )
  expect(wrong.status).toBe(200)
  expect(await wrong.text()).toContain('Enter the limit in hours')
  const [{ n } = { n: 0 }] = await rows<{ n: number }>(
    sql`SELECT max(version) AS n FROM policies WHERE studio_id = ${week.studio.id} AND name = ${set}`,
  )
  expect(n).toBe(Number(fields.version))
})

test('saving answers 303 and a new version; the same form again is told who was first', async () => {
  const fields = await formOf()
  const bad = await post(paths.managePolicies(week.studio), { ...fields, opensDays: 'soon' })
  expect(bad.status).toBe(422)
  const text = await bad.text()
  expect(text).toContain('Enter days as a number')
  expect(text).toContain('value="soon"')

  expect(
    (await post(paths.managePolicies(week.studio), { ...fields, cancelHours: '8' })).status,
  ).toBe(303)
  const again = await post(paths.managePolicies(week.studio), { ...fields, cancelHours: '6' })
  expect(again.status).toBe(422)
  const message = await again.text()
  expect(message).toContain('data-refusal="changed_meanwhile"')
  expect(message).toContain('Some owner changed this policy')
  expect(
    await rows(
      sql`SELECT action FROM audit_entries WHERE studio_id = ${week.studio.id} AND action = 'policy.changed'`,
    ),
  ).toHaveLength(1)
})

test('saving a policy as it was opened keeps every rule of it, guests included', async () => {
  // Unlike any default, so that what the form leaves out would show.
  await rows(sql`
    UPDATE policies SET opens_days = 21, closes_minutes = 15, cancel_minutes = 90, fee_minutes = 45,
      late_keeps_credit = 1, late_fee_minor = 350, no_show_fee_minor = 875, no_show_both = 1, late_strike = 1,
      no_show_strike = 1, strike_limit = 3, strike_days = 40, block_days = 7, daily_limit = 2, weekly_limit = 9,
      guest_limit = 2, minimum_age = 16, forgive_months = 6, waitlist_closes_minutes = 150, waitlist_limit = 7,
      decline_minutes = 25, blackout_from = '22:00', blackout_until = '07:00', reconcile_minutes = 75
    WHERE studio_id = ${week.studio.id} AND name = ${set}`)
  const newest = async () => {
    const [row] = await rows<Record<string, unknown>>(
      sql`SELECT * FROM policies WHERE studio_id = ${week.studio.id} AND name = ${set} ORDER BY version DESC LIMIT 1`,
    )
    const { id: _i, version: _v, created_at: _a, created_by: _b, ...rules } = row!
    return rules
  }
  const before = await newest()
  expect((await post(paths.managePolicies(week.studio), await formOf())).status).toBe(303)
  expect(await newest()).toEqual(before)
})

test('a policy is added once by its name, and a person is exempted and the rules hold again', async () => {
  const add = () =>
    post(paths.managePolicyNew(week.studio), { name: 'Evening workshops', kind: 'workshop' })
  expect((await add()).status).toBe(303)
  expect((await add()).status).toBe(422)
  const path = paths.managePolicyExemptions(week.studio, { set })
  const nobody = await post(path, { set, who: 'Nobody at all', reason: 'x' })
  expect(nobody.status).toBe(422)
  expect(await nobody.text()).toContain('data-refusal="nobody"')
  const [person] = await rows<{ name: string }>(
    sql`SELECT min(name) AS name FROM people WHERE studio_id = ${week.studio.id} AND archived_at IS NULL GROUP BY name HAVING count(*) = 1 LIMIT 1`,
  )
  expect((await post(path, { set, who: person!.name, reason: 'Works here' })).status).toBe(303)
  expect(await (await get(path)).text()).toContain('Works here')
  const [row] = await rows<{ id: string }>(
    sql`SELECT id FROM policy_exemptions WHERE studio_id = ${week.studio.id}`,
  )
  const end = paths.managePolicyExemptions(week.studio, { set, end: row!.id })
  expect((await post(end, {})).status).toBe(303)
  expect((await post(end, {})).status).toBe(404)
})

test('an owner sets the days; others read them, and a value out of range is asked again', async () => {
  const path = paths.manageAttendance(week.studio)
  expect(await (await get(path)).text()).toContain('value="30"')
  const manager = await (await get(path, 'manager')).text()
  expect(manager).toContain('Attendance can be edited for 30 days after the end.')
  expect(manager).not.toContain('name="editableDays"')
  expect((await get(path, 'member')).status).toBe(403)
  expect((await post(path, { editableDays: '14' }, 'manager')).status).toBe(403)

  const wrong = await post(path, { editableDays: '400' })
  expect(wrong.status).toBe(422)
  const html = await wrong.text()
  expect(html).toContain('Enter 365 or fewer')
  expect(html).toContain('value="400"')
  expect((await post(path, { editableDays: '14' })).status).toBe(303)
  expect(await (await get(path)).text()).toContain('value="14"')
})

test('a roster past its time says so before any press, and a press that comes all the same is refused', async () => {
  const { studio } = week
  const occurrence = week.at('2026-10-15T18:30')
  const booking = week.bookingAt('2026-10-15T18:30')
  const shard = databases.shard(studio.shard as 0 | 1)
  const [row] = await shard.all<{ endsAt: string; days: number }>(sql`
    SELECT ends_at AS endsAt, 14 AS days FROM occurrences WHERE id = ${occurrence}`)
  await shard.run(sql`
    INSERT INTO attendance_rules (studio_id, editable_days) VALUES (${studio.id}, 14)
    ON CONFLICT DO UPDATE SET editable_days = 14`)
  const place = paths.manageClassBooking(studio, occurrence, booking)
  await freezeClock(addMinutes(row!.endsAt, row!.days * 1_440))
  const open = await (await get(paths.manageClass(studio, occurrence), 'front_desk')).text()
  expect(open).toContain('value="check_in"')
  expect(open).toContain('Editable until')

  await freezeClock(addMinutes(row!.endsAt, row!.days * 1_440 + 1))
  try {
    const roster = await (await get(paths.manageClass(studio, occurrence), 'front_desk')).text()
    expect(roster).toContain('Ask an owner to correct it.')
    expect(roster).not.toContain('value="check_in"')
    const desk = await (await get(place, 'front_desk')).text()
    expect(desk).toContain('14 days after the end')
    for (const act of ['check_in', 'cancel', 'late_cancel', 'move', 'reverse'])
      expect(desk).not.toContain(`value="${act}"`)
    const refused = await post(place, { act: 'check_in', reason: 'x' }, 'front_desk')
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('data-refusal="attendance_closed"')

    const owner = await (await get(place)).text()
    expect(owner).toContain('As an owner you can still correct it: give a reason.')
    const unsaid = await post(place, { act: 'check_in' })
    expect(unsaid.status).toBe(422)
    expect(await unsaid.text()).toContain('data-refusal="attendance_needs_reason"')
    expect((await post(place, { act: 'check_in', reason: 'the list was wrong' })).status).toBe(303)
    const after = await (await get(place)).text()
    expect(after).toContain('Checked in, after the time to edit attendance')
    expect(after).toContain('the list was wrong')
  } finally {
    await freezeClock(weekNow)
  }
})
