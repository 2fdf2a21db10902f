import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  beginGrading,
  publishGrading,
  saveMarks,
  setResult,
} from '#app/domain/grading/grade-candidates.server.ts'
import { gradingPage } from '#app/domain/grading/grading-page.server.ts'
import {
  answerInvitation,
  inviteCandidates,
  overrideCandidate,
  refuseCandidate,
} from '#app/domain/grading/invite-candidates.server.ts'
import { myGradingPage } from '#app/domain/grading/my-grading-page.server.ts'
import { saveGrading } from '#app/domain/grading/save-grading.server.ts'
import { newId } from '#app/values/id.ts'
import { type Person, type World, world } from '../support/world.ts'

const now = '2026-11-12T09:00:00Z'
const gradingDay = '2026-11-28'
const threeDaysLater = '2026-12-01T18:00:00Z'

/**
 * Yellow needs 24 classes that count since white, 90 days and 5 skills. Of 20 on white: 15 have it
 * all, two lack classes, one days, one skills, one came to open mat instead.
 */
async function karate() {
  const w = await world()
  const [white, yellow] = w.ids.levelIds
  const skills = Array.from({ length: 5 }, newId)
  const openMat = newId()
  await w.db.run(sql`UPDATE levels SET ask_classes = 24, ask_days = 90 WHERE id = ${yellow}`)
  // Only classes of this type count: an open mat of the discipline does not.
  await w.db.run(sql`UPDATE ladders SET counted = ${JSON.stringify([w.ids.poleType])}
    WHERE id = ${w.ids.pole}`)
  await w.db.run(sql`INSERT INTO class_types (id, studio_id, name, short_name, discipline_id, minutes)
    VALUES (${openMat}, ${w.studio.id}, 'Open mat', 'Open', ${w.ids.pole}, 60)`)
  for (const [n, id] of skills.entries()) {
    await w.db.run(sql`INSERT INTO skills (id, studio_id, discipline_id, name, created_at)
      VALUES (${id}, ${w.studio.id}, ${w.ids.pole}, ${`Kata ${n + 1}`}, ${now})`)
    await w.db.run(sql`INSERT INTO level_skills (studio_id, level_id, skill_id)
      VALUES (${w.studio.id}, ${yellow}, ${id})`)
  }
  const people = await w.givenPeople(
    Array.from({ length: 20 }, (_, n) => `Student ${String(n + 1).padStart(2, '0')}`),
  )
  const classes = async (typeId: string, n: number, from: string) => {
    const ids = Array.from({ length: n }, newId)
    for (const [i, id] of ids.entries()) {
      const at = new Date(Date.parse(`${from}T17:00:00Z`) + i * 3 * 86_400_000).toISOString()
      await w.db.run(sql`
        INSERT INTO occurrences (id, studio_id, series_id, recurrence_key, class_type_id, room_id,
          coach_id, policy_id, starts_at, ends_at, time_zone, local_start, capacity, cutoff_at,
          opens_at, closes_at, waitlist_closes_at, waitlist_limit, state)
        VALUES (${id}, ${w.studio.id}, '', ${id}, ${typeId}, '', '', '', ${at}, ${at},
          'Europe/London', ${at.slice(0, 16)}, 99, '', '', '', '', 0, 'scheduled')`)
    }
    return ids
  }
  const counting = await classes(w.ids.poleType, 24, '2026-08-20')
  const mats = await classes(openMat, 10, '2026-09-01')
  const came = (person: Person, ids: readonly string[]) =>
    w.db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
      SELECT lower(hex(randomblob(8))), ${w.studio.id}, value, ${person.id}, 'attended', '', ${now}
      FROM json_each(${JSON.stringify(ids)})`)
  const since = (n: number) => (n === 17 ? '2026-09-20' : '2026-08-15')
  for (const [n, person] of people.entries()) {
    await w.db.run(sql`
      INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since, stripes)
      VALUES (${w.studio.id}, ${person.id}, ${w.ids.pole}, ${white}, ${since(n)}, 0)`)
    // 15 and 16 came to 21, 19 to 22 and to ten open mats, which do not count.
    await came(person, counting.slice(0, { 15: 21, 16: 21, 19: 22 }[n] ?? 24))
    if (n === 19) await came(person, mats)
    const cleared = n === 18 ? skills.slice(0, 3) : skills
    for (const id of cleared)
      await w.db.run(sql`
        INSERT INTO skill_stands (studio_id, person_id, skill_id, state, days, since, seen_on)
        VALUES (${w.studio.id}, ${person.id}, ${id}, 'cleared', 1, '2026-10-01', '2026-10-01')`)
  }
  const key = newId()
  const form = {
    key,
    level: yellow,
    onDate: gradingDay,
    startsAt: '14:00',
    place: 'Studio 1',
    fee: 2_500,
    answerBy: '2026-11-22',
    items: 'Routine of 16 counts',
    belt: '',
    panel: [],
    tell: undefined,
  }
  expect(await saveGrading(w.asDesk(now), form, null)).toEqual({ ok: true })
  return { w, key, form, people, white, yellow, counting }
}

const groups = async (w: World, key: string) => {
  const page = (await gradingPage(w.asDesk(now), key))!
  const of = (group: string) => page.people.filter((one) => one.group === group).length
  return { eligible: of('eligible'), overridden: of('overridden'), notYet: of('not_yet') }
}

test('20 listed, 15 eligible, 2 overridden with reason, 17 invited, 16 pay £25, 14 pass and only they are promoted on the grading day', async () => {
  const { w, key, form, people, white, yellow } = await karate()
  const desk = w.asDesk(now)
  expect(await groups(w, key)).toEqual({ eligible: 15, overridden: 0, notYet: 5 })
  // Open mats do not count: 22 of 24, as those who never went to one.
  const page = (await gradingPage(desk, key))!
  const mat = page.people.find(({ id }) => id === people[19]!.id)!
  expect(mat.requirements.find(({ kind }) => kind === 'classes')).toMatchObject({ have: 22 })

  const override = (n: number, reason: string | null) =>
    overrideCandidate(desk, key, people[n]!.id, reason)
  expect(await override(0, 'Why not')).toEqual({ ok: false, reason: 'already_eligible' })
  await override(15, 'We cancelled three of hers')
  await override(17, 'Two years at another school')
  expect(await groups(w, key)).toEqual({ eligible: 15, overridden: 2, notYet: 3 })

  const pressed = await Promise.all([inviteCandidates(desk, key), inviteCandidates(desk, key)])
  expect(pressed.some((one) => one.ok && one.invited === 17)).toBe(true)
  const mails = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM outbox WHERE dedupe_key LIKE ${`grading-invited:${key}:%`}`,
  )
  expect(mails).toEqual([{ n: 17 }])

  // A grading that is moved after invitations tells them, and says so before.
  const moved = { ...form, startsAt: '15:00' }
  const { version } = (await gradingPage(desk, key))!.grading
  expect(await saveGrading(desk, moved, version)).toEqual({
    ok: false,
    reason: 'must_tell',
    people: 17,
  })
  expect(await saveGrading(desk, { ...moved, tell: 'on' }, version)).toEqual({ ok: true })
  expect((await gradingPage(desk, key))!.grading.startsAt).toBe('15:00')
  const told = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM outbox WHERE dedupe_key LIKE ${`grading-moved:${key}:%`}`,
  )
  expect(told).toEqual([{ n: 17 }])

  const invited = [...people.slice(0, 16), people[17]!]
  const answer = (person: Person, what: 'accept' | 'decline') =>
    answerInvitation(w.asMember(person, now), key, what)
  for (const person of invited.slice(0, 16)) {
    expect(await answer(person, 'accept')).toEqual({ ok: true })
    expect(await answer(person, 'accept')).toEqual({ ok: true })
  }
  expect(await answer(invited[16]!, 'decline')).toEqual({ ok: true })
  expect(await answer(people[18]!, 'accept')).toEqual({ ok: false, reason: 'not_found' })
  const fees = await w.db.all(sql`SELECT sum(amount_minor) AS sum, count(*) AS n FROM open_items
    WHERE studio_id = ${w.studio.id} AND dedupe_key LIKE 'grading:%' AND state <> 'void'`)
  expect(fees).toEqual([{ sum: 40_000, n: 16 }])

  expect(await beginGrading(desk, key)).toEqual({ ok: false, reason: 'too_early' })
  const onTheDay = w.asDesk('2026-11-28T14:00:00Z')
  expect(await beginGrading(onTheDay, key)).toEqual({ ok: true })

  // Typed three days later.
  const later = w.asDesk(threeDaysLater)
  const give = (person: Person, result: 'passed' | 'retest' | 'no_show', version = 1) =>
    setResult(later, key, person.id, {
      version,
      result,
      note: '',
      retestBy: '',
      retestItems: result === 'retest' ? 'Kata 2\nKata 5' : '',
    })
  for (const person of invited.slice(0, 14))
    expect(await give(person, 'passed')).toEqual({ ok: true })
  expect(await publishGrading(later, key)).toMatchObject({ ok: false, reason: 'missing' })
  expect(await give(invited[14]!, 'retest')).toEqual({ ok: true })
  expect(await give(invited[15]!, 'no_show')).toEqual({ ok: true })

  // Hidden until they are published together.
  const mine = () =>
    myGradingPage(w.asMember(invited[0]!, threeDaysLater), viewerOf(invited[0]!), key)
  expect((await mine())?.result).toBeNull()
  const both = await Promise.all([publishGrading(later, key), publishGrading(later, key)])
  expect(both).toEqual([
    { ok: true, passed: 14, first: 1, last: 14 },
    { ok: true, passed: 14, first: 1, last: 14 },
  ])
  expect(await mine()).toMatchObject({ result: 'passed', certificate: 1 })

  const levels = await w.db.all<{ id: string; level: string; since: string }>(sql`
    SELECT person_id AS id, level_id AS level, since FROM person_levels
    WHERE studio_id = ${w.studio.id} AND person_id IN (
      SELECT value FROM json_each(${JSON.stringify(people.map(({ id }) => id))}))`)
  const risen = levels.filter(({ level }) => level === yellow)
  expect(risen.map(({ id }) => id).toSorted()).toEqual(
    invited
      .slice(0, 14)
      .map(({ id }) => id)
      .toSorted(),
  )
  expect(new Set(risen.map(({ since }) => since))).toEqual(new Set([gradingDay]))
  expect(levels.filter(({ level }) => level === white)).toHaveLength(6)
  const numbers = await w.db.all<{ number: number }>(sql`
    SELECT number FROM certificates WHERE studio_id = ${w.studio.id} ORDER BY number`)
  expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 14 }, (_, n) => n + 1))
}, 400_000)

const viewerOf = ({ id, name, email }: Person) => ({ personId: id, name, email })

test('the studio declines somebody: their £25 goes back, whether paid or not', async () => {
  const { w, key, people } = await karate()
  const desk = w.asDesk(now)
  await inviteCandidates(desk, key)
  await answerInvitation(w.asMember(people[0]!, now), key, 'accept')
  await w.db.run(sql`UPDATE open_items SET state = 'settled' WHERE dedupe_key LIKE 'grading:%'`)
  expect(await refuseCandidate(desk, key, people[0]!.id)).toEqual({ ok: true })
  expect(await refuseCandidate(desk, key, people[0]!.id)).toEqual({ ok: true })
  const items = await w.db.all(sql`SELECT kind, amount_minor AS minor FROM open_items
    WHERE studio_id = ${w.studio.id} ORDER BY minor`)
  expect(items).toEqual([
    { kind: 'refund', minor: -2_500 },
    { kind: 'other', minor: 2_500 },
  ])
}, 400_000)

test('two tablets of one sheet are merged: of each mark the newest stands, and another assessor’s is their own', async () => {
  const { w, key, people } = await karate()
  await inviteCandidates(w.asDesk(now), key)
  const [one] = people as [Person]
  await answerInvitation(w.asMember(one, now), key, 'accept')
  const marks = (mark: 'pass' | 'retest', madeAtMs: number) => [
    { item: 'Kata 1', side: '' as const, mark, madeAtMs },
  ]
  const day = w.asDesk('2026-11-28T14:30:00Z')
  expect(await saveMarks(day, key, one.id, marks('pass', 5))).toMatchObject({
    ok: false,
    reason: 'not_grading',
  })
  await beginGrading(day, key)
  await Promise.all([
    saveMarks(day, key, one.id, marks('retest', 20)),
    saveMarks(day, key, one.id, marks('pass', 10)),
  ])
  const other = { ...day, actor: { ...day.actor, userId: 'ines', name: 'Ines' } }
  await saveMarks(other, key, one.id, marks('pass', 1))
  expect(
    await w.db.all(sql`SELECT assessor_name AS by, mark FROM grading_marks
      WHERE studio_id = ${w.studio.id} ORDER BY made_at_ms`),
  ).toEqual([
    { by: 'Ines', mark: 'pass' },
    { by: 'Hana Desk', mark: 'retest' },
  ])
  const give = (result: 'passed' | 'failed', version: number) =>
    setResult(day, key, one.id, {
      version,
      result,
      note: '',
      retestItems: '',
      retestBy: '' as const,
    })
  const results = await Promise.all([give('passed', 1), give('passed', 1)])
  expect(results).toEqual([{ ok: true }, { ok: true }])
  expect(await give('failed', 1)).toMatchObject({
    ok: false,
    reason: 'changed',
    by: 'Hana Desk',
    result: 'passed',
  })
  expect(await give('failed', 2)).toEqual({ ok: true })
}, 400_000)

test('500 on a level are judged in one trip', async () => {
  const { w, key, white } = await karate()
  await w.db.run(sql`
    INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since, stripes)
    SELECT studio_id, id, ${w.ids.pole}, ${white}, '2026-08-15', 0 FROM people
    WHERE studio_id = ${w.studio.id} ON CONFLICT DO NOTHING`)
  const many = await w.givenPeople(Array.from({ length: 480 }, (_, n) => `Many ${n}`))
  await w.db.run(sql`
    INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since, stripes)
    SELECT ${w.studio.id}, value, ${w.ids.pole}, ${white}, '2026-08-15', 0
    FROM json_each(${JSON.stringify(many.map(({ id }) => id))})`)
  const page = (await gradingPage(w.asDesk(now), key))!
  expect(page.people.length).toBeGreaterThanOrEqual(500)
}, 400_000)

test('passing confirms who held the level provisionally or expired, with the day they reached it', async () => {
  const { w, key, people, yellow } = await karate()
  const desk = w.asDesk(now)
  const [waits, expired, risen] = people as [Person, Person, Person]
  await w.db.run(sql`UPDATE levels SET valid_months = 12 WHERE id = ${yellow}`)
  const hold = (person: Person, provisional: number, lapsesOn: string) =>
    w.db.run(sql`UPDATE person_levels SET level_id = ${yellow}, stripes = 1,
      since = '2025-11-01', provisional = ${provisional}, lapses_on = ${lapsesOn}
      WHERE studio_id = ${w.studio.id} AND person_id = ${person.id}`)
  await hold(waits, 1, '2026-12-16')
  await hold(expired, 0, '2026-11-01')
  const listed = (await gradingPage(desk, key))!.people.find(({ id }) => id === waits.id)
  expect(listed).toMatchObject({ group: 'not_yet', requirements: [{ kind: 'held', met: false }] })
  for (const { id } of [waits, expired])
    expect(await overrideCandidate(desk, key, id, 'To be confirmed')).toEqual({ ok: true })
  await inviteCandidates(desk, key)
  for (const person of [waits, expired, risen])
    await answerInvitation(w.asMember(person, now), key, 'accept')
  const day = w.asDesk('2026-11-28T18:00:00Z')
  await beginGrading(day, key)
  const passed = { version: 1, result: 'passed' as const, note: '', retestItems: '' }
  for (const { id } of [waits, expired, risen])
    await setResult(day, key, id, { ...passed, retestBy: '' })
  for (let n = 0; n < 2; n += 1)
    expect(await publishGrading(day, key)).toMatchObject({ ok: true, passed: 3 })
  const held = (id: string) =>
    w.db.all(sql`SELECT since, stripes, provisional, lapses_on AS lapsesOn FROM person_levels
      WHERE studio_id = ${w.studio.id} AND person_id = ${id} AND level_id = ${yellow}`)
  const confirmed = { since: '2025-11-01', stripes: 1, provisional: 0, lapsesOn: '2027-11-28' }
  expect(await held(waits.id)).toEqual([confirmed])
  expect(await held(expired.id)).toEqual([confirmed])
  expect(await held(risen.id)).toEqual([{ ...confirmed, since: gradingDay, stripes: 0 }])
  const lines = await w.db.all(sql`SELECT 1 FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'level.confirmed'`)
  expect(lines).toHaveLength(2)
}, 400_000)
