import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { receiveText } from '#app/domain/conversations/incoming/receive-text.server.ts'
import { parseHomePhone } from '#app/values/phone.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { mayMarketSql } from './consent-statements.server.ts'
import { consentsPage, recordConsent } from './record-consent.server.ts'
import { suppressedSql, textNumberSql } from './unreachable-sql.server.ts'

const now = '2026-10-12T09:00:00Z'
const texts = { channel: 'sms', purpose: 'marketing' } as const
const from = '+447700900123'

/** Ana, who wrote her number as at home and agreed to texts. */
async function givenAna(phone = '07700 900123'): Promise<World> {
  const w = await world()
  await w.db.run(sql`UPDATE people SET phone = ${phone} WHERE id = ${w.ana.id}`)
  await recordConsent(w.asDesk(now), w.ana.id, { kind: texts, given: true })
  return w
}

async function standing(w: World) {
  const ctx = w.at(now)
  const by = { channel: 'sms', address: textNumberSql(ctx) } as const
  const [row] = await w.db.all<{ may: number; off: number }>(sql`
    SELECT ${mayMarketSql(ctx, 'sms')} AS may, ${suppressedSql(sql`1`, by)} AS off
    FROM people AS person WHERE person.id = ${w.ana.id}`)
  const page = (await consentsPage(ctx, w.ana.id))!
  return {
    may: row!.may === 1,
    off: row!.off === 1,
    yes: page.now.find(({ channel }) => channel === 'sms')!.given,
    listed: page.suppressed.map(({ address }) => address),
  }
}

test('STOP from a number stored in national form withdraws consent, and a new consent lets texts go out again', async () => {
  const w = await givenAna()
  expect(await standing(w)).toEqual({ may: true, off: false, yes: true, listed: [] })
  expect(await receiveText(w.at(now), { id: 's1', from, text: 'STOP' })).toBe('stopped')
  expect(await standing(w)).toEqual({ may: false, off: true, yes: false, listed: [from] })
  await recordConsent(w.asDesk(now), w.ana.id, { kind: texts, given: true })
  expect(await standing(w)).toEqual({ may: true, off: false, yes: true, listed: [] })
})

test('a refusal noted at the desk stops texts to that number in any form, until START ends it', async () => {
  const w = await givenAna()
  await recordConsent(w.asDesk(now), w.ana.id, { kind: texts, given: false })
  expect(await standing(w)).toEqual({ may: false, off: true, yes: false, listed: [from] })
  await w.db.run(sql`
    INSERT INTO suppressions (studio_id, channel, address, why, at)
    VALUES (${w.studio.id}, 'sms', '07700 900123', 'withdrawn', ${now})`)
  expect((await standing(w)).listed.toSorted()).toEqual([from, '07700 900123'])
  expect(await receiveText(w.at(now), { id: 's1', from, text: 'START' })).toBe('started')
  expect(await standing(w)).toMatchObject({ off: false, listed: [] })
})

test('a text from a number stored in national form belongs to the person who has it', async () => {
  const w = await givenAna('07700 900-123')
  await receiveText(w.at(now), { id: 's1', from, text: 'Any place tonight?' })
  const [said] = await w.db.all<{ personId: string | null }>(
    sql`SELECT person_id AS personId FROM conversations WHERE studio_id = ${w.studio.id}`,
  )
  expect(said?.personId).toBe(w.ana.id)
})

test('a phone number reads the same when it is stored and when it is texted, and (0) after the country code is dropped', async () => {
  const w = await world()
  for (const [written, number] of [
    ['+44 (0)7700 900123', from],
    ['0044 (0) 7700 900123', from],
    ['(07700) 900123', from],
    ['+44 7700 900123', from],
    ['+39 (0)6 1234 5678', '+390612345678'],
  ] as const) {
    await w.db.run(sql`UPDATE people SET phone = ${written} WHERE id = ${w.ana.id}`)
    const [row] = await w.db.all<{ number: string }>(sql`
      SELECT ${textNumberSql(w.at(now))} AS number FROM people AS person WHERE id = ${w.ana.id}`)
    expect([written, row!.number, parseHomePhone(written, 'en-GB')]).toEqual([
      written,
      number,
      number,
    ])
  }
})
