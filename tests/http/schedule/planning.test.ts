import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { type MintedAccount, mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { formIn, newVisitor, textOf, type Visitor } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

// Tuesday 13 October 2026, 12:10 in London.
const databases = builtDatabases()
const staff = new Map<Role, Visitor>()
let week: Week
let other: Week
let coach: MintedAccount

beforeAll(async () => {
  await freezeClock(weekNow)
  ;[week, other] = [await mintWeek(databases), await mintWeek(databases)]
  for (const role of ['owner', 'manager', 'coach', 'front_desk', 'member'] as const) {
    const account = await mintAccount(databases, {
      studio: week.studio,
      role,
      name: `Some ${role}`,
    })
    if (role === 'coach') coach = account
    const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
    staff.set(role, newVisitor({ cookie }))
  }
  await db().run(sql`UPDATE people SET is_staff = 1 WHERE id = ${coach.personId}`)
})
afterAll(releaseClock)

const db = (of = week) => databases.shard(of.studio.shard as 0 | 1)
const as = (role: Role = 'owner') => staff.get(role)!
const post = (
  path: string,
  fields: Record<string, string> | [string, string][],
  role: Role = 'owner',
) => as(role).post(path, new URLSearchParams(fields))

const closure = {
  name: 'Works',
  from: '2026-10-18',
  until: '2026-10-19',
  message: 'The floor is sanded',
}

test('every page of planning is in the budget of trips and opens only to whom it concerns', async () => {
  const { studio } = week
  const pages: [path: string, coach: number][] = [
    [paths.manageClosures(studio), 200],
    [paths.manageClosureNew(studio), 403],
    [paths.manageClosurePreview(studio, closure), 403],
    [paths.managePublish(studio), 403],
    [paths.manageCopyTerm(studio), 403],
    [paths.manageCopyTerm(studio, { from: '2026-10-12', weeks: '2', to: '2027-01-04' }), 403],
    [paths.manageSubstitutions(studio), 200],
    [paths.manageSubstitutionNew(studio, { class: week.at('2026-10-15T18:30') }), 200],
  ]
  for (const [path, forCoach] of pages) {
    const page = await as().get(path)
    expect([path, page.status]).toEqual([path, 200])
    const trips = Number(/(\d+) trips/.exec(page.headers.get('Server-Timing') ?? '')?.[1])
    expect([path, trips <= 3]).toEqual([path, true])
    expect([path, (await as('coach').get(path)).status]).toEqual([path, forCoach])
    expect([path, (await as('member').get(path)).status]).toEqual([path, 403])
  }
})

test('odd and foreign input is refused with a sentence, and never breaks a page', async () => {
  const { studio } = week
  const odd: [string, Record<string, string>, number][] = [
    [paths.manageClosureNew(studio), {}, 422],
    [paths.manageClosureNew(studio), { ...closure, until: '2026-10-17' }, 422],
    [paths.manageClosureNew(studio), { ...closure, from: '2026-02-30' }, 422],
    [paths.manageClosureNew(studio), { ...closure, from: '2026-09-01', until: '2026-09-02' }, 422],
    [paths.manageClosureNew(studio), { ...closure, until: '2027-10-18' }, 422],
    [paths.manageClosurePreview(studio, closure), {}, 422],
    [
      paths.manageClosurePreview(studio, closure),
      { ...closure, key: newId(), locationId: 'nothing00000' },
      422,
    ],
    [paths.manageClosure(studio, 'nothing00000', 'lifting'), {}, 404],
    [paths.manageClosure(studio, 'nothing00000', 'continue'), {}, 404],
    [paths.managePublish(studio), {}, 422],
    [paths.managePublish(studio), { key: newId(), row: 'x' }, 422],
    [paths.manageCopyTerm(studio), {}, 422],
    [
      paths.manageCopyTerm(studio),
      { key: newId(), from: 'x', weeks: '900', to: '', series: 'x', as: 'now' },
      422,
    ],
    [paths.manageSubstitutionNew(studio, { class: week.at('2026-10-15T18:30') }), {}, 422],
    [
      paths.manageSubstitutionNew(studio),
      { key: newId(), occurrenceId: other.at('2026-10-15T18:30') },
      404,
    ],
    [paths.manageSubstitution(studio, 'nothing00000'), { act: 'claim' }, 404],
  ]
  for (const [path, fields, status] of odd) {
    expect([path, fields, (await post(path, fields)).status]).toEqual([path, fields, status])
  }
  for (const path of [
    paths.manageClosure(studio, 'nothing00000'),
    paths.managePublished(studio, 'nothing00000'),
    paths.manageSubstitution(studio, 'nothing00000'),
    paths.manageSubstitutionNew(studio, { class: other.at('2026-10-15T18:30') }),
  ]) {
    expect([path, (await as().get(path)).status]).toEqual([path, 404])
  }
  const kept = await post(paths.manageClosureNew(studio), { ...closure, until: '' })
  expect(kept.html).toContain('value="The floor is sanded"')
})

test('a draft is kept from the form of the class, shown with its messages, published once, and told about', async () => {
  const { studio } = week
  const thursday = week.at('2026-10-15T18:30')
  const edit = await as().get(paths.manageClassAct(studio, thursday, 'edit'))
  const { action, fields } = formIn(edit, 's')
  const [series] = await db().all<{ room: string; coach: string; policy: string }>(sql`
    SELECT room_id AS room, coach_id AS coach, policy_id AS policy FROM occurrences WHERE id = ${thursday}`)
  const form = {
    ...fields,
    roomId: series!.room,
    coachId: series!.coach,
    policyId: series!.policy,
    time: '18:00',
    as: 'draft',
    scope: 'one',
  }
  const kept = await post(action, form)
  expect([kept.status, kept.location]).toEqual([303, paths.managePublish(studio)])

  const plan = await as().get(paths.managePublish(studio))
  expect(textOf(plan.html)).toContain('Thu 15 Oct, 18:30 becomes Thu 15 Oct, 18:00')
  expect(textOf(plan.html)).toContain('Ana Reyes')
  expect(textOf(plan.html)).toContain('Your place stays.')
  // Members see nothing of it.
  expect((await as('member').get(paths.occurrence(studio, thursday))).html).toContain('18:30')

  const key = /name="key" value="(\w+)"/.exec(plan.html)![1]!
  const row = /name="row"[^>]*value="([^"]+)"/.exec(plan.html)![1]!
  const pressed = await Promise.all(
    [1, 2].map(() => post(paths.managePublish(studio), { key, row })),
  )
  expect(pressed.map(({ status }) => status)).toEqual([303, 303])
  const run = await as().get(paths.managePublished(studio, key))
  expect(textOf(run.html)).toContain('Published')
  const [notified] = await db().all<{ n: number }>(
    sql`SELECT count(*) AS n FROM notices WHERE studio_id = ${studio.id} AND person_id = ${week.ana.personId} AND kind = 'class-changed'`,
  )
  expect(notified!.n).toBe(1)
  expect((await as('member').get(paths.occurrence(studio, thursday))).html).toContain('18:00')
})

test('of two who open a class and save a draft, the second is refused however often they press, and reads what the first saved', async () => {
  const { studio } = week
  const saturday = week.at('2026-10-17T11:30')
  const edit = paths.manageClassAct(studio, saturday, 'edit')
  const cancel = paths.manageClassAct(studio, saturday, 'cancellation')
  const opened = async () => {
    const { fields } = formIn(await as().get(edit), 's')
    const [now] = await db().all<{ room: string; coach: string; policy: string }>(sql`
      SELECT room_id AS room, coach_id AS coach, policy_id AS policy FROM occurrences
      WHERE id = ${saturday}`)
    const chosen = { roomId: now!.room, coachId: now!.coach, policyId: now!.policy }
    return { ...fields, ...chosen, as: 'draft', scope: 'one' } as Record<string, string>
  }
  const [mine, theirs] = [await opened(), await opened()]
  const { fields: calling } = formIn(await as().get(cancel), 'cancellation')
  expect((await post(edit, { ...mine, capacity: '5' })).status).toBe(303)

  const refused = await post(edit, { ...theirs, time: '12:00' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('data-refusal="changed_meanwhile"')
  expect(textOf(refused.html)).toContain('Some owner saved a draft of this class')
  expect(textOf(refused.html)).toContain('Saved by someone else: 5')
  // What is saved is no preview of what was typed.
  expect(refused.html).not.toContain('>Once, Saturday 17 October 2026, 11:30')
  // The page around it has read the draft; the form is no newer for that.
  const again = { ...formIn(refused, 's').fields, as: 'draft', scope: 'one' }
  expect((await post(edit, { ...theirs, ...again })).status).toBe(422)
  const dates = await as().get(`${edit}?${new URLSearchParams(theirs)}`)
  const looked = { ...formIn(dates, 's').fields, as: 'draft', scope: 'one' }
  expect((await post(edit, { ...theirs, ...looked })).status).toBe(422)
  const called = await post(cancel, { ...calling, reason: 'Away', as: 'draft' })
  expect(called.status).toBe(422)
  expect(textOf(called.html)).toContain('places become 5')
  expect(
    (await post(cancel, { ...formIn(called, 'cancellation').fields, as: 'draft' })).status,
  ).toBe(422)

  // Opened again, both say what waits, and replace it knowingly.
  for (const page of [edit, cancel])
    expect(textOf((await as().get(page)).html)).toMatch(/saved a draft .* places become 5/)
  expect((await post(edit, { ...(await opened()), time: '12:00' })).status).toBe(303)
  const plan = textOf((await as().get(paths.managePublish(studio))).html)
  expect(plan).toContain('Sat 17 Oct, 11:30 becomes Sat 17 Oct, 12:00')
  expect(plan).not.toContain('places become 5')
})

test('a coach asks, another is offered the class without seeing more than they should, claims it, and a manager settles it', async () => {
  const { studio } = week
  const friday = week.at('2026-10-16T19:00')
  const asked = await post(
    paths.manageSubstitutionNew(studio),
    { key: newId(), occurrenceId: friday, reason: 'Ill' },
    'front_desk',
  )
  const request = asked.location!
  expect(request).toContain('/substitutions/')
  expect(
    (
      await post(
        paths.manageSubstitutionNew(studio, { class: friday }),
        { key: newId(), occurrenceId: friday },
        'coach',
      )
    ).status,
  ).toBe(422)
  expect(
    (await post(request, { act: 'offer', to: 'chosen', coach: coach.personId! }, 'coach')).status,
  ).toBe(403)
  expect((await post(request, { act: 'claim' }, 'coach')).status).toBe(422)
  expect((await post(request, { act: 'fly' })).status).toBe(422)

  expect(
    (await post(request, { act: 'offer', to: 'chosen', coach: coach.personId!, pay: 'much' }))
      .status,
  ).toBe(422)
  expect(
    (await post(request, { act: 'offer', to: 'chosen', coach: coach.personId!, pay: '45.00' }))
      .status,
  ).toBe(303)
  expect(textOf((await as('coach').get(paths.manageSubstitutions(studio))).html)).toContain(
    'Offered to you',
  )
  expect(textOf((await as('coach').get(request)).html)).toContain('£45.00')
  expect(textOf((await as('front_desk').get(request)).html)).not.toContain('£45.00')

  expect((await post(request, { act: 'approve' }, 'coach')).status).toBe(403)
  expect((await post(request, { act: 'claim' }, 'coach')).status).toBe(303)
  expect((await post(request, { act: 'approve', pay: '45.00' }, 'front_desk')).status).toBe(403)
  expect((await post(request, { act: 'approve', pay: '45.00' }, 'manager')).status).toBe(303)
  expect(textOf((await as().get(paths.manageClass(studio, friday))).html)).toContain(
    'with Some coach instead of',
  )
})

test('closing days shows what happens, does it, follows it to its end, and can be lifted', async () => {
  const { studio } = week
  const shown = await post(paths.manageClosureNew(studio), { ...closure, extendsPacks: 'on' })
  expect(shown.status).toBe(303)
  const preview = await as().get(shown.location!)
  expect(textOf(preview.html)).toMatch(/classes are cancelled\./)
  expect(textOf(preview.html)).toContain('Yin yoga')
  expect(textOf(preview.html)).toMatch(/packs? runs? 2 days longer|packs run 2 days longer/)

  const { action, fields } = formIn(preview, 'closing')
  const closed = await post(action, fields)
  expect(closed.status).toBe(303)
  expect((await post(action, fields)).location).toBe(closed.location)
  const page = await as().get(closed.location!)
  expect(textOf(page.html)).toContain('Cancelled')
  await post(`${closed.location!}/continue`, {})
  const [left] = await db().all<{ n: number; state: string }>(sql`
    SELECT count(*) AS n, (SELECT state FROM closures WHERE studio_id = ${studio.id}) AS state FROM occurrences
    WHERE studio_id = ${studio.id} AND state = 'scheduled' AND local_start >= '2026-10-18' AND local_start < '2026-10-20'`)
  expect(left).toEqual({ n: 0, state: 'applied' })
  expect(
    (await as('member').get(paths.occurrence(studio, week.at('2026-10-18T10:00')))).html,
  ).toContain('The floor is sanded')

  expect((await post(`${closed.location!}/lifting`, {}, 'coach')).status).toBe(403)
  expect((await post(`${closed.location!}/lifting`, {})).status).toBe(303)
  expect(textOf((await as().get(paths.manageClosures(studio))).html)).toContain('Reopened')
})

test("another studio's closure and request are not found by any door", async () => {
  const { studio } = week
  const [closureId] = (
    await db().all<{ id: string }>(sql`SELECT id FROM closures WHERE studio_id = ${studio.id}`)
  ).map(({ id }) => id)
  const owner = await mintAccount(databases, {
    studio: other.studio,
    role: 'owner',
    name: 'Other Owner',
  })
  const { cookie } = await mintSession(databases, owner, { variables: inject('variables') })
  const stranger = newVisitor({ cookie })
  expect((await stranger.get(paths.manageClosure(other.studio, closureId!))).status).toBe(404)
  expect(
    (
      await stranger.post(
        paths.manageClosure(other.studio, closureId!, 'lifting'),
        new URLSearchParams(),
      )
    ).status,
  ).toBe(404)
})
