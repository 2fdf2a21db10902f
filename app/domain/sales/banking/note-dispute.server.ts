import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  disputeOverStatement,
  invoiceDisputeStatement,
  lostPaymentStatements,
} from '#app/domain/billing/invoices/reversed-payment-statements.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { closeTaskStatement, raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { disputeReason } from './banking-words.ts'

export type NoteDisputeResult = { ok: true } | { ok: false; reason: 'provider_away' | 'not_ours' }

/**
 * Brings a dispute to where it stands at the provider, whatever told us of it and in any order:
 * SM-INV `paid → disputed → paid | lost`. Its task asks whether the person keeps access, which
 * nobody but staff decides, and names a gift card that was bought with it, which pays nothing
 * meanwhile. Lost, the money leaves the takings, once. Refused (`not_ours`): about a
 * payment that we did not begin.
 */
export async function noteDispute(
  ctx: PaymentContext,
  disputeRef: string,
): Promise<NoteDisputeResult> {
  const { db, studio, now, provider } = ctx
  const [account] = await db.all<{ ref: string }>(sql`
    SELECT account_ref AS ref FROM merchant_accounts WHERE studio_id = ${studio.id}`)
  if (!account) return { ok: false, reason: 'not_ours' }
  const read = await provider.readDispute(account.ref, disputeRef)
  if (!read.ok) return read
  const { facts } = read
  if (!facts) return { ok: false, reason: 'not_ours' }
  const [paid] = await db.all<{
    attemptId: string
    personId: string
    name: string
    invoiceId: string | null
    cardId: string | null
    card: string | null
  }>(sql`
    SELECT attempt.id AS attemptId, coalesce(bill.person_id, attempt.person_id) AS personId,
      person.name, attempt.invoice_id AS invoiceId, bought.id AS cardId, bought.last_four AS card
    FROM payment_attempts AS attempt
    LEFT JOIN invoices AS bill ON bill.id = attempt.invoice_id
    JOIN people AS person ON person.id = coalesce(bill.person_id, attempt.person_id)
    LEFT JOIN open_items AS line ON line.studio_id = attempt.studio_id
      AND line.invoice_id = attempt.invoice_id AND line.kind = 'gift_card'
    LEFT JOIN gift_cards AS bought ON bought.studio_id = attempt.studio_id
      AND bought.item_id = line.id
    WHERE attempt.studio_id = ${studio.id} AND attempt.payment_ref = ${facts.paymentRef}
    ORDER BY bought.balance_minor DESC LIMIT 1`)
  if (!paid) return { ok: false, reason: 'not_ours' }
  const { attemptId, personId, name, invoiceId, cardId, card } = paid
  const { ref, amountMinor, state, openedAt } = facts
  const over = state === 'won' || state === 'lost'
  const now_ = (stands: string) => sql`EXISTS (SELECT 1 FROM disputes AS dispute
    WHERE dispute.studio_id = ${studio.id} AND dispute.id = ${ref} AND dispute.state IN (
      SELECT value FROM json_each(${JSON.stringify(stands.split(' '))})))`
  const cause = { kind: 'payment_disputed', ref } as const
  await batch(db, {
    // What is over stays over: an older telling that comes late changes nothing.
    dispute: db.run(sql`
      INSERT INTO disputes (id, studio_id, person_id, invoice_id, attempt_id, amount_minor,
        currency, reason, state, answer_by, opened_at, closed_at)
      VALUES (${ref}, ${studio.id}, ${personId}, ${invoiceId}, ${attemptId}, ${amountMinor},
        ${facts.currency}, ${facts.reason}, ${state}, ${facts.answerBy}, ${openedAt},
        ${over ? now : null})
      ON CONFLICT (id) DO UPDATE SET state = excluded.state, answer_by = excluded.answer_by,
        closed_at = excluded.closed_at
      WHERE disputes.closed_at IS NULL`),
    ...(invoiceId === null
      ? {}
      : {
          disputed: invoiceDisputeStatement(
            ctx,
            invoiceId,
            'disputed',
            sql`${now_('needs_response under_review')} AND EXISTS (SELECT 1 FROM allocations AS part
              WHERE part.studio_id = ${studio.id} AND part.payment_id = ${attemptId}
                AND part.invoice_id = ${invoiceId})`,
          ),
        }),
    ...lostPaymentStatements(
      ctx,
      {
        id: `lost-${ref}`,
        paymentId: attemptId,
        personId,
        invoiceId,
        amountMinor,
        note: 'Dispute lost',
        lost: sql`SELECT 'lost-' || one.id AS id FROM disputes AS one
          WHERE one.studio_id = ${studio.id} AND one.person_id = ${personId}
            AND one.attempt_id = ${attemptId}`,
        cameBack: sql`SELECT 'payment:failed-' || back.id FROM provider_refunds AS back
          WHERE back.studio_id = ${studio.id} AND back.attempt_id = ${attemptId}`,
      },
      now_('lost'),
    ),
    // Won, or lost with nothing left on it that could be taken, it is as it was before.
    ...(invoiceId === null
      ? {}
      : {
          won: invoiceDisputeStatement(
            ctx,
            invoiceId,
            'paid',
            sql`(${now_('won')} OR ${now_('lost')})`,
          ),
          over: disputeOverStatement(ctx, invoiceId),
        }),
    task: raiseTaskStatement(
      ctx,
      {
        cause,
        facts: {
          name,
          amountMinor,
          reason: disputeReason(facts.reason),
          ...(card ? { card } : {}),
        },
        role: 'manager',
        dueAt: now,
        endsAt: null,
        path: cardId ? paths.manageGiftCard(studio, cardId) : paths.managePerson(studio, personId),
      },
      now_('needs_response under_review lost'),
    ),
    // Won, nothing is asked any more; lost, somebody still decides.
    ended: closeTaskStatement(ctx, cause, now_('won')),
  })
  return { ok: true }
}
