import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type World, world } from '../../../../tests/support/world.ts'
import { batch } from '../../../db/batch.server.ts'
import { consentStatement, mayMarketSql } from './consent-statements.server.ts'
import { keepConsentText } from './consent-texts.server.ts'
import { consentLine } from './consent-words.ts'
import { consentsPage, recordConsent } from './record-consent.server.ts'
import { unsubscribe, unsubscribeToken } from './unsubscribe.server.ts'

const now = '2026-10-12T09:00:00Z'
const email = { channel: 'email', purpose: 'marketing' } as const

const mayMail = async (w: World, personId: string) => {
  const [row] = await w.db.all<{ may: number }>(
    sql`SELECT ${mayMarketSql(w.at(now), 'email')} AS may FROM people AS person WHERE person.id = ${personId}`,
  )
  return row!.may === 1
}

test('a consent names the version of the text it was given to, and its history is kept', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const first = await keepConsentText(desk, email, 'News by email?')
  await recordConsent(desk, w.ana.id, { kind: email, given: true })
  await recordConsent(desk, w.ana.id, { kind: email, given: true })
  const second = await keepConsentText(desk, email, 'News and offers by email?')
  expect([first?.version, second?.version]).toEqual([1, 2])
  expect((await keepConsentText(desk, email, 'News and offers by email?'))?.version).toBe(2)

  const page = async () => (await consentsPage(w.at(now), w.ana.id))!
  expect((await page()).history.map(consentLine)).toEqual(['Given noted by Hana Desk, version 1'])
  expect((await page()).history[0]?.text).toBe('News by email?')

  await recordConsent(desk, w.ana.id, { kind: email, given: false })
  await recordConsent(desk, w.ana.id, { kind: email, given: true })
  expect((await page()).history.map(consentLine)).toEqual([
    'Given noted by Hana Desk, version 2',
    'Withdrawn noted by Hana Desk',
    'Given noted by Hana Desk, version 1',
  ])
  expect((await page()).now[0]).toMatchObject({ given: true })
})

test('nobody is written to without a yes, and a no suppresses the address until another yes', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  expect(await mayMail(w, w.ana.id)).toBe(false)
  await recordConsent(desk, w.ana.id, { kind: email, given: true })
  expect(await mayMail(w, w.ana.id)).toBe(true)
  await recordConsent(desk, w.ana.id, { kind: email, given: false })
  expect(await mayMail(w, w.ana.id)).toBe(false)
  expect((await consentsPage(w.at(now), w.ana.id))?.suppressed).toEqual([
    { channel: 'email', address: w.ana.email },
  ])
  await recordConsent(desk, w.ana.id, { kind: email, given: true })
  expect(await mayMail(w, w.ana.id)).toBe(true)
})

test('the unsubscribe link of a message ends news and offers, twice is once, and another studio’s opens nothing', async () => {
  const [w, other] = [await world(), await world()]
  await recordConsent(w.asDesk(now), w.ben.id, { kind: email, given: true })
  const token = (await unsubscribeToken(w.at(now), w.ben.id))!
  expect(await unsubscribeToken(w.at(now), w.ben.id)).toBe(token)
  expect(await unsubscribe(other.at(now), token)).toBe(false)
  expect(await mayMail(w, w.ben.id)).toBe(true)

  expect(await unsubscribe(w.at(now), token)).toBe(true)
  expect(await unsubscribe(w.at(now), token)).toBe(true)
  expect(await mayMail(w, w.ben.id)).toBe(false)
  const { history } = (await consentsPage(w.at(now), w.ben.id))!
  expect(history.map(consentLine)).toEqual([
    'Withdrawn by the link in a message',
    'Given noted by Hana Desk',
  ])
})

test('someone who has the address of another who unsubscribed is not written to either', async () => {
  const w = await world()
  const twin = await w.givenPerson('Twin Okoro')
  await w.db.run(sql`UPDATE people SET email = ${w.ben.email} WHERE id = ${twin.id}`)
  await batch(w.db, {
    yes: consentStatement(w.at(now), {
      ...email,
      personId: twin.id,
      given: true,
      textId: null,
      source: 'form',
      byName: '',
    }),
  })
  expect(await mayMail(w, twin.id)).toBe(true)
  await unsubscribe(w.at(now), (await unsubscribeToken(w.at(now), w.ben.id))!)
  expect(await mayMail(w, twin.id)).toBe(false)
})
