import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { newId } from '#app/values/id.ts'
import { mailTo, noticesOf } from '../../../tests/support/bookings.ts'
import { openTitles } from '../../../tests/support/tasks.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { askForSubstitute, offerSubstitute, withdrawRequest } from './ask-substitute.server.ts'
import { findRequest, fitList, substitutionsPage } from './substitution-queries.server.ts'
import { approveSubstitute, claimClass, declineOffer } from './take-class.server.ts'

// Wednesday 14 October 2026. Dee teaches pole on Thursday 15 at 18:30 and cannot.
const now = '2026-10-14T09:00:00Z'
const terms = { coachIds: 'all' as const }

/** A class of `coach` in pole, put there directly: a history, or something that binds them. */
async function teaches(
  { db, studio, ids }: World,
  coach: Person,
  localStart: string,
  state = 'reconciled',
) {
  const [date, time] = localStart.split('T') as [string, string]
  const at = (minutes: number) => {
    const ms = Date.parse(`${date}T${time}:00+01:00`) + minutes * 60_000
    return `${new Date(ms).toISOString().slice(0, 19)}Z`
  }
  await db.run(sql`
    INSERT INTO occurrences (id, studio_id, series_id, recurrence_key, class_type_id, room_id,
      coach_id, policy_id, starts_at, ends_at, time_zone, local_start, capacity, cutoff_at,
      opens_at, closes_at, waitlist_closes_at, waitlist_limit, state)
    VALUES (${newId()}, ${studio.id}, ${newId()}, ${localStart}, ${ids.poleType}, ${ids.roomId},
      ${coach.id}, ${ids.policyId}, ${at(0)}, ${at(60)}, ${studio.timeZone}, ${localStart}, 10,
      ${at(0)}, ${at(0)}, ${at(0)}, ${at(0)}, 0, ${state})`)
}

async function deeCannot() {
  const w = await world({ now })
  const [eve, finn, gus] = (await w.givenPeople(['Eve Coach', 'Finn Coach', 'Gus Coach'], {
    isStaff: true,
  })) as [Person, Person, Person]
  const occurrenceId = await w.givenClass({ localStart: '2026-10-15T18:30', at: now })
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, now), occurrenceId)
  // Eve and Finn have taught it; Gus has not.
  await teaches(w, eve, '2026-09-15T18:30')
  await teaches(w, eve, '2026-09-22T18:30')
  await teaches(w, finn, '2026-09-29T18:30')
  const asked = await askForSubstitute(w.asMember(w.coach, now), {
    key: newId(),
    occurrenceId,
    reason: 'Ill',
    onlyOwn: true,
  })
  if (!asked.ok) throw new Error(asked.reason)
  const as = (person: Person) => w.asMember(person, now)
  const classNow = async () =>
    (
      await w.db.all<{ coachId: string; regular: string | null; sequence: number }>(sql`
        SELECT coach_id AS coachId, substituted_coach_id AS regular, sequence FROM occurrences
        WHERE id = ${occurrenceId}`)
    )[0]!
  return { w, eve, finn, gus, occurrenceId, requestId: asked.requestId, as, classNow }
}

test('the coach who fits best is told first: free before bound, practised before new, and little rest is named', async () => {
  const { w, eve, finn, gus, requestId } = await deeCannot()
  await teaches(w, eve, '2026-10-15T19:00', 'scheduled')
  await teaches(w, finn, '2026-10-14T23:30', 'scheduled')
  const request = (await findRequest(w.at(now), requestId))!
  const list = await fitList(w.at(now), request)
  expect(
    list.map(({ id, free, qualified, taught, restedHours }) => ({
      id,
      free,
      qualified,
      taught,
      restedHours,
    })),
  ).toEqual([
    { id: finn.id, free: true, qualified: true, taught: 1, restedHours: 18 },
    { id: gus.id, free: true, qualified: false, taught: 0, restedHours: null },
    { id: eve.id, free: false, qualified: true, taught: 2, restedHours: null },
  ])
})

test('offered to all, only coaches who are qualified and free are asked, once, by email and in the app', async () => {
  const { w, eve, finn, gus, requestId } = await deeCannot()
  expect(await offerSubstitute(w.asDesk(now), requestId, terms)).toEqual({ ok: true, asked: 2 })
  expect(await offerSubstitute(w.asDesk(now), requestId, terms)).toEqual({
    ok: false,
    reason: 'nobody',
  })
  for (const [coach, n] of [
    [eve, 1],
    [finn, 1],
    [gus, 0],
  ] as const) {
    expect(await mailTo(w, coach)).toHaveLength(n)
    expect(await noticesOf(w, coach)).toHaveLength(n)
  }
  expect((await mailTo(w, eve))[0]!.subject).toBe('Can you cover Pole 2: spins, Thu 18:30?')
  expect((await substitutionsPage(w.at(now), eve.id)).mine).toHaveLength(1)
  expect((await substitutionsPage(w.at(now), gus.id)).mine).toHaveLength(0)
})

test('of coaches who claim in the same moment one has it, and the others are told', async () => {
  const { w, eve, finn, gus, requestId, as } = await deeCannot()
  await offerSubstitute(w.asDesk(now), requestId, { ...terms, coachIds: [eve.id, finn.id, gus.id] })
  const claims = await Promise.all(
    [eve, finn, gus, eve, finn, gus].map((coach) => claimClass(as(coach), requestId)),
  )
  const winner = (await findRequest(w.at(now), requestId))!.claimedBy
  expect(claims.filter(({ ok }) => ok)).toHaveLength(2)
  expect(
    claims.filter((claim) => !claim.ok).map((claim) => (claim.ok ? '' : claim.reason)),
  ).toEqual([...Array.from({ length: 4 }, () => 'taken')])
  const lines = await w.db.all(sql`
    SELECT id FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'substitute.claimed'`)
  expect(lines).toHaveLength(1)
  expect([eve.id, finn.id, gus.id]).toContain(winner)
})

test('approved, the class changes hands once, the booked are told, and the pay agreed on stays what it was', async () => {
  const { w, eve, finn, requestId, as, classNow } = await deeCannot()
  await offerSubstitute(w.asDesk(now), requestId, {
    ...terms,
    agreed: { claimsStand: false, payMinor: 4_500 },
  })
  await claimClass(as(eve), requestId)
  // Nothing has happened to the class yet.
  expect(await classNow()).toEqual({ coachId: w.coach.id, regular: null, sequence: 0 })

  const approvals = await Promise.all(
    [1, 2, 3].map(() => approveSubstitute(w.asDesk(now), requestId, {})),
  )
  expect(approvals.filter((one) => one.ok && !one.again)).toEqual([{ ok: true, told: 2 }])
  expect(await classNow()).toEqual({ coachId: eve.id, regular: w.coach.id, sequence: 1 })
  for (const person of [w.ana, w.ben]) {
    const letters = (await mailTo(w, person)).filter(({ kind }) => kind === 'class-changed')
    expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining('with Eve Coach')])
  }
  expect((await noticesOf(w, w.coach)).at(-1)!.text).toBe(
    'Eve Coach is covering Pole 2: spins, Thu 18:30 for you.',
  )
  expect((await noticesOf(w, finn)).at(-1)!.text).toContain('no longer needs a substitute')
  expect((await mailTo(w, eve)).at(-1)!.subject).toBe('Yours: Pole 2: spins, Thu 18:30')

  // A later offer or approval does not touch what was agreed on.
  await offerSubstitute(w.asDesk(now), requestId, {
    ...terms,
    agreed: { claimsStand: false, payMinor: 9_900 },
  })
  await approveSubstitute(w.asDesk(now), requestId, { payMinor: 9_900 })
  expect(await findRequest(w.at(now), requestId)).toMatchObject({
    state: 'approved',
    payMinor: 4_500,
    currency: 'GBP',
  })
})

test('without approval by a manager, the first claim settles a request', async () => {
  const { w, finn, eve, requestId, as, classNow } = await deeCannot()
  await offerSubstitute(w.asDesk(now), requestId, {
    ...terms,
    agreed: { claimsStand: true, payMinor: null },
  })
  expect(await claimClass(as(finn), requestId)).toEqual({ ok: true, settled: true })
  expect(await classNow()).toMatchObject({ coachId: finn.id, regular: w.coach.id })
  expect(await claimClass(as(eve), requestId)).toEqual({ ok: false, reason: 'taken' })
})

test('refused are coaches who were not asked, said no or are bound, and what is over or settled', async () => {
  const { w, eve, finn, gus, occurrenceId, requestId, as } = await deeCannot()
  await offerSubstitute(w.asDesk(now), requestId, terms)
  expect(await claimClass(as(gus), requestId)).toEqual({ ok: false, reason: 'not_offered' })
  await teaches(w, eve, '2026-10-15T19:15', 'scheduled')
  expect(await claimClass(as(eve), requestId)).toEqual({ ok: false, reason: 'not_free' })
  expect(await approveSubstitute(w.asDesk(now), requestId, {})).toEqual({
    ok: false,
    reason: 'not_claimed',
  })

  // Finn claims, gives it back, and cannot claim again.
  expect((await claimClass(as(finn), requestId)).ok).toBe(true)
  expect(await declineOffer(as(finn), requestId)).toEqual({ ok: true })
  expect((await findRequest(w.at(now), requestId))?.state).toBe('offered')
  expect(await claimClass(as(finn), requestId)).toEqual({ ok: false, reason: 'not_offered' })

  await cancelOccurrence(w.asDesk(now), occurrenceId, { reason: 'x' })
  expect(await claimClass(as(eve), requestId)).toEqual({ ok: false, reason: 'over' })
  expect((await substitutionsPage(w.at(now), eve.id)).needed).toEqual([])
})

test('a coach asks only for their own class, a class has one open request, and withdrawn it can be asked for again', async () => {
  const { w, eve, occurrenceId, requestId, as } = await deeCannot()
  const ask = (person: Person, onlyOwn: boolean) =>
    askForSubstitute(as(person), { key: newId(), occurrenceId, reason: '', onlyOwn })
  expect(await ask(eve, true)).toEqual({ ok: false, reason: 'not_yours' })
  expect(await ask(eve, false)).toEqual({ ok: false, reason: 'asked', requestId })
  expect(await withdrawRequest(as(eve), requestId, { onlyOwn: true })).toEqual({
    ok: false,
    reason: 'not_yours',
  })
  await offerSubstitute(w.asDesk(now), requestId, terms)
  expect(await withdrawRequest(as(w.coach), requestId, { onlyOwn: true })).toEqual({ ok: true })
  expect(await withdrawRequest(as(w.coach), requestId, { onlyOwn: true })).toEqual({
    ok: true,
    again: true,
  })
  expect((await noticesOf(w, eve)).map(({ kind }) => kind)).toEqual([
    'substitute-wanted',
    'substitute-settled',
  ])
  expect((await ask(w.coach, true)).ok).toBe(true)
})

test('someone who was given the class at its page can ask too: what its former coach had asked for is over', async () => {
  const { w, eve, finn, occurrenceId, requestId, as } = await deeCannot()
  await offerSubstitute(w.asDesk(now), requestId, { ...terms, coachIds: [finn.id] })
  await w.db.run(sql`UPDATE occurrences SET coach_id = ${eve.id} WHERE id = ${occurrenceId}`)
  const ask = { key: newId(), occurrenceId, reason: 'Ill, too', onlyOwn: true }
  expect(await askForSubstitute(as(eve), ask)).toEqual({ ok: true, requestId: ask.key })
  expect(await askForSubstitute(as(eve), ask)).toEqual({ ok: true, requestId: ask.key })
  expect(await findRequest(w.at(now), requestId)).toMatchObject({ state: 'withdrawn' })
  expect(await findRequest(w.at(now), ask.key)).toMatchObject({
    state: 'requested',
    regularId: eve.id,
  })
})

test('managers hear of a request by email and in the app, once, and the coach who asks does not', async () => {
  const { w, occurrenceId, requestId, as, eve, finn } = await deeCannot()
  expect(await withdrawRequest(as(w.coach), requestId, { onlyOwn: true })).toEqual({ ok: true })
  const ask = {
    key: newId(),
    occurrenceId,
    reason: 'Ill again',
    onlyOwn: true,
    tell: [eve.id, w.coach.id, 'nobody'],
  }
  await Promise.all([askForSubstitute(as(w.coach), ask), askForSubstitute(as(w.coach), ask)])
  // Refused, nobody is notified.
  await askForSubstitute(as(finn), { ...ask, key: newId() })

  expect((await noticesOf(w, eve)).map(({ kind, text }) => [kind, text])).toEqual([
    [
      'substitute-asked',
      expect.stringMatching(/needs a substitute for Pole 2: spins, Thu 18:30\.$/),
    ],
  ])
  const mails = await mailTo(w, eve)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Substitute needed: Pole 2: spins, Thu 18:30',
  ])
  expect(mails[0]!.text).toContain('can’t teach this class: Ill again.')
  expect(await noticesOf(w, w.coach)).toEqual([])
})

test("another studio's request and class are not found", async () => {
  const { occurrenceId, requestId } = await deeCannot()
  const other = await world({ now })
  const me = other.asMember(other.coach, now)
  expect(await findRequest(other.at(now), requestId)).toBeNull()
  expect(
    await askForSubstitute(me, { key: newId(), occurrenceId, reason: '', onlyOwn: false }),
  ).toMatchObject({
    reason: 'not_found',
  })
  expect(await claimClass(me, requestId)).toMatchObject({ reason: 'not_found' })
  expect(await declineOffer(me, requestId)).toMatchObject({ reason: 'not_found' })
  expect(await offerSubstitute(other.asDesk(now), requestId, terms)).toMatchObject({
    reason: 'not_found',
  })
  expect(await approveSubstitute(other.asDesk(now), requestId, {})).toMatchObject({
    reason: 'not_found',
  })
  expect(await withdrawRequest(me, requestId, { onlyOwn: false })).toMatchObject({
    reason: 'not_found',
  })
})

test('a request is a task at the desk, its claim one of a manager, and both end as it is settled', async () => {
  const { w, eve, finn, requestId, as } = await deeCannot()
  const find = 'Find a substitute for Pole 2: spins, Thu 15 Oct, 18:30'
  expect(await openTitles(w, now)).toEqual([find])
  await offerSubstitute(w.asDesk(now), requestId, terms)
  await Promise.all([claimClass(as(eve), requestId), claimClass(as(eve), requestId)])
  expect(await openTitles(w, now)).toEqual([
    'Eve Coach offers to cover Pole 2: spins, Thu 15 Oct, 18:30',
  ])
  await declineOffer(as(eve), requestId)
  expect(await openTitles(w, now)).toEqual([find])
  await claimClass(as(finn), requestId)
  await approveSubstitute(w.asDesk(now), requestId, {})
  expect(await openTitles(w, now)).toEqual([])
})
