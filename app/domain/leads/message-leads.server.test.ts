import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenTouch } from '../../../tests/support/leads.ts'
import { mailsOf } from '../../../tests/support/people/families.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { unsubscribe, unsubscribeToken } from '../people/consents/unsubscribe.server.ts'
import { bulkLeads } from './bulk-leads.server.ts'
import { changeLeads } from './change-leads.server.ts'
import { messageLeads } from './message-leads.server.ts'

const now = '2026-10-12T09:00:00Z'
const message = { key: 'message00001', subject: 'Open day', text: 'Come on Saturday.\nAll day.' }

async function agreed(w: World, leadId: string): Promise<string> {
  const [lead] = await w.db.all<{ personId: string }>(
    sql`SELECT person_id AS personId FROM leads WHERE id = ${leadId}`,
  )
  await w.db.run(sql`
    INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
    VALUES (${`yes-${leadId}`}, ${w.studio.id}, ${lead!.personId}, 'email', 'marketing', 1, 'desk',
      'Hana Desk', ${now})`)
  return lead!.personId
}

/** A lead for each reason to be left out, and one that may be written to. */
async function someLeads(w: World) {
  const ids: Record<string, string> = {}
  for (const name of ['free', 'silent', 'young', 'gone', 'off']) {
    const { leadId } = await givenTouch(w, now, { email: `${name}@x.test`, name })
    ids[name] = leadId
  }
  for (const name of ['free', 'young', 'gone', 'off']) {
    const personId = await agreed(w, ids[name]!)
    if (name === 'young')
      await w.db.run(sql`UPDATE people SET birth_date = '2010-01-01' WHERE id = ${personId}`)
    if (name === 'gone')
      await w.db.run(sql`UPDATE people SET do_not_contact_at = ${now} WHERE id = ${personId}`)
    if (name === 'off') await unsubscribe(w.at(now), (await unsubscribeToken(w.at(now), personId))!)
  }
  return ids
}

test('a message to several leads reaches those who agreed, and says why the others are left out', async () => {
  const w = await world()
  const ids = await someLeads(w)
  const all = Object.values(ids)
  const rows = await bulkLeads(w.at(now), 'message', [...all, 'strange'])
  const of = (name: string) => rows.find(({ id }) => id === ids[name])?.why
  expect(rows).toHaveLength(5)
  expect(['free', 'silent', 'young', 'gone', 'off'].map(of)).toEqual([
    null,
    'no_consent',
    'minor',
    'do_not_contact',
    'unsubscribed',
  ])

  const before = (await mailsOf(w)).length
  const sent = () => messageLeads(w.asDesk(now), all, message)
  const [first] = await Promise.all([sent(), sent()])
  await sent()
  expect(first).toMatchObject({ same: expect.any(Number) })
  const mails = (await mailsOf(w)).slice(before)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['free@x.test', 'Open day']])
  expect(mails[0]!.text).toMatch(/Unsubscribe: http\S+\/unsubscribe\/\w{24}/)
  expect(
    await w.db.all(sql`SELECT unsubscribe IS NOT NULL AS header FROM outbox
      WHERE studio_id = ${w.studio.id} AND kind = 'lead-message'`),
  ).toEqual([{ header: 1 }])
  expect(
    await w.db.all(sql`SELECT touch.kind, leads.stage_id AS stage, leads.contacted_at AS at
      FROM lead_touches AS touch JOIN leads ON leads.id = touch.lead_id
      WHERE touch.studio_id = ${w.studio.id} AND touch.kind = 'email'`),
  ).toEqual([{ kind: 'email', stage: 'membership-contacted', at: now }])
})

test('losing, tagging and assigning leads sends nothing, and leaves out what is over', async () => {
  const w = await world()
  const ids = Object.values(await someLeads(w))
  const before = (await mailsOf(w)).length
  const desk = w.asDesk(now)
  await changeLeads(desk, ids.slice(0, 2), { act: 'lose', reason: 'price' })
  const rows = await bulkLeads(w.at(now), 'lose', ids)
  expect(rows.filter(({ why }) => why === 'over')).toHaveLength(2)
  await changeLeads(desk, ids, { act: 'tag', tag: 'open day' })
  await changeLeads(desk, ids, { act: 'assign', ownerId: w.coach.id })
  expect(await mailsOf(w)).toHaveLength(before)
})

test('leads of another studio are neither shown nor written to', async () => {
  const [w, other] = [await world(), await world()]
  const ids = Object.values(await someLeads(w))
  expect(await bulkLeads(other.at(now), 'message', ids)).toEqual([])
  expect(await messageLeads(other.asDesk(now), ids, message)).toEqual({ changed: 0, same: 0 })
})
