import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { studioDb } from '#app/db/connection.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { newId } from '#app/values/id.ts'
import { type Life, mortal } from '../../../tests/support/mortal-database.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { closeDays } from './close-days.server.ts'
import { continueCopies, copyTerm, findCopy } from './copy-term.server.ts'
import { dryRun } from './dry-run.server.ts'
import { previewTermCopy } from './plan-copy.server.ts'
import { shownClashes } from './seen-copies.ts'

// Wednesday 14 October 2026. The autumn term runs six weeks from Monday 5 October; it is copied to
// 1 March 2027.
const now = '2026-10-14T09:00:00Z'
const autumn = { from: '2026-10-05', weeks: 6, to: '2027-03-01' }

async function aTerm() {
  const w = await world({ now })
  const base = {
    classTypeId: w.ids.poleType,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
  }
  const add = async (firstStart: string, rrule: string, exceptDates: string[] = []) => {
    const made = await createSeries(w.at('2026-10-01T09:00:00Z'), {
      ...base,
      firstStart,
      rrule,
      exceptDates,
      minutes: 60,
      capacity: 10,
    })
    if (!made.ok) throw new Error(made.reason)
    return made.seriesId
  }
  const pole = await add('2026-10-05T18:30', 'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=12', ['2026-10-22'])
  const once = await add('2026-10-17T11:00', '')
  const forEver = await add('2026-10-06T07:00', 'FREQ=WEEKLY;BYDAY=TU')
  return { w, pole, once, forEver, add }
}

const startsOf = async ({ db, studio }: World, from: string) =>
  db.all<{ localStart: string; startsAt: string; state: string }>(sql`
    SELECT local_start AS localStart, starts_at AS startsAt, state FROM occurrences
    WHERE studio_id = ${studio.id} AND local_start >= ${from} ORDER BY local_start`)

test('a term is copied whole weeks on: same days and wall times through the clock change, without closed days', async () => {
  const { w, pole, once, forEver } = await aTerm()
  await closeDays(w.asDesk(now), {
    key: newId(),
    name: 'Easter',
    from: '2027-03-25',
    until: '2027-03-29',
    locationId: null,
    message: '',
    extendsPacks: false,
  })
  const preview = await previewTermCopy(w.at(now), autumn)
  expect(preview.left).toEqual([{ sourceId: forEver, title: 'Pole 2: spins', why: 'goes_on' }])
  expect(
    preview.copies.map(({ sourceId, firstStart, rrule, closed }) => ({
      sourceId,
      firstStart,
      rrule,
      closed,
    })),
  ).toEqual([
    { sourceId: once, firstStart: '2027-03-13T11:00', rrule: '', closed: [] },
    {
      sourceId: pole,
      firstStart: '2027-03-01T18:30',
      closed: ['2027-03-25', '2027-03-29'],
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20270408',
    },
  ])

  const key = newId()
  const copy = () => copyTerm(w.asDesk(now), { ...autumn, key, series: [pole, once], draft: true })
  expect(await copy()).toMatchObject({ made: 2, classes: 11, refused: [] })
  const made = await startsOf(w, '2027-03-01')
  expect(made.map(({ localStart }) => localStart)).toEqual([
    ...[
      '2027-03-01T18:30',
      '2027-03-04T18:30',
      '2027-03-08T18:30',
      '2027-03-11T18:30',
      '2027-03-13T11:00',
    ],
    ...[
      '2027-03-15T18:30',
      '2027-03-18T18:30',
      '2027-03-22T18:30',
      '2027-04-01T18:30',
      '2027-04-05T18:30',
    ],
    '2027-04-08T18:30',
  ])
  expect(made.at(0)!.startsAt).toBe('2027-03-01T18:30:00Z')
  expect(made.at(-1)!.startsAt).toBe('2027-04-08T17:30:00Z')
  expect(new Set(made.map(({ state }) => state))).toEqual(new Set(['draft']))
  expect(await dryRun(w.at(now), null)).toHaveLength(11)

  // Sent again, at once and later, it is one copy.
  await Promise.all([copy(), copy()])
  expect(await startsOf(w, '2027-03-01')).toHaveLength(11)
})

test('a conflict is named first', async () => {
  const { w, pole, add } = await aTerm()
  await add('2027-03-04T18:00', '')
  const { copies } = await previewTermCopy(w.at(now), autumn)
  expect(copies.find(({ sourceId }) => sourceId === pole)?.clashes).toEqual([
    'pole studio is taken Thu 4 Mar, 18:00 to 19:00, by Pole 2: spins',
    'Dee Coach teaches Pole 2: spins Thu 4 Mar, 18:00 to 19:00',
  ])
  const copy = (seen: string[]) =>
    copyTerm(w.asDesk(now), { ...autumn, key: newId(), series: [pole], seen, draft: true })
  expect(await copy([])).toMatchObject({ made: 0, refused: [{ reason: 'taken' }] })

  // What came since the page is asked about again, though what it showed was meant.
  const shown = (all: typeof copies) => [
    shownClashes(pole, all.find(({ sourceId }) => sourceId === pole)!.clashes),
  ]
  await add('2027-03-08T18:00', '')
  expect(await copy(shown(copies))).toMatchObject({ made: 0, refused: [{ reason: 'taken' }] })
  const { copies: again } = await previewTermCopy(w.at(now), autumn)
  expect(await copy(shown(again))).toMatchObject({ made: 1, refused: [] })
})

test('classes drafted already are named and not selected, and not drafted twice by someone who did not see them', async () => {
  const { w, pole, once } = await aTerm()
  const { copies: unseen } = await previewTermCopy(w.at(now), autumn)
  expect(unseen.map(({ clashes }) => clashes)).toEqual([[], []])
  const copy = (more: { seen?: string[]; series?: string[]; draft?: boolean } = {}) =>
    copyTerm(w.asDesk(now), {
      ...autumn,
      key: newId(),
      series: [pole, once],
      draft: true,
      ...more,
    })
  // Two who copy at once from pages that showed nothing: one copy stands.
  const both = await Promise.all([copy(), copy()])
  expect(both.map(({ made }) => made).reduce((a, b) => a + b)).toBe(2)
  expect(await startsOf(w, '2027-03-01')).toHaveLength(13)
  // Nor at once on the timetable, beside the drafts of the same.
  expect(await copy({ draft: false })).toMatchObject({ made: 0 })

  const { copies } = await previewTermCopy(w.at(now), autumn)
  expect(Object.fromEntries(copies.map(({ sourceId, clashes }) => [sourceId, clashes]))).toEqual({
    [pole]: ['12 of 12 classes already drafted'],
    [once]: ['1 of 1 class already drafted'],
  })
  // All the same: who saw it may have it twice.
  const meant = copies.map(({ sourceId, clashes }) => shownClashes(sourceId, clashes))
  expect(await copy({ series: [once], seen: meant })).toMatchObject({ made: 1, refused: [] })
  expect(await startsOf(w, '2027-03-01')).toHaveLength(14)
})

test('rooms and coaches that another draft has are named before a term is copied', async () => {
  const { w, pole, add } = await aTerm()
  await createSeries(w.at(now), {
    classTypeId: w.ids.poleType,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    firstStart: '2027-03-04T18:00',
    rrule: '',
    minutes: 60,
    capacity: 10,
    draft: true,
  })
  const { copies } = await previewTermCopy(w.at(now), autumn)
  expect(copies.find(({ sourceId }) => sourceId === pole)?.clashes).toEqual([
    'pole studio is planned for Pole 2: spins Thu 4 Mar, 18:00 to 19:00',
    'Dee Coach is planned for Pole 2: spins Thu 4 Mar, 18:00 to 19:00',
  ])
  // A draft binds nobody else: a class may still be put there.
  await add('2027-03-04T18:00', '')
})

test('left out is what would be over, and whose coach has left', async () => {
  const { w, pole, once } = await aTerm()
  const why = async (to: string) => (await previewTermCopy(w.at(now), { ...autumn, to })).left
  expect(await why('2026-08-03')).toContainEqual({
    sourceId: pole,
    title: 'Pole 2: spins',
    why: 'past',
  })
  await w.db.run(sql`UPDATE people SET is_staff = 0 WHERE id = ${w.coach.id}`)
  expect(await why(autumn.to)).toContainEqual({
    sourceId: once,
    title: 'Pole 2: spins',
    why: 'coach_left',
  })
})

test('copied at once it is on the timetable, and no other studio is touched', async () => {
  const { w, once } = await aTerm()
  const other = await world({ now })
  const form = { ...autumn, to: '2026-11-16', key: newId(), series: [once], draft: false }
  expect(await copyTerm(other.asDesk(now), form)).toMatchObject({ made: 0 })
  expect(await copyTerm(w.asDesk(now), form)).toMatchObject({ made: 1, classes: 1, refused: [] })
  expect((await startsOf(w, '2026-11-28'))[0]).toMatchObject({
    localStart: '2026-11-28T11:00',
    state: 'scheduled',
  })
})

/** Weekly classes from 5 October, six weeks of them, one an hour in rooms of their own. */
async function aBigTerm(howMany: number) {
  const w = await world({ now })
  const rows = Array.from({ length: howMany }, (_, i) => ({
    id: newId(),
    room: `room-${w.studio.id}-${i % 20}`,
    coach: `coach-${w.studio.id}-${i % 20}`,
    start: `${['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08'][Math.floor(i / 20) % 4]}T${String(8 + Math.floor(i / 80)).padStart(2, '0')}:00`,
  }))
  const json = JSON.stringify(rows)
  await w.db.run(sql`
    INSERT INTO rooms (id, studio_id, location_id, name, capacity)
    SELECT DISTINCT value ->> 'room', ${w.studio.id}, (SELECT location_id FROM rooms
      WHERE id = ${w.ids.roomId}), 'Room', 20 FROM json_each(${json})`)
  await w.db.run(sql`
    INSERT INTO people (id, studio_id, name, email, is_staff, created_at, joined_on)
    SELECT DISTINCT value ->> 'coach', ${w.studio.id}, 'Coach', '', 1, ${now}, '2026-01-01'
    FROM json_each(${json})`)
  await w.db.run(sql`
    INSERT INTO series (id, studio_id, class_type_id, room_id, coach_id, policy_id, first_start,
      time_zone, rrule, except_dates, minutes, capacity, expanded_until, is_draft, created_at)
    SELECT value ->> 'id', ${w.studio.id}, ${w.ids.poleType}, value ->> 'room', value ->> 'coach',
      ${w.ids.policyId}, value ->> 'start', 'Europe/London', 'FREQ=WEEKLY;COUNT=6', '', 55, 10,
      '2027-12-31', 0, ${now} FROM json_each(${json})`)
  return { w, series: rows.map(({ id }) => id) }
}

const madeOf = async ({ db, studio }: World) =>
  (
    await db.all<{ series: number; classes: number }>(sql`
      SELECT (SELECT count(*) FROM series WHERE studio_id = ${studio.id}) AS series,
        (SELECT count(*) FROM occurrences WHERE studio_id = ${studio.id}) AS classes`)
  )[0]!

test('200 weekly classes are copied in steps, none of them near the thousand queries of an invocation', async () => {
  const { w, series } = await aBigTerm(200)
  const preview = await previewTermCopy(w.at(now), autumn)
  expect(preview.copies).toHaveLength(200)
  const key = newId()
  const spent = countingQueries(w)
  const form = { ...autumn, key, series, draft: true }
  expect(await copyTerm(spent.desk, form)).toMatchObject({ state: 'copying', gone: 40, made: 40 })
  expect(spent.count()).toBeLessThan(600)
  for (let run = 0; run < 4; run += 1) {
    spent.reset()
    expect(await continueCopies(spent.desk)).toBe(1)
    expect(spent.count()).toBeLessThan(600)
  }
  expect(await continueCopies(w.at(now))).toBe(0)
  expect(await findCopy(w.at(now), key)).toMatchObject({
    state: 'copied',
    of: 200,
    gone: 200,
    made: 200,
    classes: 1_200,
    refused: [],
  })
  expect(await madeOf(w)).toEqual({ series: 400, classes: 1_200 })
  const other = await world({ now })
  expect(await findCopy(other.at(now), key)).toBeNull()
}, 400_000)

/** A desk whose queries are counted: each statement of a batch is one. */
function countingQueries(w: World) {
  let queries = 0
  const { shard } = w.studio
  const inner = w.env[`STUDIOS_${shard}` as 'STUDIOS_0']
  const counting = {
    prepare: (text: string) => {
      queries += 1
      return inner.prepare(text)
    },
    batch: (statements: D1PreparedStatement[]) => inner.batch(statements),
  } as unknown as D1Database
  const env = { ...w.env, [`STUDIOS_${shard}`]: counting }
  return {
    desk: { ...w.asDesk(now), db: studioDb(env, w.studio, w.meter) },
    count: () => queries,
    reset: () => {
      queries = 0
    },
  }
}

test('killed between any two writes a copy is finished by the job, with the same count', async () => {
  for (const after of [false, true]) {
    for (let calls = 1; calls < 40; calls += 4) {
      const { w, series } = await aBigTerm(3)
      const life: Life = { calls, after, spent: 0 }
      const { shard } = w.studio
      const name = `STUDIOS_${shard}` as 'STUDIOS_0'
      const env = { ...w.env, [name]: mortal(w.env[name], life) }
      const dying = { ...w.asDesk(now), db: studioDb(env, w.studio, w.meter) }
      const form = { ...autumn, key: newId(), series, draft: true }
      await copyTerm(dying, form).catch(() => null)
      while ((await continueCopies(w.at(now))) > 0);
      const copied = await copyTerm(w.asDesk(now), form)
      expect(copied).toMatchObject({ state: 'copied', gone: 3, made: 3, classes: 18, refused: [] })
      expect(await madeOf(w)).toEqual({ series: 6, classes: 18 })
    }
  }
}, 400_000)

test("a copy writes down no series of another studio's, not even to leave it out", async () => {
  const { w, pole } = await aTerm()
  const theirs = await aTerm()
  const form = { ...autumn, key: newId(), series: [theirs.pole, pole], draft: true }
  expect(await copyTerm(w.asDesk(now), form)).toMatchObject({ made: 1 })
  const [kept] = await w.db.all(sql`SELECT series FROM term_copies WHERE id = ${form.key}`)
  expect(kept).toEqual({ series: JSON.stringify([pole]) })
})

test('the preview of a copy asks for the set-up of its classes, so that what it clashes with can be meant', async () => {
  for (const twice of [0, 1]) {
    const { w, pole, add } = await aTerm()
    const other = await w.givenPerson('Ines Other', { isStaff: true })
    const before = await add('2027-03-01T17:30', '')
    await w.db.run(sql`UPDATE occurrences SET coach_id = ${other.id} WHERE series_id = ${before}`)
    await w.db.run(sql`UPDATE class_types SET set_up_minutes = 15 WHERE id = ${w.ids.poleType}`)
    await w.db.run(sql`UPDATE rooms SET never_twice = ${twice} WHERE id = ${w.ids.roomId}`)
    const preview = await previewTermCopy(w.at(now), autumn)
    const copy = preview.copies.find(({ sourceId }) => sourceId === pole)!
    expect(copy.clashes[0]).toContain('needs 15 minutes between for turn-round and set-up')
    const seen = [shownClashes(pole, copy.clashes)]
    const form = { ...autumn, key: newId(), series: [pole], seen, draft: false }
    expect(await copyTerm(w.asDesk(now), form)).toMatchObject({
      made: twice ? 0 : 1,
      refused: twice ? [{ reason: 'taken' }] : [],
    })
  }
})
