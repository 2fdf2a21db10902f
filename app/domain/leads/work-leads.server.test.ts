import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenTouch, leadsOf } from '../../../tests/support/leads.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { givePackage } from '../entitlements/give-package.server.ts'
import { peopleListPage } from '../people/list/people-list-page.server.ts'
import { noFilters } from '../people/list/person-filters.ts'
import { changeLead, changeLeads } from './change-leads.server.ts'
import { readFunnel } from './funnel.server.ts'
import { finishNext, logContact, planNext } from './log-contact.server.ts'
import { moveLead, moveLeadToKind } from './move-lead.server.ts'
import { leadSetting } from './pipelines/pipeline-queries.server.ts'
import { addPipeline, addStage, renameStage, setOwners } from './pipelines/save-pipeline.server.ts'

const now = '2026-10-12T09:00:00Z'
const later = '2026-10-12T09:14:00Z'

const leadOf = async (w: World, id: string) =>
  (
    await w.db.all<Record<string, unknown>>(sql`
      SELECT state, stage_id AS stage, contacted_at AS contacted, trial_booked_at AS booked,
        answer_minutes AS minutes, lost_reason AS lost, closed_at AS closed, next_ref AS next
      FROM leads WHERE id = ${id}`)
  )[0]!

const openTasks = (w: World) =>
  w.db.all<{ ref: string; dueAt: string }>(sql`
    SELECT cause_ref AS ref, due_at AS dueAt FROM tasks
    WHERE studio_id = ${w.studio.id} AND cause_kind = 'lead_next' AND state = 'open'`)

test('the first call to a new lead ends its waiting: stage, minutes and task', async () => {
  const w = await world()
  const { leadId } = await givenTouch(w, now, { email: 'a@b.test' })
  expect(await openTasks(w)).toHaveLength(1)
  const call = { key: 'call00000000', kind: 'call', text: 'Likes mornings' } as const
  for (let i = 0; i < 2; i += 1) await logContact(w.asDesk(later), leadId, call)
  await logContact(w.asDesk('2026-10-12T11:00:00Z'), leadId, { ...call, key: 'call00000001' })
  expect(await leadOf(w, leadId)).toMatchObject({
    stage: 'membership-contacted',
    contacted: later,
    minutes: 14,
    next: null,
  })
  expect(await openTasks(w)).toEqual([])
  expect(
    await readFunnel(w.at(later), { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }),
  ).toMatchObject({ leads: 1, contacted: 1, answerMinutes: 14 })
  expect(await logContact(w.asDesk(now), 'no-such-lead', call)).toBe(false)
})

test('a note to a new lead does not answer it', async () => {
  const w = await world()
  const { leadId } = await givenTouch(w, now)
  await logContact(w.asDesk(later), leadId, { key: 'note00000000', kind: 'note', text: 'Shy' })
  expect(await leadOf(w, leadId)).toMatchObject({ stage: 'membership-new', contacted: null })
})

test('the next action of a lead is one task of its owner, and another plan replaces it', async () => {
  const w = await world()
  const { leadId } = await givenTouch(w, now)
  const desk = w.asDesk(later)
  const plan = { action: 'call', note: '' } as const
  await planNext(desk, leadId, { ...plan, key: 'plan00000000', at: '2026-10-13T09:00:00Z' })
  await planNext(desk, leadId, { ...plan, key: 'plan00000001', at: '2026-10-14T09:00:00Z' })
  await planNext(desk, leadId, { ...plan, key: 'plan00000001', at: '2026-10-14T09:00:00Z' })
  expect(await openTasks(w)).toEqual([{ ref: 'plan00000001', dueAt: '2026-10-14T09:00:00Z' }])
  await finishNext(desk, leadId)
  expect(await openTasks(w)).toEqual([])
})

test('a lost lead needs a reason, closes its task and can be opened again, unless its person has another', async () => {
  const w = await world()
  const { leadId, personId } = await givenTouch(w, now, { email: 'a@b.test' })
  const desk = w.asDesk(later)
  expect(await moveLeadToKind(desk, leadId, 'lost')).toEqual({ ok: false, reason: 'needs_reason' })
  expect(await moveLeadToKind(desk, leadId, 'lost', 'price')).toMatchObject({ ok: true })
  expect(await leadOf(w, leadId)).toMatchObject({ state: 'lost', lost: 'price', closed: later })
  expect(await openTasks(w)).toEqual([])

  expect(await moveLeadToKind(desk, leadId, 'contacted')).toMatchObject({ ok: true })
  expect(await leadOf(w, leadId)).toMatchObject({ state: 'open', lost: '', closed: null })

  await moveLeadToKind(desk, leadId, 'lost', 'price')
  expect((await givenTouch(w, later, { email: 'a@b.test' })).personId).toBe(personId)
  expect(await moveLeadToKind(desk, leadId, 'contacted')).toEqual({
    ok: false,
    reason: 'other_open',
  })
})

test('a lead that is won becomes a member from that day, with its notes', async () => {
  const w = await world()
  const { leadId, personId } = await givenTouch(w, now, { email: 'a@b.test', text: 'Loves hoops' })
  await logContact(w.asDesk(later), leadId, { key: 'note00000002', kind: 'note', text: 'Shy' })
  const day = '2026-11-02T09:00:00Z'
  const won = () => moveLeadToKind(w.asDesk(day), leadId, 'won')
  expect(await won()).toMatchObject({ ok: true, personId })
  expect(await won()).toMatchObject({ ok: true, again: true })
  expect(
    await w.db.all(sql`SELECT prospect, joined_on AS joinedOn FROM people WHERE id = ${personId}`),
  ).toEqual([{ prospect: 0, joinedOn: '2026-11-02' }])
  expect(
    await w.db.all(
      sql`SELECT text FROM person_notes WHERE person_id = ${personId} ORDER BY created_at`,
    ),
  ).toEqual([{ text: 'Loves hoops' }, { text: 'Shy' }])
})

test('a stage by mistake is taken back with what it said, and a real trial is not', async () => {
  const w = await world()
  const { leadId } = await givenTouch(w, now)
  const desk = w.asDesk(later)
  await moveLeadToKind(desk, leadId, 'trial_booked')
  expect(await leadOf(w, leadId)).toMatchObject({ booked: later, contacted: later })
  await moveLeadToKind(desk, leadId, 'new')
  expect(await leadOf(w, leadId)).toMatchObject({ booked: null, contacted: null, minutes: null })
  await moveLeadToKind(desk, leadId, 'trial_booked')
  await w.db.run(sql`UPDATE leads SET trial_booking_id = 'b' WHERE id = ${leadId}`)
  await moveLeadToKind(desk, leadId, 'contacted')
  expect(await leadOf(w, leadId)).toMatchObject({ booked: later })
})

test('stages and pipelines are by id: renamed and added, nothing that stands in them moves', async () => {
  const w = await world()
  const { leadId } = await givenTouch(w, now)
  const desk = w.asDesk(later)
  await renameStage(desk, 'membership-new', 'Fresh')
  await addStage(desk, 'membership', { key: 'thinking0000', name: 'Thinking it over' })
  await addStage(desk, 'membership', { key: 'thinking0000', name: 'Thinking it over' })
  await addPipeline(desk, { key: 'winback00000', name: 'Win-back' })
  const { pipelines } = await leadSetting(w.at(later))
  expect(pipelines.map(({ name, stages }) => [name, stages.map((one) => one.name)])).toEqual([
    [
      'Membership',
      [
        'Fresh',
        'Contacted',
        'Trial booked',
        'Trial attended',
        'Offer made',
        'Thinking it over',
        'Won',
        'Nurture',
        'Lost',
      ],
    ],
    [
      'Win-back',
      [
        'New',
        'Contacted',
        'Trial booked',
        'Trial attended',
        'Offer made',
        'Won',
        'Nurture',
        'Lost',
      ],
    ],
  ])
  expect(await moveLead(desk, leadId, { stageId: 'thinking0000' })).toMatchObject({ ok: true })
  expect(await moveLead(desk, leadId, { stageId: 'winback00000-contacted' })).toMatchObject({
    ok: true,
  })
  expect(await moveLead(desk, leadId, { stageId: 'nowhere' })).toEqual({
    ok: false,
    reason: 'no_stage',
  })
  expect(await renameStage(desk, 'nowhere', 'X')).toBe(false)
})

test('many are assigned, tagged and lost at once, and those that are so already are counted', async () => {
  const w = await world()
  const tom = await w.givenPerson('Tom', { isStaff: true })
  const ids = []
  for (let i = 0; i < 3; i += 1)
    ids.push((await givenTouch(w, now, { email: `m${i}@x.test` })).leadId)
  const desk = w.asDesk(later)
  expect(await changeLeads(desk, ids, { act: 'assign', ownerId: tom.id })).toEqual({
    ok: true,
    changed: 3,
    same: 0,
  })
  expect(await changeLeads(desk, ids, { act: 'assign', ownerId: w.ana.id })).toEqual({
    ok: false,
    reason: 'no_owner',
  })
  expect(await changeLeads(desk, ids.slice(1), { act: 'tag', tag: 'open day' })).toMatchObject({
    changed: 2,
  })
  expect(await changeLeads(desk, ids, { act: 'tag', tag: 'open day' })).toEqual({
    ok: true,
    changed: 1,
    same: 2,
  })
  expect(
    await changeLeads(desk, [...ids, 'strange'], { act: 'lose', reason: 'no_answer' }),
  ).toEqual({ ok: true, changed: 3, same: 1 })
  expect((await leadsOf(w)).map(({ state, ownerId }) => [state, ownerId])).toEqual(
    ids.map(() => ['lost', tom.id]),
  )
  const other = await world()
  expect(await changeLeads(other.asDesk(later), ids, { act: 'tag', tag: 'x' })).toMatchObject({
    changed: 0,
  })
})

test('someone new in the turn is not given all the next leads', async () => {
  const w = await world()
  const [tom, cleo] = [
    await w.givenPerson('Tom', { isStaff: true }),
    await w.givenPerson('Cleo', { isStaff: true }),
  ]
  await setOwners(w.asDesk(now), [tom.id])
  for (let i = 0; i < 4; i += 1) await givenTouch(w, now, { email: `o${i}@x.test` })
  await setOwners(w.asDesk(now), [tom.id, cleo.id, w.ana.id])
  for (let i = 4; i < 8; i += 1) await givenTouch(w, now, { email: `o${i}@x.test` })
  const owners = (await leadsOf(w)).map(({ ownerId }) => ownerId)
  expect(owners.filter((id) => id === cleo.id)).toHaveLength(2)
  expect(owners).not.toContain(w.ana.id)
})

test('a lead is no member in the list until they join, also by what they are given', async () => {
  const w = await world()
  const lead = await givenTouch(w, now, { name: 'Nell Joiner', email: 'nell@x.test' })
  const listed = async (q = '') =>
    (await peopleListPage(w.at(later), { ...noFilters, q }, { page: 1, perPage: 50 })).people.items
      .map(({ name }) => name)
      .includes('Nell Joiner')
  expect(await listed()).toBe(false)
  expect(await listed('Nell')).toBe(true)
  const gift = { key: 'giftgiven000', startsOn: '2026-10-12', reason: 'Joined' }
  const packageId = w.ids.tenPack
  expect(await givePackage(w.asDesk(later), lead.personId, { ...gift, packageId })).toMatchObject({
    ok: true,
  })
  expect(await listed()).toBe(true)
})

test('details and owners of leads that are saved again as they stand leave no second line', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const { leadId } = await givenTouch(w, now, { email: 'a@b.test' })
  const details = {
    sourceId: 'website',
    ownerId: '',
    interest: 'Pole',
    preferredTimes: '',
    campaign: '',
    referredBy: '',
    tags: '',
  }
  const save = () => changeLead(desk, leadId, details)
  expect([await save(), await save(), await changeLead(desk, 'none', details)]).toEqual([
    true,
    true,
    false,
  ])
  await setOwners(desk, [w.coach.id])
  await setOwners(desk, [w.coach.id])
  await setOwners(desk, [])
  await setOwners(desk, [])
  const lines = await w.db.all(sql`SELECT action FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action IN ('lead.changed', 'lead_owners.changed')
    ORDER BY created_at, action`)
  expect(lines).toEqual([
    { action: 'lead.changed' },
    { action: 'lead_owners.changed' },
    { action: 'lead_owners.changed' },
  ])
})

test('a change of several leads that was sent twice is one line of the audit, however many pipelines', async () => {
  const w = await world()
  const tom = await w.givenPerson('Tom', { isStaff: true })
  const ids: string[] = []
  for (let i = 0; i < 2; i += 1)
    ids.push((await givenTouch(w, now, { email: `twice${i}@x.test` })).leadId)
  const desk = w.asDesk(later)
  for (const change of [
    { act: 'assign', ownerId: tom.id },
    { act: 'tag', tag: 'open day' },
    { act: 'lose', reason: 'no_answer' },
  ] as const)
    for (const _ of ['once', 'again']) await changeLeads(desk, ids, change)
  const lines = await w.db.all<{ action: string }>(sql`
    SELECT action FROM audit_entries WHERE studio_id = ${w.studio.id} AND action LIKE 'leads.%'`)
  expect(lines.map(({ action }) => action).sort()).toEqual([
    'leads.assigned',
    'leads.lost',
    'leads.tagged',
  ])
})
