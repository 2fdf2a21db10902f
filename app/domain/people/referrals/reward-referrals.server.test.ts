import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { newId } from '../../../values/id.ts'
import { keepReferral, referrerOf } from './keep-referral.server.ts'
import { makeReferralLink } from './referral-page.server.ts'
import { rewardReferrals } from './reward-referrals.server.ts'

const now = '2026-10-12T09:00:00Z'
const later = '2026-10-13T09:00:00Z'

const creditOf = async (w: World, person: Person) =>
  (
    await w.db.all<{ minor: number }>(sql`SELECT coalesce(sum(amount_minor), 0) AS minor
      FROM account_entries WHERE studio_id = ${w.studio.id} AND person_id = ${person.id}`)
  )[0]!.minor

const pay = (w: World, person: Person, at: string, method = 'card') =>
  w.db.run(sql`INSERT INTO payments (id, studio_id, person_id, amount_minor, currency, method, state,
      taken_at, taken_on)
    VALUES (${newId()}, ${w.studio.id}, ${person.id}, 1000, 'USD', ${method}, 'succeeded', ${at},
      ${at.slice(0, 10)})`)

const cameBy = (w: World) =>
  w.db.all<{ referrer: string; friend: string }>(sql`SELECT referrer_id AS referrer,
      friend_id AS friend FROM referrals WHERE studio_id = ${w.studio.id}`)

/** Ana has a link, and Mia is new. */
async function linked() {
  const w = await world()
  await w.db.run(sql`INSERT INTO billing_settings (studio_id, version, legal_name, address,
      tax_number, tax_name, prefix, first_number, due_days, desk_refund_minor, classes_tax_bp,
      memberships_tax_bp, events_tax_bp, fees_tax_bp, referrer_minor, friend_minor)
    VALUES (${w.studio.id}, 1, '', '', '', 'VAT', '', 1, 0, 2000, 0, 0, 0, 0, 1500, 500)`)
  await Promise.all([
    makeReferralLink(w.asMember(w.ana, now)),
    makeReferralLink(w.asMember(w.ana, now)),
  ])
  const links = await w.db.all<{ code: string }>(
    sql`SELECT code FROM referral_links WHERE studio_id = ${w.studio.id}`,
  )
  expect(links).toHaveLength(1)
  const mia = await w.givenPerson('Mia Fern')
  await w.db.run(sql`UPDATE people SET created_at = ${now} WHERE id = ${mia.id}`)
  return { w, mia, code: links[0]!.code }
}

test('a new friend is kept once, with the first who brought them, and never oneself', async () => {
  const { w, mia, code } = await linked()
  expect(await referrerOf(w.at(now), code)).toBe('Ana')
  expect(await referrerOf(w.at(now), 'no-such-code')).toBeNull()
  expect(await referrerOf(w.at(now), "' OR 1=1 --")).toBeNull()
  await keepReferral(w.at(now), code, w.ana.id)
  await keepReferral(w.at(now), 'no-such-code', mia.id)
  expect(await cameBy(w)).toEqual([])
  const keep = () => keepReferral(w.at(now), code, mia.id)
  await Promise.all([keep(), keep()])
  expect(await cameBy(w)).toEqual([{ referrer: w.ana.id, friend: mia.id }])
  const off = { ...w.at(now), studio: { ...w.studio, portal: 'referrals' } }
  expect(await referrerOf(off, code)).toBeNull()
  expect(await makeReferralLink({ ...w.asMember(w.ben, now), studio: off.studio })).toBe(false)
})

test('someone who was here or paid before does not count as referred', async () => {
  const { w, mia, code } = await linked()
  await pay(w, mia, now)
  await keepReferral(w.at(later), code, mia.id)
  const old = await w.givenPerson('Olga Old')
  await w.db.run(sql`UPDATE people SET created_at = '2026-01-01T00:00:00Z' WHERE id = ${old.id}`)
  await keepReferral(w.at(now), code, old.id)
  expect(await cameBy(w)).toEqual([])
})

test('member and friend get their credit once the friend has paid, once however often the job runs', async () => {
  const { w, mia, code } = await linked()
  await keepReferral(w.at(now), code, mia.id)
  expect(await rewardReferrals(w.at(now))).toBe(0)
  await pay(w, mia, later, 'credit')
  expect(await rewardReferrals(w.at(later))).toBe(0)
  await pay(w, mia, later)
  await Promise.all([rewardReferrals(w.at(later)), rewardReferrals(w.at(later))])
  expect(await rewardReferrals(w.at(later))).toBe(0)
  expect([await creditOf(w, w.ana), await creditOf(w, mia)]).toEqual([1500, 500])
  const notices = await w.db.all<{ text: string }>(sql`SELECT text FROM notices
    WHERE person_id = ${w.ana.id} AND kind = 'referral-rewarded'`)
  expect(notices[0]?.text).toContain('a friend you brought has paid for something')
})

test('records that are merged bring no second reward, and none for oneself', async () => {
  const { w, mia, code } = await linked()
  await keepReferral(w.at(now), code, mia.id)
  await pay(w, mia, later)
  await rewardReferrals(w.at(later))
  // The same human under a second record, brought once more: a merge moves its row.
  const twin = await w.givenPerson('Mia F')
  await w.db.run(sql`UPDATE people SET created_at = ${later}, user_id = NULL WHERE id = ${twin.id}`)
  await keepReferral(w.at(later), code, twin.id)
  await pay(w, twin, later)
  await w.db.run(sql`UPDATE referrals SET friend_id = ${mia.id} WHERE friend_id = ${twin.id}`)
  expect(await rewardReferrals(w.at(later))).toBe(1)
  expect([await creditOf(w, w.ana), await creditOf(w, mia)]).toEqual([1500, 500])
  // A record that turned out to be the referrer.
  const self = await w.givenPerson('Ana Again')
  await w.db.run(sql`UPDATE people SET created_at = ${later} WHERE id = ${self.id}`)
  await keepReferral(w.at(later), code, self.id)
  await w.db.run(sql`UPDATE referrals SET friend_id = ${w.ana.id} WHERE friend_id = ${self.id}`)
  await pay(w, w.ana, later)
  expect(await rewardReferrals(w.at(later))).toBe(1)
  expect(await creditOf(w, w.ana)).toBe(1500)
})
