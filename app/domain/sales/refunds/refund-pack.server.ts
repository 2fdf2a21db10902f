import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql } from '#app/domain/audit/audit.server.ts'
import {
  type RefundInvoice,
  type RefundInvoiceResult,
  refundedSql,
  refundInvoice,
} from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { cancellationOf } from '#app/domain/bookings/cancelling/cancellation.ts'
import { cancelStatements } from '#app/domain/bookings/cancelling/cancellation-statements.server.ts'
import { promoteWaitlist } from '#app/domain/bookings/waitlist/promote-waitlist.server.ts'
import { revokePackStatements } from '#app/domain/entitlements/revoke-pack.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { cardFor, type ToCard } from '../banking/refund-line.server.ts'
import { cardRefundWith, sendRefund } from '../banking/refund-to-card.server.ts'
import { packRefundFacts } from './pack-refund.server.ts'

export type RefundPackResult =
  /** No credit note where nothing of the price was left to refund. */
  | { ok: true; creditNote: string | null; again?: true }
  | Exclude<RefundInvoiceResult, { ok: true }>
  | Extract<ToCard, { ok: false }>

export type RefundPack = Pick<RefundInvoice, 'key' | 'invoiceId' | 'method' | 'reason'> & {
  /** What the page said it comes to, in minor units. */
  amountMinor: number
}

/**
 * Refunds what is unused of a pack (story 10, R11): places ahead are cancelled in time and go to
 * their waitlists, the credits that are left are taken off for good, the money goes back by a credit
 * note, all in one batch. Where nothing of the price is left, the credits alone are taken off, without
 * a credit note. Refused (`changed`) where it no longer comes to what the page said, and for the
 * reasons of any refund.
 */
export async function refundPack(
  ctx: StaffContext,
  { key, invoiceId, method, reason, amountMinor }: RefundPack,
  paying: PaymentContext | null = null,
): Promise<RefundPackResult> {
  const { studio } = ctx
  const pressed = { key, invoiceId, amountMinor }
  const before = await refundedBefore(ctx, pressed)
  if (before) return before
  const facts = await packRefundFacts(ctx, invoiceId)
  if (!facts) return (await refundedBefore(ctx, pressed)) ?? { ok: false, reason: 'not_found' }
  const { refundMinor, revoked } = facts.quote
  if (refundMinor !== amountMinor || (amountMinor === 0 && revoked === 0)) {
    // The same press may have come through between the two reads.
    return (await refundedBefore(ctx, pressed)) ?? { ok: false, reason: 'changed' }
  }
  const { lotIds, itemId, freed, left } = facts
  const card =
    method === 'online' && amountMinor > 0 ? await cardFor(ctx, invoiceId, amountMinor) : null
  if (card?.ok === false) return (await refundedBefore(ctx, pressed)) ?? card
  const toCard = card && cardRefundWith(ctx, { key, invoiceId, itemId, amountMinor, ...card })
  const lots = sql`(SELECT value FROM json_each(${JSON.stringify(lotIds)}))`
  const lineId = creditsOffLine(pressed)
  const done =
    amountMinor === 0 ? lineWrittenSql(lineId) : refundedSql(ctx, { key, itemId, amountMinor })
  const cancelled = Object.fromEntries(
    freed.flatMap((booking, i) => {
      const cancellation = cancellationOf(booking, ctx.now)
      if (!cancellation) return []
      const statements = cancelStatements(ctx, booking, cancellation, {
        atDesk: true,
        onlyIf: done,
      })
      return Object.entries(statements).map(([name, one]) => [`freed${i}_${name}`, one] as const)
    }),
  )
  const unchanged = sql`NOT EXISTS (SELECT 1 FROM lots AS lot WHERE lot.studio_id = ${studio.id}
      AND lot.id IN ${lots} AND lot.refunded_at IS NOT NULL)
    AND (SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
      WHERE entry.studio_id = ${studio.id} AND entry.lot_id IN ${lots}) = ${left}`
  const undone = {
    ...cancelled,
    ...Object.fromEntries(
      lotIds.flatMap((lotId, i) =>
        Object.entries(revokePackStatements(ctx, lotId, reason, done)).map(
          ([name, one]) => [`lot${i}_${name}`, one] as const,
        ),
      ),
    ),
  }
  const result =
    amountMinor === 0
      ? await takeCreditsOff(ctx, { lineId, invoiceId, reason, onlyIf: unchanged }, undone)
      : await refundInvoice(
          ctx,
          { key, invoiceId, itemId, amountMinor, method, reason },
          {
            onlyIf: sql`${unchanged} AND ${toCard?.onlyIf ?? sql`1`}`,
            behind: { ...toCard?.behind, ...undone },
          },
        )
  if (!result.ok) return (await refundedBefore(ctx, pressed)) ?? result
  if (card && paying) await sendRefund(paying, { key })
  for (const { occurrenceId, waiting } of freed) {
    if (waiting > 0) await promoteWaitlist(ctx, occurrenceId)
  }
  return result
}

type Pressed = Pick<RefundPack, 'key' | 'invoiceId' | 'amountMinor'>

/** The line of the audit of credits taken off without money: of one press on one invoice. */
const creditsOffLine = ({ key, invoiceId }: Pressed) => `pack-${key}:${invoiceId}`

/** The credits alone: nothing of what was paid is left to go back. */
async function takeCreditsOff(
  ctx: StaffContext,
  of: { lineId: string; invoiceId: string; reason: string; onlyIf: SQL },
  undone: Record<string, Statement<D1Result> | null>,
): Promise<RefundPackResult> {
  const { after } = await batch(ctx.db, {
    audit: auditStatement(
      ctx,
      {
        id: of.lineId,
        action: 'pack.revoked',
        subjectKind: 'invoice',
        subjectId: of.invoiceId,
        reason: of.reason,
      },
      of.onlyIf,
    ),
    ...undone,
    after: ctx.db.all<{ done: number }>(sql`SELECT ${lineWrittenSql(of.lineId)} AS done`),
  })
  return after[0]!.done ? { ok: true, creditNote: null } : { ok: false, reason: 'changed' }
}

/** What a press with this key did already; null where it is the first. */
async function refundedBefore(
  { db, studio }: StaffContext,
  pressed: Pressed,
): Promise<Extract<RefundPackResult, { ok: true }> | null> {
  const { key, invoiceId, amountMinor } = pressed
  const [note] = await db.all<{ reference: string | null }>(sql`
    SELECT reference FROM invoices WHERE studio_id = ${studio.id} AND id = ${`note-${key}`}
      AND credits_invoice_id = ${invoiceId} AND total_minor = ${-amountMinor}
    UNION ALL SELECT NULL WHERE ${amountMinor} = 0 AND ${lineWrittenSql(creditsOffLine(pressed))}`)
  return note ? { ok: true, creditNote: note.reference, again: true } : null
}
