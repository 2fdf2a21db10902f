import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { levelOpensSql } from '#app/domain/people/levels/held-level-sql.server.ts'
import { confirmLevel, setLevel, setLevels } from '#app/domain/people/levels/set-level.server.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { ladderPeoplePage } from './ladder-people-page.server.ts'
import { findLadder, laddersPage } from './ladder-queries.server.ts'
import { moveLevel } from './move-level.server.ts'
import { removeLadder, saveLadder } from './save-ladder.server.ts'
import { removeLevel, saveLevel } from './save-level.server.ts'

const now = '2026-10-13T11:00:00Z'
const nothing = {
  colour: '',
  stripes: null,
  askClasses: null,
  askDays: null,
  askAge: null,
  asks: '',
  validMonths: null,
  refresher: '',
}

/** A ladder of a new discipline with these levels, from the lowest. */
async function ladder(w: World, names: readonly string[]) {
  const key = newId()
  const form = { key, name: 'Adults', discipline: 'new', newDiscipline: `Karate ${key}` }
  const rest = { audience: 'adults' as const, counted: [], refreshDays: null }
  expect(await saveLadder(w.asDesk(now), { ...form, ...rest }, null)).toEqual({ ok: true })
  for (const name of names) {
    const level = { ...nothing, key: newId(), name }
    expect(await saveLevel(w.asDesk(now), key, level, null)).toEqual({ ok: true })
  }
  const made = (await findLadder(w.asDesk(now), key))!
  return {
    id: key,
    levels: made.levels,
    level: (name: string) => made.levels.find((one) => one.name === name)!,
  }
}

const namesOf = async (w: World, id: string) =>
  (await findLadder(w.asDesk(now), id))!.levels.map(({ name }) => name)

test('a ladder is made with a discipline of its own, level by level from the lowest', async () => {
  const w = await world()
  const made = await ladder(w, ['White', 'Yellow', 'Orange'])
  expect(made.levels.map(({ name, rung }) => [name, rung])).toEqual([
    ['White', 1],
    ['Yellow', 2],
    ['Orange', 3],
  ])
  expect((await laddersPage(w.asDesk(now))).some(({ id }) => id === made.id)).toBe(true)
})

test('a ladder sent five times at once is one, and its name is one of the discipline', async () => {
  const w = await world()
  const key = newId()
  const form = {
    key,
    name: 'Kids',
    discipline: w.ids.pole,
    newDiscipline: '',
    audience: 'children' as const,
    counted: [],
    refreshDays: 60,
  }
  const save = (id: string) => saveLadder(w.asDesk(now), { ...form, key: id }, null)
  const results = await Promise.all(Array.from({ length: 5 }, () => save(key)))
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(await save(newId())).toEqual({ ok: false, reason: 'name_taken' })
  const stale = await saveLadder(w.asDesk(now), { ...form, name: 'Juniors' }, 7)
  expect(stale).toEqual({ ok: false, reason: 'changed' })
})

test('levels change places, also when two people press at once, and never share a rung', async () => {
  const w = await world()
  const { id, level } = await ladder(w, ['White', 'Yellow', 'Orange'])
  expect(await moveLevel(w.asDesk(now), id, level('White').id, 'up')).toEqual({ ok: true })
  expect(await namesOf(w, id)).toEqual(['Yellow', 'White', 'Orange'])
  await Promise.all([
    moveLevel(w.asDesk(now), id, level('White').id, 'up'),
    moveLevel(w.asDesk(now), id, level('White').id, 'up'),
  ])
  const rungs = (await findLadder(w.asDesk(now), id))!.levels.map(({ rung }) => rung)
  expect(rungs).toEqual([1, 2, 3])
  const top = (await findLadder(w.asDesk(now), id))!.levels.at(-1)!
  expect(await moveLevel(w.asDesk(now), id, top.id, 'up')).toEqual({
    ok: false,
    reason: 'at_the_end',
  })
})

test('a level moves past no other where people would lose a class by it', async () => {
  const w = await world()
  const { id, level } = await ladder(w, ['White', 'Yellow'])
  await w.db.run(sql`
    UPDATE class_types SET minimum_level_id = ${level('White').id} WHERE id = (
      SELECT id FROM class_types WHERE studio_id = ${w.studio.id} ORDER BY id LIMIT 1)`)
  expect(await moveLevel(w.asDesk(now), id, level('White').id, 'up')).toEqual({ ok: true })
  expect(await moveLevel(w.asDesk(now), id, level('White').id, 'down')).toEqual({ ok: true })
  const yellow = { levelId: level('Yellow').id, since: '2026-10-01', reason: '' }
  await setLevel(w.asDesk(now), w.ana.id, { ...yellow, disciplineId: id })
  expect(await moveLevel(w.asDesk(now), id, level('White').id, 'up')).toEqual({
    ok: false,
    reason: 'would_lock_out',
    people: 1,
    lower: 'Yellow',
    higher: 'White',
  })
  expect(await namesOf(w, id)).toEqual(['White', 'Yellow'])
})

test('a level that somebody holds, or a class asks for, is not taken away', async () => {
  const w = await world()
  const { id, level } = await ladder(w, ['White', 'Yellow'])
  const white = { disciplineId: id, levelId: level('White').id, since: '2026-10-01', reason: '' }
  await setLevel(w.asDesk(now), w.ana.id, white)
  expect(await removeLevel(w.asDesk(now), id, level('White').id)).toEqual({
    ok: false,
    reason: 'held',
    people: 1,
  })
  expect(await removeLadder(w.asDesk(now), id)).toEqual({ ok: false, reason: 'has_levels' })
  expect(await removeLevel(w.asDesk(now), id, level('Yellow').id)).toEqual({ ok: true })
  await setLevel(w.asDesk(now), w.ana.id, { ...white, levelId: null })
  expect(await removeLevel(w.asDesk(now), id, level('White').id)).toEqual({ ok: true })
  expect(await removeLadder(w.asDesk(now), id)).toEqual({ ok: true })
})

test('a level that only the history of a file names is not taken away', async () => {
  const w = await world()
  const { id, level } = await ladder(w, ['White', 'Yellow', 'Green'])
  await w.db.run(sql`INSERT INTO brought_levels (id, studio_id, person_id, level_id, on_date,
      import_id, before)
    VALUES (${newId()}, ${w.studio.id}, ${w.ana.id}, ${level('Yellow').id}, '2019-03-01', 'x',
      ${JSON.stringify({ levelId: level('White').id })})`)
  const remove = (name: string) => removeLevel(w.asDesk(now), id, level(name).id)
  for (const name of ['White', 'Yellow'])
    expect(await remove(name)).toEqual({ ok: false, reason: 'held', people: 0 })
  expect(await remove('Green')).toEqual({ ok: true })
})

test('how many hold a level is counted as they come, rise and go', async () => {
  const w = await world()
  const { id, level } = await ladder(w, ['White', 'Yellow'])
  const counts = async () => (await findLadder(w.asDesk(now), id))!.levels.map((one) => one.people)
  const set = (personId: string, name: string | null) =>
    setLevel(w.asDesk(now), personId, {
      disciplineId: id,
      levelId: name && level(name).id,
      since: '2026-10-01',
      reason: '',
    })
  await set(w.ana.id, 'White')
  await set(w.cleo.id, 'White')
  await set(w.ana.id, 'Yellow')
  expect(await counts()).toEqual([1, 1])
  await set(w.ana.id, null)
  expect(await counts()).toEqual([1, 0])
})

test('several people are set on a level at once; nobody comes down by it, and twice is once', async () => {
  const w = await world()
  const { id, level } = await ladder(w, ['White', 'Yellow', 'Orange'])
  const one = { disciplineId: id, since: '2026-09-01', reason: '' }
  await setLevel(w.asDesk(now), w.cleo.id, { ...one, levelId: level('Orange').id })
  const form = { key: newId(), levelId: level('Yellow').id, since: '2026-10-10', reason: 'Grading' }
  const set = () => setLevels(w.asDesk(now), [w.ana.id, w.cleo.id, w.ben.id, 'nobody'], form)
  const results = await Promise.all([set(), set()])
  expect(results).toEqual([
    { ok: true, set: 2 },
    { ok: true, set: 2 },
  ])
  const held = await w.db.all(sql`
    SELECT person_id AS id, level_id AS level FROM person_levels
    WHERE studio_id = ${w.studio.id} AND discipline_id = ${id} ORDER BY person_id`)
  expect(held).toEqual(
    [
      { id: w.ana.id, level: level('Yellow').id },
      { id: w.ben.id, level: level('Yellow').id },
      { id: w.cleo.id, level: level('Orange').id },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const lines = await w.db.all(sql`
    SELECT 1 FROM audit_entries WHERE id LIKE ${`${form.key}-%`} AND action = 'level.set'`)
  expect(lines).toHaveLength(2)
  expect(await setLevels(w.asDesk(now), [w.ana.id], { ...form, since: '2027-01-01' })).toEqual({
    ok: false,
    reason: 'in_the_future',
  })
})

test('stripes are given up to those the level has, which then cannot have fewer', async () => {
  const w = await world()
  const { id, level } = await ladder(w, ['White'])
  const white = level('White')
  const details = { ...nothing, key: white.id, name: 'White' }
  const striped = await saveLevel(w.asDesk(now), id, { ...details, stripes: 2 }, white.version)
  expect(striped).toEqual({ ok: true })
  const set = (stripes: number) =>
    setLevel(w.asDesk(now), w.ana.id, {
      disciplineId: id,
      levelId: white.id,
      since: '2026-10-01',
      reason: '',
      stripes,
    })
  expect(await set(3)).toEqual({ ok: false, reason: 'not_found' })
  expect(await set(2)).toEqual({ ok: true })
  const fewer = await saveLevel(w.asDesk(now), id, { ...details, stripes: 1 }, white.version + 1)
  expect(fewer).toEqual({ ok: false, reason: 'stripes_held', most: 2 })
})

test('a studio neither sees nor changes the ladders of another', async () => {
  const [w, other] = [await world(), await world()]
  const { id, level } = await ladder(w, ['White', 'Yellow'])
  expect(await findLadder(other.asDesk(now), id)).toBeNull()
  expect(await ladderPeoplePage(other.asDesk(now), id, { level: '', page: 1 })).toBeNull()
  const foreign = { ...nothing, key: newId(), name: 'Green' }
  expect(await saveLevel(other.asDesk(now), id, foreign, null)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect((await moveLevel(other.asDesk(now), id, level('White').id, 'up')).ok).toBe(false)
  expect((await removeLevel(other.asDesk(now), id, level('Yellow').id)).ok).toBe(false)
  const theirs = { key: newId(), levelId: level('White').id, since: '2026-10-01', reason: '' }
  expect(await setLevels(other.asDesk(now), [other.ana.id], theirs)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await namesOf(w, id)).toEqual(['White', 'Yellow'])
})

test('classes after the day of the level count, those of the ladder alone, and long absence is marked', async () => {
  const w = await world()
  const made = await ladder(w, ['White', 'Yellow'])
  const yellow = made.level('Yellow')
  const asks = { ...nothing, key: yellow.id, name: 'Yellow', askClasses: 2, askDays: 10 }
  await saveLevel(w.asDesk(now), made.id, asks, yellow.version)
  await w.db.run(sql`
    UPDATE class_types SET discipline_id = ${made.id} WHERE id = ${w.ids.poleType}`)
  await w.db.run(sql`UPDATE ladders SET refresh_days = 30 WHERE id = ${made.id}`)
  const white = { disciplineId: made.id, levelId: made.level('White').id, reason: '' }
  await setLevel(w.asDesk(now), w.ana.id, { ...white, since: '2026-10-01' })
  await setLevel(w.asDesk(now), w.cleo.id, { ...white, since: '2026-06-01' })
  const came = async (typeId: string, day: string) => {
    const id = newId()
    await w.db.run(sql`
      INSERT INTO occurrences (id, studio_id, series_id, recurrence_key, class_type_id, room_id,
        coach_id, policy_id, starts_at, ends_at, time_zone, local_start, capacity, cutoff_at,
        opens_at, closes_at, waitlist_closes_at, waitlist_limit, state)
      VALUES (${id}, ${w.studio.id}, '', ${id}, ${typeId}, '', '', '', ${`${day}T17:00:00Z`},
        ${`${day}T18:00:00Z`}, 'Europe/London', ${`${day}T18:00`}, 10, '', '', '', '', 0, 'scheduled')`)
    await w.db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
      VALUES (${newId()}, ${w.studio.id}, ${id}, ${w.ana.id}, 'attended', '', ${now})`)
  }
  await came(w.ids.poleType, '2026-09-30')
  await came(w.ids.poleType, '2026-10-01')
  await came(w.ids.poleType, '2026-10-02')
  await came(w.ids.yogaType, '2026-10-02')
  const page = async () =>
    (await ladderPeoplePage(w.asDesk(now), made.id, { level: white.levelId, page: 1 }))!.people!
      .items
  expect(await page()).toMatchObject([
    { id: w.cleo.id, ready: false, away: true },
    {
      id: w.ana.id,
      ready: false,
      away: false,
      progress: ['1 of 2 classes', '10 of 10 days on this level'],
    },
  ])
  await came(w.ids.poleType, '2026-10-12')
  expect((await page())[1]).toMatchObject({ id: w.ana.id, ready: true })
})

test('a provisional level opens classes to its last day, and confirming it keeps the day it was reached', async () => {
  const w = await world()
  const { levels } = await ladder(w, ['White', 'Yellow'])
  const [white] = levels
  const disciplineId = (await findLadder(w.asDesk(now), white!.ladderId))!.disciplineId
  const given = { disciplineId, levelId: white!.id, since: '2026-10-01', reason: '' }
  const until = (day: string) =>
    setLevel(w.asDesk(now), w.ana.id, { ...given, provisional: { until: day } })
  expect(await until('2026-10-12')).toEqual({ ok: false, reason: 'ends_before' })
  expect(await until('2026-10-20')).toEqual({ ok: true })
  const opens = async (day: string) =>
    (
      await w.db.all(sql`SELECT 1 FROM person_levels AS held WHERE held.person_id = ${w.ana.id}
        AND held.level_id = ${white!.id} AND ${levelOpensSql('held', sql`${day}`)}`)
    ).length === 1
  expect([await opens('2026-10-20'), await opens('2026-10-21')]).toEqual([true, false])
  const shown = await ladderPeoplePage(w.asDesk(now), white!.ladderId, { level: '', page: 1 })
  expect(shown!.people!.items[0]).toMatchObject({
    held: 'provisional until 20 October 2026',
    lapsed: false,
  })
  const confirmed = { disciplineId, on: '2026-10-13', reason: 'Seen in class' }
  for (let n = 0; n < 2; n += 1)
    expect(await confirmLevel(w.asDesk(now), w.ana.id, confirmed)).toEqual({ ok: true })
  expect(await opens('2027-10-21')).toBe(true)
  const [held] = await w.db.all<{ since: string }>(sql`
    SELECT since FROM person_levels WHERE person_id = ${w.ana.id} AND level_id = ${white!.id}`)
  expect(held!.since).toBe('2026-10-01')
  const lines = await w.db.all(sql`SELECT 1 FROM audit_entries
    WHERE subject_id = ${w.ana.id} AND action = 'level.confirmed'`)
  expect(lines).toHaveLength(1)
  const nobody = await confirmLevel(w.asDesk(now), w.ben.id, confirmed)
  expect(nobody).toEqual({ ok: false, reason: 'not_found' })
})

test('a level that expires does so months after it was reached, and again after it was confirmed', async () => {
  const w = await world()
  const made = await ladder(w, ['White', 'Yellow'])
  const white = made.level('White')
  const details = { ...nothing, key: white.id, name: 'White', validMonths: 6 }
  expect(await saveLevel(w.asDesk(now), made.id, details, white.version)).toEqual({ ok: true })
  const { disciplineId } = (await findLadder(w.asDesk(now), made.id))!
  const given = { disciplineId, levelId: white.id, since: '2026-04-01', reason: '' }
  expect(await setLevel(w.asDesk(now), w.ana.id, given)).toEqual({ ok: true })
  const lapsesOn = async () =>
    (
      await w.db.all<{ on: string }>(sql`SELECT lapses_on AS "on" FROM person_levels
        WHERE person_id = ${w.ana.id} AND level_id = ${white.id}`)
    )[0]?.on
  expect(await lapsesOn()).toBe('2026-10-01')
  const page = () => ladderPeoplePage(w.asDesk(now), made.id, { level: white.id, page: 1 })
  expect((await page())!.people!.items[0]).toMatchObject({ lapsed: true, ready: false })
  await confirmLevel(w.asDesk(now), w.ana.id, { disciplineId, on: '2026-10-13', reason: '' })
  expect(await lapsesOn()).toBe('2027-04-13')
  // A confirmation dated earlier takes nothing away.
  await confirmLevel(w.asDesk(now), w.ana.id, { disciplineId, on: '2026-10-02', reason: '' })
  expect(await lapsesOn()).toBe('2027-04-13')
  // Nor does a change of the level: who holds it keeps what they have.
  const later = { ...details, validMonths: 1 }
  const { version } = (await findLadder(w.asDesk(now), made.id))!.levels[0]!
  expect(await saveLevel(w.asDesk(now), made.id, later, version)).toEqual({ ok: true })
  expect(await lapsesOn()).toBe('2027-04-13')
})
