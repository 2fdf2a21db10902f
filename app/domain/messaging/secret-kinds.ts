import { type SQL, sql } from 'drizzle-orm'

/**
 * Letters that open something to anyone who reads them: a link that signs in, shows tickets or
 * answers for somebody, a code. Once sent they are blanked, so that a copy of the database opens nothing.
 */
const secretKinds = [
  'account-invitation',
  'change-address',
  'checkout-proof',
  'confirm-address',
  'event-cancelled',
  'event-moved',
  'gift-card',
  'invitation',
  'payment-failed',
  'reauthentication-code',
  'reset-password',
  'score-question',
  'second-factor-code',
  'sign-in-link',
  'sms-code',
  'ticket-given-back',
  'ticket-passed-on',
  'tickets-held',
  'tickets-new-link',
  'tickets-ordered',
] as const

/** A row of the outbox is one of them. */
export const isSecretSql: SQL = sql`kind IN (${sql.join(
  secretKinds.map((kind) => sql`${kind}`),
  sql`, `,
)})`

/** Assignments for an UPDATE of the outbox: nothing of the letter is left; who got it when stays. */
export const blankSql: SQL = sql`subject = '', text = '', html = '', unsubscribe = NULL`
