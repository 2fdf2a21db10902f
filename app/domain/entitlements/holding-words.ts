/** What is left, in words. */
import { count, dayShort, monthYear } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { HeldLot, HeldMembership } from './choose-entitlement.ts'
import { thisPeriod } from './class-limit.ts'
import { type CreditsLeft, leftNow } from './holdings.ts'

/** Names of disciplines by id. */
export type DisciplineNames = Readonly<Record<string, string>>

/** `Pole and aerial`; empty for what covers everything, and for disciplines that are gone. */
export function coversWords(covers: readonly string[], names: DisciplineNames): string {
  const words = covers.flatMap((id) => names[id] ?? [])
  const [first = '', ...rest] = words
  return rest.length === 0
    ? first
    : `${[first, ...rest.slice(0, -1).map(inSentence)].join(', ')} and ` +
        `${inSentence(rest.at(-1) ?? '')}`
}

/** "Pole" is "pole" inside a sentence; "BJJ" stays. */
const inSentence = (name: string) =>
  name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())

/** `pole and aerial credits`, `credit`, `appointments` */
export function creditsWords(
  { covers, left, appointments }: CreditsLeft,
  names: DisciplineNames,
): string {
  if (appointments) return left === 1 ? 'appointment' : 'appointments'
  const noun = left === 1 ? 'credit' : 'credits'
  const what = inSentence(coversWords(covers, names))
  return what ? `${what} ${noun}` : noun
}

/** `2 go on Sat 31 Oct`; null when none goes soon. */
export function soonWords({ soon }: CreditsLeft, locale: string): string | null {
  return soon && `${soon.credits} ${soon.credits === 1 ? 'goes' : 'go'} ${from(soon.on, locale)}`
}

const from = (date: LocalDate, locale: string) => `on ${dayShort(date, locale)}`

export type MembershipWords = {
  /** Large. */
  big: string
  /** Beside or below it. */
  what: string
  /** What else is true of it now. */
  note: string
  /** It does not pay for classes as it is. */
  warn: boolean
}

/** What a membership gives now: what it covers, or what is left of its limit. */
export function membershipWords(
  membership: HeldMembership,
  names: DisciplineNames,
  { today, locale }: { today: LocalDate; locale: string },
): MembershipWords {
  const { covers } = membership
  const covered = coversWords(covers, names)
  const now = leftNow(membership, today)
  const says =
    now === null
      ? { big: covered || 'Unlimited', what: covered ? 'unlimited' : 'all classes' }
      : {
          big: `${now.left} of ${now.limit.classes}`,
          what: `${covered ? `${inSentence(covered)} ` : ''}left ${thisPeriod[now.limit.per]}${now.limit.carried ? `, ${now.limit.carried} carried over` : ''}`,
        }
  const state = membershipNote(membership, { today, locale })
  if (state.note) return { ...says, ...state }
  // "Yoga unlimited" beside "Yoga, unlimited" would say it twice.
  const isNamedAlready = [says.big, `${says.big} ${says.what}`].some(
    (message) => message.toLowerCase() === membership.name.toLowerCase(),
  )
  return {
    ...says,
    note: isNamedAlready ? `Since ${monthYear(membership.startsOn, locale)}` : membership.name,
    warn: false,
  }
}

/** What is to be known of a membership's state; empty when it simply runs. */
export function membershipNote(
  membership: Pick<HeldMembership, 'state' | 'startsOn' | 'endsOn' | 'frozenFrom' | 'frozenUntil'>,
  { today, locale }: { today: LocalDate; locale: string },
): { note: string; warn: boolean } {
  const { state, startsOn, endsOn, frozenFrom, frozenUntil } = membership
  const day = (date: LocalDate) => dayShort(date, locale)
  if (state === 'past_due' || state === 'suspended')
    return { note: 'A payment is overdue', warn: true }
  if (startsOn > today) return { note: `Starts ${day(startsOn)}`, warn: false }
  if (
    frozenFrom !== null &&
    frozenFrom <= today &&
    (frozenUntil === null || frozenUntil >= today)
  ) {
    return { note: frozenUntil ? `Frozen until ${day(frozenUntil)}` : 'Frozen', warn: true }
  }
  if (frozenFrom !== null && frozenFrom > today)
    return { note: `Frozen from ${day(frozenFrom)}`, warn: false }
  if (endsOn !== null) return { note: `Last day ${day(endsOn)}`, warn: false }
  return { note: '', warn: false }
}

/** Until when a pack is frozen with a membership, or from when; empty where it isn't. */
export function packFrozenNote(
  { frozenFrom = null, frozenUntil = null }: Pick<HeldLot, 'frozenFrom' | 'frozenUntil'>,
  { today, locale }: { today: LocalDate; locale: string },
): string {
  if (frozenFrom === null || (frozenUntil !== null && frozenUntil < today)) return ''
  if (frozenFrom > today) return `Frozen from ${dayShort(frozenFrom, locale)}`
  return frozenUntil ? `Frozen until ${dayShort(frozenUntil, locale)}` : 'Frozen'
}

/** `Use 2 credits by Sat 31 Oct` */
export function endsByWords(credits: number, on: LocalDate, locale: string): string {
  return `Use ${count(credits, 'credit')} by ${dayShort(on, locale)}`
}
