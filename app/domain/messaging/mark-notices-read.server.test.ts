import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { noticesPage } from '#app/domain/overview/notices-page.server.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { markNoticesRead } from './mark-notices-read.server.ts'
import { noticeStatement } from './notices.server.ts'

const at = (minute: number) => `2026-10-12T09:0${minute}:00Z`

async function tell(w: World, person: Person, text: string, when: string) {
  const notice = { personId: person.id, dedupeKey: `${person.id} ${text}`, kind: 'test', text }
  await batch(w.db, { notice: noticeStatement(w.at(when), notice) })
}

const noticesOf = async (w: World, person: Person) =>
  noticesPage(w.asMember(person, at(9)), { personId: person.id, name: '', email: '' }, 1)

test('notices stand newest first, and reading them reaches as far as what was on the page', async () => {
  const w = await world()
  await tell(w, w.ben, 'first', at(1))
  await tell(w, w.ben, 'second', at(2))
  await tell(w, w.ben, 'while reading', at(3))

  expect(await markNoticesRead(w.asMember(w.ben, at(4)), { until: at(2) })).toEqual({
    ok: true,
    read: 2,
  })
  const { shell, notices } = await noticesOf(w, w.ben)
  expect(notices.items.map(({ text, readAt }) => [text, readAt])).toEqual([
    ['while reading', null],
    ['second', at(4)],
    ['first', at(4)],
  ])
  expect(shell.unread).toBe(1)
})

test('pressing twice changes nothing more, and nobody else is read for', async () => {
  const w = await world()
  await tell(w, w.ben, 'for Ben', at(1))
  await tell(w, w.ana, 'for Ana', at(1))
  await markNoticesRead(w.asMember(w.ben, at(4)), { until: at(4) })

  expect(await markNoticesRead(w.asMember(w.ben, at(5)), { until: at(5) })).toEqual({
    ok: true,
    read: 0,
  })
  expect((await noticesOf(w, w.ben)).notices.items[0]?.readAt).toBe(at(4))
  expect((await noticesOf(w, w.ana)).shell.unread).toBe(1)
})
