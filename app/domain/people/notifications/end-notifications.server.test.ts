import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import type { Dispatch } from '#app/domain/messaging/dispatch.ts'
import {
  notificationToken,
  readNotificationToken,
  withNotificationLinks,
} from '#app/http/notification-links.server.ts'
import { mailTo } from '../../../../tests/support/bookings.ts'
import { world } from '../../../../tests/support/world.ts'
import { endNotifications, stillNotified } from './end-notifications.server.ts'

const now = '2026-10-12T09:00:00Z'
const env = { COOKIE_SECRET: 'a secret of the installation, long enough' } as never

/** What goes out for a letter of this kind. */
async function sent(kind: string, unsubscribe: string | null = null) {
  const out: Dispatch[] = []
  const transport = withNotificationLinks(
    { send: async (dispatch) => void out.push(dispatch) },
    { env, origin: 'https://cadence.test', slugOf: async () => 'northside' },
  )
  await transport.send({
    messageId: 'm1',
    studioId: 's1',
    kind,
    to: 'ana@x.test',
    subject: 'Soon',
    text: 'Soon',
    html: '<p>Soon</p>',
    unsubscribe,
    replyTo: null,
  })
  return out[0]?.unsubscribe ?? null
}

test('an email that may be switched off carries its own link, and what people need carries none', async () => {
  const link = await sent('booking-booked')
  expect(link).toMatch(/^https:\/\/cadence\.test\/northside\/unsubscribe\//)
  expect(readNotificationToken(env, link!.split('/').at(-1)!)).toEqual({
    studioId: 's1',
    key: 'bookings',
    email: 'ana@x.test',
  })
  expect(await sent('booking-reminder')).not.toBeNull()
  for (const kind of ['payment-receipt', 'class-cancelled', 'reset-password'])
    expect(await sent(kind)).toBeNull()
  expect(await sent('class-message', 'https://cadence.test/own')).toBe('https://cadence.test/own')
})

test('a link that was changed, cut or made up ends nothing', () => {
  const token = notificationToken(env, { studioId: 's1', key: 'bookings', email: 'ana@x.test' })
  const other = Buffer.from(JSON.stringify(['s1', 'bookings', 'ben@x.test'])).toString('base64url')
  for (const wrong of [
    '',
    '.',
    token.slice(0, -1),
    `${other}.${token.split('.')[1]}`,
    `${token.split('.')[0]}.`,
    'a'.repeat(10_000),
  ])
    expect(readNotificationToken(env, wrong)).toBeNull()
})

test('one press ends confirmations at an address, for it alone and once', async () => {
  const w = await world()
  const ended = { key: 'bookings', email: w.ana.email } as const
  expect(await stillNotified(w.at(now), ended)).toBe(true)
  await endNotifications(w.at(now), ended)
  await endNotifications(w.at(now), ended)
  expect(await stillNotified(w.at(now), ended)).toBe(false)
  const occurrence = await w.givenClass()
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, now), occurrence)
  expect(await mailTo(w, w.ana)).toEqual([])
  expect(await mailTo(w, w.ben)).toHaveLength(1)
})

test('switching off reminder emails keeps the notice and its time, and switches nothing on', async () => {
  const w = await world()
  await w.db.run(sql`INSERT INTO reminder_choices (person_id, studio_id, way, minutes)
    VALUES (${w.ana.id}, ${w.studio.id}, 'mail', 120), (${w.ben.id}, ${w.studio.id}, 'none', 120)`)
  for (const { email } of [w.ana, w.ben, w.cleo])
    await endNotifications(w.at(now), { key: 'reminders', email })
  const rows = await w.db.all(sql`SELECT person_id AS id, way, minutes FROM reminder_choices
    WHERE studio_id = ${w.studio.id}`)
  expect(rows).toEqual(
    expect.arrayContaining([
      { id: w.ana.id, way: 'notice', minutes: 120 },
      { id: w.ben.id, way: 'none', minutes: 120 },
      { id: w.cleo.id, way: 'notice', minutes: 1440 },
    ]),
  )
})
