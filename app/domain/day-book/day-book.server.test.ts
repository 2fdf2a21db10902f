import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { asManager } from '../../../tests/support/staff-pay/pay.ts'
import { world } from '../../../tests/support/world.ts'
import {
  addIncident,
  addShiftNote,
  closeIncident,
  dayBookPage,
  findIncident,
} from './day-book.server.ts'

const now = '2026-10-12T17:30:00Z'
const anIncident = {
  kind: 'injury' as const,
  date: '2026-10-12',
  time: '18:10',
  roomId: '',
  personId: '',
  account: 'Twisted ankle',
  done: 'Ice',
}

test('a note is read by the next shift, once however often it is sent', async () => {
  const w = await world()
  const coach = w.asMember(w.coach, now)
  for (const _ of [1, 2]) await addShiftNote(coach, { key: 'pin', text: 'Pole 7 is out' })
  const { notes } = await dayBookPage(w.at(now))
  expect(notes.map(({ text, authorName }) => `${text}: ${authorName}`)).toEqual([
    'Pole 7 is out: Dee Coach',
  ])
})

test('an incident is noted once it happened, of people and rooms that are the studio’s', async () => {
  const fall = { ...anIncident, key: newId() }
  const w = await world()
  const other = await world()
  const manager = asManager(w, now)
  // 18:30 in London: a minute later has not happened yet.
  expect(await addIncident(manager, { ...fall, time: '18:31' })).toMatchObject({
    reason: 'to_come',
  })
  expect(await addIncident(manager, { ...fall, personId: other.ana.id })).toMatchObject({
    reason: 'no_such_person',
  })
  expect(await addIncident(manager, { ...fall, roomId: other.ids.roomId })).toMatchObject({
    reason: 'no_such_room',
  })
  for (const _ of [1, 2])
    expect(await addIncident(manager, { ...fall, personId: w.ana.id })).toEqual({ ok: true })
  expect((await dayBookPage(manager)).open).toHaveLength(1)
  expect(await findIncident(other.at(now), fall.key)).toBeNull()
})

test('an incident is closed once: the same outcome sent again changes nothing, and another outcome is refused', async () => {
  const fall = { ...anIncident, key: newId() }
  const w = await world()
  const manager = asManager(w, now)
  await addIncident(manager, fall)
  const close = (outcome: string) => closeIncident(manager, fall.key, { version: 1, outcome })
  expect(await close('More mats')).toEqual({ ok: true })
  expect(await close('More mats')).toEqual({ ok: true })
  expect(await close('Something else')).toEqual({ ok: false, reason: 'changed' })
  expect(await closeIncident(manager, 'none', { version: 1, outcome: 'x' })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await findIncident(manager, fall.key)).toMatchObject({
    state: 'closed',
    outcome: 'More mats',
    closedBy: 'Hana Desk',
  })
})
