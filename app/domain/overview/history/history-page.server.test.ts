import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { addNote } from '#app/domain/people/add-note.server.ts'
import { setLevel } from '#app/domain/people/levels/set-level.server.ts'
import { formatsAt } from '#app/values/formats.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { personAsOn } from './as-on-page.server.ts'
import { historyPage } from './history-page.server.ts'
import { type HistoryTab, historyColumns, historyTabs, tabsFor } from './history-tabs.ts'
import { historyRows } from './history-words.ts'

const now = '2026-06-10T09:00:00Z'
const at = { page: 1, perPage: 50 }

async function rowsOf(w: World, tab: HistoryTab, { medical = true, personId = w.ben.id } = {}) {
  const ctx = w.asDesk(now)
  const page = await historyPage(ctx, personId, tab, at)
  const reader = { ...formatsAt(w.studio, now), userId: 'somebody', medical }
  return historyRows(tab, page!.list.items, reader).map(({ cells }) =>
    cells.map((cell) => cell.text),
  )
}

test('each list of a profile tells what happened, cell by column', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ localStart: '2026-06-18T18:30' })
  expect(await bookClass(w.asMember(w.ben, now), occurrence)).toMatchObject({ ok: true })
  await addNote(w.asDesk(now), w.ben.id, { kind: 'injury', text: 'Left knee', key: newId() })
  await w.db.run(
    `INSERT INTO notices (id, studio_id, person_id, dedupe_key, kind, text, created_at)
      VALUES ('${newId()}', '${w.studio.id}', '${w.ben.id}', 'n1', 'told', 'We move', '${now}')`,
  )
  for (const { id } of historyTabs) {
    for (const row of await rowsOf(w, id)) expect(row, id).toHaveLength(historyColumns[id].length)
  }
  expect((await rowsOf(w, 'bookings'))[0]).toEqual([
    expect.any(String),
    '18 June 2026, 18:30',
    expect.any(String),
    '10-class pack',
    'Booked',
  ])
  const credits = await rowsOf(w, 'credits')
  expect(credits.map((row) => row.slice(2))).toEqual([
    ['10-class pack', '−1', '9'],
    ['10-class pack', '+10', '10'],
  ])
  expect(await rowsOf(w, 'memberships')).toEqual([
    ['10-class pack', expect.any(String), expect.any(String), '9', 'Active'],
  ])
  expect((await rowsOf(w, 'notes'))[0]?.[0]).toBe('Left knee')
  expect((await rowsOf(w, 'notes', { medical: false }))[0]?.[0]).toBe(
    'Injury. Ask the coach or a manager.',
  )
  expect((await rowsOf(w, 'messages')).map(([what]) => what)).toContain('We move')
})

test('nobody of another studio has a history here, and a coach reads no invoices or messages', async () => {
  const [w, other] = [await world(), await world()]
  expect(await historyPage(w.asDesk(now), other.ben.id, 'bookings', at)).toBeNull()
  expect(await personAsOn(w.asDesk(now), other.ben.id, '2026-06-01')).toBeNull()
  expect(tabsFor('coach').map(({ id }) => id)).not.toContain('invoices')
  expect(tabsFor('coach').map(({ id }) => id)).not.toContain('messages')
})

test('a day that is over shows the credits, the membership and the level of that day', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ localStart: '2026-06-18T18:30' })
  await bookClass(w.asMember(w.ben, now), occurrence)
  const [rung] = await w.db.all<{ id: string; disciplineId: string; name: string }>(
    `SELECT id, discipline_id AS disciplineId, name FROM levels WHERE studio_id = '${w.studio.id}'
      ORDER BY rung LIMIT 1`,
  )
  await setLevel(w.asDesk(now), w.ben.id, {
    disciplineId: rung!.disciplineId,
    levelId: rung!.id,
    since: '2026-06-05',
    reason: '',
  })
  const late = '2026-06-20T09:00:00Z'
  const on = (personId: string, day: string) => personAsOn(w.asDesk(late), personId, day)
  const before = await on(w.ben.id, '2026-06-04')
  expect(before?.packs.map(({ note }) => note)).toEqual([
    expect.stringMatching(/^10 credits of 10 left/),
  ])
  expect(before?.levels).toEqual([])
  const after = await on(w.ben.id, '2026-06-18')
  expect(after?.packs[0]?.note).toMatch(/^9 credits of 10 left/)
  expect(after?.levels).toMatchObject([{ level: rung!.name }])
  expect(after?.classes).toHaveLength(1)
  expect((await on(w.ana.id, '2026-06-04'))?.memberships).toHaveLength(1)
})
