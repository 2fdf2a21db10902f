import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { demoPassword, demoPasswordHash, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import {
  decryptPush,
  type PushService,
  pushBrowser,
  startPushService,
} from '../../support/servers/push-service.ts'
import { newVisitor, textOf } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
const variables = inject('variables')
let service: PushService
let week: Week
let ana: string

beforeAll(async () => {
  service = await startPushService()
  week = await mintWeek(databases)
  ana = (await mintSession(databases, week.ana, { variables })).cookie
  await freezeClock(weekNow)
})
afterAll(async () => {
  await releaseClock()
  await service.close()
})

const db = () => databases.shard(week.studio.shard as 0 | 1)
const here = () => paths.portalPush(week.studio)
const post = (fields: Record<string, string>, cookie = ana) =>
  newVisitor({ cookie }).post(here(), new URLSearchParams(fields), { Origin: workerOrigin })

async function tell(text: string) {
  await batch(db(), {
    notice: noticeStatement({ db: db(), studio: week.studio, now: weekNow } as StudioContext, {
      personId: week.ana.personId!,
      dedupeKey: text,
      kind: 'class-cancelled',
      text,
      path: paths.notices(week.studio),
    }),
  })
  await fetch(`${workerOrigin}/dev/jobs/deliver-outbox`, { method: 'POST' })
}

test('the page says that turning on needs JavaScript, and works without for everything else', async () => {
  const page = await newVisitor({ cookie: ana }).get(here())
  expect(page.status).toBe(200)
  expect(textOf(page.html)).toContain('Turning push on needs JavaScript')
  expect(page.html).toMatch(/data-push-key="B[\w-]{86}"/)
  const saved = await post({ act: 'choose', reminders: 'on' })
  expect(saved.status).toBe(303)
  const again = (await newVisitor({ cookie: ana }).get(here())).html
  expect(again).toMatch(/name="reminders"[^>]*checked/)
  expect(again).not.toMatch(/name="waitlist"[^>]*checked/)
})

test('a notice to a member reaches their device as an encrypted push, until they sign out', async () => {
  const browser = pushBrowser()
  const on = await post({ act: 'on', ...browser.reader, endpoint: service.endpoint('phone') })
  expect(on.status).toBe(303)
  expect(textOf((await newVisitor({ cookie: ana }).get(here())).html)).toContain('This device')
  await tell('Silks on Friday is cancelled')
  await expect.poll(() => service.received.length).toBe(1)
  const [got] = service.received
  expect(JSON.parse(decryptPush(browser, got!.body))).toMatchObject({
    body: 'Silks on Friday is cancelled',
    url: paths.notices(week.studio),
  })
  expect(
    (
      await newVisitor({ cookie: ana }).post('/sign-out', new URLSearchParams(), {
        Origin: workerOrigin,
      })
    ).status,
  ).toBe(303)
  await tell('Silks on Saturday is cancelled')
  expect(service.received).toHaveLength(1)
  expect(
    await db().all(sql`SELECT 1 FROM push_devices WHERE studio_id = ${week.studio.id}`),
  ).toEqual([])
})

test('signing in as another account signs the earlier one out of that browser and ends its notices', async () => {
  ana = (await mintSession(databases, week.ana, { variables })).cookie
  const browser = pushBrowser()
  await post({ act: 'on', ...browser.reader, endpoint: service.endpoint('shared') })
  await databases.directory.run(sql`
    UPDATE auth_users SET password_hash = ${demoPasswordHash} WHERE id = ${week.cleo.userId}`)
  const shared = newVisitor({ cookie: ana })
  const body = new URLSearchParams({ email: week.cleo.email, password: demoPassword })
  expect((await shared.post('/sign-in', body, { Origin: workerOrigin })).status).toBe(303)
  const before = service.received.length
  await tell('Silks on Sunday is cancelled')
  expect(service.received).toHaveLength(before)
  expect((await shared.get(here())).html).not.toContain('This device')
})

test('a push endpoint on a private address is refused with a sentence', async () => {
  ana = (await mintSession(databases, week.ana, { variables })).cookie
  const { reader } = pushBrowser()
  for (const endpoint of ['https://169.254.169.254/', 'https://10.1.2.3/a', 'https://nas.local/']) {
    const refused = await post({ act: 'on', ...reader, endpoint })
    expect(refused.status).toBe(422)
    expect(textOf(refused.html)).toContain('no push service that we can reach')
  }
})
