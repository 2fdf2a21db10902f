import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asGuardian, givenChild } from '../../../../tests/support/people/families.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { batch } from '../../../db/batch.server.ts'
import { changePerson } from '../change-person.server.ts'
import { updateMyDetails } from '../update-my-details.server.ts'
import { consentStatement, mayMarketSql } from './consent-statements.server.ts'
import { keepConsentText } from './consent-texts.server.ts'
import { ownConsentLine } from './consent-words.ts'
import { consentsPage, recordConsent } from './record-consent.server.ts'
import { sayConsent } from './say-consent.server.ts'
import { unsubscribe, unsubscribeToken } from './unsubscribe.server.ts'

const now = '2026-10-12T09:00:00Z'
const kind = { channel: 'email', purpose: 'marketing' } as const

const mayMail = async (w: World, personId: string) => {
  const [row] = await w.db.all<{ may: number }>(
    sql`SELECT ${mayMarketSql(w.at(now), 'email')} AS may FROM people AS person WHERE person.id = ${personId}`,
  )
  return row!.may === 1
}
const linesOf = async (w: World) =>
  (await consentsPage(w.at(now), w.ana.id))!.history.map(ownConsentLine)

test('a yes keeps the words that were read, also where the studio had written none', async () => {
  const w = await world()
  const ana = w.asMember(w.ana, now)
  expect(await sayConsent(ana, { kind, given: true, seen: 0 })).toEqual({ ok: true })
  expect(await linesOf(w)).toEqual(['Yes, here, version 1'])
  expect((await consentsPage(w.at(now), w.ana.id))!.history[0]?.text).toContain('may email me')
  expect(await mayMail(w, w.ana.id)).toBe(true)
  await sayConsent(ana, { kind, given: false, seen: 1 })
  expect(await linesOf(w)).toEqual(['No, here', 'Yes, here, version 1'])
  expect(await mayMail(w, w.ana.id)).toBe(false)
})

test('a yes to words that have changed does not count, and a no always does', async () => {
  const w = await world()
  const ana = w.asMember(w.ana, now)
  await keepConsentText(w.asDesk(now), kind, 'News by email?')
  expect(await sayConsent(ana, { kind, given: true, seen: 0 })).toEqual({
    ok: false,
    reason: 'new_text',
  })
  expect(await linesOf(w)).toEqual([])
  expect(await sayConsent(ana, { kind, given: true, seen: 1 })).toEqual({ ok: true })
  await keepConsentText(w.asDesk(now), kind, 'News and offers by email?')
  expect(await sayConsent(ana, { kind, given: false, seen: 1 })).toEqual({ ok: true })
  expect(await mayMail(w, w.ana.id)).toBe(false)
})

test('somebody under age can say no, and yes only from their eighteenth birthday', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE people SET birth_date = '2008-10-13' WHERE id = ${w.ana.id}`)
  const on = (day: string) => w.asMember(w.ana, `${day}T09:00:00Z`)
  expect(await sayConsent(on('2026-10-12'), { kind, given: true, seen: 0 })).toEqual({
    ok: false,
    reason: 'minor',
  })
  expect(await sayConsent(on('2026-10-12'), { kind, given: false, seen: 0 })).toEqual({ ok: true })
  expect(await sayConsent(on('2026-10-13'), { kind, given: true, seen: 0 })).toEqual({ ok: true })
})

test('someone who has unsubscribed and says yes again is written to again, and the same twice is once', async () => {
  const w = await world()
  const ana = w.asMember(w.ana, now)
  await unsubscribe(ana, (await unsubscribeToken(ana, w.ana.id))!)
  await Promise.all([1, 2, 3].map(() => sayConsent(ana, { kind, given: true, seen: 0 })))
  expect(await mayMail(w, w.ana.id)).toBe(true)
  expect((await linesOf(w)).filter((line) => line.startsWith('Yes'))).toHaveLength(1)
})

test('a guardian says yes to photos of a child, never to news and offers, which reach no minor at all', async () => {
  const w = await world()
  const leo = await givenChild(w, 'Leo Reyes', { guardians: [w.ana] })
  const ana = asGuardian(w, w.ana, leo, now)
  const photos = { channel: 'any', purpose: 'photos' } as const
  expect(await sayConsent(ana, { kind: photos, given: true, seen: 0 })).toEqual({ ok: true })
  expect(await sayConsent(ana, { kind, given: true, seen: 0 })).toEqual({
    ok: false,
    reason: 'minor',
  })
  const [said] = (await consentsPage(w.at(now), leo.id))!.history
  expect(said).toMatchObject({ source: 'guardian', byName: 'Ana Reyes', version: 1 })

  // A form, or a file, may have brought a yes: it sends nothing.
  await batch(w.db, {
    yes: consentStatement(w.at(now), {
      ...kind,
      personId: leo.id,
      given: true,
      textId: null,
      source: 'form',
      byName: '',
    }),
  })
  expect(await mayMail(w, leo.id)).toBe(false)
  expect(await recordConsent(w.asDesk(now), leo.id, { kind, given: true })).toEqual({
    ok: false,
    reason: 'minor',
  })
})

test('a consent to results boards ends when the person turns out to be a minor, unless a guardian gave it', async () => {
  const w = await world()
  const boards = { channel: 'any', purpose: 'boards' } as const
  const agrees = async (person: Person) => {
    const me = w.asMember(person, now)
    expect(await sayConsent(me, { kind: boards, given: true, seen: 0 })).toEqual({ ok: true })
  }
  const lines = async (person: Person) =>
    (await consentsPage(w.at(now), person.id))!.history.map(ownConsentLine)
  await agrees(w.ana)
  const mine = { name: w.ana.name, birthDate: '1990-02-28' }
  await updateMyDetails(w.asMember(w.ana, now), mine, 1)
  expect(await lines(w.ana)).toEqual(['Yes, here, version 1'])
  await updateMyDetails(w.asMember(w.ana, now), { ...mine, birthDate: '2012-02-28' }, 2)
  expect(await lines(w.ana)).toEqual([
    'No, for a parent or guardian to say',
    'Yes, here, version 1',
  ])
  const seen = { kind: boards, given: true, seen: 1 }
  await sayConsent(w.asMember(w.ben, now), seen)
  const known = { name: w.ben.name, email: w.ben.email, birthDate: '2012-02-28' }
  await changePerson(w.asDesk(now), w.ben.id, known, 1)
  expect((await lines(w.ben))[0]).toBe('No, for a parent or guardian to say')
  const child = await givenChild(w, 'Mia Reyes', { guardians: [w.cleo] })
  await sayConsent(asGuardian(w, w.cleo, child, now), seen)
  const form = { name: 'Mia Reyes', birthDate: '2012-03-01' }
  expect(await changePerson(w.asDesk(now), child.id, form, 1)).toEqual({ ok: true })
  expect(await lines(child)).toEqual(['Yes, by a parent or guardian, version 1'])
})
