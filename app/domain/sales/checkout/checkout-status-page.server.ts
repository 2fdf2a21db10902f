import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { attemptsStatement } from '#app/domain/payments/attempts/attempt-queries.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence } from '#app/domain/places/cancellation-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { formatsAt } from '#app/values/formats.ts'
import { dayLongTime, money } from '#app/values/wording.ts'
import { boughtGift, boughtGiftStatement } from '../gift-cards/bought-gift.server.ts'
import { isOver } from './attempt-over.ts'
import { type CheckoutRow, checkoutStatement } from './carry-out-checkout.server.ts'
import { offerKindOf, offerKinds } from './checkout-choice.ts'
import { notGivenWords } from './checkout-words.ts'
import { giftPaymentId } from './gift-pays.server.ts'
import { type PaymentView, paymentView } from './payment-view.ts'
import { settleAttempt } from './settle-attempt.server.ts'

/** `self` is the guardian where `personId` is a child they chose. */
type PageViewer = { personId: string | null; self?: string; name: string; email: string } | null

type ClassRow = {
  id: string
  title: string
  localStart: string
  startsAt: string
  coach: string
  room: string
  cutoffAt: string
  creditCutoffAt: string | null
  feeCutoffAt: string | null
  lateLosesCredit: number
  lateFeeMinor: number
  bookingState: string
}

/**
 * A purchase by the key of its address: on to the provider's page, and afterwards what was bought.
 * It is brought to where it stands at the provider first. The address is its buyer's alone, who
 * may have no account. Null where none has that key.
 */
export async function checkoutStatusPage(
  ctx: StudioContext,
  paying: PaymentContext | null,
  viewer: PageViewer,
  key: string,
) {
  const { db } = ctx
  const byKey = sql`checkout.token_hash = ${hashSecretToken(key)}`
  const ofIt = sql`attempt.purpose = 'checkout' AND attempt.subject_id = (
    SELECT checkout.id FROM checkouts AS checkout
    WHERE checkout.studio_id = ${ctx.studio.id} AND ${byKey})`
  const read = await batch(db, {
    ...shellStatements(ctx, viewer),
    checkout: checkoutStatement(ctx, byKey),
    attempts: attemptsStatement(ctx, ofIt, 20),
  })
  const [before] = read.checkout
  if (!before) return null
  const last = read.attempts.at(-1)
  const settled = paying && last && !isOver(last) ? await settleAttempt(paying, last.id) : null
  const attempt = settled?.ok ? settled.attempt : last
  const { checkout, classes, invoices, gifts } = await batch(db, {
    checkout: checkoutStatement(ctx, byKey),
    classes: classStatement(ctx, byKey),
    invoices: invoiceStatement(ctx, byKey),
    gifts: boughtGiftStatement(ctx, byKey),
  })
  const now = checkout[0] ?? before
  const { locale, name, currency } = ctx.studio
  const view: PaymentView | null = attempt
    ? paymentView(attempt, { locale, studioName: name, away: settled !== null && !settled.ok })
    : null
  const [invoice] = invoices
  const leftMinor = invoice ? Math.max(0, invoice.openMinor) : now.amountMinor - now.giftMinor
  const shell = toShell(read, viewer)
  const viewers = [viewer?.personId, viewer?.self].filter(Boolean)
  return {
    shell,
    state: stateOf(now, view, ctx.now),
    view,
    choice: {
      occurrenceId: now.occurrenceId,
      packageId: now.packageId,
      planId: now.planId,
    },
    isGift: now.gift !== '',
    gift: boughtGift(ctx, now.gift, gifts[0]),
    /** Whose it is to look at in the portal. */
    own: viewers.some((id) => id === now.personId || id === now.guardianId),
    stranger: viewer === null,
    firstName: now.buyerName.split(' ')[0] ?? '',
    /** The child or adult it was bought for; null for oneself. */
    forWhom:
      (now.guardianId && shell.family?.relatives.find(({ id }) => id === now.personId)?.called) ||
      null,
    email: now.buyerEmail,
    class: classOf(ctx, classes[0], now),
    booked: now.bookingId !== null && now.state === 'done',
    bookingId: now.bookingId,
    reason: now.reason,
    why: notGivenWords(now.reason),
    paid: invoice
      ? invoice.openMinor <= 0 && now.amountMinor > 0
      : now.method === 'online' && leftMinor > 0,
    /** What is left to pay, or what was paid for nothing. */
    amount: money(leftMinor, currency, locale),
    free: now.amountMinor === 0,
    invoice: invoice && {
      id: invoice.id,
      reference: invoice.reference,
      lines: (JSON.parse(invoice.lines) as { what: string; minor: number }[]).map(
        ({ what, minor }) => ({ what, amount: money(minor, currency, locale) }),
      ),
      total: money(invoice.totalMinor, currency, locale),
      gift: invoice.giftMinor > 0 ? `−${money(invoice.giftMinor, currency, locale)}` : '',
    },
  }
}

/** `pay`: on to the provider. `mailed`: the letter's link books. `over`: nothing was bought. */
function stateOf(checkout: CheckoutRow, view: PaymentView | null, now: string) {
  if (checkout.state === 'done') return 'done' as const
  if (checkout.state === 'refused') return 'refused' as const
  if (checkout.method === 'desk')
    return checkout.expiresAt < now ? ('over' as const) : ('mailed' as const)
  if (!view || view.kind === 'over') return 'over' as const
  return view.kind === 'pay' ? ('pay' as const) : ('wait' as const)
}

const classStatement = ({ db, studio }: StudioContext, byKey: ReturnType<typeof sql>) =>
  db.all<ClassRow>(sql`
    SELECT o.id, class_type.name AS title, o.local_start AS localStart, o.starts_at AS startsAt,
      ${calledSql('coach')} AS coach,
      room.name AS room, o.cutoff_at AS cutoffAt, o.credit_cutoff_at AS creditCutoffAt,
      o.fee_cutoff_at AS feeCutoffAt, policy.late_keeps_credit AS lateLosesCredit,
      iif((SELECT trial.prospect FROM people AS trial WHERE trial.id = checkout.person_id), 0,
        policy.late_fee_minor) AS lateFeeMinor, coalesce(booking.state, '') AS bookingState
    FROM checkouts AS checkout JOIN occurrences AS o ON o.id = checkout.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN people AS coach ON coach.id = o.coach_id JOIN rooms AS room ON room.id = o.room_id
    JOIN policies AS policy ON policy.id = o.policy_id
    LEFT JOIN bookings AS booking ON booking.id = checkout.booking_id
    WHERE checkout.studio_id = ${studio.id} AND ${byKey}`)

function classOf(ctx: StudioContext, row: ClassRow | undefined, checkout: CheckoutRow) {
  if (!row) return null
  const { studio, now } = ctx
  const formats = formatsAt(studio, now)
  const { paidBy } = offerKinds[offerKindOf(checkout)]
  const terms = cancellationTerms(row, { paidBy }, now)
  return {
    id: row.id,
    title: row.title,
    day: row.localStart.slice(0, 10),
    when: dayLongTime(row.localStart, studio.locale),
    where: [row.coach, row.room].filter(Boolean).join(', '),
    terms: cancellationSentence(terms, { near: formats.today }, formats),
  }
}

const invoiceStatement = ({ db, studio }: StudioContext, byKey: ReturnType<typeof sql>) =>
  db.all<{
    id: string
    reference: string
    totalMinor: number
    openMinor: number
    giftMinor: number
    lines: string
  }>(sql`
    SELECT invoice.id, invoice.reference, invoice.total_minor AS totalMinor,
      ${balanceSql(sql`invoice.studio_id`, sql`invoice.id`)} AS openMinor,
      coalesce((SELECT paid.amount_minor FROM payments AS paid
        WHERE paid.studio_id = checkout.studio_id AND paid.id = ${giftPaymentId('')} || checkout.id), 0)
        AS giftMinor,
      (SELECT json_group_array(json_object('what', item.working, 'minor', item.amount_minor))
        FROM open_items AS item
        WHERE item.studio_id = invoice.studio_id AND item.invoice_id = invoice.id) AS lines
    FROM checkouts AS checkout JOIN invoices AS invoice ON invoice.studio_id = checkout.studio_id
      AND invoice.id = checkout.invoice_id
    WHERE checkout.studio_id = ${studio.id} AND ${byKey}`)
