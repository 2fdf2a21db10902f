import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { AttemptState } from '../provider.ts'

export type AttemptPurpose = 'invoice' | 'checkout' | 'order' | 'card'

export type AttemptRow = {
  id: string
  personId: string
  purpose: AttemptPurpose
  subjectId: string
  what: string
  amountMinor: number
  currency: string
  state: AttemptState
  code: string | null
  channel: 'page' | 'saved'
  pageRef: string | null
  paymentRef: string | null
  pageUrl: string | null
  methodId: string | null
  createdAt: Instant
  expiresAt: Instant
  bookedAt: Instant | null
  invoiceId: string | null
  /** The studio's account with the provider; null where it has none any more. */
  accountRef: string | null
}

/**
 * Attempts with the account they go through, the oldest first, or in an order of their own; `where`
 * is over `payment_attempts AS attempt`.
 */
export const attemptsStatement = (
  { db, studio }: StudioContext,
  where: SQL,
  limit = 1,
  first: SQL = sql`attempt.created_at`,
) =>
  db.all<AttemptRow>(sql`
    SELECT attempt.id, attempt.person_id AS personId, attempt.purpose,
      attempt.subject_id AS subjectId, attempt.what, attempt.amount_minor AS amountMinor,
      attempt.currency, attempt.state, attempt.code, attempt.channel,
      attempt.page_ref AS pageRef, attempt.payment_ref AS paymentRef,
      attempt.page_url AS pageUrl, attempt.method_id AS methodId,
      attempt.created_at AS createdAt, attempt.expires_at AS expiresAt,
      attempt.booked_at AS bookedAt, attempt.invoice_id AS invoiceId,
      account.account_ref AS accountRef
    FROM payment_attempts AS attempt
    LEFT JOIN merchant_accounts AS account ON account.studio_id = attempt.studio_id
    WHERE attempt.studio_id = ${studio.id} AND ${where}
    ORDER BY ${first}, attempt.created_at, attempt.id LIMIT ${limit}`)

/** Nobody has paid by it, and nobody has given up. Over `payment_attempts`. */
export const aliveSql = sql`state IN ('created', 'requires_action', 'processing')`
