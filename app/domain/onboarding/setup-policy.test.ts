import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { policyRules } from '#app/domain/calendar/policy-words.ts'
import { grantLotStatements } from '#app/domain/entitlements/ledger.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { rulesPage } from '#app/domain/timetable/rules-page.server.ts'
import { newId } from '#app/values/id.ts'
import { databases } from '../../../tests/support/databases.ts'
import { answeredSetup, publishContext, setupNow } from '../../../tests/support/setups.ts'
import { publishStudio } from './publish-studio.server.ts'
import { type LateKind, ruleFields } from './setup-fields.ts'

/** A studio that was published with what an owner typed about cancelling, and a pack's holder. */
async function publishedWith(typed: { cancelHours: string; late: LateKind; fee?: string }) {
  const all = await databases()
  const { owner, studioId, answer } = await answeredSetup(all)
  await answer({ step: 'rules', ...ruleFields('GBP').parse(typed) })
  const published = await publishStudio(publishContext(all), owner, studioId, { listed: false })
  if (!published.ok) throw new Error(published.reason)
  const { studio } = published
  const db = all.shard(studio.shard as 0 | 1)
  const at = (now: string): StudioContext => ({
    db,
    studio,
    now,
    nowMs: Date.parse(now),
    origin: 'https://cadence.test',
    secret: 'of the tests',
  })
  const person = { id: newId(), userId: crypto.randomUUID(), name: 'Bea' }
  const [pack] = await db.all<{ id: string }>(
    sql`SELECT id FROM packages WHERE studio_id = ${studioId}`,
  )
  await db.run(sql`
    INSERT INTO people (id, studio_id, user_id, name, email, joined_on, created_at)
    VALUES (${person.id}, ${studioId}, ${person.userId}, 'Bea', 'bea@example.test', '2026-06-01', ${setupNow})`)
  await batch(
    db,
    grantLotStatements(at(setupNow), {
      id: newId(),
      personId: person.id,
      packageId: pack!.id,
      credits: 10,
      startsOn: '2026-06-01',
      expiresOn: '2026-11-30',
    }),
  )
  const asBea = (now: string) => ({
    ...at(now),
    person,
    actor: { userId: person.userId, name: person.name, role: 'member' as const },
  })
  const book = async (localStart: string) => {
    const [found] = await db.all<{ id: string }>(
      sql`SELECT id FROM occurrences WHERE studio_id = ${studioId} AND local_start = ${localStart}`,
    )
    const booked = await bookClass(asBea('2026-06-01T09:00:00Z'), found!.id)
    if (!booked.ok) throw new Error(booked.reason)
    return booked.booking.id
  }
  /** The person's balance, and the fees noted for them as `kind amount`. */
  const cost = async () => {
    const [lot] = await db.all<{ left: number }>(
      sql`SELECT sum(amount) AS left FROM entries WHERE studio_id = ${studioId}`,
    )
    const fees = await db.all<{ fee: string }>(
      sql`SELECT kind || ' ' || amount_minor AS fee FROM fees WHERE studio_id = ${studioId}`,
    )
    return { lost: 10 - (lot?.left ?? 0), fees: fees.map(({ fee }) => fee) }
  }
  return { at, asBea, book, cost }
}

test.each([
  { late: 'nothing', lost: 0, fee: false, says: null },
  { late: 'credit', lost: 1, fee: false, says: 'lose the credit' },
  { late: 'fee', lost: 0, fee: true, says: 'pay £5.00' },
  { late: 'both', lost: 1, fee: true, says: 'lose the credit and pay £5.00' },
] as const)(
  'a studio set up so that a late cancel costs $late takes exactly that, and its rules page says so',
  async ({ late, lost, fee, says }) => {
    const typed = { cancelHours: '12', late, ...(fee ? { fee: '5.00' } : {}) }
    const cancelled = await publishedWith(typed)
    await cancelBooking(
      cancelled.asBea('2026-06-02T12:00:00Z'),
      await cancelled.book('2026-06-02T18:30'),
    )
    expect(await cancelled.cost()).toEqual({ lost, fees: fee ? ['late_cancel 500'] : [] })

    const { policies } = await rulesPage(cancelled.at(setupNow), null)
    const formats = { timeZone: 'Europe/London', locale: 'en-GB', currency: 'GBP', weekStart: 1 }
    const rules = policyRules(policies[0]!, formats)
    for (const about of ['Cancelling', 'Not coming']) {
      const { rule } = rules.find((one) => one.about === about)!
      if (says === null) expect(rule).not.toMatch(/lose the credit|£/)
      else expect(rule).toContain(says)
    }

    const absent = await publishedWith(typed)
    await absent.book('2026-06-02T18:30')
    await reconcileClasses(absent.at('2026-06-03T18:30:00Z'))
    expect(await absent.cost()).toEqual({ lost, fees: fee ? ['no_show 500'] : [] })
  },
)
