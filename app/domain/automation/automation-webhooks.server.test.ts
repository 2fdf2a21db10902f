import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendWebhooks } from '#app/domain/webhooks/deliver-webhooks.server.ts'
import { deleteWebhook, makeWebhook } from '#app/domain/webhooks/webhook-targets.server.ts'
import { newId } from '#app/values/id.ts'
import {
  signedWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../tests/support/servers/webhook-receiver.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { automationPage } from './automation-page.server.ts'
import { automationTemplates } from './automation-words.ts'
import { beginRuns, sendRuns } from './run-automations.server.ts'
import { beginAutomation, saveAutomation, switchAutomation } from './save-automation.server.ts'

/** Monday 1 June 2026 at ten in London. */
const monday = '2026-06-01T09:00:00Z'
const night = '2026-06-02T21:00:00Z'

let receiver: WebhookReceiver
let w: World
let gia: Person
let hook: { id: string; secret: string }
let automation: string
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.close())
beforeEach(async () => {
  w = await world()
  gia = await w.givenPerson('Gia Romano')
  receiver.received.length = 0
  const id = newId()
  const form = { key: id, name: 'Accounts', address: receiver.address('a') }
  const kinds = ['class.cancelled' as const]
  const { secret } = await makeWebhook(w.asDesk(monday), { ...form, kinds }, { development: true })
  hook = { id, secret: secret ?? '' }
  automation = newId()
  await beginAutomation(w.asDesk(monday), { key: automation, template: 'no_show' })
  expect(await save(hook.id, 1)).toBe(true)
  await switchAutomation(w.asDesk(monday), automation, 'live')
})

/** Saves what the automation does: it tells a webhook, or (empty) sends its email. */
function save(targetId: string, version: number) {
  const { name, days, subject, text } = automationTemplates.find(({ key }) => key === 'no_show')!
  const words = { name, days, subject, text, own: '', fromHour: 8, untilHour: 20 }
  return saveAutomation(w.asDesk(monday), automation, { ...words, version, targetId })
}

/** A class that Gia missed. */
async function missed(localStart: string): Promise<void> {
  const classId = await w.givenClass({ localStart, at: '2026-05-01T08:00:00Z' })
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    SELECT ${newId()}, ${w.studio.id}, ${classId}, ${gia.id}, 'no_show', policy_id, ${monday}
    FROM occurrences WHERE id = ${classId}`)
}

async function runAt(now: string): Promise<string[]> {
  await beginRuns(w.at(now))
  await sendRuns(w.at(now))
  const clock = () => Date.now()
  const time = { clock, realClock: clock, untilMs: Date.now() + 10_000 }
  await sendWebhooks(w.at(now), time, { development: true })
  const runs = await w.db.all<{ what: string }>(sql`
    SELECT state || iif(why = '', '', ' ' || why) AS what FROM automation_runs
    WHERE studio_id = ${w.studio.id} AND person_id = ${gia.id} ORDER BY created_at, rowid`)
  return runs.map(({ what }) => what)
}

test('an automation tells its webhook once a person and cause, at night too, and writes no letter', async () => {
  await missed('2026-06-02T18:00')
  expect(await runAt(night)).toEqual(['done'])
  await Promise.all([runAt(night), runAt('2026-06-03T09:00:00Z')])
  expect(receiver.received).toHaveLength(1)
  const [post] = receiver.received
  expect(signedWith(hook.secret, post!)).toBe(true)
  expect(post!.body).toEqual({
    type: 'automation.no_show',
    timestamp: night,
    data: {
      studio_id: w.studio.id,
      automation: { id: automation, name: 'Missed a class' },
      person: { id: gia.id, name: 'Gia Romano', email: gia.email },
      agreed_to_email: false,
    },
  })
  const letters = await w.db.all(sql`
    SELECT 1 FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'automation-letter'`)
  expect(letters).toEqual([])
  expect((await automationPage(w.at(night), automation))?.automation.sent).toBe(1)
  await missed('2026-06-03T18:00')
  expect(await runAt('2026-06-04T09:00:00Z')).toEqual(['done', 'done'])
})

test('an automation tells of a child by id alone, and of nobody who is archived', async () => {
  await w.db.run(sql`UPDATE people SET birth_date = '2014-01-01' WHERE id = ${gia.id}`)
  await missed('2026-06-02T18:00')
  await runAt(night)
  expect(receiver.received[0]?.body.data).toMatchObject({ person: { id: gia.id } })
  expect(receiver.received[0]?.text).not.toContain('Gia')
  await w.db.run(sql`UPDATE people SET archived_at = ${monday} WHERE id = ${gia.id}`)
  await missed('2026-06-03T18:00')
  expect(await runAt('2026-06-04T09:00:00Z')).toEqual(['done', 'skipped gone'])
})

test('once its webhook is deleted an automation tells nobody, and cannot be saved with it', async () => {
  await deleteWebhook(w.asDesk(monday), hook.id)
  await missed('2026-06-02T18:00')
  expect(await runAt(night)).toEqual(['exited no_webhook'])
  expect(receiver.received).toEqual([])
  expect(await save(hook.id, 2)).toBe(false)
  const other = await world()
  const id = newId()
  const form = { key: id, name: 'Theirs', address: receiver.address('b') }
  await makeWebhook(
    other.asDesk(monday),
    { ...form, kinds: ['class.cancelled'] },
    { development: true },
  )
  expect(await save(id, 2)).toBe(false)
  expect(await save('', 2)).toBe(true)
})
