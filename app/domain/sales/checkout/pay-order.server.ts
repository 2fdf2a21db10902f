/** Tickets of an order, paid on the provider's page. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { orderStatement } from '#app/domain/events/confirm-order.server.ts'
import { isOrderLinkSql } from '#app/domain/events/order-links.server.ts'
import { holdLongerStatement, orderHeldSql } from '#app/domain/events/pay-order.server.ts'
import { takesOnlineStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import { attemptsStatement } from '#app/domain/payments/attempts/attempt-queries.server.ts'
import {
  type BeginAttemptResult,
  beginAttempt,
} from '#app/domain/payments/attempts/begin-attempt.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { isOver } from './attempt-over.ts'
import { buyerPerson } from './buyer-person.server.ts'
import { paymentView } from './payment-view.ts'
import { settleAttempt } from './settle-attempt.server.ts'

/** Minutes that the provider's page stands, and that the places are held: a late answer counts. */
const [pageMinutes, heldMinutes] = [31, 40]

/**
 * Begins paying what an order holds, by the secret of its link; it is confirmed once it is paid.
 * Refused (`not_there`) once its minutes are over, or it is confirmed already.
 */
export async function payOrderOnline(
  ctx: PaymentContext,
  token: string,
  back: { doneUrl: () => string },
): Promise<BeginAttemptResult> {
  const { db, studio, now } = ctx
  const { order, names } = await batch(db, {
    order: orderStatement(ctx, token),
    names: db.all<{ name: string }>(sql`
      SELECT type.name FROM ticket_orders AS ticket_order
      JOIN occurrences AS o ON o.id = ticket_order.event_id
      JOIN class_types AS type ON type.id = o.class_type_id
      WHERE ticket_order.studio_id = ${studio.id} AND ${isOrderLinkSql(token)}`),
  })
  const [found] = order
  if (found?.state !== 'held' || found.totalMinor <= 0) return { ok: false, reason: 'not_there' }
  const { id, name, email, totalMinor } = found
  const personId = found.personId ?? (await buyerPerson(ctx, { name, email, phone: '' }))
  await batch(db, { hold: holdLongerStatement(ctx, id, addMinutes(now, heldMinutes)) })
  return beginAttempt(ctx, {
    personId,
    email,
    by: name,
    purpose: 'order',
    subjectId: id,
    amountMinor: totalMinor,
    what: `${studio.name}, tickets for ${names[0]?.name ?? 'an event'}`,
    doneUrl: back.doneUrl,
    minutes: pageMinutes,
    keeps: found.personId !== null,
    onlyIf: orderHeldSql(ctx, id),
  })
}

/**
 * How the payment of an order stands, brought up to date first, and whether one can begin. Null view
 * where none was begun. One trip while none is under way.
 */
export async function orderPayment(
  ctx: StudioContext,
  paying: PaymentContext | null,
  token: string,
) {
  if (!paying) return { online: false, view: null }
  const ofOrder = sql`attempt.purpose = 'order' AND attempt.subject_id = (
    SELECT ticket_order.id FROM ticket_orders AS ticket_order
    WHERE ticket_order.studio_id = ${ctx.studio.id} AND ${isOrderLinkSql(token)})`
  const { attempts, online } = await batch(ctx.db, {
    attempts: attemptsStatement(ctx, ofOrder, 20),
    online: takesOnlineStatement(ctx),
  })
  const last = attempts.at(-1)
  const settled = last && !isOver(last) ? await settleAttempt(paying, last.id) : null
  const attempt = settled?.ok ? settled.attempt : last
  const { locale, name } = ctx.studio
  const away = settled !== null && !settled.ok
  return {
    online: online.length > 0,
    view: attempt ? paymentView(attempt, { locale, studioName: name, away }) : null,
  }
}
