import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { merchantAccountStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import { attemptsStatement } from '#app/domain/payments/attempts/attempt-queries.server.ts'
import { methodName } from '#app/domain/payments/attempts/attempt-words.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { chargedFirstSql } from '../collecting/collection-statements.server.ts'
import { isOver } from './attempt-over.ts'
import { paymentView } from './payment-view.ts'
import { settleAttempt } from './settle-attempt.server.ts'

type PageViewer = { personId: string; name: string; email: string }

/**
 * A payment of the viewer, brought to where it stands at the provider first; null where none of
 * theirs has that id. Without a provider it is shown as it was.
 */
export async function paymentPage(
  ctx: MemberContext,
  paying: PaymentContext | null,
  viewer: PageViewer,
  attemptId: string,
) {
  const { db, studio } = ctx
  const { personId } = viewer
  // What another of the family pays of an invoice of theirs is theirs to see.
  const mine = sql`attempt.id = ${attemptId} AND (attempt.person_id = ${personId}
    OR attempt.purpose = 'invoice' AND EXISTS (SELECT 1 FROM invoices AS bill
      WHERE bill.studio_id = attempt.studio_id AND bill.id = attempt.subject_id
        AND (bill.person_id = ${personId} OR bill.billed_to_id = ${personId})))`
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    attempts: attemptsStatement(ctx, mine),
  })
  const [found] = answer.attempts
  if (!found) return null
  const settled = paying && !isOver(found) ? await settleAttempt(paying, found.id) : null
  const attempt = settled?.ok ? settled.attempt : found
  const { locale, name } = studio
  return {
    shell: toShell(answer, viewer),
    purpose: attempt.purpose,
    subjectId: attempt.subjectId,
    invoiceId: attempt.invoiceId,
    view: paymentView(attempt, {
      locale,
      studioName: name,
      away: settled !== null && !settled.ok,
    }),
  }
}

/** The cards somebody let the provider keep, first the one that is charged. One trip. */
export async function cardsPage(ctx: MemberContext, viewer: PageViewer) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    account: merchantAccountStatement(ctx),
    cards: db.all<CardRow>(sql`
      SELECT id, brand, last4, end_month AS endMonth, end_year AS endYear, added_at AS addedAt
      FROM payment_methods WHERE studio_id = ${studio.id} AND person_id = ${viewer.personId}
        AND removed_at IS NULL ORDER BY ${chargedFirstSql} LIMIT 20`),
  })
  return {
    shell: toShell(answer, viewer),
    online: answer.account[0]?.state === 'active',
    cards: answer.cards.map((card, at) => ({
      id: card.id,
      name: methodName(card),
      ends: card.endYear === 0 ? '' : `${String(card.endMonth).padStart(2, '0')}/${card.endYear}`,
      over: card.endYear > 0 && lastDayOf(card) < today,
      added: dayMonthYear(localDate(card.addedAt, studio.timeZone), studio.locale),
      /** Memberships and invoices are charged to it. */
      charged: at === 0,
    })),
  }
}

type CardRow = {
  id: string
  brand: string
  last4: string
  endMonth: number
  endYear: number
  addedAt: string
}

const lastDayOf = ({ endMonth, endYear }: CardRow) =>
  `${endYear}-${String(endMonth).padStart(2, '0')}-31`
