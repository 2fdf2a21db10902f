import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { newId } from '#app/values/id.ts'
import { balanceOf, bookingOf } from '../../../tests/support/bookings.ts'
import { plansOf, remembering } from '../../../tests/support/query-plans.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { actAtDesk } from './act-at-desk.server.ts'
import { type AlertRules, alertsShown, usualRules } from './alert-rules.ts'
import { arriveByCode } from './arrive-by-code.server.ts'
import { enterAtKiosk, kioskPage } from './kiosk-page.server.ts'
import { chooseKioskProof } from './kiosk-settings.server.ts'
import { makeKiosk, openKiosk } from './kiosks.server.ts'
import { memberCodePage, replaceMemberCode } from './member-code.server.ts'
import { codeIn, newMemberCode, scannedText } from './member-code.ts'
import { setPinAtDesk } from './member-pin.server.ts'
import { receptionPage } from './reception-page.server.ts'
import { receptionWords } from './reception-words.ts'
import { recordDeskTaps } from './record-desk-taps.server.ts'
import { recordTaps } from './record-taps.server.ts'
import { findAlertRules, saveAlertRules } from './save-alert-rules.server.ts'
import type { Tap } from './taps.ts'
import { undoCheckInAtDesk, undoVisit } from './undo-arrival.server.ts'
import { recordVisit, walkInAtDesk } from './walk-in-at-desk.server.ts'

// Thursday 15 October 2026, 18:30 to 19:30 in London.
const monday = '2026-10-12T09:00:00Z'
const at1720 = '2026-10-15T16:20:00Z'
const settled = '2026-10-15T20:30:00Z'
const desk = { mayOverride: true }

async function thursday(capacity = 4) {
  const w = await world()
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity })
  const book = async (person: Person) => {
    const booked = await bookClass(w.asMember(person, monday), occurrence)
    if (!booked.ok) throw new Error(booked.reason)
    return booked.booking.id
  }
  return { w, occurrence, book }
}

const tapOf = (bookingId: string, more: Partial<Tap> = {}): Tap => ({
  key: newId(),
  bookingId,
  method: 'name',
  ago: 0,
  override: '',
  ...more,
})

const arrivalsOf = ({ db, studio }: World) =>
  db.all<{
    bookingId: string | null
    arrivedAt: string
    overridden: string
    undoneAt: string | null
    by: string
  }>(sql`
    SELECT booking_id AS bookingId, arrived_at AS arrivedAt, overridden, undone_at AS undoneAt, "by"
    FROM arrivals
    WHERE studio_id = ${studio.id} ORDER BY rowid`)

const decide = async (w: World, rules: Partial<AlertRules>) =>
  saveAlertRules(
    w.asDesk(monday),
    { ...usualRules, ...rules },
    alertsShown(await findAlertRules(w.at(monday))),
  )

const pastDue = (w: World, membershipId: string) =>
  w.db.run(sql`UPDATE memberships SET state = 'past_due' WHERE id = ${membershipId}`)

const note = (w: World, person: Person, kind: string, text: string) =>
  w.db.run(sql`
    INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id,
      author_name, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${person.id}, ${kind}, ${text}, 'hana', 'Hana', ${monday})`)

const codeOf = async (w: World, person: Person) =>
  (await memberCodePage(w.asMember(person), { personId: person.id, name: person.name, email: '' }))
    .code!

test('one code scanned at two desks at once is one arrival, and the next scan says they are in', async () => {
  const { w, book } = await thursday()
  const bookingId = await book(w.ana)
  const code = await codeOf(w, w.ana)
  const scan = () => arriveByCode(w.asDesk(at1720), { code, method: 'qr' })
  const both = await Promise.all([scan(), scan(), scan()])
  expect(both.map((answer) => answer.ok)).toEqual([true, true, true])
  expect(both.filter((answer) => answer.ok && !answer.again)).toHaveLength(1)
  expect(await scan()).toMatchObject({
    ok: true,
    again: true,
    name: 'Ana Reyes',
    title: 'Pole 2: spins',
  })
  expect(await arrivalsOf(w)).toMatchObject([{ bookingId, arrivedAt: at1720, undoneAt: null }])
})

test('the look-ahead opens 90 minutes before a class, ends 30 minutes after its start, and leaves other days alone', async () => {
  const { w, book } = await thursday()
  await book(w.ana)
  const code = await codeOf(w, w.ana)
  const at = (now: string) => arriveByCode(w.asDesk(now), { code, method: 'code' })
  expect(await at('2026-10-15T15:59:59Z')).toMatchObject({
    ok: false,
    reason: 'no_place',
    name: 'Ana Reyes',
  })
  expect(await at('2026-10-14T17:00:00Z')).toMatchObject({ ok: false, reason: 'no_place' })
  expect(await at('2026-10-15T18:00:01Z')).toMatchObject({ ok: false, reason: 'no_place' })
  expect(await at('2026-10-15T18:00:00Z')).toMatchObject({ ok: true, again: false })
  expect(
    await arriveByCode(w.asDesk(at1720), { code: newMemberCode(), method: 'code' }),
  ).toMatchObject({
    reason: 'unknown_code',
  })
})

test('a queue sent twice, also at once, checks in once and keeps the time of the tap; after an undo it does nothing', async () => {
  const { w, occurrence, book } = await thursday()
  const taps = [tapOf(await book(w.ana), { ago: 600 }), tapOf(await book(w.ben), { ago: 5 })]
  const send = () => recordTaps(w.asDesk(at1720), taps, desk)
  const both = await Promise.all([send(), send()])
  expect(
    both
      .flat()
      .map(({ status }) => status)
      .sort(),
  ).toEqual(['already', 'already', 'done', 'done'])
  expect(await arrivalsOf(w)).toMatchObject([
    { arrivedAt: '2026-10-15T16:10:00Z' },
    { arrivedAt: '2026-10-15T16:19:55Z' },
  ])

  expect(await undoCheckInAtDesk(w.asDesk(at1720), taps[0]!.bookingId)).toEqual({ ok: true })
  expect(await undoCheckInAtDesk(w.asDesk(at1720), taps[0]!.bookingId)).toEqual({
    ok: true,
    again: true,
  })
  expect((await send()).map(({ status }) => status)).toEqual(['already', 'already'])
  expect(await bookingOf(w, occurrence, w.ana)).toMatchObject({ state: 'booked' })
  // A new tap is a new arrival.
  expect(await recordTaps(w.asDesk(at1720), [tapOf(taps[0]!.bookingId)], desk)).toMatchObject([
    { status: 'done' },
  ])
  expect(await arrivalsOf(w)).toHaveLength(3)
})

test('a booking that changed while the network was away is a conflict for a person to settle, and the rest goes through', async () => {
  const { w, occurrence, book } = await thursday()
  const [ana, ben] = [await book(w.ana), await book(w.ben)]
  const [dan, eve] = await w.givenPeople(['Dan Late', 'Eve Lake'])
  await w.giveMembership(dan!)
  await w.giveMembership(eve!)
  const [danB, eveB] = [await book(dan!), await book(eve!)]
  await cancelBooking(w.asMember(w.ben, monday), ben)
  await recordTaps(w.asDesk(at1720), [tapOf(danB)], desk)
  const other = await world()

  const answers = await recordTaps(
    w.asDesk(at1720),
    [tapOf(ana), tapOf(ben), tapOf(danB), tapOf(eveB), tapOf('nothing00000')],
    desk,
  )
  expect(answers.map((a) => (a.status === 'conflict' ? a.reason : a.status))).toEqual([
    ...['done', 'booking_cancelled', 'in_elsewhere', 'done', 'not_found'],
  ])
  expect(answers[1]).toMatchObject({
    name: 'Ben Okoro',
    title: 'Pole 2: spins',
    occurrenceId: occurrence,
  })
  // Another studio's desk knows none of them.
  expect(await recordTaps(other.asDesk(at1720), [tapOf(ana)], desk)).toMatchObject([
    { reason: 'not_found', name: '' },
  ])

  const evening = await thursday()
  const late = await evening.book(evening.w.ana)
  await reconcileClasses(evening.w.at(settled))
  expect(
    await recordTaps(evening.w.asDesk(settled), [tapOf(late, { ago: 7_200 })], desk),
  ).toMatchObject([{ reason: 'settled' }])
  const off = await thursday()
  const gone = await off.book(off.w.ana)
  await cancelOccurrence(off.w.asDesk(at1720), off.occurrence, { reason: 'no heating' })
  expect(await recordTaps(off.w.asDesk(at1720), [tapOf(gone)], desk)).toMatchObject([
    { reason: 'class_cancelled' },
  ])
})

test('of two who decide the alerts at once one is refused, and a stale page undoes nothing', async () => {
  const { w } = await thursday()
  const save = (rules: Partial<AlertRules>) =>
    saveAlertRules(w.asDesk(monday), { ...usualRules, ...rules }, alertsShown(usualRules))
  const both = await Promise.all([save({ past_due: 'block' }), save({ red_note: 'block' })])
  expect(both).toEqual([{ ok: true }, { ok: false, reason: 'changed' }])
  expect(await save({ archived: 'allow' })).toEqual({ ok: false, reason: 'changed' })
  expect(await findAlertRules(w.at(monday))).toEqual({ ...usualRules, past_due: 'block' })

  // What stands already is no change of anybody's.
  expect(await save({ past_due: 'block' })).toEqual({ ok: true })
  expect(
    await w.db.all(sql`SELECT 1 FROM audit_entries
      WHERE studio_id = ${w.studio.id} AND action = 'reception.alerts_changed'`),
  ).toHaveLength(1)
})

test('an alert that blocks stops a check-in until someone with the right gives a reason, which stays in the record', async () => {
  const { w, occurrence, book } = await thursday()
  const bookingId = await book(w.ana)
  await pastDue(w, w.anaMembership)
  const code = await codeOf(w, w.ana)
  await decide(w, { past_due: 'block' })
  expect(await findAlertRules(w.at(monday))).toEqual({ ...usualRules, past_due: 'block' })

  expect(await arriveByCode(w.asDesk(at1720), { code, method: 'qr' })).toMatchObject({
    ok: false,
    reason: 'blocked',
  })
  const withReason = tapOf(bookingId, { override: 'pays at the desk tonight' })
  expect(await recordTaps(w.asDesk(at1720), [withReason], { mayOverride: false })).toMatchObject([
    { reason: 'blocked' },
  ])
  expect(await bookingOf(w, occurrence, w.ana)).toMatchObject({ state: 'booked' })
  expect(await recordTaps(w.asDesk(at1720), [withReason], desk)).toMatchObject([{ status: 'done' }])
  expect(await arrivalsOf(w)).toMatchObject([
    { overridden: 'past_due: pays at the desk tonight', by: 'hana' },
  ])
  const [line] = await w.db.all<{ reason: string; detail: string }>(sql`
    SELECT reason, detail FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'booking.checked_in'`)
  expect([line!.reason, JSON.parse(line!.detail)]).toEqual([
    'pays at the desk tonight',
    { method: 'name', overridden: ['past_due'] },
  ])
})

test('each trigger blocks where it is set to, and warns or keeps quiet where it is not', async () => {
  const { w, book } = await thursday()
  const bookingId = await book(w.ben)
  await note(w, w.ben, 'red', 'barred from aerial')
  const asked = () => recordTaps(w.asDesk(at1720), [tapOf(bookingId)], { mayOverride: false })
  const shown = async () => {
    const page = await receptionPage(w.at(at1720), { q: '', personId: w.ben.id })
    const formats = {
      timeZone: 'Europe/London',
      locale: 'en-GB',
      currency: 'GBP',
      today: '2026-10-15',
      fees: true,
    }
    return receptionWords(page, formats).found![0]!
  }
  await decide(w, { red_note: 'block' })
  expect(await asked()).toMatchObject([{ reason: 'blocked' }])
  expect(await shown()).toMatchObject({ blocked: true })
  await decide(w, { red_note: 'allow', archived: 'block' })
  expect((await shown()).marks.map(({ text }) => text)).toEqual(['First visit'])
  await w.db.run(sql`UPDATE people SET archived_at = ${monday} WHERE id = ${w.ben.id}`)
  expect(await asked()).toMatchObject([{ reason: 'blocked' }])
  await decide(w, {})
  expect((await shown()).marks.map(({ text }) => text)).toEqual([
    'Archived',
    'barred from aerial',
    'First visit',
  ])
  await decide(w, { no_entitlement: 'block' })
  await w.db.run(sql`UPDATE bookings SET lot_id = NULL WHERE id = ${bookingId}`)
  expect(await asked()).toMatchObject([{ reason: 'blocked' }])
  await decide(w, {})
  expect(await asked()).toMatchObject([{ status: 'done' }])
})

test('strikes that stop booking can stop at the door, too', async () => {
  const w = await world({
    policy: { strikeLimit: 1, strikeDays: 30, blockDays: 14, noShowStrike: true },
  })
  const missed = await w.givenClass({ localStart: '2026-10-12T18:30' })
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const booked = await bookClass(w.asMember(w.ana, monday), thursday)
  await bookClass(w.asMember(w.ana, monday), missed)
  await reconcileClasses(w.at('2026-10-13T09:00:00Z'))
  if (!booked.ok) throw new Error(booked.reason)
  const tap = () => recordTaps(w.asDesk(at1720), [tapOf(booked.booking.id)], desk)
  await decide(w, { strikes: 'block' })
  expect(await tap()).toMatchObject([{ reason: 'blocked' }])
  await decide(w, { strikes: 'warn' })
  expect(await tap()).toMatchObject([{ status: 'done' }])
})

test('strikes that stop at the door stop a walk-in, too, until someone who may gives a reason', async () => {
  const w = await world({
    policy: { strikeLimit: 1, strikeDays: 30, blockDays: 14, noShowStrike: true },
  })
  const missed = await w.givenClass({ localStart: '2026-10-12T18:30' })
  const occurrenceId = await w.givenClass({ localStart: '2026-10-15T18:30' })
  await bookClass(w.asMember(w.ben, monday), missed)
  await reconcileClasses(w.at('2026-10-13T09:00:00Z'))
  await decide(w, { strikes: 'block' })
  const walkIn = {
    occurrenceId,
    personId: w.ben.id,
    pay: 'rule' as const,
    reason: '',
    override: '',
  }
  const add = (more: { override?: string; mayOverride: boolean }) =>
    walkInAtDesk(w.asDesk(at1720), { ...walkIn, ...more })
  expect(await add({ mayOverride: true })).toEqual({ ok: false, reason: 'blocked' })
  expect(await add({ override: 'asked Hana', mayOverride: false })).toEqual({
    ok: false,
    reason: 'blocked',
  })
  expect(await arrivalsOf(w)).toEqual([])
  expect(await add({ override: 'asked Hana', mayOverride: true })).toMatchObject({ ok: true })
  expect(await arrivalsOf(w)).toMatchObject([{ overridden: 'strikes: asked Hana' }])
})

test('the desk sees of an injury that there is one, and of a debt only where the role may', async () => {
  const { w, book } = await thursday()
  await book(w.ana)
  await pastDue(w, w.anaMembership)
  await note(w, w.ana, 'injury', 'torn rotator cuff')
  await note(w, w.ana, 'yellow', 'likes the pole by the door')
  await w.db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${w.ana.id}, 'fee', 'earlier', 500, 'GBP', 'No-show fee',
      'open', 'fee:earlier', ${monday})`)
  const page = await receptionPage(w.at(at1720), { q: 'ana', personId: '' })
  expect(JSON.stringify(page)).not.toContain('rotator')
  const words = (fees: boolean) =>
    receptionWords(page, {
      timeZone: 'Europe/London',
      locale: 'en-GB',
      currency: 'GBP',
      today: '2026-10-15',
      fees,
    })
  const texts = (fees: boolean) => words(fees).classes[0]!.rows[0]!.marks.map(({ text }) => text)
  expect(texts(true)).toEqual([
    'Past due',
    'likes the pole by the door',
    'Owes £5.00',
    'Injury',
    'First visit',
  ])
  expect(texts(false)).toEqual(['likes the pole by the door', 'Injury', 'First visit'])
})

test('a walk-in to a class that starts later is booked, and checked in once they are here for it', async () => {
  const w = await world()
  const tonight = await w.givenClass({ localStart: '2026-10-15T20:00' })
  const walkIn = {
    occurrenceId: tonight,
    personId: w.ben.id,
    pay: 'rule' as const,
    reason: '',
    override: '',
    mayOverride: true,
  }
  expect(
    (await receptionPage(w.at(at1720), { q: 'ben', personId: '' })).found![0]!.offers,
  ).toMatchObject([{ soon: false }])
  expect(await walkInAtDesk(w.asDesk(at1720), walkIn)).toMatchObject({ ok: true, checkedIn: false })
  expect(await bookingOf(w, tonight, w.ben)).toMatchObject({ state: 'booked' })
  expect(await arrivalsOf(w)).toEqual([])
  const act = await actAtDesk(
    w.asDesk(at1720),
    { act: 'walk_in', ...walkIn },
    { mayOverride: true },
  )
  expect(act).toMatchObject({ message: 'They’re already booked.' })
  const at1840 = '2026-10-15T17:40:00Z'
  expect(await walkInAtDesk(w.asDesk(at1840), walkIn)).toMatchObject({ checkedIn: true })
  expect(await bookingOf(w, tonight, w.ben)).toMatchObject({ state: 'checked_in' })
})

test('someone without a place is offered the next classes with what pays, booked and checked in at once', async () => {
  const { w, occurrence } = await thursday()
  const page = await receptionPage(w.at(at1720), { q: 'ben', personId: '' })
  expect(page.found![0]!.offers).toMatchObject([
    { pays: { name: '10-class pack', left: 10 }, there: false },
  ])
  const walkIn = {
    occurrenceId: occurrence,
    pay: 'rule' as const,
    reason: '',
    override: '',
    mayOverride: true,
  }
  const added = await walkInAtDesk(w.asDesk(at1720), { ...walkIn, personId: w.ben.id })
  expect(added).toMatchObject({ ok: true, pays: '10-class pack' })
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'checked_in' })
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await arrivalsOf(w)).toHaveLength(1)
  expect(await walkInAtDesk(w.asDesk(at1720), { ...walkIn, personId: w.cleo.id })).toMatchObject({
    reason: 'no_entitlement',
  })
  await decide(w, { archived: 'block' })
  const dan = await w.givenPerson('Dan Gone')
  await w.givePack(dan)
  await w.db.run(sql`UPDATE people SET archived_at = ${monday} WHERE id = ${dan.id}`)
  expect(await walkInAtDesk(w.asDesk(at1720), { ...walkIn, personId: dan.id })).toEqual({
    ok: false,
    reason: 'blocked',
  })
  const letIn = { ...walkIn, personId: dan.id, override: 'is back for good' }
  expect(await walkInAtDesk(w.asDesk(at1720), { ...letIn, mayOverride: false })).toMatchObject({
    reason: 'blocked',
  })
  expect(await walkInAtDesk(w.asDesk(at1720), letIn)).toMatchObject({ ok: true })
})

test('a visit without a class is one within the hour, and is taken back', async () => {
  const { w } = await thursday()
  const come = (now: string) =>
    recordVisit(w.asDesk(now), {
      personId: w.cleo.id,
      key: newId(),
      override: '',
      mayOverride: true,
    })
  const both = await Promise.all([come(at1720), come(at1720)])
  expect(both).toContainEqual({ ok: true })
  expect(both).toContainEqual({ ok: true, again: true })
  expect(await come('2026-10-15T17:21:00Z')).toEqual({ ok: true })
  const page = await receptionPage(w.at('2026-10-15T17:22:00Z'), { q: '', personId: '' })
  expect(page.recent).toHaveLength(2)
  const [first] = page.recent
  expect(await undoVisit(w.asDesk(at1720), first!.id)).toEqual({ ok: true })
  expect(await undoVisit(w.asDesk(at1720), first!.id)).toEqual({ ok: true, again: true })
  expect(await undoVisit((await world()).asDesk(at1720), first!.id)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(
    (await receptionPage(w.at('2026-10-15T17:22:00Z'), { q: '', personId: '' })).recent,
  ).toHaveLength(1)
})

test('a code is made once on the first look, replaced once, and the old one opens nothing', async () => {
  const { w, book } = await thursday()
  await book(w.ana)
  const codes = await Promise.all([codeOf(w, w.ana), codeOf(w, w.ana)])
  expect(new Set(codes).size).toBe(1)
  const [old] = codes as [string, string]
  const replaced = await Promise.all([
    replaceMemberCode(w.asMember(w.ana), old),
    replaceMemberCode(w.asMember(w.ana), old),
  ])
  expect(new Set(replaced).size).toBe(1)
  expect(replaced[0]).not.toBe(old)
  expect(await arriveByCode(w.asDesk(at1720), { code: old, method: 'qr' })).toEqual({
    ok: false,
    reason: 'unknown_code',
  })
  // A code of one studio is nobody at another.
  const other = await world()
  expect(
    await arriveByCode(other.asDesk(at1720), { code: replaced[0]!, method: 'qr' }),
  ).toMatchObject({ ok: false })
})

test('a code is read from what a scanner types and from what people type, and no name is one', () => {
  const code = newMemberCode()
  expect(
    [code, scannedText(code), ` ${code.slice(0, 4)} ${code.slice(4).toLowerCase()} `].map(codeIn),
  ).toEqual([...[code, code, code]])
  expect(['Anderson', 'Schwartz', '07700900123', '', 'CADENCE:', `${code}X`].map(codeIn)).toEqual(
    Array(6).fill(null),
  )
})

test('the desk has what began up to 90 minutes ago, and late at night the first classes of tomorrow', async () => {
  const w = await world()
  const begun: string[] = []
  for (const time of ['17:00', '17:30', '18:00', '18:29', '18:30', '19:30', '20:00'])
    begun.push(await w.givenClass({ localStart: `2026-10-15T${time}` }))
  const early = await w.givenClass({ localStart: '2026-10-16T06:30' })
  const shownAt = async (now: string) =>
    (await receptionPage(w.at(now), { q: '', personId: '' })).classes.map(({ id }) => id)
  // 18:30 in London: 17:00 is 90 minutes ago, and the limit of what is to come is not used up.
  expect(await shownAt('2026-10-15T17:30:00Z')).toEqual(begun)
  expect(await shownAt('2026-10-15T17:30:01Z')).toEqual(begun.slice(1))
  expect(await shownAt('2026-10-15T19:59:00Z')).toEqual(begun.slice(5))
  expect(await shownAt('2026-10-15T20:00:00Z')).toEqual([...begun.slice(5), early])
  expect(await shownAt('2026-10-15T22:30:00Z')).toEqual([early])
})

test('the desk asks one trip however many are on the rosters', async () => {
  const { w, book } = await thursday(30)
  const people = await w.givenPeople(Array.from({ length: 20 }, (_, i) => `Person Number${i}`))
  for (const person of people) {
    await w.giveMembership(person)
    await book(person)
  }
  const before = w.meter.trips
  const page = await receptionPage(w.at(at1720), { q: 'person', personId: '' })
  expect(w.meter.trips - before).toBe(1)
  expect([page.classes[0]!.rows.length, page.found!.length]).toEqual([20, 8])
})

test('someone who waits and is at the desk is given a free place once; where none is free that is a conflict', async () => {
  const { w, occurrence, book } = await thursday(1)
  const first = await book(w.ana)
  const waits = await book(w.ben)
  const tap = tapOf(waits, { give: true, ago: 30 })
  const send = () => recordDeskTaps(w.asDesk(at1720), [tapOf(first), tap], desk)
  expect(await send()).toMatchObject([{ status: 'done' }, { reason: 'full', name: 'Ben Okoro' }])
  expect(await balanceOf(w, w.benLot)).toBe(10)
  await w.db.run(sql`UPDATE occurrences SET capacity = 2 WHERE id = ${occurrence}`)
  expect(await recordDeskTaps(w.asDesk(at1720), [tap], desk)).toMatchObject([{ status: 'done' }])
  expect(await recordDeskTaps(w.asDesk(at1720), [tap], desk)).toMatchObject([{ status: 'already' }])
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ id: waits, state: 'checked_in' })
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await arrivalsOf(w)).toMatchObject([
    { bookingId: first },
    { arrivedAt: '2026-10-15T16:19:30Z' },
  ])
})

test('no statement of the desk or a kiosk scans a table that grows, or binds more than a hundred values', async () => {
  const { w, book } = await thursday()
  const taps = [tapOf(await book(w.ana)), tapOf(await book(w.ben))]
  const { sent, remember } = remembering(w)
  const ctx = remember(w.asDesk(at1720))
  await receptionPage(ctx, { q: 'ana', personId: '' })
  await receptionPage(ctx, { q: '', personId: w.ana.id })
  await recordTaps(ctx, Array(25).fill(taps).flat().slice(0, 25), desk)
  await undoCheckInAtDesk(ctx, taps[0]!.bookingId)
  await arriveByCode(ctx, { code: await codeOf(w, w.ana), method: 'qr' })
  await recordVisit(ctx, { personId: w.cleo.id, key: newId(), override: '', mayOverride: true })
  const { secret: link } = await makeKiosk(ctx, {
    id: newId(),
    name: 'Door',
    locationId: undefined,
  })
  const secret = (await openKiosk(ctx, link!))!
  await kioskPage(ctx, secret)
  const yes = async () => true
  const guard = { mayAsk: yes, mayProve: yes, proved: async () => undefined, pepper: 'pepper' }
  await chooseKioskProof(ctx, 'phone')
  await setPinAtDesk(ctx, 'pepper', { personId: w.ana.id, pin: '4071' })
  await enterAtKiosk(ctx, secret, { q: 'ana' }, guard)
  await enterAtKiosk(ctx, secret, { q: '', pick: taps[0]!.bookingId }, guard)
  await enterAtKiosk(ctx, secret, { q: 'CADENCE:BCDF2345' }, guard)
  expect(sent.size).toBeGreaterThan(25)
  expect(await plansOf(w, sent)).toEqual([])
  // Nor does one walk through all people or all arrivals of a studio.
  for (const [query, params] of sent) {
    const { results } = await w.db.$client
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...params)
      .all<{ detail: string }>()
    const walks = results.filter(({ detail }) =>
      /(arrivals_newest|people_by_email|occurrences_by_start) \(studio_id=\?\)/.test(detail),
    )
    expect([query, walks]).toEqual([query, []])
  }
  for (const params of sent.values()) expect(params.length).toBeLessThanOrEqual(100)
})
