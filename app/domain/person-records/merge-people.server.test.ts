import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { listTies, tiePeople } from '../families/tie-people.server.ts'
import {
  findUnsubscriber,
  unsubscribe,
  unsubscribeToken,
} from '../people/consents/unsubscribe.server.ts'
import { keepApart, listDuplicates } from './duplicates.server.ts'
import { mergePeople } from './merge-people.server.ts'

const now = '2026-06-10T08:00:00Z'

const versionOf = async (w: World, id: string) =>
  (await w.db.all<{ version: number }>(sql`SELECT version FROM people WHERE id = ${id}`))[0]!
    .version

const desk = (w: World) => ({ ...w.asDesk(now), directory: w.directory })

const merge = async (w: World, keptId: string, goneId: string) =>
  mergePeople(
    desk(w),
    { keptId, goneId },
    { kept: await versionOf(w, keptId), gone: await versionOf(w, goneId) },
  )

/** What two people have between them, as numbers that a merge leaves as they are. */
async function sumsOf(w: World, ids: string[]) {
  const of = sql`studio_id = ${w.studio.id}
    AND person_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const counted = [
    'bookings',
    'memberships',
    'lots',
    'entries',
    'fees',
    'open_items',
    'person_notes',
    'consents',
    'wishes',
    'arrivals',
    'leads',
  ].map((table) => sql`(SELECT count(*) FROM ${sql.raw(table)} WHERE ${of}) AS ${sql.raw(table)}`)
  const [row] = await w.db.all(sql`SELECT ${sql.join(counted, sql`, `)},
    (SELECT coalesce(sum(amount), 0) FROM entries WHERE ${of}) AS credits,
    (SELECT coalesce(sum(amount_minor), 0) FROM open_items WHERE ${of}) AS owed,
    (SELECT coalesce(sum(amount_minor), 0) FROM fees WHERE ${of}) AS charged,
    (SELECT count(DISTINCT document_id || number || signed_as) FROM signatures
      WHERE ${of} AND withdrawn_at IS NULL) AS signed,
    (SELECT count(DISTINCT discipline_id) FROM person_levels WHERE ${of}) AS levels`)
  return row as Record<string, number>
}

/** Numbers that look random and are the same in each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

/** Gives a person a random life: bookings, credits, notes and whatever else hangs on them. */
async function givenLife(w: World, person: { id: string }, roll: (sides: number) => number) {
  const many = async (most: number, make: (id: string) => Promise<unknown>) => {
    for (let n = roll(most + 1); n > 0; n -= 1) await make(`${person.id}-${n}-${roll(1e6)}`)
  }
  const { studio, db } = w
  const s = studio.id
  await many(3, async () => w.givePack(person as never, { at: now }))
  await many(2, async () => w.giveMembership(person as never))
  await many(4, async (id) => {
    const occurrenceId = await w.givenClass({ localStart: `2026-07-${10 + roll(18)}T18:30` })
    await db.run(sql`INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id,
      created_at) VALUES (${id}, ${s}, ${occurrenceId}, ${person.id},
      ${['booked', 'attended', 'late_cancelled', 'no_show'][roll(4)]}, 'p', ${now})`)
  })
  await many(3, (id) =>
    db.run(sql`INSERT INTO fees (id, studio_id, person_id, booking_id, kind, amount_minor, currency,
      state, due_at, created_at) VALUES (${id}, ${s}, ${person.id}, ${id}, 'no_show',
      ${100 + roll(900)}, 'GBP', 'pending', ${now}, ${now})`),
  )
  await many(3, (id) =>
    db.run(sql`INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor,
      currency, working, state, dedupe_key, created_at) VALUES (${id}, ${s}, ${person.id},
      'drop_in', ${id}, ${roll(5_000) - 1_000}, 'GBP', '', 'open', ${id}, ${now})`),
  )
  await many(2, (id) =>
    db.run(sql`INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id,
      author_name, created_at)
      VALUES (${id}, ${s}, ${person.id}, 'note', 'Likes the front', 'hana', 'Hana', ${now})`),
  )
  await many(2, (id) =>
    db.run(sql`INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source,
      by_name, at) VALUES (${id}, ${s}, ${person.id}, 'email', 'marketing', ${roll(2)}, 'desk',
      'Hana', ${now})`),
  )
  await many(2, (id) =>
    db.run(sql`INSERT INTO wishes (id, studio_id, person_id, state, created_at)
      VALUES (${id}, ${s}, ${person.id}, 'waiting', ${now})`),
  )
  await many(1, () =>
    db.run(sql`INSERT INTO signatures (id, studio_id, document_id, number, person_id, signer_name,
      signed_as, on_paper, actor_id, actor_name, signed_at) VALUES (${`${person.id}-sign`}, ${s},
      'waiver', ${1 + roll(2)}, ${person.id}, 'Someone', 'self', 0, 'hana', 'Hana', ${now})`),
  )
  await many(1, () =>
    db.run(sql`INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since)
      VALUES (${s}, ${person.id}, ${w.ids.pole}, ${w.ids.levelIds[roll(3)]}, '2026-01-01')
      ON CONFLICT DO NOTHING`),
  )
}

test('whatever two records have between them, the kept one has after the merge', async () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const w = await world()
    const roll = dice(seed)
    const [kept, gone] = [await w.givenPerson('Kim Lee'), await w.givenPerson('Kim Lee')]
    await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${gone.id}`)
    for (const person of [kept, gone]) await givenLife(w, person, roll)
    const before = await sumsOf(w, [kept.id, gone.id])

    expect(await merge(w, kept.id, gone.id), `seed ${seed}`).toEqual({ ok: true })
    const noted = (await sumsOf(w, [kept.id])).person_notes! - before.person_notes!
    expect([0, 1]).toContain(noted)
    expect(await sumsOf(w, [kept.id]), `seed ${seed}`).toEqual({
      ...before,
      person_notes: before.person_notes! + noted,
    })
    expect(await merge(w, kept.id, gone.id)).toEqual({ ok: true, again: true })
    expect(await sumsOf(w, [kept.id])).toEqual({
      ...before,
      person_notes: before.person_notes! + noted,
    })
  }
})

test('the kept record takes what it lacked, and what both said differently becomes a note', async () => {
  const w = await world()
  const [kept, gone] = [await w.givenPerson('Kim Lee'), await w.givenPerson('Kimberley Lee')]
  await w.db.run(sql`UPDATE people SET user_id = NULL, phone = '+447700900111', tags = 'vip, hoop',
    birth_date = '1990-02-03' WHERE id = ${gone.id}`)
  await w.db.run(sql`UPDATE people SET tags = 'vip, "new"' WHERE id = ${kept.id}`)

  expect(await merge(w, kept.id, gone.id)).toEqual({ ok: true })
  const [row] = await w.db.all<Record<string, string>>(
    sql`SELECT name, phone, birth_date AS born, tags FROM people WHERE id = ${kept.id}`,
  )
  expect(row).toMatchObject({ name: 'Kim Lee', phone: '+447700900111', born: '1990-02-03' })
  expect(row!.tags!.split(', ').sort()).toEqual(['"new"', 'hoop', 'vip'])
  const [note] = await w.db.all<{ text: string }>(
    sql`SELECT text FROM person_notes WHERE person_id = ${kept.id}`,
  )
  expect(note?.text).toBe(`The merged record said: name Kimberley Lee, email ${gone.email}`)
})

test('two who each sign in, two of one family, and two with a place in one class are not merged', async () => {
  const w = await world()
  const [kept, gone] = [await w.givenPerson('Kim Lee'), await w.givenPerson('Kim Lee')]
  expect(await merge(w, kept.id, gone.id)).toEqual({ ok: false, reason: 'both_sign_in' })
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${gone.id}`)
  expect(await merge(w, gone.id, kept.id)).toEqual({ ok: false, reason: 'keeps_other' })
  expect(await merge(w, kept.id, kept.id)).toEqual({ ok: false, reason: 'same_person' })

  await w.db.run(sql`INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    VALUES (${w.studio.id}, ${kept.id}, ${gone.id}, ${now})`)
  expect(await merge(w, kept.id, gone.id)).toEqual({ ok: false, reason: 'family' })
  await w.db.run(sql`DELETE FROM guardians WHERE studio_id = ${w.studio.id}`)

  const occurrenceId = await w.givenClass({ localStart: '2026-07-10T18:30' })
  for (const { id } of [kept, gone])
    await w.db.run(sql`INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state,
      policy_id, created_at)
      VALUES (${`b${id}`}, ${w.studio.id}, ${occurrenceId}, ${id}, 'booked', 'p', ${now})`)
  expect(await merge(w, kept.id, gone.id)).toEqual({ ok: false, reason: 'same_class' })

  await w.db.run(sql`UPDATE occurrences SET state = 'reconciled', ends_at = '2026-06-01T10:00:00Z'
    WHERE id = ${occurrenceId}`)
  await w.db.run(sql`UPDATE bookings SET state = 'attended' WHERE id = ${`b${gone.id}`}`)
  await w.db.run(sql`UPDATE bookings SET state = 'no_show' WHERE id = ${`b${kept.id}`}`)
  expect(await merge(w, kept.id, gone.id)).toEqual({ ok: true })
  expect(
    await w.db.all(sql`SELECT state FROM bookings WHERE person_id = ${kept.id} ORDER BY state`),
  ).toEqual([{ state: 'attended' }, { state: 'moved' }])
})

test('a record that was changed since the page showed it is not merged, nor one of another studio', async () => {
  const [w, other] = [await world(), await world()]
  const [kept, gone] = [await w.givenPerson('Kim Lee'), await w.givenPerson('Kim Lee')]
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${gone.id}`)
  const pair = { keptId: kept.id, goneId: gone.id }
  expect(await mergePeople(desk(w), pair, { kept: 1, gone: 9 })).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
  })
  const stranger = await other.givenPerson('Kim Lee')
  expect(
    await mergePeople(desk(w), { ...pair, goneId: stranger.id }, { kept: 1, gone: 1 }),
  ).toEqual({ ok: false, reason: 'not_found' })
})

test('merged from both sides at once, one of the two records stays', async () => {
  const w = await world()
  const [a, b] = [await w.givenPerson('Kim Lee'), await w.givenPerson('Kim Lee')]
  await w.db.run(
    sql`UPDATE people SET user_id = NULL WHERE studio_id = ${w.studio.id} AND name = 'Kim Lee'`,
  )
  const seen = { kept: 1, gone: 1 }
  const results = await Promise.all([
    mergePeople(desk(w), { keptId: a.id, goneId: b.id }, seen),
    mergePeople(desk(w), { keptId: b.id, goneId: a.id }, seen),
  ])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(
    await w.db.all(sql`SELECT id FROM people WHERE studio_id = ${w.studio.id}
      AND name = 'Kim Lee' AND merged_into IS NULL`),
  ).toHaveLength(1)
})

test('people with one address, number, or name and birthday are listed until someone says they are two', async () => {
  const w = await world()
  const [a, b, c] = [
    await w.givenPerson('Kim Lee'),
    await w.givenPerson('KIM  lee'),
    await w.givenPerson('Someone Else'),
  ]
  await w.db.run(sql`UPDATE people SET birth_date = '1990-02-03'
    WHERE id IN (${a.id}, ${b.id}, ${c.id})`)
  await w.db.run(sql`UPDATE people SET phone = '+447700900111' WHERE id IN (${b.id}, ${c.id})`)
  const listed = async () =>
    (await listDuplicates(w.at(now))).map(({ person, other, reasons }) => [
      [person.name, other.name].sort(),
      reasons,
    ])
  expect(await listed()).toEqual([
    [
      ['KIM  lee', 'Kim Lee'],
      ['name', 'email', 'name_and_birthday'],
    ],
    [['KIM  lee', 'Someone Else'], ['phone']],
  ])
  expect(await keepApart(w.asDesk(now), b.id, c.id)).toBe(true)
  expect(await keepApart(w.asDesk(now), c.id, b.id)).toBe(true)
  expect(await listed()).toEqual([
    [
      ['KIM  lee', 'Kim Lee'],
      ['name', 'email', 'name_and_birthday'],
    ],
  ])
  expect(await merge(w, a.id, b.id)).toEqual({ ok: false, reason: 'both_sign_in' })
})

test('an invitation to the record that goes is one to the record that is kept', async () => {
  const w = await world()
  const [kept, gone] = await w.givenPeople(['Kim Lee', 'Kim Lee'])
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${gone!.id}`)
  await w.directory.run(sql`INSERT INTO invitations (id, studio_id, email, role_id, person_id,
      token_hash, invited_by, state, created_at, expires_at_ms)
    VALUES (${gone!.id}, ${w.studio.id}, ${gone!.email}, 'member', ${gone!.id}, ${gone!.id}, 'x',
      'open', ${now}, 0)`)
  expect(await merge(w, kept!.id, gone!.id)).toMatchObject({ ok: true })
  const invitations = await w.directory.all(
    sql`SELECT person_id AS personId, state FROM invitations WHERE studio_id = ${w.studio.id}`,
  )
  expect(invitations).toEqual([{ personId: kept!.id, state: 'open' }])
})

test('an unsubscribe link of a merged record unsubscribes the record that was kept', async () => {
  const w = await world()
  const [kept, gone, first] = (await w.givenPeople(['Kim Lee', 'Kim Lee', 'Kim Lea'])) as Person[]
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE name LIKE 'Kim%'`)
  const tokens = await Promise.all(
    [kept!, gone!, first!].map(({ id }) => unsubscribeToken(w.at(now), id)),
  )
  expect(await merge(w, gone!.id, first!.id)).toEqual({ ok: true })
  expect(await merge(w, kept!.id, gone!.id)).toEqual({ ok: true })
  for (const token of tokens)
    expect(await findUnsubscriber(w.at(now), token!)).toMatchObject({
      personId: kept!.id,
      done: false,
    })
  expect(await unsubscribe(w.at(now), tokens[2]!)).toBe(true)
  expect(await findUnsubscriber(w.at(now), tokens[0]!)).toMatchObject({ done: true })
})

test('of one level on both records the merge keeps the better hold, the earlier day and more stripes', async () => {
  const w = await world()
  const [level] = w.ids.levelIds
  const held = async (
    ours: readonly [provisional: number, lapsesOn: string | null],
    theirs: readonly [provisional: number, lapsesOn: string | null],
  ) => {
    const [kept, gone] = await w.givenPeople(['Kim Lee', 'Kim Lee'])
    await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${gone!.id}`)
    const put = (id: string, since: string, stripes: number, [provisional, lapses]: typeof ours) =>
      w.db.run(sql`INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since,
          stripes, provisional, lapses_on)
        SELECT studio_id, ${id}, discipline_id, id, ${since}, ${stripes}, ${provisional}, ${lapses}
        FROM levels WHERE id = ${level}`)
    await put(kept!.id, '2026-01-05', 2, ours)
    await put(gone!.id, '2026-02-05', 1, theirs)
    expect(await merge(w, kept!.id, gone!.id)).toEqual({ ok: true })
    const [row] = await w.db.all(sql`SELECT since, stripes, provisional, lapses_on AS lapsesOn
      FROM person_levels WHERE studio_id = ${w.studio.id} AND person_id = ${kept!.id}`)
    return row
  }
  const row = { since: '2026-01-05', stripes: 2 }
  expect(await held([1, '2026-03-01'], [0, null])).toEqual({
    ...row,
    provisional: 0,
    lapsesOn: null,
  })
  expect(await held([0, null], [1, '2026-03-01'])).toEqual({
    ...row,
    provisional: 0,
    lapsesOn: null,
  })
  // One that opens classes goes before one that was confirmed and has expired.
  expect(await held([0, '2026-03-01'], [1, '2026-09-01'])).toEqual({
    ...row,
    provisional: 1,
    lapsesOn: '2026-09-01',
  })
})

test('merging two records that are noted as family leaves nobody their own family, and others once', async () => {
  const w = await world()
  const [kept, gone, other] = await w.givenPeople(['Kim Kept', 'Kim Gone', 'Oda Other'])
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${gone!.id}`)
  const tie = (one: Person, two: Person) =>
    tiePeople(w.asDesk(now), one.id, { otherId: two.id, relation: 'other' })
  for (const [one, two] of [
    [kept, gone],
    [kept, other],
    [other, gone],
  ] as const)
    expect(await tie(one!, two!)).toBe(true)
  expect(await merge(w, kept!.id, gone!.id)).toEqual({ ok: true })
  expect((await listTies(w.asDesk(now), kept!.id)).map(({ name }) => name)).toEqual(['Oda Other'])
})
