import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { limitOn } from '#app/domain/entitlements/class-limit.ts'
import { toPeriodTerms } from '#app/domain/entitlements/entitlement-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { BookingFacts } from '../availability/booking-facts.server.ts'
import type { BookingToCancel } from '../cancelling/cancellation-queries.server.ts'

/** What paid the old place, as the guard takes it; null where nothing did (a drop-in). */
export function samePayment(
  booking: BookingToCancel,
  { localStart }: Pick<BookingFacts['occurrence'], 'localStart'>,
  { held, studio, now }: Pick<BookingFacts, 'held'> & Pick<StudioContext, 'studio' | 'now'>,
): Entitlement | null {
  const classDate = localStart.slice(0, 10)
  const { lotId, lotName, lotExpiresOn, lotLeft, membershipId, membershipName, makeUpId } = booking
  if (makeUpId !== null) return { kind: 'make_up', id: makeUpId, name: '', validUntil: '' }
  if (lotId !== null)
    return {
      kind: 'lot',
      id: lotId,
      name: lotName ?? '',
      left: lotLeft ?? 0,
      expiresOn: lotExpiresOn ?? '',
      // The guard asks about the person it is shared with.
      shared: true,
    }
  if (membershipId === null) return null
  const plan = held.memberships.find(({ id }) => id === membershipId)
  return {
    kind: 'membership',
    id: membershipId,
    name: membershipName ?? '',
    // One that has ended by now is read from the booking.
    limit: limitOn(
      plan ?? {
        frozenFrom: null,
        frozenUntil: null,
        rollover: 0,
        usedOn: [],
        startsOn: booking.membershipStartsOn ?? classDate,
        endsOn: booking.membershipEndsOn,
        weeklyLimit: booking.weeklyLimit,
        weekStart: studio.weekStart,
        period: toPeriodTerms(booking.period),
      },
      classDate,
      localDate(now, studio.timeZone),
    ),
    used: 0,
  }
}
