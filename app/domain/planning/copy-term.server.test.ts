import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { closeDays } from './close-days.server.ts'
import { copyTerm, previewTermCopy } from './copy-term.server.ts'
import { dryRun } from './dry-run.server.ts'

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
  expect(await copy()).toEqual({ made: 2, classes: 11, refused: [] })
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

test('what stands in the way is named first', async () => {
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
  expect(await copy([pole])).toMatchObject({ made: 1, refused: [] })
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
  expect(await copyTerm(w.asDesk(now), form)).toEqual({ made: 1, classes: 1, refused: [] })
  expect((await startsOf(w, '2026-11-28'))[0]).toMatchObject({
    localStart: '2026-11-28T11:00',
    state: 'scheduled',
  })
})
