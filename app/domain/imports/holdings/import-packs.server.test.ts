import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { derivedId } from '#app/values/id.ts'
import { csv, importingAt, numberPeople } from '../../../../tests/support/holdings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { checkPeopleFile } from '../check-people-file.server.ts'
import { countOutcomes, findPeopleImport, rollBackPreview } from '../import-queries.server.ts'
import { readCheck, readRefused } from '../imported-file.server.ts'
import { askedOf } from './holding-words.ts'

const now = '2026-11-23T09:00:00Z'
const header =
  'MBSystemID,BarcodeID,PmtRefNo,LastName,FirstName,Description,PaymentDate,ActiveDate,ExpDate,Remaining,NumClasses,Returned,ClientContractID'

async function studioWithNumbers() {
  const w = await world()
  await numberPeople(w, { 100: w.ana, 101: w.ben, 102: w.cleo })
  return { w, ...(await importingAt(w, now)) }
}

const lotsOf = ({ db, studio, benLot }: World) =>
  db.all<Record<string, unknown>>(sql`
    SELECT person.name, lot.starts_on AS startsOn, lot.expires_on AS expiresOn,
      substr(lot.purchased_at, 1, 10) AS boughtOn,
      (SELECT sum(amount) FROM entries WHERE lot_id = lot.id) AS "left",
      (SELECT reason FROM entries WHERE lot_id = lot.id AND kind = 'grant') AS reason
    FROM lots AS lot JOIN people AS person ON person.id = lot.person_id
    WHERE lot.studio_id = ${studio.id} AND lot.id <> ${benLot} ORDER BY person.name, lot.expires_on`)

test('packs come over with what is left and until when; what holds nothing is counted, not faulted', async () => {
  const { w, check, start, commit, ctx } = await studioWithNumbers()
  const file = csv(
    header,
    '100,,P1,Reyes,Ana,10-class pack,9/30/2026,10/1/2026,1/31/2027,7,10,False,',
    '101,,P2,Okoro,Ben,10-class pack,9/30/2026,9/30/2026,3/31/2027,1,10,False,',
    '101,,P3,Okoro,Ben,10-class pack,1/5/2026,1/5/2026,6/30/2026,4,10,False,',
    '102,,P4,Park,Cleo,10-class pack,9/30/2026,9/30/2026,3/31/2027,0,10,False,',
    '102,,P5,Park,Cleo,10-class pack,9/30/2026,9/30/2026,3/31/2027,5,10,True,',
    '102,,P6,Park,Cleo,Unlimited,9/30/2026,9/30/2026,3/31/2027,5,10,False,C9',
    '102,,P7,Park,Cleo,10-class pack,9/30/2026,9/30/2026,3/31/2027,-2,10,False,',
    '102,,P8,Park,Cleo,10-class pack,9/30/2026,9/30/2026,2/30/2027,5,10,False,',
    '102,,P9,Park,Cleo,10-class pack,9/30/2026,9/30/2026,3/31/2027,2.5,10,False,',
    '102,,P10,Park,Cleo,Year pass,9/30/2026,9/30/2026,3/31/2027,99999,99999,False,',
    '999,,P11,Nobody,Ann,10-class pack,9/30/2026,9/30/2026,3/31/2027,5,10,False,',
    '100,,P1,Reyes,Ana,10-class pack,9/30/2026,10/1/2026,1/31/2027,7,10,False,',
  )
  const job = await check('packs', file)
  expect(job).toMatchObject({ kind: 'packs', state: 'dry_run', source: 'mindbody', total: 2 })
  expect(job.findings).toMatchObject({
    ...{ added: 2, unchanged: 0, credits: 8, people: 2 },
    ...{ nothing_over: 1, nothing_used: 1, nothing_returned: 1, nothing_contract: 1 },
  })
  expect((await readRefused(ctx, job)).map(({ line, why }) => [line, why])).toEqual([
    [8, 'Fewer than no classes are left. Settle what they owe by hand'],
    [9, 'February 2027 had 28 days'],
    [10, 'Classes left are a whole number'],
    [11, 'This pack has no limit. Add a membership for them instead'],
    [12, 'Nobody here has this number, barcode or email. Import the list of people first'],
    [13, 'The same as line 2'],
  ])
  expect(await lotsOf(w)).toEqual([])

  await start(job.id)
  const brought = [
    {
      ...{ name: 'Ana Reyes', startsOn: '2026-10-01', expiresOn: '2027-01-31', left: 7 },
      ...{ boughtOn: '2026-09-30', reason: 'Brought over: 7 of 10 left of 10-class pack' },
    },
    {
      ...{ name: 'Ben Okoro', startsOn: '2026-09-30', expiresOn: '2027-03-31', left: 1 },
      ...{ boughtOn: '2026-09-30', reason: 'Brought over: 1 of 10 left of 10-class pack' },
    },
  ]
  expect(await lotsOf(w)).toEqual(brought)
  const again = await commit('packs', file)
  expect(await countOutcomes(ctx, again)).toEqual({ unchanged: 2 })
  expect(await lotsOf(w)).toEqual(brought)
})

test('an unknown pack and one without a last day wait until somebody decides', async () => {
  const { w, check, start, ctx } = await studioWithNumbers()
  const job = await check(
    'packs',
    csv(
      header,
      '100,,P1,Reyes,Ana,Ten Pass,9/30/2026,10/1/2026,1/31/2027,7,10,False,',
      '101,,P2,Okoro,Ben,Ten Pass,9/30/2026,9/30/2026,,3,10,False,',
      '102,,P3,Park,Cleo,Gift,9/30/2026,9/30/2026,1/31/2027,3,10,False,',
    ),
  )
  expect(job.total).toBe(0)
  expect(job.check.questions).toMatchObject([
    { key: 'offer:ten pass', word: 'Ten Pass', rows: 2, answer: '' },
    { key: 'offer:gift', word: 'Gift', rows: 1, answer: '' },
  ])
  const [{ id: pack }] = (await w.db.all<{ id: string }>(sql`
    SELECT id FROM packages WHERE studio_id = ${w.studio.id}`)) as [{ id: string }]
  const answer = async (answers: Record<string, string>) => {
    await checkPeopleFile(ctx, job.id, { answers })
    const after = (await findPeopleImport(ctx, job.id))!
    return { ...after, refused: await readRefused(ctx, after), check: await readCheck(ctx, after) }
  }
  const matched = await answer({ 'offer:ten pass': pack, 'offer:gift': 'leave' })
  expect(matched).toMatchObject({ total: 1, findings: { added: 1, held: 1, nothing_left: 1 } })
  expect(matched.refused).toMatchObject([{ line: 3, held: 'no_expiry', why: 'Has no last day' }])
  expect(matched.check?.questions?.map(({ answer: now }) => now)).toEqual([pack, 'leave'])
  // An answer nobody offered is none, and one row may be decided otherwise than all.
  expect(await answer({ 'offer:gift': 'somebody else’s' })).toMatchObject({ total: 1 })
  expect(await answer({ no_expiry: 'yes', 'no_expiry:3': 'leave' })).toMatchObject({ total: 1 })
  expect(await answer({ 'no_expiry:3': '' })).toMatchObject({ total: 2, findings: { held: 0 } })
  await start(job.id)
  expect(await lotsOf(w)).toMatchObject([
    { name: 'Ana Reyes', expiresOn: '2027-01-31', left: 7 },
    { name: 'Ben Okoro', expiresOn: '2027-05-22', left: 3 },
  ])
})

/** Pat, who looks after Said and Noor and has the only address of the three. */
async function givenFamily(w: World) {
  const [pat, said, noor] = await w.givenPeople(['Pat Quigley', 'Said Quigley', 'Noor Quigley'])
  for (const { id } of [said!, noor!]) {
    await w.db.run(sql`UPDATE people SET email = '', birth_date = '2016-05-04' WHERE id = ${id}`)
    await w.db.run(sql`
      INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
      VALUES (${w.studio.id}, ${pat!.id}, ${id}, ${now})`)
  }
  return pat!.email
}

test('rows with an address that a family shares go to the member they name, and are refused when they name none of them', async () => {
  const { w, check, start, commit, ctx } = await studioWithNumbers()
  const email = await givenFamily(w)
  const rows = (...names: string[]) =>
    csv(
      'Email,Name,Description,Remaining,ExpDate',
      ...names.map((name) => `${email},${name},10-class pack,4,1/31/2027`),
    )
  const job = await check(
    'packs',
    rows('Said Quigley', 'noor quigley', 'Tom Quigley', '', 'Said Q Quigley'),
  )
  expect(job).toMatchObject({ total: 2, findings: { added: 2 } })
  expect((await readRefused(ctx, job)).map(({ line, why }) => [line, why])).toEqual([
    [4, expect.stringContaining('Several people have this address')],
    [5, expect.stringContaining('Several people have this address')],
    [6, 'The same as line 2'],
  ])
  await start(job.id)
  expect((await lotsOf(w)).map(({ name }) => name)).toEqual(['Noor Quigley', 'Said Quigley'])
  const again = await commit('packs', rows('Noor Quigley', 'Said Quigley'))
  expect(await countOutcomes(ctx, again)).toEqual({ unchanged: 2 })
})

test('a row whose name differs from the only person at its address waits for a decision', async () => {
  const { w, check, ctx } = await studioWithNumbers()
  const text = csv(
    'Email,Name,Description,Remaining,ExpDate',
    `${w.ana.email},Tom Reyes,10-class pack,4,1/31/2027`,
    `${w.ana.email},Ana M Reyes,10-class pack,3,1/31/2027`,
  )
  const job = await check('packs', text)
  expect(await readRefused(ctx, job)).toMatchObject([{ line: 2, held: 'other_name' }])
  await checkPeopleFile(ctx, job.id, { answers: { other_name: 'yes' } })
  expect(await findPeopleImport(ctx, job.id)).toMatchObject({ total: 2 })
})

test('what an earlier version imported by address alone is not imported again', async () => {
  const { w, check, ctx, commit } = await studioWithNumbers()
  const text = csv(
    'Email,Name,Description,Remaining,ExpDate',
    `${w.ana.email},Ana Reyes,10-class pack,4,1/31/2027`,
  )
  const { source } = await check('packs', text)
  const reference = ['10-class pack', '', '', '2027-01-31', 4].join('|')
  const old = await derivedId('holding', w.studio.id, 'packs', source, w.ana.email, reference)
  const id = await commit('packs', text)
  await w.db.run(sql`UPDATE lots SET id = ${old} WHERE id = (
    SELECT holding_id FROM imported_people WHERE import_id = ${id})`)
  await w.db.run(sql`UPDATE imported_people SET holding_id = ${old} WHERE import_id = ${id}`)
  expect(await countOutcomes(ctx, await commit('packs', text))).toEqual({ unchanged: 1 })
})

test('rolling back takes the packs nobody used, and says which stay and why', async () => {
  const { w, commit, rollBack, ctx } = await studioWithNumbers()
  const file = csv(
    header,
    '100,,P1,Reyes,Ana,10-class pack,9/30/2026,10/1/2026,1/31/2027,7,10,False,',
    '101,,P2,Okoro,Ben,10-class pack,9/30/2026,9/30/2026,3/31/2027,4,10,False,',
    '102,,P3,Park,Cleo,10-class pack,9/30/2026,9/30/2026,3/31/2027,4,10,False,',
  )
  const id = await commit('packs', file)
  const lots = await w.db.all<{ id: string; personId: string }>(sql`
    SELECT id, person_id AS personId FROM lots
    WHERE studio_id = ${w.studio.id} AND id <> ${w.benLot}`)
  const lotOf = (person: { id: string }) => lots.find(({ personId }) => personId === person.id)!.id
  await w.db.run(sql`
    INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, booking_id, created_at)
    VALUES (${w.studio.id}, ${w.ben.id}, ${lotOf(w.ben)}, 'book', -1, 'b1', ${now}),
      (${w.studio.id}, ${w.cleo.id}, ${lotOf(w.cleo)}, 'adjust', 1, NULL, ${now})`)
  const stay = [
    { id: w.ben.id, name: 'Ben Okoro', why: 'classes were booked with it' },
    { id: w.cleo.id, name: 'Cleo Park', why: 'its credits were changed' },
  ]
  expect(await rollBackPreview(ctx, id, 'packs')).toEqual({ added: 3, staying: 2, stay })
  await rollBack(id)
  expect((await findPeopleImport(ctx, id))?.state).toBe('rolled_back')
  expect(await rollBackPreview(ctx, id, 'packs')).toMatchObject({ staying: 2, stay })
  expect((await lotsOf(w)).map(({ name, left }) => [name, left])).toEqual([
    ['Ben Okoro', 3],
    ['Cleo Park', 5],
  ])
  // The same file brings back what went, and nothing twice.
  expect(await countOutcomes(ctx, await commit('packs', file))).toEqual({ added: 1, unchanged: 2 })
})

test('a large file of packs is imported in steps, and each pack once even when two runs overlap', async () => {
  const { w, check, start } = await studioWithNumbers()
  const many = 1_000
  await w.db.run(sql`
    WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 999 + ${many})
    INSERT INTO people (id, studio_id, name, email, joined_on, created_at)
    SELECT ${w.studio.id} || i, ${w.studio.id}, 'Person ' || i, '', '2026-01-01', ${now} FROM n`)
  await w.db.run(sql`
    INSERT INTO person_sources (studio_id, source, external_id, person_id, row_hash)
    SELECT studio_id, 'mindbody', 'id:' || substr(name, 8), id, '' FROM people
    WHERE studio_id = ${w.studio.id} AND name LIKE 'Person %'`)
  const rows = Array.from(
    { length: many },
    (_, i) =>
      `${1000 + i},,Q${i},X,Y,10-class pack,9/30/2026,9/30/2026,3/31/2027,${1 + (i % 9)},10,False,`,
  )
  const job = await check('packs', csv(header, ...rows))
  expect(job).toMatchObject({ total: many, refused: 0 })
  await Promise.all([start(job.id), start(job.id)])
  const [sum] = await w.db.all(sql`
    SELECT count(DISTINCT lot_id) AS lots, sum(amount) AS credits FROM entries
    WHERE studio_id = ${w.studio.id} AND lot_id <> ${w.benLot}`)
  expect(sum).toEqual({ lots: many, credits: job.findings.credits })
})

test('320 words of a file are asked for part by part, and every answer is kept', async () => {
  const { w, check, ctx } = await studioWithNumbers()
  const words = Array.from({ length: 320 }, (_, i) => `Offer number ${i + 1}`)
  const rows = words.map(
    (word, i) => `100,,Q${i},Reyes,Ana,${word},9/30/2026,10/1/2026,1/31/2027,2,10,False,`,
  )
  const job = await check('packs', csv(header, ...rows))
  const [{ id: pack }] = (await w.db.all<{ id: string }>(sql`
    SELECT id FROM packages WHERE studio_id = ${w.studio.id} LIMIT 1`)) as [{ id: string }]
  let asked = askedOf(job.check.questions ?? [], 1)
  expect([asked.open, asked.pages]).toEqual([320, 6])
  let parts = 0
  for (; asked.open > 0 && parts < 20; parts += 1) {
    const answers = Object.fromEntries(asked.questions.map(({ key }) => [key, pack]))
    expect(Object.keys(answers).length).toBeLessThanOrEqual(60)
    expect(await checkPeopleFile(ctx, job.id, { answers })).toMatchObject({ ok: true })
    const now = (await findPeopleImport(ctx, job.id))!
    asked = askedOf((await readCheck(ctx, now))!.questions ?? [], 1)
  }
  expect(parts).toBe(6)
  expect(await findPeopleImport(ctx, job.id)).toMatchObject({ total: 320 })
  expect(askedOf(job.check.questions ?? [], 99)).toMatchObject({ page: 6 })
})
