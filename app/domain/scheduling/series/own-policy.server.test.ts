import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { rosterPage } from '#app/domain/bookings/roster/roster-page.server.ts'
import { policyForm, valuesOf } from '#app/domain/calendar/policy-fields.ts'
import {
  type PolicyRow,
  policyColumnsSql,
  toPolicy,
} from '#app/domain/calendar/policy-queries.server.ts'
import { copyTerm } from '#app/domain/planning/copy-term.server.ts'
import { addPolicy, savePolicy } from '#app/domain/scheduling/policies/save-policy.server.ts'
import { rulesPage } from '#app/domain/timetable/rules-page.server.ts'
import { feesOf, mailTo } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { changeSeries } from './change-series.server.ts'
import { expandSeries } from './expand-series.server.ts'
import { moveOccurrence } from './move-occurrence.server.ts'
import { asSeries } from './series-draft.ts'
import type { ChangeSeriesForm } from './series-fields.ts'

// Mondays 18:30 from 5 October 2026 under "Classes" (12 hours, £5); it is Friday 9 October.
const now = '2026-10-09T09:00:00Z'

/** The next version of "Masterclass", free until 72 hours before. */
const threeDays = async ({ db, studio }: World) => {
  const { versions } = await batch(db, {
    versions: db.all<PolicyRow & { version: number }>(sql`
      SELECT ${policyColumnsSql}, policy.version FROM policies AS policy
      WHERE policy.studio_id = ${studio.id} AND policy.name = 'Masterclass'
      ORDER BY policy.version DESC LIMIT 1`),
  })
  const values = valuesOf(toPolicy(versions[0]!), studio.currency)
  const given = Object.entries({ ...values, cancelHours: '72' }).filter(([, v]) => v !== '')
  return policyForm(studio.currency).parse(Object.fromEntries(given))
}

/** "Masterclass": free until 48 hours before, then £20.00; £30.00 for anyone who does not come. */
async function mondays() {
  const w = await world()
  await w.givenSeries({
    localStart: '2026-10-05T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=MO',
    at: '2026-10-01T09:00:00Z',
  })
  const desk = w.asDesk(now)
  await addPolicy(desk, { name: 'Masterclass', kind: 'class' })
  await w.db.run(sql`
    UPDATE policies SET cancel_minutes = 2880, late_fee_minor = 2000, no_show_fee_minor = 3000,
      waitlist_limit = 3 WHERE studio_id = ${w.studio.id} AND name = 'Masterclass'`)
  const [own] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM policies WHERE studio_id = ${w.studio.id} AND name = 'Masterclass'`,
  )
  const id = await idAt(w, '2026-10-19T18:30')
  let version = 1
  const change = (more: Partial<ChangeSeriesForm>, occurrence = id) =>
    changeSeries(desk, occurrence, {
      scope: 'one',
      version: version++,
      date: '2026-10-19',
      time: '18:30',
      minutes: 60,
      days: ['MO'],
      roomId: w.ids.roomId,
      coachId: w.coach.id,
      capacity: 12,
      policyId: w.ids.policyId,
      ...more,
    })
  return { w, id, own: own!.id, change, desk }
}

async function idAt({ db, studio }: World, localStart: string): Promise<string> {
  const [row] = await db.all<{ id: string }>(sql`
    SELECT id FROM occurrences WHERE studio_id = ${studio.id} AND local_start = ${localStart}`)
  return row?.id ?? ''
}

const rulesAt = async ({ db }: World, id: string) => {
  const [row] = await db.all<{ name: string; cutoffAt: string; waitlist: number }>(sql`
    SELECT policy.name, o.cutoff_at AS cutoffAt, o.waitlist_limit AS waitlist
    FROM occurrences AS o JOIN policies AS policy ON policy.id = o.policy_id WHERE o.id = ${id}`)
  return row
}

const usual = { name: 'Classes', cutoffAt: '2026-10-19T05:30:00Z', waitlist: 10 }
const special = { name: 'Masterclass', cutoffAt: '2026-10-17T17:30:00Z', waitlist: 3 }

test('one class takes another policy, with its limits; its series and the others keep theirs', async () => {
  const { w, id, own, change } = await mondays()

  expect(await change({ ownPolicyId: own })).toMatchObject({ ok: true, changed: 1, notified: 0 })

  expect(await rulesAt(w, id)).toEqual(special)
  expect(await rulesAt(w, await idAt(w, '2026-10-26T18:30'))).toMatchObject({ name: 'Classes' })
  const page = await rosterPage(w.at(now), id, '')
  expect(page?.occurrence).toMatchObject({ policyName: 'Masterclass', ownPolicy: 1 })
  const { policies } = await rulesPage(w.at(now), null)
  expect(policies.map(({ name }) => name)).toEqual(['Classes', 'Masterclass'])
  expect(await change({ ownPolicyId: asSeries })).toMatchObject({ ok: true })
  expect(await rulesAt(w, id)).toEqual(usual)
})

test('someone who booked before keeps what they were shown; someone who books after has the class’s own, in mail, cost and fee', async () => {
  const { w, id, own, change } = await mondays()
  const before = await bookClass(w.asMember(w.ana, now), id)
  await change({ ownPolicyId: own })
  const after = await bookClass(w.asMember(w.ben, now), id)
  if (!before.ok || !after.ok) throw new Error('refused')

  expect((await mailTo(w, w.ben)).at(-1)!.text).toContain('Sat 17 Oct 18:30, then £20.00')
  // Sunday noon: late for Ben, free for Ana.
  const sunday = '2026-10-18T11:00:00Z'
  await cancelBooking(w.asMember(w.ana, sunday), before.booking.id)
  await cancelBooking(w.asMember(w.ben, sunday), after.booking.id)
  expect(await feesOf(w, w.ana)).toEqual([])
  expect(await feesOf(w, w.ben)).toMatchObject([{ kind: 'late_cancel', amountMinor: 2_000 }])
})

test('not coming costs what the class’s own policy says', async () => {
  const { w, id, own, change } = await mondays()
  await change({ ownPolicyId: own })
  await bookClass(w.asMember(w.ana, now), id)
  await reconcileClasses(w.at('2026-10-19T20:30:00Z'))
  expect(await feesOf(w, w.ana)).toMatchObject([{ kind: 'no_show', amountMinor: 3_000 }])
})

test('a policy of one class stays when the class is moved, its series changed or split, and later versions reach it', async () => {
  const { w, id, own, change, desk } = await mondays()
  await change({ ownPolicyId: own })

  expect(await moveOccurrence(desk, id, { time: '19:00', version: 2, anyway: true })).toMatchObject(
    { ok: true },
  )
  expect(await rulesAt(w, id)).toMatchObject({
    name: 'Masterclass',
    cutoffAt: '2026-10-17T18:00:00Z',
  })
  const split = await changeSeries(desk, await idAt(w, '2026-10-12T18:30'), {
    scope: 'later',
    version: 3,
    date: '2026-10-12',
    time: '18:30',
    minutes: 60,
    days: ['MO'],
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    capacity: 10,
    policyId: w.ids.policyId,
  })
  expect(split).toMatchObject({ ok: true })
  expect(await rulesAt(w, id)).toMatchObject({ name: 'Masterclass' })

  expect(await savePolicy(desk, await threeDays(w))).toMatchObject({
    ok: true,
    version: 2,
    classes: 1,
  })
  expect(await rulesAt(w, id)).toMatchObject({ cutoffAt: '2026-10-16T18:00:00Z' })
})

test('the newest version is taken however old the form was, and another studio’s policy is not found', async () => {
  const { w, id, own, change, desk } = await mondays()
  await savePolicy(desk, await threeDays(w))
  await change({ ownPolicyId: own })
  const [row] = await w.db.all<{ version: number }>(sql`
    SELECT policy.version FROM occurrences AS o JOIN policies AS policy ON policy.id = o.policy_id
    WHERE o.id = ${id}`)
  expect(row).toEqual({ version: 2 })
  await world()
  const other = await world()
  expect(other.shard).toBe(w.shard)
  expect(await change({ ownPolicyId: other.ids.policyId })).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('classes made later, and a copy of the term, have the policy of the series', async () => {
  const { w, own, change, desk } = await mondays()
  await change({ ownPolicyId: own })
  await expandSeries(w.at('2026-12-01T09:00:00Z'))
  const rows = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM occurrences WHERE policy_id = ${own}`,
  )
  expect(rows).toEqual([{ n: 1 }])
  const [series] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM series WHERE studio_id = ${w.studio.id}`,
  )
  await w.db.run(sql`UPDATE series SET rrule = rrule || ';UNTIL=20261231T235959Z'`)
  const span = { from: '2026-10-05', weeks: 4, to: '2027-03-01' }
  const key = 'copyofterm01'
  expect(await copyTerm(desk, { ...span, key, series: [series!.id], draft: false })).toMatchObject({
    made: 1,
  })
  const copied = await w.db.all<{ policyId: string }>(sql`
    SELECT policy_id AS policyId FROM series
    WHERE studio_id = ${w.studio.id} AND id <> ${series!.id}`)
  expect(copied).toEqual([{ policyId: w.ids.policyId }])
})

test('a class with its own policy keeps its limits when the series changes time or length', async () => {
  const { w, id, own, change } = await mondays()
  await change({ ownPolicyId: own })

  expect(await change({ scope: 'all', date: '2026-10-12', time: '19:00' })).toMatchObject({
    ok: true,
  })
  expect(await rulesAt(w, id)).toEqual({ ...special, cutoffAt: '2026-10-17T18:00:00Z' })
  expect(await change({ scope: 'later', time: '19:00', minutes: 75 })).toMatchObject({ ok: true })
  expect(await rulesAt(w, id)).toEqual({ ...special, cutoffAt: '2026-10-17T18:00:00Z' })
  expect(await rulesAt(w, await idAt(w, '2026-10-26T19:00'))).toEqual({
    ...usual,
    cutoffAt: '2026-10-26T07:00:00Z',
  })
})
