import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { bookNotedOf } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { tillClosedSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { MethodByHand } from '#app/domain/billing/invoices/payment-words.ts'
import {
  openItemStatement,
  settleOpenItemsStatement,
} from '#app/domain/billing/open-items.server.ts'
import { chooseEntitlement, type Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { spendStatement } from '#app/domain/entitlements/ledger.server.ts'
import { offeredSql } from '#app/domain/places/booking-sql.server.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import { may } from '#app/domain/scope/permissions.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { dayTime, money } from '#app/values/wording.ts'
import { type LocalDateTime, localDate } from '#app/values/zone.ts'
import { overlap } from '../availability/availability.ts'
import { isFullAtDesk, openRung } from '../availability/bookable-occurrence.ts'
import {
  type BookingFacts,
  bookingFactStatements,
  toFacts,
} from '../availability/booking-facts.server.ts'
import {
  onlinePlaceFreeSql,
  openAtDeskSql,
  placeAtDeskSql,
  placeForNewSql,
  placeFreeSql,
} from '../availability/seat-guards.server.ts'
import { seatOfWaitingStatement, seatStatement } from '../availability/seat-statements.server.ts'
import { bookedBy, bookedMail, type SinglePay } from '../booking/booked-mail.server.ts'
import { promoteBeforeDesk } from '../waitlist/promote-waitlist.server.ts'
import { wonStatements } from '../waitlist/wish-statements.server.ts'

/** How a drop-in is paid; `later` leaves it on its invoice. */
export type DropInMethod = MethodByHand | 'later'

export type WalkIn = {
  personId: string
  /**
   * What pays; left out, the rule decides (R13). `drop_in` is one class, paid by hand there and
   * then, or later on its invoice, and told in a letter where they did not stand at the desk, with
   * what of it, in minor units, is paid elsewhere (`told`); `trial` is one that costs nothing.
   */
  pay?:
    | { kind: 'membership' | 'lot'; id: string }
    | { kind: 'drop_in'; method: DropInMethod; told?: { paidMinor: number } }
    | { kind: 'trial' }
    | undefined
  /** Why a person without the level or skill takes part all the same; needed only then. */
  reason?: string | undefined
  /** Nobody at the desk gives the place, so that those kept for walk-ins stay kept. */
  booksAhead?: boolean
  /** The standing place it comes from, whose own notice tells the person instead of a letter. */
  standingId?: string
  /** Must hold of occurrence `o` besides. */
  onlyIf?: SQL
}

export type WalkInResult =
  | { ok: true; bookingId: string; pays: string; startsAt: Instant; again?: true }
  | {
      ok: false
      reason: 'over' | 'needs_reason' | 'no_drop_in' | 'till_closed' | 'takes_no_money'
    }
  | ({ ok: false } & Refused)

/**
 * Books someone a place at the desk. The same guards as for a member are in the INSERT (R1, R2,
 * R13), but the desk may do it before booking opens and after it closes, until the class is over,
 * and above the level of the person with a reason. Never over capacity, and never past those who
 * wait and can pay: raise the capacity first. Places kept for walk-ins are given here, though those
 * who wait don't get them. Someone on the waitlist is given the place by name.
 * Who has a place already gets the first answer. Refused where a role that takes no payments says
 * one was taken (`takes_no_money`).
 */
export async function addWalkIn(
  ctx: StaffContext,
  occurrenceId: string,
  { personId, pay, reason = '', booksAhead = false, standingId, onlyIf = sql`1` }: WalkIn,
): Promise<WalkInResult> {
  const dropIn = sql`
    SELECT class_type.drop_in_minor AS minor, class_type.name AS title, o.local_start AS localStart,
      ${tillClosedSql(sql`${ctx.studio.id}`, sql`${localDate(ctx.now, ctx.studio.timeZone)}`)} AS closed
    FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE o.studio_id = ${ctx.studio.id} AND o.id = ${occurrenceId}`
  const statements = bookingFactStatements(ctx, personId, occurrenceId)
  const { price, ...rows } = await batch(ctx.db, {
    ...statements,
    price: ctx.db.all<DropIn>(dropIn),
  })
  const method = pay?.kind === 'drop_in' ? pay.method : 'later'
  const facts = toFacts(ctx, personId, rows)
  if (!facts) return { ok: false, reason: 'not_found', facts: {} }
  const { mine } = facts
  const { startsAt } = facts.occurrence
  if (mine && mine.state !== 'waitlisted' && isSeated(mine.state)) {
    return { ok: true, bookingId: mine.id, pays: '', startsAt, again: true }
  }
  const refused = refusalAtDesk(facts, reason)
  if (refused) return refused
  // Nobody at the desk asks for the paper where a job gives the place.
  if (standingId && facts.unsigned)
    return { ok: false, reason: 'waiver_missing', facts: facts.unsigned }
  const single = pay?.kind === 'drop_in' ? (price[0] ?? null) : null
  if (pay?.kind === 'drop_in' && (single?.minor ?? null) === null)
    return { ok: false, reason: 'no_drop_in' }
  if (method !== 'later' && !may(ctx.actor.role, 'payments:take'))
    return { ok: false, reason: 'takes_no_money' }
  if (single?.closed && method !== 'later') return { ok: false, reason: 'till_closed' }
  const chosen = payerOf(facts, pay)
  if (!chosen.ok) return chosen
  const { pays } = chosen

  const told = pays ?? singleTold(ctx, pay, single?.minor ?? 0)

  if (!booksAhead && !mine) await promoteBeforeDesk(ctx, facts.occurrence)
  const id = mine?.state === 'waitlisted' ? mine.id : newId()
  const seat = { id, personId, occurrence: facts.occurrence, pays, standingId }
  const open = openAtDeskSql(ctx.now)
  const free = booksAhead ? onlinePlaceFreeSql : placeFreeSql
  const freeForNew = booksAhead ? placeForNewSql(ctx.now) : placeAtDeskSql(ctx.now)
  const done = await batch(ctx.db, {
    // Someone on the list is given a free place by name, or the one they are offered; anyone who
    // comes before them keeps waiting.
    seat:
      mine?.state === 'waitlisted'
        ? seatOfWaitingStatement(
            ctx,
            seat,
            sql`${open} AND (${offeredSql('bookings')} OR ${free}) AND ${onlyIf}`,
          )
        : seatStatement(ctx, seat, sql`${open} AND ${freeForNew} AND ${onlyIf}`),
    audit: auditStatement(
      ctx,
      {
        action: mine?.state === 'waitlisted' ? 'booking.given_place' : 'booking.added_at_desk',
        subjectKind: 'booking',
        subjectId: id,
        reason,
        detail: { personId, occurrenceId, ...notOnTheBooks(pay, price[0]) },
      },
      rightAfterChange,
    ),
    spend:
      pays?.kind === 'lot'
        ? spendStatement(ctx, { personId, lotId: pays.id, bookingId: id }, bookedBy(id, pays))
        : null,
    ...(mine?.state === 'waitlisted' ? wonStatements(ctx, id) : {}),
    mail: told && !standingId ? bookedMail(ctx, facts, id, told) : null,
    ...(single ? paidStatements(ctx, single, { personId, bookingId: id, method }) : {}),
    mine: statements.mine,
    occurrence: statements.occurrence,
  })
  const after = done.mine[0]
  if (after && isSeated(after.state)) {
    if (single && method !== 'later') await bookNotedOf(ctx, personId)
    const again = after.id === id ? {} : { again: true as const }
    return {
      ok: true,
      bookingId: after.id,
      pays: pays?.name ?? (pay?.kind === 'trial' ? 'a trial' : 'a drop-in'),
      startsAt,
      ...again,
    }
  }
  const now = done.occurrence[0]
  if (now && (booksAhead ? now.booked + now.waiting >= now.capacity : isFullAtDesk(now))) {
    const { capacity, walkIns } = now
    return {
      ok: false,
      reason: 'class_full',
      facts: { capacity: booksAhead ? capacity : capacity + walkIns },
    }
  }
  return {
    ok: false,
    reason: 'no_entitlement',
    facts: pays?.kind === 'lot' ? { usedUp: pays.name } : {},
  }
}

/** A drop-in as its letter tells it; null where it is told at the desk. */
function singleTold({ studio }: StaffContext, pay: WalkIn['pay'], minor: number): SinglePay | null {
  if (pay?.kind !== 'drop_in' || !pay.told) return null
  const leftMinor = Math.max(0, minor - pay.told.paidMinor)
  const price = money(leftMinor || minor, studio.currency, studio.locale)
  return { kind: 'drop_in', price, paid: leftMinor === 0 }
}

/** What the audit keeps of a place that nothing on the books pays. */
const notOnTheBooks = (pay: WalkIn['pay'], price: DropIn | undefined) => {
  if (pay?.kind === 'trial') return { trial: true }
  return pay?.kind === 'drop_in' ? { dropInMinor: price?.minor, method: pay.method } : {}
}

type DropIn = { minor: number | null; title: string; localStart: LocalDateTime; closed: number }

/** Charges the price of a drop-in, once the place is taken. A cancel gives it back from this charge. */
function paidStatements(
  ctx: StaffContext,
  { minor, title, localStart }: DropIn,
  { personId, bookingId, method }: { personId: string; bookingId: string; method: DropInMethod },
) {
  const seated = sql`EXISTS (SELECT 1 FROM bookings AS booking
    WHERE booking.studio_id = ${ctx.studio.id} AND booking.id = ${bookingId}
      AND booking.state = 'booked'
      AND coalesce(booking.lot_id, booking.membership_id, booking.make_up_id) IS NULL)`
  return {
    charge: openItemStatement(
      ctx,
      {
        personId,
        kind: 'drop_in',
        subjectId: bookingId,
        amountMinor: minor ?? 0,
        working: `Drop-in: ${title}, ${dayTime(localStart, ctx.studio.locale)}`,
        dedupeKey: `drop-in:${bookingId}`,
      },
      seated,
    ),
    paid:
      method === 'later'
        ? null
        : settleOpenItemsStatement(ctx, bookingId, seated, { method, by: ctx.actor.name }),
  }
}

const isSeated = (state: string) => ['booked', 'checked_in', 'attended', 'no_show'].includes(state)

/** What the desk cannot overrule, and the level and skills, which it can with a reason. */
function refusalAtDesk(
  { occurrence, others, levels, skills, banned, now }: BookingFacts,
  reason: string,
): WalkInResult | null {
  if (banned) return { ok: false, reason: 'banned', facts: {} }
  if (occurrence.state === 'cancelled') {
    return { ok: false, reason: 'cancelled', facts: { why: occurrence.cancelReason } }
  }
  if (occurrence.state !== 'scheduled' || now >= occurrence.endsAt)
    return { ok: false, reason: 'over' }
  const other = others.find(
    (o) =>
      o.occurrenceId !== occurrence.id &&
      (o.state === 'booked' || o.state === 'checked_in') &&
      overlap(o, occurrence),
  )
  if (other) {
    const { bookingId, title, localStart } = other
    return { ok: false, reason: 'overlaps', facts: { bookingId, title, localStart } }
  }
  const needs = occurrence.minimumLevel
  const holds = openRung(levels[occurrence.disciplineId], occurrence.localStart)
  const below = needs !== null && holds < needs.rung
  const lacks = skills?.has(occurrence.classTypeId ?? '')
  if ((below || lacks) && reason.trim() === '') {
    return { ok: false, reason: 'needs_reason' }
  }
  return null
}

/** What pays; null is a drop-in, which nothing on the books pays. */
function payerOf(
  { held, occurrence, now }: BookingFacts,
  pay: WalkIn['pay'],
): { ok: true; pays: Entitlement | null } | ({ ok: false } & Refused) {
  if (pay?.kind === 'drop_in' || pay?.kind === 'trial') return { ok: true, pays: null }
  const choice = chooseEntitlement(held, {
    localStart: occurrence.localStart,
    locationId: occurrence.locationId,
    disciplineId: occurrence.disciplineId,
    today: localDate(now, occurrence.timeZone),
    session: occurrence.course ?? null,
  })
  if (!choice.pays) return { ok: false, ...choice.why }
  const pays = pay
    ? [choice.pays, ...choice.alternatives].find((e) => e.kind === pay.kind && e.id === pay.id)
    : choice.pays
  return pays ? { ok: true, pays } : { ok: false, reason: 'no_entitlement', facts: {} }
}
