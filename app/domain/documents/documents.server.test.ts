import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { bookClass } from '../bookings/booking/book-class.server.ts'
import { linkGuardian } from '../families/link-guardian.server.ts'
import type { NewDocumentForm } from './document-forms.ts'
import { findDocument, listPersonDocuments } from './document-queries.server.ts'
import { signedWords } from './document-words.ts'
import {
  addDocument,
  archiveDocument,
  changeDocument,
  publishVersion,
} from './save-document.server.ts'
import { noteSignedOnPaper, signDocument, withdrawSignature } from './sign-document.server.ts'

const now = '2026-10-12T09:00:00Z'
const text = 'I take part at my own risk and say so when something hurts.'

async function given(w: World, more: Partial<NewDocumentForm> = {}) {
  const key = newId()
  await addDocument(w.asDesk(now), {
    key,
    name: 'Waiver',
    text,
    audience: 'everybody',
    blocksBooking: 'on',
    ...more,
  })
  return key
}

const sign = (w: World, who: Person, documentId: string, number = 1, whom = who, at = now) =>
  signDocument(w.asMember(who, at), documentId, {
    key: newId(),
    person: whom.id,
    number,
    signerName: who.name,
    agreed: 'on',
  })

const born = (w: World, person: Person, day: string) =>
  w.db.run(sql`UPDATE people SET birth_date = ${day} WHERE id = ${person.id}`)

let day = 13

/** What becomes of a booking for a class of its own, on a day of its own. */
async function booked(w: World, person: Person, at = now) {
  day = day < 25 ? day + 1 : 14
  const occurrence = await w.givenClass({ capacity: 5, localStart: `2026-10-${day}T12:30` })
  const result = await bookClass(w.asMember(person, at), occurrence)
  return result.ok ? result.outcome : result.reason
}

const wordsOf = async (w: World, person: Person) =>
  (await listPersonDocuments(w.at(now), person.id)).map(
    (row) => signedWords(row, { timeZone: 'Europe/London', locale: 'en-GB' }).text,
  )

test('someone who has not signed the waiver is refused with its name, and books once it is signed', async () => {
  const w = await world()
  const waiver = await given(w)
  const occurrence = await w.givenClass({ capacity: 5 })
  expect(await bookClass(w.asMember(w.ana, now), occurrence)).toEqual({
    ok: false,
    reason: 'waiver_missing',
    facts: { documentId: waiver, name: 'Waiver', guardian: false },
  })
  expect(await Promise.all([sign(w, w.ana, waiver), sign(w, w.ana, waiver)])).toEqual(
    expect.arrayContaining([{ ok: true }]),
  )
  expect(await bookClass(w.asMember(w.ana, now), occurrence)).toMatchObject({ outcome: 'booked' })
  const [signed] = await w.db.all(sql`SELECT count(*) AS n FROM signatures
    WHERE studio_id = ${w.studio.id} AND person_id = ${w.ana.id}`)
  expect(signed).toEqual({ n: 1 })
  expect(await wordsOf(w, w.ana)).toEqual(['Signed 12 October 2026'])
})

test('a signature that is withdrawn between reading and writing stops the place all the same', async () => {
  const w = await world()
  const waiver = await given(w)
  await sign(w, w.ana, waiver)
  const occurrence = await w.givenClass({ capacity: 5 })
  const ctx = w.asMember(w.ana, now)
  let calls = 0
  const client = new Proxy(ctx.db.$client, {
    get(target, name) {
      if (name !== 'batch') return Reflect.get(target, name).bind?.(target) ?? target[name as never]
      return async (statements: D1PreparedStatement[]) => {
        calls += 1
        if (calls === 2)
          await w.db.run(sql`UPDATE signatures SET withdrawn_at = ${now}
            WHERE studio_id = ${w.studio.id}`)
        return target.batch(statements)
      }
    },
  })
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === '$client' ? client : Reflect.get(target, name)),
  })
  const result = await bookClass({ ...ctx, db }, occurrence)
  expect(calls).toBe(2)
  expect(result).toMatchObject({ ok: false })
  const rows = await w.db.all(sql`SELECT id FROM bookings WHERE occurrence_id = ${occurrence}`)
  expect(rows).toEqual([])
})

test('a new version asks at the next booking only if it says so, and what is booked stays', async () => {
  const w = await world()
  const waiver = await given(w)
  await sign(w, w.ana, waiver)
  expect(await booked(w, w.ana)).toBe('booked')
  const publish = async (more: { text: string; asksAgain?: 'on' }) => {
    const version = (await findDocument(w.at(now), waiver))!.document.version
    return publishVersion(w.asDesk(now), waiver, { version, ...more })
  }
  expect(await publish({ text })).toEqual({ ok: false, reason: 'same' })
  expect(await publish({ text: `${text} A typo is mended.` })).toEqual({ ok: true })
  expect(await wordsOf(w, w.ana)).toEqual(['Signed 12 October 2026, an earlier version'])
  expect(await publish({ text: `${text} And I warm up first.`, asksAgain: 'on' })).toEqual({
    ok: true,
  })
  expect(await wordsOf(w, w.ana)).toEqual(['The new version isn’t signed'])
  const other = await w.givenClass({ capacity: 5, localStart: '2026-10-14T18:30' })
  expect(await bookClass(w.asMember(w.ana, now), other)).toMatchObject({ reason: 'waiver_missing' })
  expect(await sign(w, w.ana, waiver, 1)).toEqual({ ok: false, reason: 'new_version' })
  expect(await sign(w, w.ana, waiver, 3)).toEqual({ ok: true })
  expect(await bookClass(w.asMember(w.ana, now), other)).toMatchObject({ outcome: 'booked' })
})

test('of two people who publish at once one publishes a version, and the other is refused', async () => {
  const w = await world()
  const waiver = await given(w)
  const results = await Promise.all(
    ['one', 'two'].map((word) =>
      publishVersion(w.asDesk(now), waiver, { version: 1, text: `${text} Version ${word}.` }),
    ),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results).toContainEqual({ ok: false, reason: 'changed' })
  expect((await findDocument(w.at(now), waiver))!.versions).toHaveLength(2)
})

test('a guardian signs for a child, whose own signature does not count, and who signs again at 18', async () => {
  const w = await world()
  const waiver = await given(w)
  const child = await w.givenPerson('Isla Reyes')
  await w.givePack(child)
  await born(w, child, '2008-11-01')
  expect(await booked(w, child)).toBe('waiver_missing')
  expect(await sign(w, child, waiver)).toEqual({ ok: false, reason: 'guardian_signs' })
  expect(await sign(w, w.ana, waiver, 1, child)).toEqual({ ok: false, reason: 'not_found' })
  await linkGuardian(w.asDesk(now), w.ana.id, child.id)
  expect(await sign(w, w.ana, waiver, 1, child)).toEqual({ ok: true })
  expect(await wordsOf(w, child)).toEqual(['Signed 12 October 2026 by Ana Reyes'])
  expect(await booked(w, child)).toBe('booked')

  const birthday = '2026-11-01T09:00:00Z'
  const occurrence = await w.givenClass({ capacity: 5, localStart: '2026-11-03T18:30' })
  const grown = w.asMember(child, birthday)
  expect(await bookClass(grown, occurrence)).toMatchObject({
    reason: 'waiver_missing',
    facts: { guardian: false },
  })
  expect(await sign(w, child, waiver, 1, child, birthday)).toEqual({ ok: true })
  expect(await bookClass(grown, occurrence)).toMatchObject({ outcome: 'booked' })
})

test('a document asks whom it is for, stops nobody where it is optional, and nobody once archived', async () => {
  const w = await world()
  const photos = await given(w, { name: 'Photos', blocksBooking: undefined })
  const parents = await given(w, { name: 'For parents', audience: 'minors' })
  expect(await wordsOf(w, w.ana)).toEqual(['Not signed'])
  expect(await booked(w, w.ana)).toBe('booked')
  await born(w, w.ben, '2012-01-01')
  expect(await booked(w, w.ben)).toBe('waiver_missing')
  const version = 1
  const adults = { version, name: 'For parents', audience: 'adults', blocksBooking: 'on' } as const
  expect(await changeDocument(w.asDesk(now), parents, adults)).toEqual({ ok: true })
  expect(await changeDocument(w.asDesk(now), parents, { ...adults, name: 'Stale' })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await booked(w, w.ben)).toBe('booked')
  expect(await booked(w, w.ana)).toBe('waiver_missing')
  expect(await archiveDocument(w.asDesk(now), parents, { version: 2 })).toEqual({ ok: true })
  expect(await booked(w, w.ana)).toBe('booked')
  expect(await sign(w, w.ana, parents)).toEqual({ ok: false, reason: 'not_found' })
  expect(await sign(w, w.ana, photos)).toEqual({ ok: true })
})

test('a signature on paper counts from its day, can be withdrawn with a reason, and leaves a line', async () => {
  const w = await world()
  const waiver = await given(w)
  const key = newId()
  const paper = { key, document: waiver, signerName: 'Ana Reyes', signedOn: '2024-03-01' }
  expect(await noteSignedOnPaper(w.asDesk(now), w.ana.id, paper)).toBe(true)
  expect(await noteSignedOnPaper(w.asDesk(now), w.ana.id, { ...paper, key: newId() })).toBe(true)
  expect(await wordsOf(w, w.ana)).toEqual(['Signed 1 March 2024, on paper'])
  expect(await booked(w, w.ana)).toBe('booked')
  const gone = { personId: w.ana.id, signatureId: key, reason: 'Signed by her sister' }
  expect(await withdrawSignature(w.asDesk(now), gone)).toBe(true)
  expect(await withdrawSignature(w.asDesk(now), { ...gone, personId: w.ben.id })).toBe(false)
  expect(await wordsOf(w, w.ana)).toEqual(['Not signed'])
  const lines = await w.db.all<{ action: string }>(sql`SELECT action FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND subject_id = ${w.ana.id} ORDER BY rowid`)
  expect(lines.map(({ action }) => action)).toEqual([
    'document.signed_on_paper',
    'document.signature_withdrawn',
  ])
})

test('a document of another studio cannot be read, signed, noted or changed', async () => {
  const [w, other] = [await world(), await world()]
  const waiver = await given(other)
  expect(await findDocument(w.at(now), waiver)).toBeNull()
  expect(await sign(w, w.ana, waiver)).toEqual({ ok: false, reason: 'not_found' })
  const paper = { key: newId(), document: waiver, signerName: 'Ana', signedOn: '2024-03-01' }
  expect(await noteSignedOnPaper(w.asDesk(now), w.ana.id, paper)).toBe(false)
  expect(
    await publishVersion(w.asDesk(now), waiver, { version: 1, text: `${text} Mine now.` }),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(await booked(w, w.ana)).toBe('booked')
})
