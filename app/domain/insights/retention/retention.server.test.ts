import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { metricsUntil } from '../../../../tests/support/sales/figures-agree.ts'
import { world } from '../../../../tests/support/world.ts'
import { setTarget, targetsPage } from '../targets/targets.server.ts'
import { noteContact } from './note-contact.server.ts'
import { retentionPage } from './retention-page.server.ts'
import { boardOf } from './retention-view.ts'

const now = '2026-07-20T08:00:00Z'

test('someone who stays away twice as long as usual is listed with reasons and their classes; nobody frozen, booked or leaving is', async () => {
  const w = await world()
  const classes = await w.givenSeries({
    rrule: 'FREQ=DAILY;COUNT=60',
    localStart: '2026-06-02T18:30',
    capacity: 4,
  })
  const [ann, bob, cat] = await w.givenPeople(['Ann Away', 'Bob Booked', 'Cat Cold'])
  const comes = (person: { id: string }, days: number[], state = 'attended') =>
    Promise.all(
      days.map((day) =>
        w.db.run(sql`
          INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
          VALUES (${`${person.id}${day}`}, ${w.studio.id}, ${classes[day]!}, ${person.id}, ${state},
            'p', '2026-06-01T10:00:00Z')`),
      ),
    )
  await w.giveMembership(ann!)
  await w.giveMembership(bob!)
  await w.giveMembership(cat!, { frozenFrom: '2026-07-10', frozenUntil: '2026-07-30' })
  for (const one of [ann!, bob!, cat!]) await comes(one, [0, 3, 6, 9, 12, 15, 18, 21])
  await comes(ann!, [25], 'late_cancelled')
  await comes(bob!, [55], 'booked')
  await metricsUntil(w, now)
  const page = await retentionPage(w.at(now))
  expect(page.atRisk.map(({ name }) => name)).toEqual(['Ann Away'])
  const [one] = boardOf(page, w.studio)
  expect(one).toMatchObject({
    away: '27 days',
    usual: 'usually 3 days',
    reasons: ['1 late cancellation since'],
    classes: [{ name: 'Pole 2: spins, Mon 20 Jul 18:30', left: '4 left' }],
  })
  expect(one!.strip).toHaveLength(8)

  const desk = w.asDesk(now)
  const form = { key: 'ABCDEFGHIJK2', person: ann!.id, how: 'call' as const, note: 'On holiday' }
  expect(await noteContact(desk, form)).toEqual({ ok: true })
  expect(await noteContact(desk, form)).toEqual({ ok: true })
  expect(await noteContact(desk, { ...form, key: 'ABCDEFGHIJK3', person: 'nobody' })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect((await retentionPage(w.at(now))).contacted).toEqual({ people: 1, back: 0 })
})

test('a target shows how far it is and what each open day takes; a closed month refuses one', async () => {
  const w = await world()
  await w.givenSeries({
    rrule: 'FREQ=DAILY;COUNT=60',
    localStart: '2026-06-02T18:30',
    capacity: 4,
  })
  await metricsUntil(w, now)
  const desk = w.asDesk(now)
  const set = (more: object) =>
    setTarget(desk, {
      month: '2026-07',
      metric: 'classes.came',
      scope: 'studio',
      value: '24',
      ...more,
    })
  expect(await set({})).toEqual({ ok: true })
  expect(await set({ month: '2026-05' })).toEqual({ ok: false, reason: 'closed' })
  expect(await set({ metric: 'members.joined', scope: 'location:x' })).toEqual({
    ok: false,
    reason: 'scope',
  })
  expect(await set({ scope: 'location:nowhere' })).toEqual({ ok: false, reason: 'not_found' })
  expect(await set({ metric: 'recurring.minor', value: '160.50' })).toEqual({ ok: true })
  const page = await targetsPage(w.at(now), '2026-07')
  expect(page.targets.map(({ metric, value }) => [metric, value])).toEqual([
    ['classes.came', 24],
    ['recurring.minor', 16_050],
  ])
  // Classes stand eight weeks ahead, to 27 July: 8 open days are left, today's among them.
  expect(page.targets[0]!.pace?.eachDay).toBe(3)
  expect(await set({ value: '' })).toEqual({ ok: true })
  expect((await targetsPage(w.at(now), '2026-07')).targets).toHaveLength(1)
})

test('a target in a currency without decimals is stored as typed', async () => {
  const w = await world({ currency: 'JPY' })
  const target = { month: '2026-08', metric: 'recurring.minor', scope: 'studio' } as const
  expect(await setTarget(w.asDesk(now), { ...target, value: '150000' })).toEqual({ ok: true })
  expect((await targetsPage(w.at(now), '2026-08')).targets).toMatchObject([{ value: 150_000 }])
})

test('days on which the studio is closed are nobody’s absence', async () => {
  const w = await world()
  const classes = await w.givenSeries({
    rrule: 'FREQ=DAILY;COUNT=60',
    localStart: '2026-06-02T18:30',
    capacity: 4,
  })
  const ann = await w.givenPerson('Ann Away')
  await w.giveMembership(ann)
  for (const day of [27, 30, 33, 36, 39])
    await w.db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
      VALUES (${`${ann.id}${day}`}, ${w.studio.id}, ${classes[day]!}, ${ann.id}, 'attended', 'p',
        '2026-06-01T10:00:00Z')`)
  await w.db.run(sql`
    INSERT INTO closures (id, studio_id, location_id, name, from_date, until_date, state, created_by,
      created_by_name, created_at)
    VALUES ('summer', ${w.studio.id}, NULL, 'Summer break', '2026-07-12', '2026-07-18', 'applied',
      'o', 'Olga', '2026-06-01T10:00:00Z')`)
  await metricsUntil(w, now)
  expect((await retentionPage(w.at(now))).atRisk).toEqual([])
  await w.db.run(sql`UPDATE closures SET state = 'lifted' WHERE id = 'summer'`)
  await w.db.run(sql`DELETE FROM habits`)
  await metricsUntil(w, '2026-07-21T08:00:00Z')
  expect((await retentionPage(w.at('2026-07-21T08:00:00Z'))).atRisk).toMatchObject([
    { name: 'Ann Away' },
  ])
})
