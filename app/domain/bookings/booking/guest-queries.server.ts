/** What decides whether a member may bring a guest to a class, and whom they have brought. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { toUnsigned, type Unsigned } from '#app/domain/documents/unsigned.ts'
import { firstUnsignedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { chooseEntitlement, type Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import {
  entitlementsStatements,
  type LotRow,
  type MembershipRow,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import { type Refused, refusalToTell } from '#app/domain/places/refusals.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import {
  type ClassToBook,
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
  toClassToBook,
} from '../availability/bookable-occurrences.server.ts'

export type Guest = {
  bookingId: string
  personId: string
  name: string
  lotName: string | null
  spot: string
}
type HostRow = {
  state: string
  guestLimit: number
  dropInMinor: number | null
  /** What the host has to sign before they book, as `toUnsigned` reads it. */
  unsigned: string | null
  banned: number
}

export type GuestFacts = {
  occurrence: ClassToBook
  guests: Guest[]
  limit: number
  /** A credit of the member's own that can pay; a membership is for its holder. */
  pays: Entitlement | null
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
          WHERE person.id = b.person_id) AS unsigned, ${bannedSql(sql`b.person_id`)} AS banned
      FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN policies AS policy ON policy.id = o.policy_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id WHERE ${host}`),
    guests: guestsStatement(ctx, sql`b.guest_of = ${hostId}`),
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
export function guestsStatement({ db, studio }: StudioContext, condition: SQL): Statement<Guest[]> {
  return db.all<Guest>(sql`
    SELECT b.id AS bookingId, person.id AS personId, person.name, package.name AS lotName, b.spot
    FROM bookings AS b JOIN people AS person ON person.id = b.person_id
    LEFT JOIN lots AS lot ON lot.id = b.lot_id
    LEFT JOIN packages AS package ON package.id = lot.package_id
    WHERE b.studio_id = ${studio.id} AND ${condition} AND ${seatedSql('b')}
    ORDER BY b.seq LIMIT 50`)
}

type Rows = {
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
  const { lots } = toHeld(person.id, { ...rows, uses: [] })
  const choice = chooseEntitlement(
    { memberships: [], lots },
    {
      classDate: row.localStart.slice(0, 10),
      disciplineId: row.disciplineId,
      today: localDate(now, studio.timeZone),
    },
  )
  const here = new Set(rows.guests.map(({ personId }) => personId))
  const facts = {
    occurrence,
    guests: rows.guests,
    limit: host.guestLimit,
    pays: choice.pays,
    dropInMinor: host.dropInMinor,
    known: rows.known.filter(({ id }) => !here.has(id)),
  }
  const unsigned = toUnsigned(host.unsigned, { guardianId, personId: person.id })
  return { ...facts, why: whyNoGuest(facts, { ...host, unsigned }, now) }
}

function whyNoGuest(
  { occurrence, guests, limit, pays, dropInMinor }: Omit<GuestFacts, 'why'>,
  host: Pick<HostRow, 'state' | 'banned'> & { unsigned: Unsigned | null },
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
  if (!pays && dropInMinor === null) held.push({ reason: 'no_entitlement', facts: {} })
  if (host.unsigned) held.push({ reason: 'waiver_missing', facts: host.unsigned })
  if (occurrence.minimumLevel) {
    held.push({
      reason: 'level_locked',
      facts: { needs: occurrence.minimumLevel.name, holds: null },
    })
  }
  return refusalToTell(held)
}
