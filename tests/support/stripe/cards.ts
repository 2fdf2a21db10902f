/** Numbers of Stripe's documentation for testing, and what becomes of them. */

export type StandInCard = {
  brand: string
  last4: string
  /** On the page: `ok`, or why it is declined. */
  now: string
  /** Charged later, nobody being there. */
  later: string
  /** A debit: it is on its way for days. */
  debit: boolean
}

const outcomes: Readonly<Record<string, Pick<StandInCard, 'now' | 'later'>>> = {
  '4242424242424242': { now: 'ok', later: 'ok' },
  '4000000000000002': { now: 'generic_decline', later: 'generic_decline' },
  '4000000000009995': { now: 'insufficient_funds', later: 'insufficient_funds' },
  '4000000000009979': { now: 'stolen_card', later: 'stolen_card' },
  '4000000000000341': { now: 'ok', later: 'insufficient_funds' },
  '4000002760003184': { now: 'ok', later: 'authentication_required' },
}

/** A number of anybody: those that are not of the list are declined. `debit` is a bank account. */
export function cardOf(number: string): StandInCard {
  const digits = number.replace(/\D/g, '')
  if (number === 'debit') {
    return { brand: 'bacs_debit', last4: '2345', now: 'ok', later: 'ok', debit: true }
  }
  const known = outcomes[digits] ?? { now: 'incorrect_number', later: 'incorrect_number' }
  return { ...known, brand: 'visa', last4: digits.slice(-4), debit: false }
}
