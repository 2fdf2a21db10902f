import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, prefixed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openInvoiceStatements } from '#app/domain/billing/invoices/open-invoice.server.ts'
import {
  accountCreditSql,
  paymentStatements,
  tillClosedSql,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import { giveBackStatements, openItemStatement } from '#app/domain/billing/open-items.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'
import {
  forfeitStatement,
  returnStatement,
  spendStatement,
  takenOfLotSql,
} from '#app/domain/entitlements/ledger.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { mayEditAttendanceSql } from '#app/domain/places/attendance-sql.server.ts'
import {
  type AttendanceRefusal,
  attendanceRefusal,
  attendanceWindow,
} from '#app/domain/places/attendance-window.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { dayTime } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { paidColumnsSql, paysSql } from '../availability/seat-guards.server.ts'
import { feeWaitsMinutes } from '../cancelling/cancellation.ts'
import type { ChangePayerForm } from './change-payer-form.ts'
import { type NewPayer, type PayerChange, quotePayerChange } from './payer-quote.ts'
import { payerKey, payerName } from './payer-words.ts'
import { findPlaceToPay, type PlaceToPay, turnOf } from './place-to-pay.server.ts'

export const payerRefusals = {
  not_found: 'That person isn’t in this class.',
  fixed: 'What pays for this place can’t be changed.',
  refunded: 'The pack was refunded, and this class counted as used. Nothing can be changed.',
  does_not_pay: 'That can’t pay for this class any more. Choose something else.',
  changed_meanwhile: 'Someone has just changed this place. Check it again.',
} as const

export type PayerRefusal = keyof typeof payerRefusals

export type ChangePayerResult =
  | { ok: true; pays: string; again?: true }
  | { ok: false; reason: PayerRefusal }
  | AttendanceRefusal

/**
 * Changes what pays for a place, with a reason: the credit that was used goes back, what was charged
 * for the place alone is void or given back, what pays instead gives a credit or is charged, and the
 * fee of a no-show follows, all in one guarded batch and as the page said (`quotePayerChange`). Of
 * two at once one wins and the other is told (`changed_meanwhile`); the same choice sent twice is
 * one. Refused where the new one cannot pay on the date of the class, and where the pack that paid
 * was refunded.
 */
export async function changePayer(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  { to: key, shown, reason }: ChangePayerForm,
): Promise<ChangePayerResult> {
  const { db } = ctx
  const [found, { settings }] = await Promise.all([
    findPlaceToPay(ctx, occurrenceId, bookingId),
    batch(db, { settings: billingSettingsStatement(ctx) }),
  ])
  if (!found) return { ok: false, reason: 'not_found' }
  const before = answered(found, { key, shown })
  if (before) return before
  const window = attendanceWindow(found.occurrence, ctx.actor.role, ctx.now)
  const over = attendanceRefusal(window, reason)
  if (over) return over
  const to = found.options.find((one) => payerKey(one) === key)
  if (!to) return { ok: false, reason: 'does_not_pay' }
  const change = quotePayerChange(found.place!, to)
  const auditId = newId()
  const done = lineWrittenSql(auditId)
  const result = await batch(db, {
    changed: changedStatement(ctx, found, to, { change, reason }),
    audit: auditStatement(
      ctx,
      {
        id: auditId,
        action: 'booking.payer_changed',
        subjectKind: 'booking',
        subjectId: bookingId,
        reason,
        detail: {
          personId: found.booking.personId,
          occurrenceId,
          from: payerName(found.place!.payer),
          to: payerName(to),
          ...change,
        },
      },
      rightAfterChange,
    ),
    ...creditStatements(ctx, found, to, { change, reason, done }),
    ...(found.place!.chargedMinor > 0 ? giveBackStatements(ctx, bookingId, done) : {}),
    ...feeStatements(ctx, found, { change, reason, done }),
    ...chargeStatements(ctx, found, to, { change, done, settings: settingsFrom(ctx, settings) }),
    notice: noticeStatement(
      ctx,
      {
        personId: found.booking.personId,
        dedupeKey: `payer-changed:${auditId}`,
        kind: 'booking-corrected',
        text:
          `${found.booking.title}, ${dayTime(found.booking.localStart, ctx.studio.locale)}: ` +
          `now paid with ${payerName(to)}.`,
        path: paths.portalBookings(ctx.studio),
      },
      done,
    ),
  })
  if (changed(result.changed) > 0) return { ok: true, pays: payerName(to) }
  const after = await findPlaceToPay(ctx, occurrenceId, bookingId)
  if (!after) return { ok: false, reason: 'not_found' }
  return answered(after, { key, shown }) ?? { ok: false, reason: 'does_not_pay' }
}

/** What needs no change: it is so already, or is not as the page had it. */
function answered(
  { booking, place, refunded, shown: now }: PlaceToPay,
  { key, shown }: { key: string; shown: string },
): ChangePayerResult | null {
  if (!place) return { ok: false, reason: 'fixed' }
  const { payer } = place
  const isSo = payer.kind === 'drop_in' ? key.startsWith('drop_in:') : payerKey(payer) === key
  if (isSo && turnOf(shown) === booking.payTurn - 1) {
    return { ok: true, pays: payerName(payer), again: true }
  }
  if (shown !== now || isSo) return { ok: false, reason: 'changed_meanwhile' }
  return refunded ? { ok: false, reason: 'refunded' } : null
}

/** The booking, guarded by all that the change was worked out from. */
function changedStatement(
  ctx: StaffContext,
  { booking, place, occurrence, owes }: PlaceToPay,
  to: NewPayer,
  { change, reason }: { change: PayerChange; reason: string },
): Statement {
  const { db, studio, now } = ctx
  const pays = to.kind === 'drop_in' ? null : to
  const today = localDate(now, studio.timeZone)
  const studioId = sql`${studio.id}`
  const byCredit =
    to.kind === 'drop_in' && to.by === 'credit' && change.chargeMinor > 0
      ? sql`NOT ${tillClosedSql(studioId, sql`${today}`)}
          AND ${accountCreditSql(studioId, sql`${owes.personId}`)} >= ${change.chargeMinor}`
      : sql`1`
  const asTaken =
    booking.lotId === null
      ? sql`1`
      : sql`${takenOfLotSql(studioId, sql`${booking.id}`, sql`${booking.lotId}`)}
          = ${place!.creditUsed ? -1 : 0}
        AND NOT EXISTS (SELECT 1 FROM lots AS paid_lot WHERE paid_lot.studio_id = ${studio.id}
          AND paid_lot.id = ${booking.lotId} AND paid_lot.refunded_at IS NOT NULL)`
  return db.run(sql`
    UPDATE bookings SET (lot_id, membership_id, make_up_id) = (SELECT ${paidColumnsSql(pays)}),
      pay_turn = pay_turn + 1
    WHERE studio_id = ${studio.id} AND id = ${booking.id} AND state = ${booking.state}
      AND pay_turn = ${booking.payTurn} AND enrolment_id IS NULL AND guest_of IS NULL
      AND ${asTaken} AND ${byCredit}
      AND EXISTS (SELECT 1 FROM occurrences AS o
        WHERE o.studio_id = ${studio.id} AND o.id = ${occurrence.id} AND o.state <> 'cancelled'
          AND ${mayEditAttendanceSql(ctx, reason)})
      AND ${pays ? paysSql(ctx, booking.personId, occurrence, pays) : sql`1`}`)
}

type Statement = ReturnType<StaffContext['db']['run']>
type Step = { change: PayerChange; done: SQL }

/** The credit of the pack that paid goes back on its own turn; the next one is taken on the new. */
function creditStatements(
  ctx: StaffContext,
  { booking }: PlaceToPay,
  to: NewPayer,
  { change, reason, done }: Step & { reason: string },
) {
  const entry = { personId: booking.personId, bookingId: booking.id, reason }
  const { creditBack, creditTaken, lostAtOnce } = change
  const taken = to.kind === 'lot' ? { ...entry, lotId: to.id, turn: booking.payTurn + 1 } : null
  return {
    back: creditBack
      ? returnStatement(ctx, { ...entry, lotId: booking.lotId!, turn: booking.payTurn }, done)
      : null,
    spend: creditTaken && taken ? spendStatement(ctx, taken, done) : null,
    lost: lostAtOnce && taken ? forfeitStatement(ctx, taken, done) : null,
  }
}

/** The no-show fee that ends, or the one that begins: due after 24 hours, so that it can be waived. */
function feeStatements(
  ctx: StaffContext,
  { booking }: PlaceToPay,
  { change, reason, done }: Step & { reason: string },
) {
  const { db, studio, now } = ctx
  if (change.feeEndsMinor > 0) {
    const own = sql`studio_id = ${studio.id} AND booking_id = ${booking.id} AND kind = 'no_show'`
    const charged = giveBackStatements(ctx, sql`SELECT id FROM fees WHERE ${own}`, done)
    return {
      feeBack: charged.back,
      feeOpen: charged.void,
      fee: db.run(sql`
        UPDATE fees SET state = 'void', reason = ${reason}
        WHERE ${own} AND state IN ('pending','due','collected') AND ${done}`),
    }
  }
  if (change.feeBeginsMinor === 0) return {}
  return {
    fee: db.run(sql`
      INSERT INTO fees (id, studio_id, person_id, booking_id, kind, amount_minor, currency, state,
        due_at, reason, created_at)
      SELECT ${newId()}, ${studio.id}, ${booking.personId}, ${booking.id}, 'no_show',
        ${change.feeBeginsMinor}, ${studio.currency}, 'pending',
        ${addMinutes(now, feeWaitsMinutes)}, ${reason}, ${now}
      WHERE ${done}
      ON CONFLICT (studio_id, booking_id, kind) DO UPDATE SET id = excluded.id, state = 'pending',
        due_at = excluded.due_at, amount_minor = excluded.amount_minor, reason = excluded.reason
      WHERE state = 'void'`),
  }
}

/** The price of a drop-in; from account credit its invoice is opened and paid with the change. */
function chargeStatements(
  ctx: StaffContext,
  { booking, owes }: PlaceToPay,
  to: NewPayer,
  { change, done, settings }: Step & { settings: BillingSettings },
) {
  if (to.kind !== 'drop_in' || change.chargeMinor === 0) return {}
  const { studio, actor, now } = ctx
  const dedupeKey = `drop-in:${booking.id}:${booking.payTurn + 1}`
  const charge = openItemStatement(
    ctx,
    {
      personId: owes.personId,
      kind: 'drop_in',
      subjectId: booking.id,
      amountMinor: change.chargeMinor,
      working: `Drop-in: ${booking.title}, ${dayTime(booking.localStart, studio.locale)}`,
      dedupeKey,
    },
    done,
  )
  if (to.by === 'later') return { charge }
  const invoiceId = newId()
  return {
    charge,
    ...prefixed(
      'bill',
      openInvoiceStatements(ctx, settings, {
        id: invoiceId,
        personId: owes.personId,
        kind: 'invoice',
        items: sql`item.dedupe_key = ${dedupeKey}`,
        issuedOn: localDate(now, studio.timeZone),
      }),
    ),
    ...prefixed(
      'paid',
      paymentStatements(
        ctx,
        {
          id: newId(),
          invoiceId,
          personId: owes.personId,
          amountMinor: change.chargeMinor,
          method: 'credit' as const,
          takenBy: actor.name,
        },
        done,
      ),
    ),
  }
}
