import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { studioDb } from '#app/db/connection.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { expandSeries } from '#app/domain/scheduling/series/expand-series.server.ts'
import { timetablePage } from '#app/domain/timetable/timetable-page.server.ts'
import { newId } from '#app/values/id.ts'
import {
  balanceOf,
  bookingOf,
  mailTo,
  noticesOf,
  rosterOf,
} from '../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { closeDays, liftClosure } from './close-days.server.ts'
import { dryRun, totalsOf } from './dry-run.server.ts'
import { discardPlanned, planCancel, planChange } from './plan-change.server.ts'
import { publishForm, rowValue } from './plan-forms.ts'
import { findPublished, publishPlan } from './publish-plan.server.ts'

// Wednesday 14 October 2026. Pole on Thursday 15 and Monday 19 at 18:30 with Dee.
const now = '2026-10-14T09:00:00Z'

async function twoClasses() {
  const w = await world({ now })
  const ode = await w.givenPerson('Ben Ode', { isStaff: true })
  const [thursday, monday] = [
    await w.givenClass({ localStart: '2026-10-15T18:30', at: now }),
    await w.givenClass({ localStart: '2026-10-19T18:30', at: now }),
  ]
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, now), thursday)
  await bookClass(w.asMember(w.ben, now), monday)
  const as = {
    localStart: '2026-10-15T18:30',
    minutes: 60,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    capacity: 12,
    version: 1,
    planned: '',
  }
  const publish = async ({ anyway = false } = {}) => {
    const rows = await dryRun(w.at(now), null)
    const chosen = rows.map(({ row }) => ({ id: row.id, sequence: row.sequence, anyway }))
    return publishPlan(w.asDesk(now), { runId: newId(), chosen })
  }
  return { w, ode, thursday, monday, as, publish }
}

const toldOf = async (w: World, person: Person) =>
  (await mailTo(w, person))
    .filter(({ kind }) => /class-(changed|cancelled)/.test(kind))
    .map(({ kind }) => kind)

const classRow = async ({ db, studio }: World, id: string) =>
  (
    await db.all<{ localStart: string; coachId: string; state: string; sequence: number }>(sql`
      SELECT local_start AS localStart, coach_id AS coachId, state, sequence FROM occurrences
      WHERE studio_id = ${studio.id} AND id = ${id}`)
  )[0]!

test('the dry run lists every message, credit and minute of pay, and publishing does just that', async () => {
  const { w, ode, thursday, monday, as, publish } = await twoClasses()
  await planChange(w.asDesk(now), thursday, {
    ...as,
    localStart: '2026-10-15T19:00',
    coachId: ode.id,
  })
  await planCancel(w.asDesk(now), monday, { reason: 'Dee is away', planned: '' })
  // Nobody has been told of anything yet.
  expect(await toldOf(w, w.ben)).toEqual([])
  expect(await classRow(w, thursday)).toMatchObject({ localStart: '2026-10-15T18:30', sequence: 0 })

  const rows = await dryRun(w.at(now), null)
  expect(rows.map(({ what }) => what)).toEqual([
    'Thu 15 Oct, 18:30 becomes Thu 15 Oct, 19:00, Dee Coach becomes Ben Ode',
    'Cancelled: Dee is away',
  ])
  expect(
    rows.map(({ messages }) => messages.map(({ name, sentence }) => `${name}: ${sentence}`)),
  ).toEqual([
    [
      'Ana Reyes: Pole 2: spins, Thu 18:30 changed: Thu 19:00, pole studio, with Ben Ode. ' +
        'Your place stays.',
      'Ben Okoro: Pole 2: spins, Thu 18:30 changed: Thu 19:00, pole studio, with Ben Ode. ' +
        'Your place stays.',
    ],
    [
      'Ben Okoro: Pole 2: spins, Mon 18:30 is cancelled. Dee is away. ' +
        '1 credit is back in your 10-class pack.',
    ],
  ])
  expect(totalsOf(rows)).toEqual({
    messages: 3,
    people: 2,
    credits: 1,
    moneyMinor: 0,
    pay: [
      { coachId: w.coach.id, coachName: 'Dee Coach', minutes: -120 },
      { coachId: ode.id, coachName: 'Ben Ode', minutes: 60 },
    ],
  })

  expect(await publish()).toMatchObject({ done: [{}, {}], refused: [] })
  expect(await classRow(w, thursday)).toEqual({
    localStart: '2026-10-15T19:00',
    coachId: ode.id,
    state: 'scheduled',
    sequence: 1,
  })
  expect(await classRow(w, monday)).toMatchObject({ state: 'cancelled', sequence: 1 })
  expect(await rosterOf(w, thursday)).toEqual({ booked: 2 })
  const notices = (await noticesOf(w, w.ben)).map(({ text }) => text)
  for (const { messages } of rows)
    expect(notices).toContain(messages.find(({ personId }) => personId === w.ben.id)!.sentence)
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await dryRun(w.at(now), null)).toEqual([])
})

test('pressed five times at once, each row has its effect once', async () => {
  const { w, ode, thursday, monday, as } = await twoClasses()
  await planChange(w.asDesk(now), thursday, { ...as, coachId: ode.id })
  await planCancel(w.asDesk(now), monday, { reason: 'Away', planned: '' })
  const draft = await createSeries(w.asDesk(now), draftSeries(w))
  expect(draft.ok).toBe(true)
  const rows = await dryRun(w.at(now), null)
  const chosen = rows.map(({ row }) => ({ id: row.id, sequence: row.sequence, anyway: false }))
  const runs = [1, 2, 3, 4, 5].map(() => publishPlan(w.asDesk(now), { runId: newId(), chosen }))
  const outcomes = await Promise.all(runs)

  expect(outcomes.flatMap(({ refused }) => refused)).toEqual([])
  expect((await classRow(w, thursday)).sequence).toBe(1)
  expect((await classRow(w, monday)).sequence).toBe(1)
  expect((await toldOf(w, w.ben)).sort()).toEqual(['class-cancelled', 'class-changed'])
  expect(await balanceOf(w, w.benLot)).toBe(9)
  const lines = await w.db.all<{ action: string; n: number }>(sql`
    SELECT action, count(*) AS n FROM audit_entries WHERE studio_id = ${w.studio.id}
      AND action IN ('series.changed','occurrence.cancel','occurrence.published') GROUP BY action
    ORDER BY action`)
  expect(lines).toEqual([
    { action: 'occurrence.cancel', n: 1 },
    { action: 'occurrence.published', n: 3 },
    { action: 'series.changed', n: 1 },
  ])
})

test('a class that was changed since is asked about again, and stays in the plan', async () => {
  const { w, thursday, as, publish } = await twoClasses()
  await planChange(w.asDesk(now), thursday, { ...as, capacity: 8, localStart: '2026-10-15T19:00' })
  const [seen] = await dryRun(w.at(now), null)
  const form = {
    scope: 'one' as const,
    version: 1,
    date: '2026-10-15',
    time: '17:00',
    days: [],
    policyId: w.ids.policyId,
  }
  await changeSeries(w.asDesk(now), thursday, { ...form, ...as })

  const chosen = [{ id: seen!.row.id, sequence: seen!.row.sequence, anyway: false }]
  const outcome = await publishPlan(w.asDesk(now), { runId: newId(), chosen })
  expect(outcome).toMatchObject({
    done: [],
    refused: [{ why: expect.stringContaining('changed since you opened this') }],
  })
  expect((await classRow(w, thursday)).localStart).toBe('2026-10-15T17:00')

  // Looked at again, it says so, and can be published as it is.
  expect((await dryRun(w.at(now), null))[0]).toMatchObject({ stale: true })
  expect((await publish()).refused).toEqual([])
  expect((await classRow(w, thursday)).localStart).toBe('2026-10-15T19:00')
})

test('a draft saved from a page that is older than the class is refused: it would undo the change', async () => {
  const { w, thursday, as } = await twoClasses()
  const stale = { ...as, localStart: '2026-10-15T19:00' }
  const form = { ...as, scope: 'one' as const, date: '2026-10-15', time: '17:00', days: [] }
  await changeSeries(w.asDesk(now), thursday, { ...form, policyId: w.ids.policyId })
  expect(await planChange(w.asDesk(now), thursday, stale)).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await dryRun(w.at(now), null)).toEqual([])
  expect(await planChange(w.asDesk(now), thursday, { ...stale, version: 2 })).toEqual({ ok: true })
})

test('of two who save a draft for one class from pages opened before either, the second is refused and told what the first saved', async () => {
  const { w, ode, thursday, as } = await twoClasses()
  const eight = { ...as, capacity: 8 }
  expect(await planChange(w.asDesk(now), thursday, eight)).toEqual({ ok: true })
  const later = { ...as, localStart: '2026-10-15T19:00' }
  for (const second of [
    () => planChange(w.asDesk(now), thursday, later),
    () => planCancel(w.asDesk(now), thursday, { reason: 'Away', planned: '' }),
    () => planChange(w.asDesk(now), thursday, { ...later, planned: 'nothing00000' }),
  ]) {
    const result = await second()
    expect(result).toMatchObject({
      ok: false,
      reason: 'planned_meanwhile',
      facts: { planned: { action: 'change', wantedCapacity: 8 } },
    })
  }
  const [first] = await dryRun(w.at(now), null)
  expect(first!.what).toBe('12 places become 8')
  // Sent twice, it is kept once, and pages that showed it are not stale for that.
  expect(await planChange(w.asDesk(now), thursday, eight)).toEqual({ ok: true })
  expect((await dryRun(w.at(now), null)).map(({ row }) => row.id)).toEqual([first!.row.id])

  // Anyone who has seen it may replace it, once.
  const seen = { ...later, planned: first!.row.id }
  expect(await planChange(w.asDesk(now), thursday, seen)).toEqual({ ok: true })
  expect(
    await planChange(w.asDesk(now), thursday, { ...as, coachId: ode.id, planned: seen.planned }),
  ).toMatchObject({ reason: 'planned_meanwhile' })
  expect((await dryRun(w.at(now), null)).map(({ what }) => what)).toEqual([
    'Thu 15 Oct, 18:30 becomes Thu 15 Oct, 19:00',
  ])
  await planCancel(w.asDesk(now), thursday, {
    reason: 'Away',
    planned: (await dryRun(w.at(now), null))[0]!.row.id,
  })
  expect((await dryRun(w.at(now), null)).map(({ what }) => what)).toEqual(['Cancelled: Away'])

  // One that was discarded meanwhile is no longer what was shown.
  const [away] = await dryRun(w.at(now), null)
  await discardPlanned(w.asDesk(now), [away!.row.id])
  expect(await planChange(w.asDesk(now), thursday, { ...later, planned: away!.row.id })).toEqual({
    ok: false,
    reason: 'planned_meanwhile',
    facts: { planned: null },
  })
})

test('a clash is named before the press, and two classes that swap their coaches meet nothing', async () => {
  const { w, ode, thursday, as, publish } = await twoClasses()
  const other = await createSeries(w.asDesk(now), {
    classTypeId: w.ids.yogaType,
    roomId: w.ids.roomId,
    coachId: ode.id,
    policyId: w.ids.policyId,
    firstStart: '2026-10-15T18:30',
    rrule: '',
    minutes: 60,
    capacity: 10,
    anyway: true,
  })
  const yoga = await w.db.all<{ id: string }>(
    sql`SELECT id FROM occurrences WHERE series_id = ${other.ok ? other.seriesId : ''}`,
  )
  await planChange(w.asDesk(now), thursday, { ...as, coachId: ode.id })
  expect((await dryRun(w.at(now), null))[0]!.clashes).toContain(
    'Ben Ode teaches Yin yoga Thu 15 Oct, 18:30 to 19:30',
  )
  expect((await publish()).refused).toHaveLength(1)

  // Meant is what the page showed: what arose since is asked about again.
  const [shown] = await dryRun(w.at(now), null)
  const less = shown!.clashes.slice(1)
  const asSeen = publishForm.parse({
    key: newId(),
    row: [rowValue(shown!.row.id, shown!.row.sequence, less)],
  })
  expect(
    (await publishPlan(w.asDesk(now), { runId: asSeen.key, chosen: asSeen.row })).refused,
  ).toHaveLength(1)

  await planChange(w.asDesk(now), yoga[0]!.id, { ...as, coachId: w.coach.id, capacity: 10 })
  const clashes = (await dryRun(w.at(now), null)).flatMap((row) => row.clashes)
  expect(
    clashes.filter((words) => words.includes('teaches') || words.includes('Dee Coach is planned')),
  ).toEqual([])
  expect((await publish({ anyway: true })).refused).toEqual([])
  expect((await classRow(w, thursday)).coachId).toBe(ode.id)
  expect((await classRow(w, yoga[0]!.id)).coachId).toBe(w.coach.id)
})

const draftSeries = (w: World) => ({
  classTypeId: w.ids.yogaType,
  roomId: w.ids.roomId,
  coachId: w.coach.id,
  policyId: w.ids.policyId,
  firstStart: '2026-10-20T10:00',
  rrule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261103',
  minutes: 60,
  capacity: 10,
  draft: true,
})

test('a draft class is seen and booked by nobody until it is published', async () => {
  const { w, publish } = await twoClasses()
  const made = await createSeries(w.asDesk(now), draftSeries(w))
  expect(made).toMatchObject({ ok: true, occurrences: 3 })
  const [first] = await w.db.all<{ id: string; state: string }>(
    sql`SELECT id, state FROM occurrences WHERE series_id = ${made.ok ? made.seriesId : ''}
      ORDER BY starts_at`,
  )
  expect(first!.state).toBe('draft')
  const seen = async () =>
    (await timetablePage(w.at(now), null, new URLSearchParams('from=2026-10-19'))).total
  expect(await seen()).toBe(1)
  expect((await bookClass(w.asMember(w.ben, now), first!.id)).ok).toBe(false)
  expect(await bookingOf(w, first!.id, w.ben)).toBeUndefined()

  expect((await publish()).done).toHaveLength(3)
  expect(await seen()).toBe(2)
  expect((await bookClass(w.asMember(w.ben, now), first!.id)).ok).toBe(true)
})

test('a draft term is made to its end at once, and an open series goes on as a draft until it is published', async () => {
  const { w, publish } = await twoClasses()
  const term = { ...draftSeries(w), rrule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330' }
  expect(await createSeries(w.asDesk(now), term)).toMatchObject({ ok: true, occurrences: 24 })
  const open = { ...draftSeries(w), firstStart: '2026-10-21T10:00', rrule: 'FREQ=WEEKLY;BYDAY=WE' }
  const made = await createSeries(w.asDesk(now), open)
  const states = async () =>
    (
      await w.db.all<{ state: string }>(
        sql`SELECT DISTINCT state FROM occurrences WHERE series_id = ${made.ok ? made.seriesId : ''}
          ORDER BY state`,
      )
    ).map(({ state }) => state)
  await expandSeries(w.at('2026-10-30T09:00:00Z'))
  expect(await states()).toEqual(['draft'])
  await publish()
  await expandSeries(w.at('2026-11-30T09:00:00Z'))
  expect(await states()).toEqual(['scheduled'])
})

test('discarded, planned changes leave the timetable as it is and drafts go', async () => {
  const { w, thursday, as } = await twoClasses()
  await createSeries(w.asDesk(now), draftSeries(w))
  // Begins so far ahead that it has no class yet: it is not what is discarded.
  const far = { ...draftSeries(w), firstStart: '2027-03-02T10:00', rrule: 'FREQ=WEEKLY;BYDAY=TU' }
  const made = await createSeries(w.asDesk(now), far)
  await planChange(w.asDesk(now), thursday, { ...as, localStart: '2026-10-15T19:00' })
  const ids = (await dryRun(w.at(now), null)).map(({ row }) => row.id)
  expect(await discardPlanned(w.asDesk(now), ids)).toBe(4)
  expect(await discardPlanned(w.asDesk(now), ids)).toBe(0)
  expect(await classRow(w, thursday)).toMatchObject({
    localStart: '2026-10-15T18:30',
    state: 'scheduled',
  })
  await expandSeries(w.at('2026-10-30T09:00:00Z'))
  const left = await w.db.all(
    sql`SELECT id FROM occurrences WHERE studio_id = ${w.studio.id} AND state = 'draft'`,
  )
  expect(left).toEqual([])
  const ended = await w.db.all<{ id: string }>(
    sql`SELECT id FROM series WHERE studio_id = ${w.studio.id} AND ended_at IS NOT NULL`,
  )
  expect(ended).toHaveLength(1)
  expect(made.ok && ended[0]!.id !== made.seriesId).toBe(true)
})

test('a draft is not published on days that someone closes in the same moment', async () => {
  const { w } = await twoClasses()
  await createSeries(w.asDesk(now), draftSeries(w))
  const chosen = (await dryRun(w.at(now), null)).map(({ row }) => ({
    id: row.id,
    sequence: 0,
    anyway: false,
  }))
  const shard = w.env[`STUDIOS_${w.shard}`]
  const closing = {
    key: newId(),
    name: 'Works',
    from: '2026-10-27',
    until: '2026-10-27',
    locationId: null,
    message: '',
    extendsPacks: false,
  }
  let [writes, closed] = [false, false]
  // The days are closed behind the look at the plan and before its write.
  const beaten = {
    prepare: (query: string) => {
      writes ||= /UPDATE occurrences SET state = 'scheduled'/.test(query)
      return shard.prepare(query)
    },
    batch: async (statements: D1PreparedStatement[]) => {
      if (writes && !closed) closed = (await closeDays(w.asDesk(now), closing)).ok
      return shard.batch(statements)
    },
  } as unknown as D1Database
  const db = studioDb({ ...w.env, [`STUDIOS_${w.shard}`]: beaten }, w.studio, w.meter)
  const outcome = await publishPlan({ ...w.asDesk(now), db }, { runId: newId(), chosen })
  expect(closed).toBe(true)
  expect(outcome).toMatchObject({
    done: [{}, {}],
    refused: [{ what: expect.stringContaining('27 Oct') }],
  })
  expect((await dryRun(w.at(now), null)).map(({ blocked }) => blocked)).toEqual(['closed'])
})

test('a discarded date of a published series does not come back when its days are gone over again', async () => {
  const { w, publish } = await twoClasses()
  const made = await createSeries(w.asDesk(now), { ...draftSeries(w), exceptDates: ['2026-11-03'] })
  const seriesId = made.ok ? made.seriesId : ''
  const [, second] = await dryRun(w.at(now), null)
  expect(await discardPlanned(w.asDesk(now), [second!.row.id])).toBe(1)
  expect(await discardPlanned(w.asDesk(now), [second!.row.id])).toBe(0)
  await publish()
  const closing = {
    name: 'Works',
    from: '2026-10-26',
    until: '2026-10-28',
    locationId: null,
    message: '',
  }
  const key = newId()
  expect(await closeDays(w.asDesk(now), { ...closing, key, extendsPacks: false })).toEqual({
    ok: true,
  })
  await liftClosure(w.asDesk(now), key)
  await expandSeries(w.at(now))

  const dates = await w.db.all<{ localStart: string }>(
    sql`SELECT local_start AS localStart FROM occurrences WHERE series_id = ${seriesId}
      ORDER BY local_start`,
  )
  expect(dates).toEqual([{ localStart: '2026-10-20T10:00' }])
  expect(
    await w.db.all(
      sql`SELECT except_dates AS dates FROM series WHERE id = ${seriesId} AND ended_at IS NULL`,
    ),
  ).toEqual([{ dates: '2026-11-03,2026-10-27' }])
})

test('the outcome of a press is kept under its id, and another studio sees and plans nothing of it', async () => {
  const { w, thursday, as } = await twoClasses()
  const other = await world()
  await planChange(w.asDesk(now), thursday, {
    ...as,
    coachId: w.coach.id,
    localStart: '2026-10-15T19:30',
  })
  const [row] = await dryRun(w.at(now), null)
  const chosen = [{ id: row!.row.id, sequence: 0, anyway: false }]
  expect(await publishPlan(other.asDesk(now), { runId: newId(), chosen })).toMatchObject({
    refused: [],
  })
  expect((await classRow(w, thursday)).sequence).toBe(0)
  expect(await planCancel(other.asDesk(now), thursday, { reason: 'x', planned: '' })).toEqual({
    ok: false,
    reason: 'not_found',
  })

  const runId = newId()
  await publishPlan(w.asDesk(now), { runId, chosen })
  expect(await findPublished(w.asDesk(now), runId)).toMatchObject({
    by: 'Hana Desk',
    done: [{}],
    refused: [],
  })
  expect(await findPublished(other.asDesk(now), runId)).toBeNull()
})

const roomBecomes = ({ db, ids }: World, what: { turn?: number; twice?: 0 | 1 }) =>
  db.run(sql`UPDATE rooms SET turn_round_minutes = ${what.turn ?? 0},
    never_twice = ${what.twice ?? 0} WHERE id = ${ids.roomId}`)

test('nothing is published into a room that is never booked twice, however it is meant', async () => {
  const { w, ode, thursday, as, publish } = await twoClasses()
  await roomBecomes(w, { turn: 15, twice: 1 })
  // Dee’s class on Thursday would begin 5 minutes behind the one of Ben Ode.
  const other = await createSeries(w.asDesk(now), {
    ...draftSeries(w),
    coachId: ode.id,
    firstStart: '2026-10-15T20:00',
    rrule: '',
    draft: false,
  })
  expect(other).toMatchObject({ ok: true })
  await planChange(w.asDesk(now), thursday, { ...as, localStart: '2026-10-15T18:55' })
  expect(await dryRun(w.at(now), null)).toMatchObject([{ blocked: 'never_twice', meets: [] }])
  expect(await publish({ anyway: true })).toMatchObject({ done: [], refused: [{}] })
  expect(await classRow(w, thursday)).toMatchObject({ localStart: '2026-10-15T18:30' })

  await roomBecomes(w, { turn: 15 })
  expect(await dryRun(w.at(now), null)).toMatchObject([{ blocked: null, meets: [{}] }])
  expect(await publish({ anyway: true })).toMatchObject({ done: [{}], refused: [] })
})

test('two drafts of one plan are told of the minutes that their room needs between them', async () => {
  const { w, ode, publish } = await twoClasses()
  await roomBecomes(w, { turn: 15 })
  const draft = (time: string, coachId: string) =>
    createSeries(w.asDesk(now), {
      ...draftSeries(w),
      coachId,
      firstStart: `2026-10-20T${time}`,
      rrule: '',
      anyway: true,
    })
  for (const [time, coach] of [
    ['18:00', w.coach.id],
    ['19:00', ode.id],
  ] as const)
    expect(await draft(time, coach)).toMatchObject({ ok: true })
  const clashes = async () => (await dryRun(w.at(now), null)).map((row) => row.clashes)
  const [first, second] = await clashes()
  expect(first).toEqual([
    'pole studio is planned for Yin yoga Tue 20 Oct, 19:00 to 20:00, ' +
      'and needs 15 minutes between for turn-round and set-up',
  ])
  expect(second).toHaveLength(1)
  await roomBecomes(w, { turn: 15, twice: 1 })
  expect((await publish({ anyway: true })).done).toEqual([])
  await roomBecomes(w, {})
  expect(await clashes()).toEqual([[], []])
  expect((await publish()).done).toHaveLength(2)
})
