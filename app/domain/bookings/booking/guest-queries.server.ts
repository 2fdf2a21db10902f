/** What decides whether a member may bring a guest to a class, and whom they have brought. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { toUnsigned, type Unsigned } from '#app/domain/documents/unsigned.ts'
import { firstUnsignedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import {
  chooseEntitlement,
  type Entitlement,
  type HeldMembership,
} from '#app/domain/entitlements/choose-entitlement.ts'
import { guestDaysOn } from '#app/domain/entitlements/class-limit.ts'
import {
  entitlementsStatements,
  type LotRow,
  type MembershipRow,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import { seatedSql, usesAllowanceSql } from '#app/domain/places/booking-sql.server.ts'
import { type Refused, refusalToTell } from '#app/domain/places/refusals.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { lackedSkillSql } from '#app/domain/skills/held-skills.server.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import {
  type ClassToBook,
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
  toClassToBook,
} from '../availability/bookable-occurrences.server.ts'
import { paysSql } from '../availability/seat-guards.server.ts'

export type Guest = {
  bookingId: string
  personId: string
  name: string
  lotName: string | null
  /** The member's plan that pays for them. */
  planName: string | null
  spot: string
}
type HostRow = {
  state: string
  guestLimit: number
  dropInMinor: number | null
  /** What the host has to sign before they book, as `toUnsigned` reads it. */
  unsigned: string | null
  banned: number
  /** A skill the class asks for; null where it asks for none. */
  lacks: string | null
}

export type GuestPlan = {
  id: string
  name: string
  /** Guests it pays for in the days of its period, and how many it can pay for yet. */
  places: number
  left: number
  from: LocalDate
  until: LocalDate
  bound: boolean
}

export type GuestFacts = {
  occurrence: ClassToBook
  guests: Guest[]
  limit: number
  /** A credit of the member's own that can pay. */
  pays: Entitlement | null
  /** A plan of theirs that pays for guests, and how many more in its period. */
  plan: GuestPlan | null
  /** What a single place costs, owed by the member; null where it is not sold singly. */
  dropInMinor: number | null
  /** Guests the member has brought before and does not bring to this class. */
  known: { id: string; name: string }[]
  /** Why no further guest can come; null where one can. */
  why: Refused | null
}

/** Statements for one batch; `hostId` is the member's own booking. */
export function guestFactStatements(ctx: MemberContext, hostId: string) {
  const { db, studio, person } = ctx
  const host = sql`b.studio_id = ${studio.id} AND b.id = ${hostId} AND b.person_id = ${person.id}
    AND b.guest_of IS NULL`
  return {
    hosting: db.all<OccurrenceRow>(sql`
      SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
      WHERE o.studio_id = ${studio.id}
        AND o.id = (SELECT b.occurrence_id FROM bookings AS b WHERE ${host}) AND o.kind = 'class'`),
    host: db.all<HostRow>(sql`
      SELECT b.state, policy.guest_limit AS guestLimit, class_type.drop_in_minor AS dropInMinor,
        (SELECT ${firstUnsignedSql(ctx, 'person')} FROM people AS person
          WHERE person.id = b.person_id) AS unsigned, ${bannedSql(sql`b.person_id`)} AS banned,
        ${lackedSkillSql(sql`NULL`, localDate(ctx.now, studio.timeZone))} AS lacks
      FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN policies AS policy ON policy.id = o.policy_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id WHERE ${host}`),
    guests: guestsStatement(ctx, sql`b.guest_of = ${hostId}`),
    guestUses: db.all<GuestUse>(sql`
      SELECT guest.membership_id AS membershipId, substr(class.local_start, 1, 10) AS usedOn
      FROM bookings AS b
      CROSS JOIN bookings AS guest ON guest.studio_id = b.studio_id AND guest.guest_of = b.id
        AND guest.membership_id IS NOT NULL AND ${usesAllowanceSql('guest')}
      CROSS JOIN occurrences AS class ON class.id = guest.occurrence_id
      WHERE b.studio_id = ${studio.id} AND b.person_id = ${person.id}`),
    known: db.all<{ id: string; name: string }>(sql`
      SELECT guest.id, guest.name FROM bookings AS b
      CROSS JOIN bookings AS guest_booking ON guest_booking.studio_id = b.studio_id
        AND guest_booking.guest_of = b.id JOIN people AS guest ON guest.id = guest_booking.person_id
      WHERE b.studio_id = ${studio.id} AND b.person_id = ${person.id} AND guest.archived_at IS NULL
        AND guest.banned_at IS NULL
      GROUP BY guest.id ORDER BY max(guest_booking.seq) DESC LIMIT 20`),
    ...entitlementsStatements(ctx, person.id),
  }
}

/** Guests that hold a place; `condition` is about booking `b`. */
function guestsStatement({ db, studio }: StudioContext, condition: SQL): Statement<Guest[]> {
  return db.all<Guest>(sql`
    SELECT b.id AS bookingId, person.id AS personId, person.name, package.name AS lotName,
      (SELECT plan.name FROM memberships AS membership JOIN plans AS plan
        ON plan.id = membership.plan_id WHERE membership.id = b.membership_id) AS planName, b.spot
    FROM bookings AS b JOIN people AS person ON person.id = b.person_id
    LEFT JOIN lots AS lot ON lot.id = b.lot_id
    LEFT JOIN packages AS package ON package.id = lot.package_id
    WHERE b.studio_id = ${studio.id} AND ${condition} AND ${seatedSql('b')}
    ORDER BY b.seq LIMIT 50`)
}

type GuestUse = { membershipId: string; usedOn: LocalDate }

type Rows = {
  guestUses: GuestUse[]
  hosting: OccurrenceRow[]
  host: HostRow[]
  guests: Guest[]
  known: { id: string; name: string }[]
  memberships: MembershipRow[]
  lots: LotRow[]
}

/** Null for a booking that is not the member's own, or not of a class. */
export function toGuestFacts(
  { now, studio, person, guardianId }: MemberContext,
  rows: Rows,
): GuestFacts | null {
  const [row, host] = [rows.hosting[0], rows.host[0]]
  if (!row || !host) return null
  const occurrence = toClassToBook(row)
  const { lots, memberships } = toHeld(person.id, { ...rows, uses: [] })
  const choice = chooseEntitlement(
    { memberships: [], lots },
    {
      localStart: row.localStart,
      locationId: row.locationId,
      disciplineId: row.disciplineId,
      today: localDate(now, studio.timeZone),
    },
  )
  const plan = guestPlanOf(memberships, rows, { ...row, today: localDate(now, studio.timeZone) })
  const here = new Set(rows.guests.map(({ personId }) => personId))
  const facts = {
    occurrence,
    guests: rows.guests,
    limit: host.guestLimit,
    pays: choice.pays,
    plan,
    dropInMinor: host.dropInMinor,
    known: rows.known.filter(({ id }) => !here.has(id)),
  }
  const unsigned = toUnsigned(host.unsigned, { guardianId, personId: person.id })
  return { ...facts, why: whyNoGuest(facts, { ...host, unsigned }, now) }
}

/** The plan that pays for a guest: the first of those that pay for the class and have places left. */
function guestPlanOf(
  memberships: readonly HeldMembership[],
  { guestUses }: Pick<Rows, 'guestUses'>,
  where: { localStart: string; locationId: string; disciplineId: string; today: LocalDate },
): GuestPlan | null {
  const date = where.localStart.slice(0, 10)
  const found = memberships
    .filter(({ guestPlaces }) => guestPlaces > 0)
    // How many classes the member may still take says nothing about guests.
    .map((membership) => ({ ...membership, weeklyLimit: null, period: null }))
    .flatMap((membership) => {
      const { pays } = chooseEntitlement({ memberships: [membership], lots: [] }, where)
      if (pays?.kind !== 'membership') return []
      const days = guestDaysOn(membership, date)
      const used = guestUses.filter(
        ({ membershipId, usedOn }) =>
          membershipId === membership.id && usedOn >= days.from && usedOn <= days.until,
      )
      const { id, name, guestPlaces: places } = membership
      const left = Math.max(0, places - used.length)
      return [{ id, name, places, left, ...days, bound: pays.bound === true }]
    })
  return found.find(({ left }) => left > 0) ?? found[0] ?? null
}

/** The plan can still pay for a guest: the condition of the write. */
export function guestPlanPaysSql(
  { studio, person, now }: MemberContext,
  { id, places, from, until, bound }: GuestPlan,
  here: { localStart: string; locationId: string },
): SQL {
  const limit = null
  return sql`${paysSql({ studio, now }, person.id, here, {
    kind: 'membership',
    id,
    name: '',
    limit,
    used: 0,
    ...(bound ? { bound: true } : {}),
  })} AND (
    SELECT count(*) FROM bookings AS own
    CROSS JOIN bookings AS other_guest ON other_guest.studio_id = own.studio_id
      AND other_guest.guest_of = own.id AND other_guest.membership_id = ${id}
      AND ${usesAllowanceSql('other_guest')}
    CROSS JOIN occurrences AS other_class ON other_class.id = other_guest.occurrence_id
    WHERE own.studio_id = ${studio.id} AND own.person_id = ${person.id}
      AND other_class.local_start >= ${from} AND other_class.local_start < ${addDays(until, 1)}
  ) < ${places}`
}

function whyNoGuest(
  { occurrence, guests, limit, pays, plan, dropInMinor }: Omit<GuestFacts, 'why'>,
  host: Pick<HostRow, 'state' | 'banned' | 'lacks'> & { unsigned: Unsigned | null },
  now: string,
): Refused | null {
  const {
    state,
    startsAt,
    opensAt,
    closesAt,
    capacity,
    booked,
    waiting,
    skipped,
    waitlistClosesAt,
  } = occurrence
  if (state === 'cancelled') return { reason: 'cancelled', facts: { why: occurrence.cancelReason } }
  if (host.state !== 'booked') return { reason: 'not_found', facts: {} }
  const held: Refused[] = host.banned ? [{ reason: 'banned', facts: {} }] : []
  if (now >= startsAt) held.push({ reason: 'started', facts: { startsAt } })
  if (now < opensAt) held.push({ reason: 'not_open_yet', facts: { opensAt } })
  if (now > closesAt) held.push({ reason: 'closed', facts: { closesAt } })
  const promised = now <= waitlistClosesAt ? waiting - skipped : 0
  if (capacity - booked - promised <= 0) held.push({ reason: 'class_full', facts: { capacity } })
  if (guests.length >= limit) held.push({ reason: 'guest_limit', facts: {} })
  if (!pays && !plan?.left && dropInMinor === null)
    held.push({ reason: 'no_entitlement', facts: {} })
  if (host.unsigned) held.push({ reason: 'waiver_missing', facts: host.unsigned })
  if (occurrence.minimumLevel) {
    held.push({
      reason: 'level_locked',
      facts: { needs: occurrence.minimumLevel.name, holds: null },
    })
  }
  if (host.lacks !== null) {
    const facts = { skillId: '', name: host.lacks, days: 0, need: 1, lapsed: false, others: 0 }
    held.push({ reason: 'skill_locked', facts: { ...facts, guest: true } })
  }
  return refusalToTell(held)
}
