import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { packages } from '#app/db/studio/entitlements.ts'
import { giftCards } from '#app/db/studio/money/gift-cards.ts'
import { accountEntryStatement } from '#app/domain/billing/account-entry.server.ts'
import { grantLotStatements } from '#app/domain/entitlements/ledger.server.ts'
import { identityFor, mintAccount, mintSession } from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import { mintStudio } from '../../../tests/support/studios.ts'
import { closeAccount, closingPage } from './close-account.server.ts'
import { closingWords } from './close-account-words.ts'

const world = await databases()
const shardOf = ({ shard }: { shard: number }) => world.shard(shard as 0 | 1)
const ctx = { ...identityFor(world), shardOf }

/** A member of two studios: their place in the second is taken as the account's, too. */
async function memberOfTwo() {
  const [one, two] = [await mintStudio(world), await mintStudio(world)]
  const { userId, personId } = await mintAccount(world, { studio: one, role: 'member' })
  const there = `there-${userId.slice(0, 8)}`
  await world.directory.run(sql`
    INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
    VALUES (${userId}, ${two.id}, 'coach', ${there}, 'active', ${ctx.now})`)
  await shardOf(two).run(sql`
    INSERT INTO people (id, studio_id, user_id, name, joined_on, created_at, is_staff)
    VALUES (${there}, ${two.id}, ${userId}, 'Ana Reyes', '2026-01-01', ${ctx.now}, 1)`)
  await mintSession(world, { userId })
  return { userId, places: [[one, personId] as const, [two, there] as const] }
}

test('closing an account signs it out everywhere and asks each of its studios to erase the person', async () => {
  const { userId, places } = await memberOfTwo()
  expect(await closeAccount(ctx, { userId, name: 'Ana Reyes' })).toEqual({ ok: true })
  for (const [studio, personId] of places) {
    const db = shardOf(studio)
    expect(
      await db.all(sql`SELECT user_id AS userId, is_staff AS isStaff FROM people
        WHERE studio_id = ${studio.id} AND id = ${personId}`),
    ).toEqual([{ userId: null, isStaff: 0 }])
    expect(
      await db.all(sql`SELECT state FROM tasks WHERE studio_id = ${studio.id}
        AND cause_kind = 'erase_request' AND cause_ref = ${personId}`),
    ).toEqual([{ state: 'open' }])
  }
  expect(
    await world.directory.all(sql`
      SELECT 1 FROM auth_sessions WHERE user_id = ${userId}
      UNION ALL SELECT 1 FROM affiliations WHERE user_id = ${userId}`),
  ).toEqual([])
})

test('the page says for each studio what stays and what ends', async () => {
  const { userId, places } = await memberOfTwo()
  const [[one, personId]] = places as [(typeof places)[number]]
  await shardOf(one).run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at)
    VALUES (${`owed-${personId}`}, ${one.id}, ${personId}, 'other', '', 2000, ${one.currency}, '',
      'open', ${`owed-${personId}`}, ${ctx.now})`)
  const page = await closingPage(ctx, userId)
  const said = Object.fromEntries(
    page.map((place) => [place.studio.slug, closingWords(place, 30).join(' ')]),
  )
  expect(said[one.slug]).toMatch(/^You still owe .*20\.00\. .* is asked to erase what it keeps/)
  expect(said[places[1]![0].slug]).toMatch(/^Your role there ends: Coach\./)
})

test('the page names packs, account credit and gift cards with something left', async () => {
  const { userId, places } = await memberOfTwo()
  const [[one, found]] = places as [(typeof places)[number]]
  const personId = found!
  const db = shardOf(one)
  const at = { db, studio: one, now: ctx.now, nowMs: ctx.nowMs, origin: '', secret: '' }
  const packageId = `pack-${personId}`
  await db.insert(packages).values({
    ...{ id: packageId, studioId: one.id, name: '10-class pack', version: 1, credits: 10 },
    ...{ priceMinor: 12_000, currency: one.currency, validDays: 180 },
  })
  for (const expiresOn of ['2099-12-31', '2026-01-31'])
    await batch(
      db,
      grantLotStatements(at, {
        ...{ id: `${expiresOn}-${personId}`, personId, packageId, credits: 6 },
        ...{ startsOn: '2026-01-01', expiresOn },
      }),
    )
  await accountEntryStatement(
    at,
    { personId: sql`${personId}`, amountMinor: 1_250, cause: 'a', reason: '' },
    sql`1`,
  )
  const id = `card-${personId}`
  await db.insert(giftCards).values({
    ...{ id, studioId: one.id, codeHash: id, lastFour: 'ABCD', sealedCode: '', tokenHash: id },
    ...{ sealed: '', source: 'import', personId, state: 'live', currency: one.currency },
    ...{ amountMinor: 3_000, balanceMinor: 3_000, createdAt: ctx.now },
  })
  const [place] = (await closingPage(ctx, userId)).filter(({ studio }) => studio.slug === one.slug)
  expect(closingWords(place!, 30).slice(0, 3)).toEqual([
    'You lose what is left of your packs: 10-class pack, 6 left.',
    expect.stringMatching(/^You lose .*12\.50 of account credit\.$/),
    expect.stringMatching(/30(\.00)? is left on gift cards you bought\. Keep their codes/),
  ])
})

test('the only owner of an open studio cannot close their account, and nobody is asked to erase anything', async () => {
  const studio = await mintStudio(world)
  const { userId } = await mintAccount(world, { studio, role: 'owner' })
  expect(await closeAccount(ctx, { userId, name: 'Olga' })).toEqual({
    ok: false,
    reason: 'only_owner',
  })
  expect(
    await shardOf(studio).all(sql`SELECT 1 FROM tasks WHERE studio_id = ${studio.id}`),
  ).toEqual([])
})
