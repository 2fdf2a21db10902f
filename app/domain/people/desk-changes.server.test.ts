import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoChange } from '#app/domain/overview/undo-change.server.ts'
import { undoId } from '#app/domain/overview/undoable.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { bulkInvitations } from '#app/domain/studios/invitations/invite-many.server.ts'
import { balanceOf, entriesOf } from '../../../tests/support/bookings.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { newId } from '../../values/id.ts'
import { adjustCredits } from '../entitlements/adjust-credits.server.ts'
import { giveMembership } from '../entitlements/give-membership.server.ts'
import { givePackage } from '../entitlements/give-package.server.ts'
import { addNote } from './add-note.server.ts'
import { addPerson } from './add-person.server.ts'
import { archivePerson, restorePerson } from './archive-person.server.ts'
import { continueBulkChange, startBulkChange } from './bulk/change-in-bulk.server.ts'
import { changePerson } from './change-person.server.ts'
import { setLevel } from './levels/set-level.server.ts'
import { updateMyDetails } from './update-my-details.server.ts'

const now = '2026-10-13T11:00:00Z'

const desk = (w: World): StaffContext => ({
  ...w.at(now),
  actor: { userId: 'desk', name: 'Finn Desk', role: 'front_desk' },
})

const audit = async ({ db, studio }: World, personId: string) =>
  db.all<{ id: string; action: string; actorName: string; reason: string }>(sql`
    SELECT id, action, actor_name AS actorName, reason FROM audit_entries
    WHERE studio_id = ${studio.id} AND subject_id = ${personId} ORDER BY rowid`)

test('a person is added once however often the form is sent, and nothing is mailed', async () => {
  const w = await world()
  const form = { key: newId(), name: 'Nia Campbell', email: 'nia@example.test', tags: 'friend' }
  const twice = await Promise.all([addPerson(desk(w), form), addPerson(desk(w), form)])

  expect(twice).toEqual([
    { ok: true, personId: form.key },
    { ok: true, personId: form.key },
  ])
  expect((await audit(w, form.key)).map(({ action, actorName }) => [action, actorName])).toEqual([
    ['person.added', 'Finn Desk'],
  ])
  expect(await w.db.all(sql`SELECT 1 FROM outbox WHERE studio_id = ${w.studio.id}`)).toEqual([])
})

test('an address someone has is asked about once, with who has it, and taken for a family', async () => {
  const w = await world()
  const form = { key: newId(), name: 'Isla Reyes', email: w.ana.email }
  const asked = await addPerson(desk(w), form)
  const taken = await addPerson(desk(w), { ...form, shared: 'on' })

  expect(asked).toEqual({
    ok: false,
    reason: 'email_known',
    people: [{ id: w.ana.id, name: 'Ana Reyes' }],
  })
  expect(taken).toEqual({ ok: true, personId: form.key })
})

test('a change of nothing leaves no line, a change of something leaves one, and a stranger is not found', async () => {
  const [w, other] = [await world(), await world()]
  const same = { name: w.ana.name, email: w.ana.email }
  expect(await changePerson(desk(w), w.ana.id, same, 1)).toEqual({ ok: true })
  expect(await audit(w, w.ana.id)).toEqual([])
  const annie = { ...same, preferredName: 'Annie' }
  expect(await changePerson(desk(w), w.ana.id, annie, 1)).toEqual({ ok: true })
  expect((await audit(w, w.ana.id)).map(({ action }) => action)).toEqual(['person.changed'])
  expect(await changePerson(desk(w), other.ana.id, same, 1)).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('of two who change a person at once one is refused, whether at the desk, in their account or in bulk', async () => {
  const w = await world()
  const form = { name: w.ana.name, email: w.ana.email }
  const both = await Promise.all([
    changePerson(desk(w), w.ana.id, { ...form, phone: '+447700900001' }, 1),
    changePerson(desk(w), w.ana.id, { ...form, tags: 'vip' }, 1),
  ])
  expect(both).toEqual([{ ok: true }, { ok: false, reason: 'changed' }])

  const mine = {
    name: w.ana.name,
    preferredName: 'Annie',
    phone: '+447700900001',
    birthDate: null,
    emergencyName: '',
    emergencyPhone: '',
  }
  expect(await updateMyDetails(w.asMember(w.ana, now), mine, 1)).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await updateMyDetails(w.asMember(w.ana, now), mine, 2)).toMatchObject({ ok: true })
  expect(await changePerson(desk(w), w.ana.id, { ...form, tags: 'vip' }, 2)).toEqual({
    ok: false,
    reason: 'changed',
  })

  const key = newId()
  await startBulkChange(desk(w), { act: 'tag', key, p: [w.ana.id], tag: 'vip' })
  const invitations = bulkInvitations({ ...w.at(now), directory: w.directory })
  await continueBulkChange({ ...w.at(now), invitations }, key, { clock: () => 0, untilMs: 1 })
  expect(await changePerson(desk(w), w.ana.id, { ...form, tags: '' }, 3)).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(
    await w.db.all(
      sql`SELECT preferred_name AS name, phone, tags FROM people WHERE id = ${w.ana.id}`,
    ),
  ).toEqual([{ name: 'Annie', phone: '+447700900001', tags: 'vip' }])
})

test('someone with a class ahead is not archived, nor is staff; anyone who is archived comes back by an undo', async () => {
  const w = await world()
  const ahead = await w.givenClass({ localStart: '2026-10-20T18:30' })
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${ahead}, ${w.ben.id}, 'booked', 'p', ${now})`)

  expect(await archivePerson(desk(w), w.ben.id, '')).toEqual({ ok: false, reason: 'has_bookings' })
  expect(await archivePerson(desk(w), w.coach.id, '')).toEqual({ ok: false, reason: 'is_staff' })
  expect(await archivePerson(desk(w), 'nobody', '')).toEqual({ ok: false, reason: 'not_found' })
  expect(await archivePerson(desk(w), w.cleo.id, 'Moved away')).toEqual({ ok: true })
  const [line] = await audit(w, w.cleo.id)
  expect(await undoChange(desk(w), w.cleo.id, line!.id)).toEqual({ ok: true })
  expect(await restorePerson(desk(w), w.cleo.id)).toBe(true)
  expect((await audit(w, w.cleo.id)).map(({ action, reason }) => [action, reason])).toEqual([
    ['person.archived', 'Moved away'],
    ['person.archived.undone', ''],
  ])
})

test('a package given twice by a double click is one lot, and can be taken back while nothing is used', async () => {
  const w = await world()
  const gift = {
    packageId: w.ids.tenPack,
    key: newId(),
    startsOn: '2026-10-13',
    reason: 'Sorry about Friday',
  }
  const results = await Promise.all([
    givePackage(desk(w), w.cleo.id, gift),
    givePackage(desk(w), w.cleo.id, gift),
  ])

  expect(results).toEqual([
    { ok: true, name: '10-class pack' },
    { ok: true, name: '10-class pack' },
  ])
  expect(await balanceOf(w, gift.key)).toBe(10)
  const [line] = await audit(w, w.cleo.id)
  expect(line).toMatchObject({ action: 'package.given', reason: 'Sorry about Friday' })
  await Promise.all([
    undoChange(desk(w), w.cleo.id, line!.id),
    undoChange(desk(w), w.cleo.id, line!.id),
  ])
  expect(await balanceOf(w, gift.key)).toBe(0)
  expect((await entriesOf(w, w.cleo)).length).toBe(2)
})

test('a given package stays once a credit of it is used', async () => {
  const w = await world()
  const gift = { packageId: w.ids.tenPack, key: newId(), startsOn: '2026-10-13', reason: 'Gift' }
  await givePackage(desk(w), w.cleo.id, gift)
  await adjustCredits(desk(w), w.cleo.id, {
    lotId: gift.key,
    amount: -1,
    key: newId(),
    reason: 'Used at the door',
  })
  const [line] = await audit(w, w.cleo.id)

  expect(await undoChange(desk(w), w.cleo.id, line!.id)).toEqual({
    ok: false,
    reason: 'built_upon',
  })
  expect(await balanceOf(w, gift.key)).toBe(9)
})

test("another studio's package, plan, lot or person is not found", async () => {
  const [w, other] = [await world(), await world()]
  const gift = { key: newId(), startsOn: '2026-10-13', reason: 'Gift' }
  const notFound = { ok: false, reason: 'not_found' }

  expect(await givePackage(desk(w), w.cleo.id, { ...gift, packageId: other.ids.tenPack })).toEqual(
    notFound,
  )
  expect(await givePackage(desk(w), other.cleo.id, { ...gift, packageId: w.ids.tenPack })).toEqual(
    notFound,
  )
  expect(
    await giveMembership(desk(w), other.cleo.id, { ...gift, planId: w.ids.twoAWeek, endsOn: null }),
  ).toEqual(notFound)
  expect(
    await adjustCredits(desk(w), w.ana.id, {
      lotId: w.benLot,
      amount: 1,
      key: newId(),
      reason: 'Mine now',
    }),
  ).toEqual(notFound)
  expect(await addNote(desk(w), other.cleo.id, { key: newId(), kind: 'red', text: 'No' })).toBe(
    false,
  )
  expect(await undoChange(desk(w), other.cleo.id, 'nothing')).toEqual(notFound)
})

test('credits are adjusted once a form, never below zero, however many ask at once', async () => {
  const w = await world()
  const ask = (n: number, formKey: string) =>
    adjustCredits(desk(w), w.ben.id, {
      lotId: w.benLot,
      amount: n,
      key: formKey,
      reason: 'Counted again',
    })
  const same = newId()
  await Promise.all([ask(-2, same), ask(-2, same)])
  expect(await balanceOf(w, w.benLot)).toBe(8)

  const rush = await Promise.all(Array.from({ length: 6 }, (_, i) => ask(-3, `RUSH00000${i}`)))
  expect(rush.filter(({ ok }) => ok)).toHaveLength(2)
  expect(await balanceOf(w, w.benLot)).toBe(2)
  expect(await ask(-3, newId())).toEqual({ ok: false, reason: 'below_zero' })
})

test('the same plan is not given twice for the same days, and a gift nobody booked with can be ended', async () => {
  const w = await world()
  const gift = {
    planId: w.ids.twoAWeek,
    startsOn: '2026-10-13',
    endsOn: null,
    reason: 'Competition prize',
  }
  const first = { ...gift, key: newId() }
  expect(await giveMembership(desk(w), w.cleo.id, first)).toEqual({ ok: true, name: 'Two a week' })
  expect(await giveMembership(desk(w), w.cleo.id, first)).toEqual({ ok: true, name: 'Two a week' })
  expect(await giveMembership(desk(w), w.cleo.id, { ...gift, key: newId() })).toEqual({
    ok: false,
    reason: 'holds_already',
  })
  const lines = await audit(w, w.cleo.id)
  expect(lines.map(({ action }) => action)).toEqual(['membership.given'])
  expect(await undoChange(desk(w), w.cleo.id, lines[0]!.id)).toEqual({ ok: true })
  expect(
    (await giveMembership(desk(w), w.cleo.id, { ...gift, startsOn: '2026-10-14', key: newId() }))
      .ok,
  ).toBe(true)
})

test('a level is set for the day it was reached, never for tomorrow, and an undo puts the one before back', async () => {
  const w = await world()
  const [one, two] = w.ids.levelIds
  const set = (levelId: string | null, since: string) =>
    setLevel(desk(w), w.cleo.id, { disciplineId: w.ids.pole, levelId, since, reason: 'Assessed' })
  const held = () =>
    w.db.all(
      sql`SELECT level_id AS levelId, since FROM person_levels WHERE person_id = ${w.cleo.id}`,
    )

  expect(await set(one, '2026-09-01')).toEqual({ ok: true })
  expect(await set(two, '2026-10-14')).toEqual({ ok: false, reason: 'in_the_future' })
  expect(await set(two, '2026-10-10')).toEqual({ ok: true })
  const lines = await audit(w, w.cleo.id)
  expect(await undoChange(desk(w), w.cleo.id, lines[0]!.id)).toEqual({
    ok: false,
    reason: 'built_upon',
  })
  expect(await undoChange(desk(w), w.cleo.id, lines[1]!.id)).toEqual({ ok: true })
  expect(await held()).toEqual([{ levelId: one, since: '2026-09-01' }])
  expect((await audit(w, w.cleo.id)).at(-1)?.id).toBe(undoId(lines[1]!.id))
  expect(
    await setLevel(desk(w), w.cleo.id, {
      disciplineId: w.ids.yoga,
      levelId: one,
      since: '2026-10-01',
      reason: '',
    }),
  ).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('a note is written once and removed by an undo', async () => {
  const w = await world()
  const note = { key: newId(), kind: 'red' as const, text: 'Left shoulder, no inverts' }
  await Promise.all([addNote(desk(w), w.ana.id, note), addNote(desk(w), w.ana.id, note)])
  const lines = await audit(w, w.ana.id)
  expect(lines.map(({ action }) => action)).toEqual(['note.added'])
  expect(await undoChange(desk(w), w.ana.id, lines[0]!.id)).toEqual({ ok: true })
  expect(
    await w.db.all(sql`SELECT id FROM person_notes WHERE id = ${note.key} AND removed_at IS NULL`),
  ).toEqual([])
})
