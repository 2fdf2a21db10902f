import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  accountCreditSql,
  tillClosedSql,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import { chooseEntitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import {
  entitlementsOfStatements,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { takenOfLotSql } from '#app/domain/entitlements/ledger.server.ts'
import { losesCreditSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import { noShowFeeSql } from '../availability/policy-limits.server.ts'
import { daysAroundClassSql, membershipUsesStatement } from '../booking-queries.server.ts'
import {
  type BookingToCancel,
  bookingOfClassStatement,
} from '../cancelling/cancellation-queries.server.ts'
import type { ClassAtDesk } from '../roster/class-at-desk.ts'
import { classAtDeskStatements, toClassAtDesk } from '../roster/roster-page.server.ts'
import type { NewPayer, PaidPlace, Payer } from './payer-quote.ts'

/** A place, what pays for it, and what could pay instead. */
export type PlaceToPay = {
  booking: BookingToCancel
  occurrence: ClassAtDesk
  /** Null where what pays is not changed: of a course, a guest, one who waits or gave it up free. */
  place: PaidPlace | null
  options: readonly NewPayer[]
  /** The pack that pays was refunded, with this place counted as used. */
  refunded: boolean
  /** Who owes for it: the guardian who booked, or the person. */
  owes: { personId: string; creditMinor: number }
  tillClosed: boolean
  /** Changes whenever what the options come to does. */
  shown: string
}

type More = Record<
  'taken' | 'losesCredit' | 'both' | 'noShowFeeMinor' | 'refunded' | 'creditMinor' | 'closed',
  number
> & { feeState: string | null; feeMinor: number | null; owesId: string }

const changedStates: readonly string[] = [
  'booked',
  'checked_in',
  'attended',
  'no_show',
  'late_cancelled',
] satisfies PaidPlace['state'][]

/** One place for a change of what pays, in one trip; null for another class's or studio's id. */
export async function findPlaceToPay(
  ctx: StudioContext,
  occurrenceId: string,
  bookingId: string,
): Promise<PlaceToPay | null> {
  const { db, studio, now } = ctx
  const own = sql`b.studio_id = ${studio.id} AND b.id = ${bookingId}
    AND b.occurrence_id = ${occurrenceId}`
  const whose = sql`(SELECT b.person_id FROM bookings AS b WHERE ${own})`
  const today = localDate(now, studio.timeZone)
  const owesId = sql`coalesce(b.guardian_id, b.person_id)`
  const { found, money, memberships, lots, makeUps, uses, ...ofClass } = await batch(db, {
    ...classAtDeskStatements(ctx, occurrenceId),
    found: bookingOfClassStatement(ctx, occurrenceId, bookingId),
    money: db.all<More>(sql`
      SELECT ${takenOfLotSql(sql`b.studio_id`, sql`b.id`, sql`b.lot_id`)} AS taken,
        ${losesCreditSql('b')} AS losesCredit, policy.no_show_both AS "both",
        ${noShowFeeSql(now)} AS noShowFeeMinor,
        coalesce(lot.refunded_at IS NOT NULL, 0) AS refunded, ${owesId} AS owesId,
        ${accountCreditSql(sql`b.studio_id`, owesId)} AS creditMinor,
        ${tillClosedSql(sql`b.studio_id`, sql`${today}`)} AS closed,
        fee.state AS feeState, fee.amount_minor AS feeMinor
      FROM bookings AS b JOIN policies AS policy ON policy.id = b.policy_id
      JOIN people AS person ON person.id = b.person_id
      LEFT JOIN lots AS lot ON lot.id = b.lot_id
      LEFT JOIN fees AS fee ON fee.studio_id = b.studio_id AND fee.booking_id = b.id
        AND fee.kind = 'no_show'
      WHERE ${own}`),
    ...entitlementsOfStatements(ctx, whose),
    uses: membershipUsesStatement(ctx, whose, daysAroundClassSql(studio.id, occurrenceId)),
  })
  const [booking, facts] = [found[0], money[0]]
  const occurrence = toClassAtDesk(ofClass)
  if (!booking || !facts || !occurrence) return null
  const held = toHeld(booking.personId, { memberships, lots, makeUps, uses })
  const payer = payerOf(booking)
  const other = ({ id }: { id: string }) => payer.kind === 'drop_in' || payer.id !== id
  const choice = chooseEntitlement(
    {
      memberships: held.memberships.filter(other),
      lots: held.lots.filter(other),
      makeUps: booking.state === 'booked' ? (held.makeUps ?? []).filter(other) : [],
    },
    {
      localStart: occurrence.localStart,
      locationId: occurrence.locationId,
      disciplineId: occurrence.disciplineId,
      today,
      session: occurrence.course ?? null,
    },
  )
  const { dropInMinor } = occurrence
  const singly: NewPayer[] =
    payer.kind === 'drop_in' || dropInMinor === null
      ? []
      : [
          { kind: 'drop_in', by: 'later' },
          ...(facts.creditMinor >= dropInMinor && dropInMinor > 0 && !facts.closed
            ? [{ kind: 'drop_in', by: 'credit' } as const]
            : []),
        ]
  const place = toPlace(booking, facts, payer, dropInMinor)
  return {
    booking,
    occurrence,
    place: occurrence.state === 'cancelled' ? null : place,
    options: [...(choice.pays ? [choice.pays, ...choice.alternatives] : []), ...singly],
    refunded: facts.refunded === 1,
    owes: { personId: facts.owesId, creditMinor: facts.creditMinor },
    tillClosed: facts.closed === 1,
    shown: place
      ? [
          ...[booking.payTurn, booking.state, dropInMinor, place.chargedMinor, place.paidMinor],
          ...[facts.taken, facts.feeState, facts.noShowFeeMinor],
        ].join('.')
      : '',
  }
}

/** How often what pays had been changed when a page was shown. */
export const turnOf = (shown: string): number => Number(shown.split('.')[0])

function payerOf(booking: BookingToCancel): Payer {
  const { lotId, lotName, membershipId, membershipName, makeUpId, courseName } = booking
  if (lotId !== null) return { kind: 'lot', id: lotId, name: lotName ?? '' }
  if (membershipId !== null)
    return { kind: 'membership', id: membershipId, name: membershipName ?? '' }
  if (makeUpId !== null) return { kind: 'make_up', id: makeUpId, name: courseName ?? '' }
  return { kind: 'drop_in' }
}

function toPlace(
  booking: BookingToCancel,
  more: More,
  payer: Payer,
  dropInMinor: number | null,
): PaidPlace | null {
  const { state, enrolmentId, guestOf, chargedMinor, paidMinor } = booking
  if (enrolmentId !== null || guestOf !== null || !changedStates.includes(state)) return null
  // A make-up is one session for one: once that is lost there is nothing to change.
  if (payer.kind === 'make_up' && state !== 'booked') return null
  return {
    state: state as PaidPlace['state'],
    payer,
    creditUsed: more.taken < 0,
    chargedMinor,
    paidMinor,
    dropInMinor,
    losesCredit: more.losesCredit === 1,
    noShowFeeMinor: more.noShowFeeMinor,
    noShowBoth: more.both === 1,
    fee: more.feeState === null ? null : { state: more.feeState, amountMinor: more.feeMinor ?? 0 },
  }
}
