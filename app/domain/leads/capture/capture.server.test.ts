import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { leadsOf } from '../../../../tests/support/leads.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { recordConsent } from '../../people/consents/record-consent.server.ts'
import { leadFormForm } from './form-forms.ts'
import { findForm } from './form-queries.server.ts'
import { answersOf, fieldsOf } from './read-submission.ts'
import {
  keepSubmission,
  noteFailure,
  routeSubmission,
  waitingSubmissions,
} from './route-submission.server.ts'
import { saveForm } from './save-form.server.ts'

const now = '2026-10-12T09:00:00Z'
const urlencoded = 'application/x-www-form-urlencoded'
let sent = 0

const typed = (more: Record<string, unknown> = {}) =>
  leadFormForm.parse({
    key: 'form00000000',
    name: 'Website',
    title: 'Try a class',
    interests: 'Pole\nYoga',
    times: 'on',
    message: 'on',
    questions: 'Any injuries?',
    thanks: 'We’ll be in touch.',
    replySubject: 'Welcome',
    replyText: 'See you soon.',
    pipelineId: 'membership',
    sourceId: 'website',
    ask_email_marketing: 'on',
    text_email_marketing: 'News by email?',
    ...more,
  })

async function givenForm(w: World, more: Record<string, unknown> = {}) {
  const saved = await saveForm(
    w.asDesk(now),
    null,
    typed({ key: `f${w.studio.id.slice(1)}`, ...more }),
  )
  if (!saved.ok) throw new Error(saved.reason)
  return saved.formId
}

async function send(w: World, formId: string, fields: Record<string, string>, version = 1) {
  const id = `submission${String(sent++).padStart(8, '0')}`
  await keepSubmission(w.at(now), {
    id,
    formId,
    formVersion: version,
    contentType: urlencoded,
    page: 'https://x.test',
    raw: new URLSearchParams(fields).toString(),
  })
  return { id, routed: await routeSubmission(w.at(now), id) }
}

const consentsOf = (w: World, personId: string) =>
  w.db.all(sql`SELECT consent.given, text.version, text.text FROM consents AS consent
    LEFT JOIN consent_texts AS text ON text.id = consent.text_id
    WHERE consent.person_id = ${personId} ORDER BY consent.seq`)

const statesOf = (w: World) =>
  w.db.all<{ state: string; why: string }>(sql`SELECT state, why FROM lead_submissions
    WHERE studio_id = ${w.studio.id} ORDER BY received_at, id`)

test('a submission is a lead with what was asked, its consent to the version it showed, and one letter', async () => {
  const w = await world()
  const formId = await givenForm(w)
  await saveForm(
    w.asDesk(now),
    formId,
    typed({ version: '1', text_email_marketing: 'News and offers?' }),
  )
  expect((await findForm(w.at(now), formId))?.version).toBe(2)

  const fields = {
    name: ' Imogen\tFrost ',
    email: 'Imogen@X.test',
    phone: '07700 900126',
    q1: 'None',
    interest: 'Pole',
    times: 'weekday-evening',
    'consent-email-marketing': 'yes',
  }
  const { id, routed } = await send(w, formId, fields, 1)
  if (routed?.state !== 'created') throw new Error('no lead')
  expect(await consentsOf(w, routed.personId)).toEqual([
    { given: 1, version: 1, text: 'News by email?' },
  ])
  expect(
    await w.db.all(sql`SELECT interest, preferred_times AS times, source_id AS source FROM leads
      WHERE id = ${routed.leadId}`),
  ).toEqual([{ interest: 'Pole', times: 'weekday-evening', source: 'website' }])
  // Routed once more, as by a job that does not know: nothing twice.
  expect(await routeSubmission(w.at(now), id)).toMatchObject({ leadId: routed.leadId })
  const second = await send(w, formId, { email: 'imogen@x.test' }, 2)
  expect(second.routed).toMatchObject({ state: 'matched', leadId: routed.leadId })
  expect(await statesOf(w)).toEqual([
    { state: 'created', why: '' },
    { state: 'matched', why: '' },
  ])
  expect(await leadsOf(w)).toMatchObject([{ touches: 2 }])
  const letters = await w.db.all(
    sql`SELECT recipient, subject FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'lead-reply'`,
  )
  expect(letters).toEqual([{ recipient: 'imogen@x.test', subject: 'Welcome' }])
})

test('an empty box withdraws nothing, and a submission routed late gives no consent that was withdrawn since', async () => {
  const w = await world()
  const formId = await givenForm(w)
  const yes = { name: 'Ida', email: 'ida@x.test', 'consent-email-marketing': 'on' }
  const { id, routed } = await send(w, formId, yes)
  const personId = routed?.state === 'created' ? routed.personId : ''
  await send(w, formId, { name: 'Ida', email: 'ida@x.test' })
  expect((await consentsOf(w, personId)).map((row) => (row as { given: number }).given)).toEqual([
    1,
  ])

  const kind = { channel: 'email', purpose: 'marketing' } as const
  await recordConsent(w.asDesk(now), personId, { kind, given: false })
  await routeSubmission(w.at(now), id)
  expect((await consentsOf(w, personId)).map((row) => (row as { given: number }).given)).toEqual([
    1, 0,
  ])
})

test('a submission without a usable address is kept apart, and becomes a lead when staff move it', async () => {
  const w = await world()
  const formId = await givenForm(w)
  const { id, routed } = await send(w, formId, { name: 'Bot', message: 'Buy now' })
  expect(routed).toEqual({ state: 'spam', why: 'unreachable' })
  expect(await leadsOf(w)).toEqual([])
  expect(await routeSubmission(w.at(now), id)).toBe(null)
  expect(await statesOf(w)).toEqual([{ state: 'spam', why: 'unreachable' }])
})

test('a submission whose routing failed waits and is routed later', async () => {
  const w = await world()
  const formId = await givenForm(w)
  const sentOne = {
    id: 'waiting000000001',
    formId,
    formVersion: 1,
    contentType: urlencoded,
    page: '',
  }
  await keepSubmission(w.at(now), { ...sentOne, raw: 'name=Ida&email=ida%40x.test' })
  await keepSubmission(w.at(now), { ...sentOne, raw: 'another' })
  await noteFailure(w.at(now), sentOne.id, new Error('D1 was away'))
  expect(await waitingSubmissions(w.at(now))).toEqual([])
  const soon = '2026-10-12T09:02:00Z'
  const waiting = await waitingSubmissions(w.at(soon))
  expect(waiting.map(({ id, attempts }) => [id, attempts])).toEqual([[sentOne.id, 1]])
  expect(await routeSubmission(w.at(soon), sentOne.id)).toMatchObject({ state: 'created' })
  expect(await waitingSubmissions(w.at(soon))).toEqual([])
})

test('two who save a form at once: the second is told, and nothing is lost', async () => {
  const w = await world()
  const formId = await givenForm(w)
  expect(await saveForm(w.asDesk(now), formId, typed({ version: '1', name: 'A' }))).toMatchObject({
    ok: true,
  })
  expect(await saveForm(w.asDesk(now), formId, typed({ version: '1', name: 'B' }))).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect((await findForm(w.at(now), formId))?.name).toBe('A')
  const other = await world()
  expect(await saveForm(other.asDesk(now), formId, typed({ version: '2' }))).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('any body is read without failing', async () => {
  const form = { questions: ['Why?'], consents: [] }
  const bodies: [string, string][] = [
    ['', ''],
    ['\u0000\uffff%%%=&&=', urlencoded],
    ['{"name":{"a":1},"email":["a@b.test",5]}', 'application/json'],
    ['[1,2', 'application/json'],
    ['null', 'application/json'],
    ['--x\r\nbroken', 'multipart/form-data; boundary=x'],
    [`name=${'x'.repeat(60_000)}`, urlencoded],
    [Array.from({ length: 3_000 }, (_, i) => `f${i}=1`).join('&'), urlencoded],
    ['name=%F0%9F%98%80&email=%C3%28', 'text/plain'],
  ]
  for (const [raw, type] of bodies) {
    const answers = answersOf(await fieldsOf(raw, type), form)
    expect(answers.name.length).toBeLessThanOrEqual(80)
  }
  expect(answersOf(await fieldsOf(bodies[2]![0], 'application/json'), form).email).toBe('a@b.test')
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.test\r\n--x--\r\n'
  expect(answersOf(await fieldsOf(multipart, 'multipart/form-data; boundary=x'), form).email).toBe(
    'a@b.test',
  )
})
