import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import { signedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { spendStatement } from '#app/domain/entitlements/ledger.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import { guestPersonStatement } from '#app/domain/people/guest-person.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import { lotPaysSql } from '#app/domain/places/pays-guards.server.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { newId } from '#app/values/id.ts'
import { dayTime } from '#app/values/wording.ts'
import { noOverlapSql, openSql, placeForNewSql } from '../availability/seat-guards.server.ts'
import {
  type GuestFacts,
  guestFactStatements,
  guestPlanPaysSql,
  toGuestFacts,
} from './guest-queries.server.ts'

export type NewGuest = {
  /** The booking's id, that travels with the form: sent twice it is one guest. */
  key: string
  /** Someone brought before, by person; left out for a new one. */
  guestId?: string | undefined
  name: string
  email: string
  pay: 'plan' | 'credit' | 'drop_in'
}

export type BookGuestResult =
  | { ok: true; name: string; facts: GuestFacts; again?: true }
  | ({ ok: false } & Refused)
  | { ok: false; reason: 'not_priced' | 'unknown_guest' | 'ask_studio' | 'no_guests_left' }

/**
 * Books a place for a guest of the member, who holds a place in the class (`hostId` is that
 * booking). A plan that pays for guests does, or a credit of the member's own, or the price of a
 * single place is open in their account. The guest is a visitor without an account; one brought
 * before is the same person. Capacity, those who wait, the limit of guests, the host's own place
 * and the credit are in the INSERT's WHERE. Refuses with the codes of a booking and `guest_limit`;
 * a level is the guest's own, so a class that asks for one takes no guests. Two trips.
 */
export async function bookGuest(
  ctx: MemberContext,
  hostId: string,
  guest: NewGuest,
): Promise<BookGuestResult> {
  const { db, studio, now, person } = ctx
  const { key, guestId, pay } = guest
  if (!studioLets(studio, 'guests')) return { ok: false, reason: 'ask_studio' }
  const read = await batch(db, guestFactStatements(ctx, hostId))
  const facts = toGuestFacts(ctx, read)
  if (!facts) return { ok: false, reason: 'not_found', facts: {} }
  const before = facts.guests.find(({ bookingId }) => bookingId === key)
  if (before) return { ok: true, name: before.name, facts, again: true }
  if (facts.why) return { ok: false, ...facts.why }
  const lot = pay === 'credit' && facts.pays?.kind === 'lot' ? facts.pays : null
  const plan = pay === 'plan' && facts.plan?.left ? facts.plan : null
  if (pay === 'plan' && !plan) return { ok: false, reason: 'no_guests_left' }
  if (pay === 'credit' && !lot) return { ok: false, reason: 'no_entitlement', facts: {} }
  if (pay === 'drop_in' && facts.dropInMinor === null) return { ok: false, reason: 'not_priced' }
  const known = guestId ? facts.known.find(({ id }) => id === guestId) : sameName(facts, guest)
  if (guestId && !known) return { ok: false, reason: 'unknown_guest' }

  const { occurrence } = facts
  const personId = known?.id ?? newId()
  const name = known?.name ?? guest.name
  const classDate = occurrence.localStart.slice(0, 10)
  const planPays = plan ? guestPlanPaysSql(ctx, plan, occurrence) : sql`1`
  const pays = lot
    ? lotPaysSql(studio, { lotId: lot.id, personId: person.id, classDate })
    : planPays
  const done = sql`EXISTS (SELECT 1 FROM bookings AS made
    WHERE made.studio_id = ${studio.id} AND made.id = ${key}
      AND made.guest_of = ${hostId} AND made.state = 'booked')`
  const after = await batch(db, {
    seat: db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, lot_id, membership_id,
        guest_of,
        policy_id, created_at)
      SELECT ${key}, o.studio_id, o.id, ${personId}, 'booked', ${lot?.id ?? null},
        ${plan?.id ?? null}, ${hostId},
        o.policy_id, ${now}
      FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrence.id} AND ${openSql(now)}
        AND ${placeForNewSql(now)}
        AND ${noOverlapSql(personId)}
        AND EXISTS (SELECT 1 FROM bookings AS host
          WHERE host.studio_id = o.studio_id AND host.id = ${hostId}
            AND host.occurrence_id = o.id AND host.person_id = ${person.id}
            AND host.state = 'booked'
            AND host.guest_of IS NULL)
        AND (SELECT count(*) FROM bookings AS guest_booking
          WHERE guest_booking.studio_id = o.studio_id AND guest_booking.guest_of = ${hostId}
            AND ${seatedSql('guest_booking')})
          < (SELECT policy.guest_limit FROM policies AS policy WHERE policy.id = o.policy_id)
        AND ${pays} AND ${signedSql(ctx, person.id)} AND NOT ${bannedSql(sql`${person.id}`)}
      ON CONFLICT DO NOTHING`),
    person: known
      ? null
      : guestPersonStatement(ctx, { id: personId, name, email: guest.email }, done),
    spend: lot
      ? spendStatement(ctx, { personId: person.id, lotId: lot.id, bookingId: key }, done)
      : null,
    item:
      lot || plan
        ? null
        : openItemStatement(
            ctx,
            {
              personId: person.id,
              kind: 'drop_in',
              subjectId: key,
              amountMinor: facts.dropInMinor ?? 0,
              working:
                `Guest ${name}: ${occurrence.title}, ` +
                `${dayTime(occurrence.localStart, studio.locale)}`,
              dedupeKey: `guest:${key}`,
            },
            done,
          ),
    ...guestFactStatements(ctx, hostId),
  })
  const latest = toGuestFacts(ctx, after)
  if (!latest) return { ok: false, reason: 'not_found', facts: {} }
  const mine = latest.guests.find(({ bookingId }) => bookingId === key)
  if (mine) return { ok: true, name: mine.name, facts: latest }
  if (latest.why) return { ok: false, ...latest.why }
  if (known) return { ok: false, reason: 'unknown_guest' }
  if (plan) return { ok: false, reason: 'no_guests_left' }
  return { ok: false, reason: 'no_entitlement', facts: lot ? { usedUp: lot.name } : {} }
}

/** A guest of this name was brought before: the same person. */
function sameName({ known }: GuestFacts, { name }: NewGuest) {
  return known.find((other) => other.name.toLowerCase() === name.toLowerCase())
}
