/** What happens around classes: purchases, bookings, check-ins, and what the jobs do. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { chargeFees } from '#app/domain/bookings/cancelling/charge-fees.server.ts'
import { waiveFee } from '#app/domain/bookings/cancelling/waive-fee.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { giveStandingPlace } from '#app/domain/bookings/standing-places/give-standing-place.server.ts'
import { closeWaitlists } from '#app/domain/bookings/waitlist/close-waitlists.server.ts'
import { joinWish } from '#app/domain/bookings/waitlist/join-wish.server.ts'
import { promoteOpenPlaces } from '#app/domain/bookings/waitlist/promote-open-places.server.ts'
import { expireLots } from '#app/domain/entitlements/expire-lots.server.ts'
import { grantLotStatements } from '#app/domain/entitlements/ledger.server.ts'
import { markNoticesRead } from '#app/domain/messaging/mark-notices-read.server.ts'
import { recordTaps } from '#app/domain/reception/record-taps.server.ts'
import { tapsAtOnce } from '#app/domain/reception/taps.ts'
import { takeForAccount } from '#app/domain/sales/account/take-for-account.server.ts'
import { sendReceipts } from '#app/domain/sales/receipts/send-receipts.server.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDate, localDate } from '#app/values/zone.ts'
import type { Person } from './build-people.ts'
import type { Occurrence } from './build-timetable.ts'
import type { Player, Scene } from './player.ts'
import type { Wanted } from './want-bookings.ts'

/** How many of those who booked come, where nothing else is known of them. */
const come = 0.975

/**
 * Of the fees the desk comes to, this many are paid and this many waived; the rest fall due and are
 * paid when the person is next in.
 */
const feesPaid = 0.67
const feesWaived = 0.13
/** Of money at the desk, so much is cash. */
const paidInCash = 0.3
const waivedFor = ['Train strike', 'First time', 'Ill, told us on the day']

/** When the desk goes through the fees, and how old one is by then, in minutes. */
const feeRounds = ['12:30', '20:30']
const feeTaken = 4 * 60

/** Someone with an account last looked at their notices this long ago, in minutes. */
const lastLook = 21 * 60

/** The class that the studio cancels was cancelled this long ago, in minutes. */
const calledOff = 20 * 60

/** Packs as they are bought, and written off when their last day is over. */
export function playPurchases(player: Player, people: readonly Person[]): void {
  for (const person of people) {
    for (const { purchasedAt, ...pack } of person.packs) {
      player.at(purchasedAt, ({ ctx }) =>
        batch(ctx.db, grantLotStatements(ctx, { ...pack, personId: person.id })),
      )
      const over = instantOf(`${addDays(pack.expiresOn, 1)}T00:00`, player.timeZone)
      player.at(over, ({ ctx }) => expireLots(ctx))
    }
  }
}

/** What people asked for, what the desk gave, and each class from its start until it is settled. */
export function playClasses(
  player: Player,
  { wishes, standing, either, scenes }: Wanted,
  { occurrences, cancelReason }: { occurrences: readonly Occurrence[]; cancelReason: string },
): void {
  for (const { at, person, seriesId } of standing) {
    player.at(at, ({ desk }) =>
      giveStandingPlace(desk, person.id, {
        id: newId(),
        seriesId,
        from: localDate(at, player.timeZone),
        until: null,
      }),
    )
  }
  const booked = new Map<string, string>()
  for (const { at, kind, person, occurrence } of wishes) {
    const key = `${occurrence.id} ${person.id}`
    player.at(at, async ({ as }) => {
      if (kind === 'cancel') {
        const id = booked.get(key)
        return id && cancelBooking(as(person), id)
      }
      const result = await bookClass(as(person), occurrence.id)
      if (result.ok) booked.set(key, result.booking.id)
    })
  }
  if (either) {
    const { at, person, classes } = either
    const [first, ...also] = classes.map(({ id }) => id)
    player.at(at, ({ as }) => joinWish(as(person), first!, { key: newId(), also }))
  }
  player.at(addMinutes(player.now, -calledOff), ({ desk }) =>
    cancelOccurrence(desk, scenes.cancelled.id, { reason: cancelReason }),
  )
  for (const { id, startsAt, endsAt, type } of occurrences) {
    const about = { ids: sql`SELECT ${id}`, startsAt, endsAt, settles: type.rules.reconcileMinutes }
    playClass(player, about, ({ userId }) => userId !== null || player.chance.happens(come))
  }
}

export type Arriving = { bookingId: string; personId: string; userId: string | null }

/**
 * A class from its start, when the desk taps in everyone who comes, until the job settles it; `ids`
 * is a SELECT of its id, which may not be known yet.
 */
export function playClass(
  player: Player,
  about: { ids: SQL; startsAt: Instant; endsAt: Instant; settles: number },
  comes: (one: Arriving) => boolean,
): void {
  player.at(about.startsAt, async ({ ctx, desk }) => {
    const listed = await ctx.db.all<Arriving & { state: string }>(sql`
      SELECT b.id AS bookingId, b.person_id AS personId, person.user_id AS userId, b.state
      FROM bookings AS b JOIN people AS person ON person.id = b.person_id
      WHERE b.studio_id = ${ctx.studio.id} AND b.occurrence_id IN (${about.ids})
        AND b.state IN ('booked','waitlisted') ORDER BY b.seq`)
    if (listed.some(({ state }) => state === 'waitlisted')) await closeWaitlists(ctx)
    const here = listed.filter((one) => one.state === 'booked' && comes(one))
    for (let from = 0; from < here.length; from += tapsAtOnce) {
      const taps = here
        .slice(from, from + tapsAtOnce)
        .map(({ bookingId }) => ({ key: newId(), bookingId, method: 'name', ago: 0, override: '' }))
      await recordTaps(desk, taps as Parameters<typeof recordTaps>[1], { mayOverride: false })
    }
  })
  player.at(addMinutes(about.endsAt, about.settles), ({ ctx }) => reconcileClasses(ctx))
}

/**
 * Twice a day the desk goes through the fees of the crowd, so that none falls due unseen: most have
 * been paid by then, some are waived for a reason, and who was left is asked when they come again.
 */
export function playFees(player: Player, { from, until }: { from: LocalDate; until: LocalDate }) {
  const left = new Set<string>()
  const round = async ({ ctx, desk }: Scene) => {
    const fees = await ctx.db.all<Fee>(sql`
      SELECT fee.id, fee.amount_minor AS amountMinor, fee.booking_id AS bookingId,
        coalesce(b.guardian_id, fee.person_id) AS payerId,
        b.occurrence_id AS occurrenceId, EXISTS (SELECT 1 FROM arrivals AS arrival
          WHERE arrival.studio_id = fee.studio_id AND arrival.person_id = fee.person_id
            AND arrival.arrived_at > fee.created_at) AS cameAgain
      FROM fees AS fee JOIN bookings AS b ON b.id = fee.booking_id
      JOIN people AS person ON person.id = fee.person_id
      WHERE fee.studio_id = ${ctx.studio.id} AND fee.state = 'pending'
        AND person.user_id IS NULL AND fee.created_at <= ${addMinutes(ctx.now, -feeTaken)}
      ORDER BY fee.rowid`)
    for (const fee of fees) {
      const wasLeft = left.has(fee.id)
      const chance = wasLeft ? 1 : player.chance.next()
      left.add(fee.id)
      if (chance < feesPaid || (wasLeft && fee.cameAgain === 1))
        await takeForAccount(desk, fee.payerId, {
          key: newId(),
          charges: [{ kind: 'fee', id: fee.id, amountMinor: fee.amountMinor }],
          method: player.chance.next() < paidInCash ? 'cash' : 'card',
          note: '',
        })
      else if (chance < feesPaid + feesWaived) {
        const reason = waivedFor[player.chance.between(0, waivedFor.length - 1)]!
        await waiveFee(desk, fee.occurrenceId, fee.bookingId, { reason })
      }
    }
  }
  for (let date = from; date <= until; date = addDays(date, 1))
    for (const time of feeRounds) player.at(instantOf(`${date}T${time}`, player.timeZone), round)
}

type Fee = {
  id: string
  amountMinor: number
  payerId: string
  bookingId: string
  occurrenceId: string
  cameAgain: 0 | 1
}

/** What is left at the end: the jobs of this minute, and what was read and sent long ago. */
export function playUntilNow(player: Player, people: readonly Person[]): void {
  const lookedAt = addMinutes(player.now, -lastLook)
  for (const person of people.filter(({ userId }) => userId !== null)) {
    player.at(lookedAt, ({ as }) => markNoticesRead(as(person), { until: lookedAt }))
  }
  player.at(player.now, async ({ ctx }) => {
    for (const job of [reconcileClasses, expireLots, closeWaitlists, promoteOpenPlaces])
      await job(ctx)
    while ((await chargeFees(ctx)) > 0);
    while ((await openInvoices(ctx)) > 0);
    while ((await sendReceipts(ctx)) > 0);
    await closeBooks(ctx)
  })
}

/**
 * What no use case does: letters of the past have reached their readers, so nothing of them is left
 * to send.
 */
async function closeBooks({ db, studio }: Scene['ctx']): Promise<void> {
  await db.run(sql`DELETE FROM outbox WHERE studio_id = ${studio.id}`)
}
