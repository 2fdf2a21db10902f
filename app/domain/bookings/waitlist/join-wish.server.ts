import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { wishJoined } from '#app/messages/wish-joined.ts'
import { newId } from '#app/values/id.ts'
import { availabilityOf } from '../availability/availability.ts'
import type { Availability, MyBooking } from '../availability/bookable-occurrence.ts'
import {
  type BookingFacts,
  bookingFactStatements,
  toFacts,
} from '../availability/booking-facts.server.ts'
import { waitStatement } from '../availability/seat-statements.server.ts'
import { messageOf } from '../booking/message-of.ts'
import { myBookingStatement } from '../booking-queries.server.ts'
import type { NotWished } from './wish-words.ts'

/** Classes of one wish, the first included. */
export const mostWished = 6

/** A class of a wish, for the words of the answer. */
export type WishedClass = { occurrenceId: string; title: string; localStart: string }

export type JoinWishResult =
  | {
      ok: true
      wishId: string
      joined: WishedClass[]
      failed: (WishedClass & { why: NotWished })[]
    }
  | { ok: false; why: NotWished }

/**
 * "Any of these": waits for a full class and up to five others as one wish. Each is a place on its
 * own waitlist, in the order of joining; the first that opens wins and the rest drop (R4). A list
 * the person is on already becomes part of the wish and keeps its place. `key` is the wish's id, so
 * that a repeated request makes one. Where the first class cannot be waited for, nothing is joined;
 * of the others those that can be are, and the rest come back with why. Two trips.
 */
export async function joinWish(
  ctx: MemberContext,
  occurrenceId: string,
  { key, also }: { key: string; also: readonly string[] },
): Promise<JoinWishResult> {
  const ids = [...new Set([occurrenceId, ...also])].slice(0, mostWished)
  const { all, keyIsOver } = await readFacts(ctx, ids, key)
  const first = all[0]
  if (!first) return { ok: false, why: { reason: 'not_found', facts: {} } }
  const availability = availabilityOf(first)
  const why = whyNot(availability, null)
  if (why) return { ok: false, why }
  const own = first.mine?.state === 'waitlisted' ? first.mine.wishId : null
  const wishId = own || (keyIsOver ? newId() : key)

  const writes: Record<string, Statement<D1Result> | null> = {}
  const joins = all.flatMap((facts) =>
    facts && !whyNot(availabilityOf(facts), wishId) ? [facts] : [],
  )
  joins.forEach((facts, i) => {
    writes[`join${i}`] = joinStatement(ctx, facts, wishId, i === 0)
    if (i === 0) writes.wish = wishStatement(ctx, wishId, facts)
  })
  if (joins.length > 1) writes.mail = mailStatement(ctx, wishId, joins)
  const after = (await batch(ctx.db, {
    ...writes,
    ...Object.fromEntries(
      ids.map((id, i) => [`after${i}`, myBookingStatement(ctx, ctx.person.id, id)]),
    ),
  })) as Record<string, MyBooking[] | undefined>

  const joined: WishedClass[] = []
  const failed: (WishedClass & { why: NotWished })[] = []
  all.forEach((facts, i) => {
    if (!facts) return
    const { id, title, localStart } = facts.occurrence
    const mine = after[`after${i}`]?.[0]
    if (mine?.state === 'waitlisted' && mine.wishId === wishId)
      joined.push({ occurrenceId: id, title, localStart })
    else
      failed.push({
        occurrenceId: id,
        title,
        localStart,
        why: whyNot(availabilityOf(facts), wishId) ?? { reason: 'has_places' },
      })
  })
  const [head] = failed
  if (joined.length === 0) return { ok: false, why: head?.why ?? { reason: 'has_places' } }
  return { ok: true, wishId, joined, failed }
}

/**
 * The facts of each class in the order of `ids`, null for one the studio does not have; and whether
 * `key` is used up.
 */
async function readFacts(ctx: MemberContext, ids: readonly string[], key: string) {
  const { db, studio, person } = ctx
  const each = ids.map((id) => bookingFactStatements(ctx, ctx.person.id, id))
  const named = each.flatMap((statements, i) =>
    Object.entries(statements).map(([name, s]) => [`${name}:${i}`, s]),
  )
  const rows = (await batch(ctx.db, {
    ...Object.fromEntries(named),
    over: db.all(sql`SELECT 1 FROM wishes WHERE id = ${key}
      AND NOT (studio_id = ${studio.id} AND person_id = ${person.id} AND state = 'open')`),
  })) as Record<string, unknown>
  const all = each.map((statements, i) => {
    const own = Object.fromEntries(
      Object.keys(statements).map((name) => [name, rows[`${name}:${i}`]]),
    )
    return toFacts(ctx, ctx.person.id, own as Parameters<typeof toFacts>[2])
  })
  return { all, keyIsOver: (rows.over as unknown[]).length > 0 }
}

/**
 * Why a class cannot be waited for; null when it can, or is already. `wishId` is the wish it may be
 * part of already.
 */
function whyNot(availability: Availability, wishId: string | null): NotWished | null {
  switch (availability.kind) {
    case 'waitlist':
      return null
    case 'waiting':
      if (!availability.promotes) return { reason: 'has_places' }
      return availability.wishId && wishId !== null && availability.wishId !== wishId
        ? { reason: 'elsewhere' }
        : null
    case 'bookable':
      return { reason: 'has_places' }
    case 'refused': {
      const { kind: _, ...refused } = availability
      return refused
    }
    case 'cancelled':
      return { reason: 'cancelled', facts: { why: availability.reason } }
    case 'booked':
    case 'checked_in':
    case 'running':
      return {
        reason: 'already_booked',
        facts: { bookingId: availability.bookingId, title: '', localStart: '' },
      }
    default:
      return { reason: 'not_found', facts: {} }
  }
}

/**
 * Puts the person on the list, or the row they have there into the wish. All but the first ask that
 * the wish is open.
 */
function joinStatement(
  ctx: MemberContext,
  facts: BookingFacts,
  wishId: string,
  first: boolean,
): Statement<D1Result> {
  const { db, studio, person } = ctx
  const open = first
    ? sql`NOT EXISTS (SELECT 1 FROM wishes AS wish WHERE wish.id = ${wishId}
        AND NOT (wish.studio_id = ${studio.id} AND wish.person_id = ${person.id}
          AND wish.state = 'open'))`
    : sql`EXISTS (
        SELECT 1 FROM wishes AS wish
        WHERE wish.studio_id = ${studio.id} AND wish.id = ${wishId}
          AND wish.person_id = ${person.id} AND wish.state = 'open')
      AND (SELECT count(*) FROM bookings AS waiting_booking
        WHERE waiting_booking.studio_id = ${studio.id} AND waiting_booking.wish_id = ${wishId}
          AND waiting_booking.state = 'waitlisted') < ${mostWished}`
  const availability = availabilityOf(facts)
  if (availability.kind === 'waitlist')
    return waitStatement(ctx, facts, newId(), availability.pays, { wishId, onlyIf: open })
  return db.run(sql`
    UPDATE bookings SET wish_id = ${wishId}
    WHERE studio_id = ${studio.id} AND occurrence_id = ${facts.occurrence.id}
      AND person_id = ${person.id}
      AND state = 'waitlisted' AND wish_id IS NULL AND ${open}`)
}

function wishStatement(
  { db, studio, person, now }: MemberContext,
  wishId: string,
  { occurrence }: BookingFacts,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO wishes (id, studio_id, person_id, state, created_at)
    SELECT ${wishId}, ${studio.id}, ${person.id}, 'open', ${now}
    WHERE EXISTS (SELECT 1 FROM bookings AS b
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrence.id}
        AND b.person_id = ${person.id} AND b.wish_id = ${wishId} AND b.state = 'waitlisted')
    ON CONFLICT DO NOTHING`)
}

/**
 * One letter for the wish, naming its classes; what could not be joined by then is told on the
 * page.
 */
function mailStatement(ctx: MemberContext, wishId: string, joins: readonly BookingFacts[]) {
  const [{ person, occurrence }] = joins as [BookingFacts]
  if (!person.email) return null
  return queueStatement(
    ctx.db,
    {
      studioId: ctx.studio.id,
      dedupeKey: `wish-joined:${wishId}`,
      to: person.email,
      kind: 'wish-joined',
      letter: wishJoined({
        ...messageOf(ctx, person, occurrence),
        classes: joins.map((facts) => ({
          title: facts.occurrence.title,
          localStart: facts.occurrence.localStart,
        })),
      }),
    },
    ctx.nowMs,
    sql`EXISTS (SELECT 1 FROM wishes AS wish WHERE wish.id = ${wishId} AND wish.state = 'open')`,
  )
}
