/** What closing an account means in each studio, in words; pure. */
import type { Role } from '#app/domain/scope/permissions.ts'
import { roleNames } from '#app/domain/scope/role-names.ts'
import { count, money } from '#app/values/wording.ts'

/** What an account has in a studio when it is closed. */
export type PlaceLeft = {
  studio: { slug: string; name: string }
  currency: string
  locale: string
  role: Role
  /** They are its only owner. */
  alone: boolean
  /** Classes they have booked or wait for. */
  ahead: number
  /** What they owe; less than nothing is owed to them. */
  owedMinor: number
  plans: string[]
  /** Packs of theirs with credits, as `10-class pack, 6 left`. */
  packs: string[]
  /** Account credit, and what is left on gift cards they bought. */
  creditMinor: number
  cardsMinor: number
  /** Names of those whom they look after. */
  children: string[]
}

/**
 * What happens in a studio, a sentence each; the last is the same everywhere. `days` is how long a
 * studio has to erase somebody.
 */
export function closingWords(place: PlaceLeft, days: number): string[] {
  const { studio, role, alone, ahead, owedMinor, plans, children, currency, locale } = place
  const { packs, creditMinor, cardsMinor } = place
  const sum = (minor: number) => money(minor, currency, locale)
  const amount = sum(Math.abs(owedMinor))
  if (alone) return ['You are its only owner. Give it another owner first, or close the studio.']
  return [
    role === 'member' ? '' : `Your role there ends: ${roleNames[role]}.`,
    ahead > 0
      ? `${count(ahead, 'class', 'classes')} ahead stay booked. Cancel what you won’t come to first.`
      : '',
    plans.length > 0
      ? `${plans.join(', ')} ${plans.length > 1 ? 'go' : 'goes'} on as agreed until the studio ends it. Cancel it first to be sure of the day.`
      : '',
    packs.length > 0 ? `You lose what is left of your packs: ${packs.join('; ')}.` : '',
    creditMinor > 0 ? `You lose ${sum(creditMinor)} of account credit.` : '',
    cardsMinor > 0
      ? `${sum(cardsMinor)} is left on gift cards you bought. Keep their codes: you won’t see them here any more.`
      : '',
    owedMinor > 0 ? `You still owe ${amount}.` : '',
    owedMinor < 0 ? `The studio owes you ${amount}. Ask for it first.` : '',
    children.length > 0 ? `You can no longer book or sign for ${children.join(', ')}.` : '',
    `${studio.name} is asked to erase what it keeps about you and has ${days} days. Invoices stay as long as the law asks.`,
  ].filter(Boolean)
}
