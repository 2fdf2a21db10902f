/**
 * Random evenings: people book, give up, walk in, are moved to another date, are promoted, and the
 * capacity changes, many at the same moment. After each moment everything that must always hold of
 * a class is asked of the database (R1, R2, R4, SM-CREDIT).
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { moveBooking } from '#app/domain/bookings/roster/move-booking.server.ts'
import { acceptOffer } from '#app/domain/bookings/waitlist/accept-offer.server.ts'
import { changeCapacity } from '#app/domain/bookings/waitlist/change-capacity.server.ts'
import { declineOffer } from '#app/domain/bookings/waitlist/decline-offer.server.ts'
import { lapseOffers } from '#app/domain/bookings/waitlist/lapse-offers.server.ts'
import { promoteWaitlist } from '#app/domain/bookings/waitlist/promote-waitlist.server.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { type Person, type World, world } from './world.ts'

/** Two classes that share half an hour, and the first one's next date. */
type Which = 0 | 1 | 2

type Act =
  | { kind: 'book'; who: number; class: Which }
  | { kind: 'cancel'; who: number; class: Which }
  | { kind: 'walk_in'; who: number; class: Which; dropIn: boolean }
  | { kind: 'move'; who: number; class: Which }
  | { kind: 'promote'; class: Which }
  | { kind: 'accept' | 'decline'; who: number; class: Which }
  | { kind: 'lapse'; class: Which }
  | { kind: 'capacity'; places: number; class: Which }

/** Acts of one moment happen at once; `wait` are the minutes before it. */
export type Evening = {
  capacity: number
  /** Of these so many are kept for walk-ins; then the capacity stays as it is. */
  walkIns: number
  waitlistLimit: number
  /** Open places are offered for this long; null books them at once. */
  offerMinutes: number | null
  credits: number[]
  moments: { wait: number; acts: Act[] }[]
}

const people = 8
const which = fc.constantFrom<Which>(0, 0, 1, 1, 2)
const who = fc.nat({ max: people - 1 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('book' as const), who, class: which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancel' as const), who, class: which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('walk_in' as const),
      who,
      class: which,
      dropIn: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), who, class: which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('accept' as const, 'decline' as const),
      who,
      class: which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lapse' as const), class: which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('promote' as const), class: which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('capacity' as const),
      places: fc.integer({ min: 1, max: 6 }),
      class: which,
    }),
  },
)

export const evening: fc.Arbitrary<Evening> = fc.record({
  capacity: fc.integer({ min: 1, max: 4 }),
  walkIns: fc.constantFrom(0, 0, 1, 2),
  waitlistLimit: fc.integer({ min: 0, max: 5 }),
  offerMinutes: fc.constantFrom(null, 5, 30, 400),
  // No credits at all is a membership.
  credits: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: people, maxLength: people }),
  moments: fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 400 }),
      acts: fc.array(act, { minLength: 1, maxLength: 12 }),
    }),
    { minLength: 2, maxLength: 6 },
  ),
})

/** Plays an evening and answers what was found broken; empty is as it should be. */
export async function play({
  capacity,
  walkIns,
  waitlistLimit,
  offerMinutes,
  credits,
  moments,
}: Evening): Promise<string[]> {
  const w = await world({ policy: { waitlistLimit, offerMinutes } })
  const crowd = await w.givenPeople(Array.from({ length: people }, (_, i) => `Person ${i}`))
  for (const [i, person] of crowd.entries()) {
    if (credits[i]) await w.givePack(person, { credits: credits[i]!, expiresOn: '2026-12-31' })
    else await w.giveMembership(person)
  }
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500, walk_ins = ${walkIns}
    WHERE studio_id = ${w.studio.id}`)
  // The first two share half an hour, so nobody may hold a place in both.
  const classes = [
    await w.givenClass({ capacity }),
    await w.givenClass({ capacity, localStart: '2026-10-15T19:00', discipline: 'yoga' }),
    await w.givenClass({ capacity, localStart: '2026-10-22T18:30' }),
  ] as const
  let now: Instant = '2026-10-14T20:00:00Z'
  for (const { wait, acts } of moments) {
    now = addMinutes(now, wait)
    await Promise.all(
      acts.map((a) => {
        if (a.kind === 'capacity' && walkIns > 0) return null
        const elsewhere = classes[a.class === 0 ? 2 : 0]
        return perform(w, a, {
          person: 'who' in a ? crowd[a.who]! : null,
          occurrence: classes[a.class],
          elsewhere,
          now,
        })
      }),
    )
    const broken = await brokenIn(w)
    if (broken.length) return broken
  }
  for (const occurrence of classes) await promoteWaitlist(w.at(now), occurrence)
  return brokenIn(w)
}

async function perform(
  w: World,
  act: Act,
  {
    person,
    occurrence,
    elsewhere,
    now,
  }: { person: Person | null; occurrence: string; elsewhere: string; now: Instant },
) {
  switch (act.kind) {
    case 'book':
      return bookClass(w.asMember(person!, now), occurrence)
    case 'cancel': {
      const held = await heldIn(w, occurrence, act.who)
      return held && cancelBooking(w.asMember(held.person, now), held.id)
    }
    case 'walk_in':
      return addWalkIn(w.asDesk(now), occurrence, {
        personId: person!.id,
        ...(act.dropIn ? { pay: { kind: 'drop_in', method: 'cash' } } : {}),
      })
    case 'move': {
      const held = await heldIn(w, occurrence, act.who)
      return (
        held && moveBooking(w.asDesk(now), occurrence, held.id, { to: elsewhere, reason: 'asked' })
      )
    }
    case 'accept':
    case 'decline': {
      const held = await heldIn(w, occurrence, act.who)
      if (!held) return held
      const answer = act.kind === 'accept' ? acceptOffer : declineOffer
      return answer(w.asMember(held.person, now), held.id)
    }
    case 'lapse':
      return lapseOffers(w.at(now))
    case 'promote':
      return promoteWaitlist(w.at(now), occurrence)
    case 'capacity':
      return changeCapacity(w.asDesk(now), occurrence, act.places)
  }
}

/** A booking of someone in the class or on its list, so that most acts have one to act on. */
async function heldIn({ db, studio }: World, occurrence: string, nth: number) {
  const held = await db.all<{ id: string; personId: string }>(sql`
    SELECT id, person_id AS personId FROM bookings
    WHERE studio_id = ${studio.id} AND occurrence_id = ${occurrence} AND state IN ('booked','waitlisted') ORDER BY seq`)
  const one = held[nth % Math.max(1, held.length)]
  return (
    one && { id: one.id, person: { id: one.personId, userId: one.personId, name: '', email: '' } }
  )
}

/** What does not hold, as sentences with the rows that show it. */
async function brokenIn({ db, studio }: World): Promise<string[]> {
  const seated = sql.raw(`('booked','checked_in','attended','no_show')`)
  const rules: Record<string, ReturnType<typeof sql>> = {
    'more people and offers than places': sql`
      SELECT o.id, o.capacity, (SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id
        AND (b.state IN ${seated} OR b.state = 'waitlisted' AND b.offered_until IS NOT NULL)) AS n
      FROM occurrences AS o WHERE o.studio_id = ${studio.id} AND n > o.capacity`,
    'more people who booked or were offered a place than places that can be booked': sql`
      SELECT o.id, o.capacity, o.walk_ins, (SELECT count(*) FROM bookings AS b
        WHERE b.occurrence_id = o.id
          AND (b.state IN ${seated} OR b.state = 'waitlisted' AND b.offered_until IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM audit_entries AS line
            WHERE line.subject_id = b.id OR line.detail ->> 'newBookingId' = b.id)) AS n
      FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.walk_ins > 0 AND n > o.capacity - o.walk_ins`,
    'more people waiting than the list takes': sql`
      SELECT o.id, (SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id
        AND b.state = 'waitlisted' AND b.offered_until IS NULL) AS n
      FROM occurrences AS o WHERE o.studio_id = ${studio.id} AND n > o.waitlist_limit`,
    'a lot below nothing, or not what was granted less what was used': sql`
      SELECT lot.id, (SELECT sum(amount) FROM entries AS entry WHERE entry.lot_id = lot.id) AS left,
        (SELECT sum(amount) FROM entries AS entry
          WHERE entry.lot_id = lot.id AND entry.kind = 'grant') AS granted,
        (SELECT count(*) FROM bookings AS b WHERE b.lot_id = lot.id
          AND b.state IN ('booked','checked_in','attended','no_show','late_cancelled')) AS used
      FROM lots AS lot WHERE lot.studio_id = ${studio.id} AND (left < 0 OR left <> granted - used)`,
    'a place without what pays, or a wait that is paid': sql`
      SELECT id, state FROM bookings WHERE studio_id = ${studio.id} AND (
        (state IN ${seated} AND (lot_id IS NULL) = (membership_id IS NULL) AND NOT (lot_id IS NULL AND membership_id IS NULL
          AND EXISTS (SELECT 1 FROM open_items AS item
            WHERE item.subject_id = bookings.id AND item.kind = 'drop_in'
              AND item.state = 'settled')))
        OR (state = 'waitlisted' AND (lot_id IS NOT NULL OR membership_id IS NOT NULL)))`,
    'a person in two classes at once': sql`
      SELECT b.person_id, count(*) AS n FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ${studio.id} AND b.state IN ${seated}
      GROUP BY b.person_id, substr(o.local_start, 1, 10) HAVING n > 1`,
    'a drop-in charged otherwise than once, or given back otherwise than once where it was given up in time': sql`
      SELECT b.id, b.state, sum(item.amount_minor) AS owed FROM open_items AS item
      JOIN bookings AS b ON b.id = item.subject_id
      WHERE b.studio_id = ${studio.id} GROUP BY b.id
      HAVING owed <> CASE WHEN b.state IN ${seated} OR b.state = 'late_cancelled' THEN 1500 ELSE 0 END`,
    'somebody promoted past a person who waited longer and could pay': sql`
      SELECT promoted.id, waiting_booking.id AS waits FROM bookings AS promoted
      JOIN bookings AS waiting_booking ON waiting_booking.occurrence_id = promoted.occurrence_id
      WHERE promoted.studio_id = ${studio.id} AND (promoted.promoted_at IS NOT NULL
          OR promoted.state = 'waitlisted' AND promoted.offered_until IS NOT NULL)
        AND waiting_booking.state = 'waitlisted' AND waiting_booking.offered_until IS NULL
        AND waiting_booking.skipped_reason IS NULL AND waiting_booking.seq < promoted.seq`,
    'a late cancel without exactly one fee': sql`
      SELECT b.id, (SELECT count(*) FROM fees AS fee WHERE fee.booking_id = b.id) AS n FROM bookings AS b
      WHERE b.studio_id = ${studio.id} AND n <> (b.state = 'late_cancelled')`,
    'a promotion that was not told exactly once': sql`
      SELECT b.id, (SELECT count(*) FROM outbox AS mail
        WHERE mail.studio_id = b.studio_id AND mail.dedupe_key = 'booking-promoted:' || b.id) AS n
      FROM bookings AS b WHERE b.studio_id = ${studio.id} AND n <> (b.promoted_at IS NOT NULL AND b.offered_until IS NULL)`,
    'an offer that was not told exactly once': sql`
      SELECT b.id, (SELECT count(*) FROM outbox AS mail
        WHERE mail.studio_id = b.studio_id AND mail.dedupe_key = 'place-offered:' || b.id) AS n
      FROM bookings AS b WHERE b.studio_id = ${studio.id} AND n <> (b.offered_until IS NOT NULL)`,
  }
  const found: string[] = []
  for (const [rule, rows] of Object.entries(rules)) {
    const broken = await db.all(rows)
    if (broken.length) found.push(`${rule}: ${JSON.stringify(broken)}`)
  }
  return found
}
