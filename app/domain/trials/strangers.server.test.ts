/** What somebody can do who knows an address of somebody else and nothing more. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rosterOf } from '../../../tests/support/bookings.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { leadFormForm } from '../leads/capture/form-forms.ts'
import { keepSubmission } from '../leads/capture/route-submission.server.ts'
import { saveForm } from '../leads/capture/save-form.server.ts'
import { moveLeadToKind } from '../leads/move-lead.server.ts'
import { archivePerson } from '../people/archive-person.server.ts'
import { recordConsent } from '../people/consents/record-consent.server.ts'
import { unsubscribe, unsubscribeToken } from '../people/consents/unsubscribe.server.ts'
import { settleSubmission } from './settle-submission.server.ts'

const now = '2026-10-12T09:00:00Z'
let sent = 0

async function withForm() {
  const w = await world()
  const fields = {
    key: `f${w.studio.id.slice(1)}`,
    name: 'Website',
    title: 'Try a class',
    thanks: 'Thanks.',
    pipelineId: 'membership',
    sourceId: 'website',
    trialTypes: [w.ids.yogaType],
    ask_email_marketing: 'on',
    text_email_marketing: 'News by email?',
    ask_any_photos: 'on',
    text_any_photos: 'Photos?',
  }
  const saved = await saveForm(w.asDesk(now), null, leadFormForm.parse(fields))
  if (!saved.ok) throw new Error(saved.reason)
  const send = async (fields: Record<string, string>) => {
    sent += 1
    const id = `stranger${String(sent).padStart(16, '0')}`
    await keepSubmission(w.at(now), {
      id,
      formId: saved.formId,
      formVersion: 1,
      page: '',
      contentType: 'application/x-www-form-urlencoded',
      raw: new URLSearchParams(fields).toString(),
    })
    return settleSubmission(w.at(now), id)
  }
  return { w, send }
}

const archivedOf = async (w: World, personId: string) =>
  (
    await w.db.all<{ at: string | null }>(
      sql`SELECT archived_at AS at FROM people WHERE id = ${personId}`,
    )
  )[0]!.at

test('a member who was archived is not brought back by a form, and is by the desk that wins their lead', async () => {
  const { w, send } = await withForm()
  await archivePerson(w.asDesk(now), w.ben.id, 'Banned')
  const { routed } = await send({ name: 'Ben', email: w.ben.email })
  expect(await archivedOf(w, w.ben.id)).toBe(now)
  if (routed?.state !== 'created') throw new Error('no lead')
  expect(routed.personId).toBe(w.ben.id)
  await moveLeadToKind(w.asDesk(now), routed.leadId, 'won')
  expect(await archivedOf(w, w.ben.id)).toBeNull()
})

test('a form says no yes for a member or for anyone who has said no, and an unsubscribed person stays so', async () => {
  const { w, send } = await withForm()
  const desk = w.asDesk(now)
  await recordConsent(desk, w.ana.id, {
    kind: { channel: 'any', purpose: 'photos' },
    given: false,
  })
  await recordConsent(desk, w.ana.id, {
    kind: { channel: 'email', purpose: 'marketing' },
    given: true,
  })
  await unsubscribe(w.at(now), (await unsubscribeToken(w.at(now), w.ana.id))!)
  const standing = () =>
    w.db.all(sql`SELECT channel, given FROM consents WHERE person_id = ${w.ana.id} ORDER BY seq`)
  const before = await standing()
  await send({
    name: 'Ana',
    email: w.ana.email,
    'consent-email-marketing': 'on',
    'consent-any-photos': 'on',
  })
  expect(await standing()).toEqual(before)
  expect(
    await w.db.all(sql`SELECT address FROM suppressions WHERE studio_id = ${w.studio.id}`),
  ).toEqual([{ address: w.ana.email }])

  // A prospect's yes counts, until they have said no.
  const yes = { name: 'Ida', email: 'ida@x.test', 'consent-email-marketing': 'on' }
  const { routed } = await send(yes)
  if (routed?.state !== 'created') throw new Error('no lead')
  const said = () =>
    w.db.all<{ given: number }>(
      sql`SELECT given FROM consents WHERE person_id = ${routed.personId} ORDER BY seq`,
    )
  expect(await said()).toEqual([{ given: 1 }])
  await unsubscribe(w.at(now), (await unsubscribeToken(w.at(now), routed.personId))!)
  await send(yes)
  expect(await said()).toEqual([{ given: 1 }, { given: 0 }])
})

test('a form books nobody who is a member already, and nobody a second trial', async () => {
  const { w, send } = await withForm()
  const [one, two] = [
    await w.givenClass({ discipline: 'yoga' }),
    await w.givenClass({ discipline: 'yoga', localStart: '2026-10-16T18:30' }),
  ]
  expect((await send({ name: 'Ana', email: w.ana.email, trial: one })).trial).toBe(false)
  expect(await rosterOf(w, one)).toEqual({})
  expect((await send({ name: 'Ida', email: 'ida@x.test', trial: one })).trial).toMatch(/^\w{12}$/)
  expect((await send({ name: 'Ida', email: 'ida@x.test', trial: two })).trial).toBe(false)
  // Nor does it tell who sends her address for the same class that she is in it.
  expect((await send({ name: 'Ida', email: 'ida@x.test', trial: one })).trial).toBe(false)
  expect([await rosterOf(w, one), await rosterOf(w, two)]).toEqual([{ booked: 1 }, {}])
})

test('people nobody knows take at most half of a class by forms, also all at once', async () => {
  const { w, send } = await withForm()
  const occurrence = await w.givenClass({ discipline: 'yoga', capacity: 8 })
  await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      send({ name: `Bot ${i}`, email: `bot${i}@x.test`, trial: occurrence }),
    ),
  )
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 4 })
  const small = await w.givenClass({
    discipline: 'yoga',
    capacity: 2,
    localStart: '2026-10-16T18:30',
  })
  for (const name of ['a', 'b', 'c']) await send({ name, email: `${name}@x.test`, trial: small })
  expect(await rosterOf(w, small)).toEqual({ booked: 2 })
})
