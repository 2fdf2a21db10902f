/** Why two records look like one human, and how sure that is. Pure. */

export type PairReason = 'email' | 'phone' | 'name' | 'name_and_birthday' | 'form'

const reasonWords: Record<PairReason, string> = {
  name: 'same name',
  email: 'same email',
  phone: 'same phone number',
  name_and_birthday: 'same birthday',
  form: 'one form gave the email of one and the number of the other',
}

const weights: Record<PairReason, number> = {
  name_and_birthday: 4,
  name: 3,
  email: 3,
  phone: 2,
  form: 2,
}

/** How likely they are one: the sum of what they have in common. */
export const scoreOf = (reasons: readonly PairReason[]): number =>
  reasons.reduce((sum, reason) => sum + weights[reason], 0)

/** `Same name, same email`. */
export function pairWords(reasons: readonly PairReason[]): string {
  const text = reasons.map((reason) => reasonWords[reason]).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
