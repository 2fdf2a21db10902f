import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { mailTo, noticesOf } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { notifyRoster, rosterMessagePage } from './notify-roster.server.ts'
import { rosterStatement } from './roster-page.server.ts'
import type { DeskReader } from './roster-row.ts'
import { rosterWords } from './roster-words.ts'

const now = '2026-10-13T11:00:00Z'

/** Ana and Ben are booked in a class of two, Cleo waits. */
async function fullClass() {
  const w = await world()
  const classId = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 2 })
  await w.givePack(w.cleo, { at: now })
  for (const person of [w.ana, w.ben, w.cleo]) await bookClass(w.asMember(person, now), classId)
  await w.db.run(sql`DELETE FROM outbox WHERE studio_id = ${w.studio.id}`)
  return { w, classId }
}

const notified = async (w: World) =>
  Promise.all(
    [w.ana, w.ben, w.cleo].map(async (who) => [
      (await noticesOf(w, who)).length,
      (await mailTo(w, who)).length,
    ]),
  )

test('people with a place get one notice and one email, however often the form is sent', async () => {
  const { w, classId } = await fullClass()
  const form = {
    key: newId(),
    to: 'booked' as const,
    text: 'Bring grip socks.\nThe door code is 4711.',
    mail: 'on' as const,
  }
  const sent = await Promise.all([
    notifyRoster(w.asDesk(now), classId, form),
    notifyRoster(w.asDesk(now), classId, form),
  ])

  expect(sent).toContainEqual({ ok: true, notified: 2, mailed: 2 })
  expect(await notified(w)).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
  ])
  const [mail] = await mailTo(w, w.ana)
  expect(mail?.subject).toBe('About Pole 2: spins, Thu 18:30')
  expect(mail?.text).toContain('The door code is 4711.')
  expect(mail?.text).toContain('Hana Desk, Northside')
  expect(
    await w.db.all(
      sql`SELECT id FROM audit_entries WHERE action = 'roster.told' AND subject_id = ${classId}`,
    ),
  ).toEqual([{ id: form.key }])
})

test('the same form with other words or for others sends nothing more', async () => {
  const { w, classId } = await fullClass()
  const form = { key: newId(), to: 'booked' as const, text: 'Bring socks.' }
  await notifyRoster(w.asDesk(now), classId, form)
  expect(await notifyRoster(w.asDesk(now), classId, { ...form, to: 'everybody' })).toMatchObject({
    again: true,
  })
  expect(await notified(w)).toEqual([
    [1, 0],
    [1, 0],
    [0, 0],
  ])
})

test('the form says who would be reached; nobody to read it and a foreign class are refused', async () => {
  const [{ w, classId }, other] = [await fullClass(), await world()]
  await w.db.run(sql`UPDATE people SET email = '' WHERE id = ${w.ben.id}`)
  const page = await rosterMessagePage(w.at(now), classId)
  expect([page?.reach, page?.unmailed]).toEqual([
    {
      booked: { people: 2, mailed: 1 },
      waiting: { people: 1, mailed: 1 },
      everybody: { people: 3, mailed: 2 },
    },
    [w.ben.name],
  ])
  const form = { key: newId(), to: 'waiting' as const, text: 'A place may come free.' }
  expect(await notifyRoster(other.asDesk(now), classId, form)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  const empty = await w.givenClass({ localStart: '2026-10-16T18:30', capacity: 2 })
  expect(await notifyRoster(w.asDesk(now), empty, form)).toEqual({ ok: false, reason: 'nobody' })
})

test('every roster shows that someone is injured; only the roster of their coach says what the injury is', async () => {
  const { w, classId } = await fullClass()
  await w.db.run(sql`
    INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id,
      author_name, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${w.ana.id}, 'injury', 'Left shoulder', 'dee',
      'Dee Coach', ${now})`)
  const [row] = await rosterStatement(w.at(now), classId)
  const formats: DeskReader = {
    role: 'front_desk',
    timeZone: 'Europe/London',
    locale: 'en-GB',
    currency: 'GBP',
    today: '2026-10-13',
    now,
    medical: false,
    fees: true,
  }
  const marks = (more: Partial<DeskReader>) =>
    rosterWords(row!, '2026-10-15', { ...formats, ...more }).marks.map(({ text }) => text)
  expect(marks({})).toContain('Injury')
  expect(marks({ medical: true })).toContain('Injury: Left shoulder')
})
