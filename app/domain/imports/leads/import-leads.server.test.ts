import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { exportLeads } from '#app/domain/leads/list/export-leads.server.ts'
import { leadFilters } from '#app/domain/leads/list/lead-filters.ts'
import { logContact } from '#app/domain/leads/log-contact.server.ts'
import { touchLead } from '#app/domain/leads/touch-lead.server.ts'
import { type CsvCell, csvText } from '#app/values/csv.ts'
import { newId } from '#app/values/id.ts'
import { emptyBucket } from '../../../../tests/support/training.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { uploadPeopleFile } from '../check-people-file.server.ts'
import { commitPeopleImport } from '../commit-people.server.ts'
import { continuePeopleImport } from '../continue-people-import.server.ts'
import { countOutcomes, findPeopleImport, rollBackPreview } from '../import-queries.server.ts'
import { readRefused } from '../imported-file.server.ts'
import { rollBackImport } from '../roll-back-import.server.ts'

const now = '2026-10-12T09:00:00Z'
const forGood = { clock: () => 0, untilMs: 1 }

async function importing(w: World) {
  const ctx = { ...w.asDesk(now), media: await emptyBucket() }
  const check = async (text: string) => {
    const bytes = new TextEncoder().encode(text)
    const uploaded = await uploadPeopleFile(ctx, { name: 'leads.csv', bytes }, 'leads')
    if (!uploaded.ok) throw new Error(uploaded.sentence)
    return (await findPeopleImport(ctx, uploaded.importId))!
  }
  const commit = async (text: string, tag = '') => {
    const { id } = await check(text)
    expect(await commitPeopleImport(ctx, id, tag)).toEqual({ ok: true })
    await continuePeopleImport(ctx, id, forGood)
    return id
  }
  const rollBack = async (id: string) => {
    expect(await rollBackImport(ctx, id)).toEqual({ ok: true })
    expect((await continuePeopleImport(ctx, id, forGood))?.state).toBe('rolled_back')
  }
  return { ctx, check, commit, rollBack }
}

const count = async ({ db, studio }: World) => {
  const of = (table: string) =>
    sql`(SELECT count(*) FROM ${sql.raw(table)} WHERE studio_id = ${studio.id}) AS ${sql.raw(table)}`
  const tables = ['people', 'leads', 'lead_touches', 'lead_keys', 'lead_pairs', 'outbox', 'notices']
  const [row] = await db.all<Record<string, number>>(
    sql`SELECT ${sql.join([...tables, 'tasks'].map(of), sql`, `)}`,
  )
  return row!
}

const leadsOf = ({ db, studio }: World) =>
  db.all<Record<string, unknown>>(sql`
    SELECT person.name, person.email, person.phone, person.prospect, lead.stage_id AS stage,
      lead.interest, lead.preferred_times AS times, lead.campaign, lead.source_id AS source,
      lead.value_minor AS value, lead.tags, lead.touches, lead.created_at AS createdAt,
      lead.contacted_at AS contactedAt
    FROM leads AS lead JOIN people AS person ON person.id = lead.person_id
    WHERE lead.studio_id = ${studio.id} ORDER BY person.name`)

const file = `Lead name,E-mail,Mobile,Interested in,Preferred times,Lead source,Lead status,Value,Created,Notes
Ann Archer,Ann@Example.test,020 7946 0001,Pilates,"Weekday evenings, weekend mornings",Referral,Contacted,£49.50,2026-09-02,Saw the poster
Bo Berg,bo@example.test,,Reformer,whenever,Billboard,Hot,"1,200",2026-10-12,
Ann Archer,ann@example.test,,,,,,,,Wrote again
=cmd|x,cmd@example.test,,,,,,,,
No Way,,,,,,,,,Rang without a number
Lost One,lost@example.test,,,,,Lost,,,
Bad Mail,not an address,,,,,,,,
Bad Value,v@example.test,,,,,,lots,,
Bo Berg,bo@example.test,,Reformer,whenever,Billboard,Hot,"1,200",2026-10-12,
`

test('a file of leads is checked without a trace, comes in once, and goes again', async () => {
  const w = await world()
  const { ctx, check, commit, rollBack } = await importing(w)
  const before = await count(w)
  const checked = await check(file)
  expect(checked).toMatchObject({
    kind: 'leads',
    state: 'dry_run',
    total: 5,
    refused: 4,
    findings: { added: 4, filled: 1, unchanged: 0, noEmail: 1, formula: 1, otherStage: 1 },
  })
  expect(
    (await readRefused(ctx, checked)).map(({ line, column, why }) => [line, column, why]),
  ).toEqual([
    [7, 'Lead status', 'This lead is closed. Only open leads are imported'],
    [8, 'E-mail', 'This isn’t an email address'],
    [9, 'Value', 'This isn’t an amount in GBP'],
    [10, '', 'The same as line 3'],
  ])
  expect(await count(w)).toEqual(before)

  const id = await commit(file, 'autumn')
  expect(await countOutcomes(ctx, id)).toEqual({ added: 4, filled: 1 })
  const after = await count(w)
  expect(after).toEqual({
    ...before,
    people: before.people! + 4,
    leads: before.leads! + 4,
    lead_touches: before.lead_touches! + 5,
    lead_keys: before.lead_keys! + 4,
  })
  expect(await leadsOf(w)).toMatchObject([
    { name: '=cmd|x', prospect: 1 },
    {
      name: 'Ann Archer',
      email: 'ann@example.test',
      phone: '+442079460001',
      stage: 'membership-contacted',
      interest: 'Pilates',
      times: 'weekday-evening, weekend-morning',
      source: 'referral',
      value: 4950,
      tags: 'autumn',
      touches: 2,
      createdAt: '2026-09-02T11:00:00Z',
      contactedAt: '2026-09-02T11:00:00Z',
    },
    {
      name: 'Bo Berg',
      stage: 'membership-new',
      source: 'import',
      value: 120_000,
      touches: 1,
      createdAt: now,
      contactedAt: null,
    },
    { name: 'No Way', email: '' },
  ])
  const [said] = await w.db.all<{ text: string }>(sql`
    SELECT text FROM lead_touches WHERE text LIKE '%Billboard%'`)
  expect(said!.text.split('\n')).toEqual(['Times: whenever', 'Source: Billboard', 'Stage: Hot'])

  // The same file again changes nothing, also with its rows in another order.
  const again = await commit(file)
  expect(await countOutcomes(ctx, again)).toEqual({ unchanged: 5 })
  expect(await count(w)).toEqual(after)

  // Taken back nothing is left, and it may come again.
  await rollBack(id)
  expect(await countOutcomes(ctx, id)).toEqual({ removed: 4, emptied: 1 })
  expect(await count(w)).toEqual(before)
  expect(await countOutcomes(ctx, await commit(file))).toEqual({ added: 4, filled: 1 })
})

test('an address or number the studio knows is a touch of that lead, and taken back only that', async () => {
  const w = await world()
  const { ctx, commit, rollBack } = await importing(w)
  await touchLead(ctx, {
    key: newId(),
    kind: 'walk_in',
    name: 'Cy Young',
    email: 'cy@example.test',
    byName: 'Desk',
  })
  const [before] = await leadsOf(w)
  const id = await commit(
    `name,email,phone,interest\nC. Young,CY@example.test,020 7946 0002,Barre\nCy,,020 7946 0002,\n${w.ben.name},${w.ben.email},,Yoga\n`,
  )
  expect(await countOutcomes(ctx, id)).toEqual({ added: 1, filled: 2 })
  const rows = await leadsOf(w)
  expect(rows).toMatchObject([
    { name: w.ben.name, prospect: 0, interest: 'Yoga' },
    { name: 'Cy Young', phone: '+442079460002', interest: 'Barre', touches: 3 },
  ])
  const people = (await count(w)).people
  await rollBack(id)
  expect(await leadsOf(w)).toEqual([before])
  expect((await count(w)).people).toBe(people)
  const [key] = await w.db.all(sql`SELECT 1 FROM lead_keys WHERE kind = 'phone'`)
  expect(key).toBeUndefined()
})

test('a row matches the lead with the same phone number, however the number was typed', async () => {
  const w = await world()
  const { ctx, commit } = await importing(w)
  await w.db.run(sql`UPDATE people SET phone = '(020) 7946-0002' WHERE id = ${w.ben.id}`)
  const before = (await count(w)).people
  expect(await countOutcomes(ctx, await commit('name,phone\nBen,+44 20 7946 0002\n'))).toEqual({
    added: 1,
  })
  expect((await count(w)).people).toBe(before)
  expect(await leadsOf(w)).toMatchObject([{ name: w.ben.name }])
})

test('a lead that was worked on stays by name when its file is taken back', async () => {
  const w = await world()
  const { ctx, commit, rollBack } = await importing(w)
  const id = await commit('name,email\nDi Kept,di@example.test\nEd Gone,ed@example.test\n')
  const [di] = await w.db.all<{ id: string }>(sql`
    SELECT lead.id FROM leads AS lead JOIN people ON people.id = lead.person_id
    WHERE people.name = 'Di Kept'`)
  await logContact(ctx, di!.id, { key: newId(), kind: 'call', text: 'Called' })
  expect(await rollBackPreview(ctx, id, 'leads')).toEqual({
    added: 2,
    staying: 1,
    stay: [{ id: di!.id, name: 'Di Kept', why: 'has been worked on since' }],
  })
  await rollBack(id)
  expect((await leadsOf(w)).map(({ name }) => name)).toEqual(['Di Kept'])
})

test('leads without an owner go to those who take them in turn', async () => {
  const w = await world()
  const { commit } = await importing(w)
  await w.db.run(sql`INSERT INTO lead_owners (studio_id, person_id, position, given)
    VALUES (${w.studio.id}, ${w.ana.id}, 0, 0), (${w.studio.id}, ${w.ben.id}, 1, 1)`)
  await commit('name,email\nA,a@x.test\nB,b@x.test\nC,c@x.test\n')
  const given = await w.db.all(sql`SELECT person_id AS id, given FROM lead_owners
    WHERE studio_id = ${w.studio.id} ORDER BY position`)
  expect(given).toEqual([
    { id: w.ana.id, given: 2 },
    { id: w.ben.id, given: 2 },
  ])
})

test('an exported file imports as the same records', async () => {
  const w = await world()
  const { ctx, commit } = await importing(w)
  await commit(file)
  const rows: CsvCell[][] = []
  for await (const some of await exportLeads(ctx, leadFilters.parse({}), null)) rows.push(...some)
  const other = await world()
  const there = await importing(other)
  const id = await there.commit(csvText(rows))
  expect(await countOutcomes(there.ctx, id)).toEqual({ added: 4 })
  const kept = ['name', 'email', 'phone', 'stage', 'interest', 'times', 'source', 'value'] as const
  const said = async (of: World) => (await leadsOf(of)).map((row) => kept.map((name) => row[name]))
  expect(await said(other)).toEqual(await said(w))
})
