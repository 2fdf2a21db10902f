import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../tests/support/world.ts'
import { deliverOutbox, triesAtMost } from './deliver-outbox.server.ts'
import { failedAccountMail, retryAccountMail } from './failed-account-mail.server.ts'
import { queueStatement } from './outbox.server.ts'

const hour = 3_600_000

test('account mail that was given up is listed with why; a notice is sent again, a link is not', async () => {
  const w = await world()
  const { directory } = w
  const nowMs = w.at('2026-06-02T10:00:00Z').nowMs
  const to = `${newId().toLowerCase()}@example.test`
  for (const kind of ['sign-in-link', 'password-changed'])
    await queueStatement(
      directory,
      {
        ...{ studioId: null, dedupeKey: `${to} ${kind}`, to, kind },
        letter: { subject: 'Sign in', text: 'Here it is.', html: '<p>Here it is.</p>' },
      },
      nowMs,
    )
  const send = async () => {
    throw new Error('550 5.1.1 No such mailbox')
  }
  for (let i = 1; i <= triesAtMost * 2; i += 1)
    await deliverOutbox({
      ...{ db: directory, transports: { email: { send }, sms: null } },
      clock: () => nowMs + i * 10 * hour,
    })
  const mine = async () => (await failedAccountMail(directory)).filter((mail) => mail.to === to)
  const [link, notice] = (await mine()).toSorted((a, b) => a.readable - b.readable)
  expect([link!.kind, link!.readable, link!.why]).toEqual([
    ...['sign-in-link', 0, '550 5.1.1 No such mailbox'],
  ])
  expect(await retryAccountMail(directory, link!.id, nowMs)).toEqual({
    ...{ ok: false, reason: 'not_again' },
  })
  expect(await retryAccountMail(directory, notice!.id, nowMs)).toEqual({ ok: true })
  expect(await retryAccountMail(directory, notice!.id, nowMs)).toEqual({ ok: true })
  expect(await mine()).toHaveLength(1)
  expect(await retryAccountMail(directory, 'nothing', nowMs)).toEqual({
    ...{ ok: false, reason: 'not_found' },
  })
  expect(await failedAccountMail(directory, w.studio.id)).toEqual([])
  const account = newId()
  await directory.run(sql`INSERT INTO auth_users (id, email, created_at, updated_at)
    VALUES (${account}, ${to}, '2026-06-01T10:00:00Z', '2026-06-01T10:00:00Z')`)
  await directory.run(sql`
    INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
    VALUES (${account}, ${w.studio.id}, 'member', ${newId()}, 'active', '2026-06-01T10:00:00Z')`)
  expect((await failedAccountMail(directory, w.studio.id)).map(({ kind }) => kind)).toEqual([
    'sign-in-link',
  ])
})
