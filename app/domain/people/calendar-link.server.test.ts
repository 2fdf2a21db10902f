import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { personCalendar } from '#app/domain/timetable/desk-calendar/calendar-queries.server.ts'
import { world } from '../../../tests/support/world.ts'
import {
  calendarLinkStatement,
  makeCalendarLink,
  sealCalendarLinks,
  toCalendarLink,
} from './calendar-link.server.ts'

const now = '2026-10-12T09:00:00Z'
const sealing = { secret: 'a secret of the installation, long enough' }

async function withLink() {
  const w = await world()
  const ctx = w.asMember(w.ben, now)
  const token = await makeCalendarLink(ctx, { replaces: '', ...sealing })
  const rows = async () => (await batch(w.db, { link: calendarLinkStatement(ctx) })).link
  const shown = async (secret = sealing.secret) => toCalendarLink(await rows(), { secret })
  return { w, ctx, token, rows, shown }
}

test('the page shows the same link on every device, and the database holds nothing that opens it', async () => {
  const { w, token, rows, shown } = await withLink()
  expect(await shown()).toEqual({ token, replaces: token })
  expect(JSON.stringify(await rows())).not.toContain(token)
  for (const { tokenHash, sealed } of await rows())
    for (const kept of [tokenHash ?? '', sealed])
      expect(await personCalendar(w.at(now), kept)).toBeNull()
})

test('under another secret of the installation a link goes on, cannot be shown, and can be replaced', async () => {
  const { w, ctx, token, shown } = await withLink()
  const other = 'another secret of the installation, long'
  const lost = await shown(other)
  expect(lost).toEqual({ token: null, replaces: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await personCalendar(w.at(now), token)).toContain('BEGIN:VCALENDAR')
  const next = await makeCalendarLink(ctx, { replaces: lost!.replaces, secret: other })
  expect(next).toMatch(/^[0-9A-Za-z]{32}$/)
  expect(await personCalendar(w.at(now), token)).toBeNull()
  expect(await makeCalendarLink(ctx, { replaces: lost!.replaces, secret: other })).toBe(next)
})

test('a link from before goes on while it is in clear and once it is sealed', async () => {
  const { w, ctx, rows, shown } = await withLink()
  const old = 'MadeBeforeLinksWereSealed0000000'
  await w.db.run(sql`
    UPDATE calendar_links SET token = ${old}, token_hash = NULL, sealed = ''
    WHERE person_id = ${w.ben.id}`)
  expect(await shown()).toEqual({ token: old, replaces: old })
  expect(await personCalendar(w.at(now), old)).toContain('BEGIN:VCALENDAR')

  expect(await sealCalendarLinks(w.db, sealing)).toBe(1)
  expect(await sealCalendarLinks(w.db, sealing)).toBe(0)
  expect(await shown()).toEqual({ token: old, replaces: old })
  expect(await personCalendar(w.at(now), old)).toContain('BEGIN:VCALENDAR')
  expect(JSON.stringify(await rows())).not.toContain(old)
  expect(await makeCalendarLink(ctx, { replaces: old, ...sealing })).not.toBe(old)
  expect(await personCalendar(w.at(now), old)).toBeNull()
})
