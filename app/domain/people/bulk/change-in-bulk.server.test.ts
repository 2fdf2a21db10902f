import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#app/db/studio/schema.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { undoChange } from '#app/domain/overview/undo-change.server.ts'
import { bulkInvitations } from '#app/domain/studios/invitations/invite-many.server.ts'
import { newId } from '#app/values/id.ts'
import { noticesOf } from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { archivePerson, restorePerson } from '../archive-person.server.ts'
import { bulkChangePage, bulkFormPage } from './bulk-change-queries.server.ts'
import type { BulkForm } from './bulk-forms.ts'
import {
  continueBulkChange,
  peopleAtOnce,
  startBulkChange,
  undoBulkChange,
} from './change-in-bulk.server.ts'

const now = '2026-10-13T11:00:00Z'
const patient = { clock: () => 0, untilMs: 1 }

const going = (w: World) => ({
  ...w.at(now),
  invitations: bulkInvitations({ ...w.at(now), directory: w.directory }),
})

async function run(w: World, form: BulkForm) {
  const started = await startBulkChange(w.asDesk(now), form)
  await continueBulkChange(going(w), form.key, patient)
  return started
}

const tagsOf = async ({ db, studio }: World) =>
  Object.fromEntries(
    (
      await db.all<{ name: string; tags: string }>(
        sql`SELECT name, tags FROM people WHERE studio_id = ${studio.id} AND tags <> ''`,
      )
    ).map(({ name, tags }) => [name, tags]),
  )

const linesOf = async ({ db, studio }: World, action: string) =>
  db.all<{ subjectId: string; by: string }>(sql`
    SELECT subject_id AS subjectId, actor_name AS by FROM audit_entries
    WHERE studio_id = ${studio.id} AND action = ${action} ORDER BY subject_id`)

/** So many people more, the first of them called Extra 0000. */
async function givenMany({ db, studio }: World, many: number) {
  const rows = Array.from({ length: many }, (_, i) => ({
    id: newId(),
    studioId: studio.id,
    name: `Extra ${String(i).padStart(4, '0')}`,
    joinedOn: '2026-01-01',
    createdAt: now,
  }))
  for (let i = 0; i < rows.length; i += 4)
    await db.insert(tables.people).values(rows.slice(i, i + 4))
}

const outcomesOf = async (w: World, id: string) =>
  Object.fromEntries(
    ((await bulkChangePage(w.at(now), id))?.outcomes ?? []).map(({ outcome, n }) => [
      String(outcome),
      n,
    ]),
  )

test('a tag is added to those who lack it, once however often the form is sent, and taken back from just them', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE people SET tags = 'vip, early' WHERE id = ${w.ana.id}`)
  const form: BulkForm = {
    act: 'tag',
    key: newId(),
    p: [w.ana.id, w.ben.id, w.cleo.id],
    tag: 'vip',
  }
  await Promise.all([run(w, form), run(w, form)])
  expect(await tagsOf(w)).toEqual({
    'Ana Reyes': 'vip, early',
    [w.ben.name]: 'vip',
    [w.cleo.name]: 'vip',
  })
  expect(await outcomesOf(w, form.key)).toEqual({ same: 1, changed: 2 })
  expect((await linesOf(w, 'person.tagged')).map(({ by }) => by)).toEqual([
    'Hana Desk',
    'Hana Desk',
  ])

  const lena = w.asDesk(now, 'Lena Desk')
  await Promise.all([undoBulkChange(lena, form.key), undoBulkChange(lena, form.key)])
  await continueBulkChange(going(w), form.key, patient)
  expect(await tagsOf(w)).toEqual({ 'Ana Reyes': 'vip, early' })
  expect((await linesOf(w, 'person.tagged.undone')).map(({ by }) => by)).toEqual([
    'Lena Desk',
    'Lena Desk',
  ])
})

test('a tag goes from the middle, the end and alone', async () => {
  const w = await world()
  const tags = [
    [w.ana, 'a, vip, b'],
    [w.ben, 'a, vip'],
    [w.cleo, 'vip'],
  ] as const
  for (const [person, text] of tags)
    await w.db.run(sql`UPDATE people SET tags = ${text} WHERE id = ${person.id}`)
  const form: BulkForm = { act: 'untag', key: newId(), p: tags.map(([{ id }]) => id), tag: 'vip' }
  await run(w, form)
  expect(await tagsOf(w)).toEqual({ [w.ana.name]: 'a, b', [w.ben.name]: 'a' })
})

test('more than one step changes everyone once, with four hands at work, and nobody who came after the start', async () => {
  const w = await world()
  await givenMany(w, peopleAtOnce * 2 + 5)
  const form: BulkForm = {
    act: 'note',
    key: newId(),
    p: [],
    all: '1',
    filters: 'q=extra',
    kind: 'note',
    text: 'Moved',
  }
  await startBulkChange(w.asDesk(now), form)
  await givenMany(w, 1)
  await startBulkChange(w.asDesk(now), form)
  await Promise.all([1, 2, 3, 4].map(() => continueBulkChange(going(w), form.key, patient)))

  expect(await outcomesOf(w, form.key)).toEqual({ changed: peopleAtOnce * 2 + 5 })
  expect((await bulkChangePage(w.at(now), form.key))?.change.state).toBe('done')
  const [notes] = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM person_notes WHERE studio_id = ${w.studio.id}`,
  )
  expect(notes?.n).toBe(peopleAtOnce * 2 + 5)
  expect(await linesOf(w, 'note.added')).toHaveLength(peopleAtOnce * 2 + 5)
})

test('staff and people with a class ahead are left out of archiving, said before and after, and one comes back alone', async () => {
  const w = await world()
  const classId = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 5 })
  await bookClass(w.asMember(w.ben, now), classId)
  const form: BulkForm = {
    act: 'archive',
    key: newId(),
    p: [w.ana.id, w.ben.id, w.coach.id],
    reason: 'Spring clean',
  }
  const preview = await bulkFormPage(w.at(now), 'archive', form)
  expect(Object.fromEntries(preview.outcomes.map(({ outcome, n }) => [outcome, n]))).toEqual({
    changed: 1,
    has_bookings: 1,
    is_staff: 1,
  })
  await run(w, form)
  expect(await outcomesOf(w, form.key)).toEqual({ changed: 1, has_bookings: 1, is_staff: 1 })
  expect((await bulkChangePage(w.at(now), form.key))?.leftOut.map(({ name }) => name)).toEqual([
    w.ben.name,
    w.coach.name,
  ])

  expect(await undoChange(w.asDesk(now), w.ana.id, `${form.key}-${w.ana.id}`)).toEqual({ ok: true })
  const [ana] = await w.db.all(sql`SELECT archived_at AS at FROM people WHERE id = ${w.ana.id}`)
  expect(ana).toEqual({ at: null })
})

test('undoing a bulk archive skips people who were restored and archived again', async () => {
  const w = await world()
  const form: BulkForm = {
    act: 'archive',
    key: newId(),
    p: [w.ana.id, w.ben.id],
    reason: 'Season over',
  }
  await run(w, form)
  const later = w.asDesk('2026-10-13T12:00:00Z')
  expect(await restorePerson(later, w.ana.id)).toBe(true)
  expect(await archivePerson(later, w.ana.id, 'Moved away')).toEqual({ ok: true })
  await undoBulkChange(later, form.key)
  await continueBulkChange(going(w), form.key, patient)
  const archived = await w.db.all(sql`SELECT name FROM people
    WHERE studio_id = ${w.studio.id} AND archived_at IS NOT NULL`)
  expect(archived).toEqual([{ name: w.ana.name }])
})

test('undoing a bulk archive, or restoring in bulk, leaves records that have since been merged alone', async () => {
  const w = await world()
  const [kept, gone] = (await w.givenPeople(['Kim Lee', 'Kim Lee'])) as [Person, Person]
  const form: BulkForm = { act: 'archive', key: newId(), p: [kept.id, gone.id], reason: 'Twice' }
  await run(w, form)
  await w.db.run(sql`UPDATE people SET merged_into = ${kept.id} WHERE id = ${gone.id}`)
  const archived = async () =>
    (
      await w.db.all<{ id: string }>(sql`SELECT id FROM people
      WHERE studio_id = ${w.studio.id} AND archived_at IS NOT NULL`)
    ).map(({ id }) => id)

  const restore: BulkForm = { act: 'restore', key: newId(), p: [gone.id] }
  await run(w, restore)
  expect(await outcomesOf(w, restore.key)).toEqual({ gone: 1 })
  expect(await undoChange(w.asDesk(now), gone.id, `${form.key}-${gone.id}`)).toEqual({
    ok: false,
    reason: 'built_upon',
  })
  await undoBulkChange(w.asDesk(now), form.key)
  await continueBulkChange(going(w), form.key, patient)
  expect(await outcomesOf(w, form.key)).toEqual({ undone: 1, gone: 1 })
  expect(await archived()).toEqual([gone.id])
})

test('people are notified once in the app; what is not read is taken back; without an account nobody can read it', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${w.cleo.id}`)
  const form: BulkForm = {
    act: 'notice',
    key: newId(),
    p: [w.ana.id, w.ben.id, w.cleo.id],
    text: 'The sauna is shut.',
  }
  await run(w, form)
  await run(w, form)
  expect(await noticesOf(w, w.ana)).toEqual([{ kind: 'studio-notice', text: 'The sauna is shut.' }])
  expect(await outcomesOf(w, form.key)).toEqual({ changed: 2, no_account: 1 })

  await w.db.run(sql`UPDATE notices SET read_at = ${now} WHERE person_id = ${w.ana.id}`)
  await undoBulkChange(w.asDesk(now), form.key)
  await continueBulkChange(going(w), form.key, patient)
  expect([(await noticesOf(w, w.ana)).length, (await noticesOf(w, w.ben)).length]).toEqual([1, 0])
})

test('another studio’s people are nobody, its changes are not found, and after a week nothing is taken back', async () => {
  const [w, other] = [await world(), await world()]
  const form: BulkForm = { act: 'tag', key: newId(), p: [other.ana.id], tag: 'vip' }
  expect(await startBulkChange(w.asDesk(now), form)).toEqual({ ok: false, reason: 'nobody' })
  const own: BulkForm = { ...form, p: [w.ana.id] }
  await run(w, own)
  expect(await bulkChangePage(other.at(now), own.key)).toBeNull()
  expect(await undoBulkChange(other.asDesk(now), own.key)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await undoBulkChange(w.asDesk('2026-10-21T11:00:00Z'), own.key)).toEqual({
    ok: false,
    reason: 'too_old',
  })
})
