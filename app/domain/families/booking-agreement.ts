/** An adult who lets another adult book for them: the rules and sentences, without a database. */

/** What the person agrees to: shown before they press, and kept with their yes. */
export const agreementWords = (booker: string): string =>
  `${booker} may book, wait, cancel and enrol for you. They see your bookings and what pays for ` +
  'them, and can pay with your credits or with packs they share. What a booking costs on top is ' +
  'theirs to pay. You sign your documents yourself, our emails about your bookings come to you, ' +
  'and you can end this at any time.'

/** Why nobody is asked. */
export type AskRefusal =
  | 'ask_studio'
  | 'under_age'
  | 'yourself'
  | 'already_agreed'
  | 'already_asked'
  | 'too_many_adults'
  | 'no_address'
  | 'too_many'

/** More adults than that are a team’s, not a family’s. */
export const adultsAtMost = 6

export const askRefusalWords: Record<Exclude<AskRefusal, 'ask_studio'>, string> = {
  under_age: 'You can book for another adult from your 18th birthday.',
  yourself: 'That is your own address. Enter theirs.',
  already_agreed: 'They have agreed already. Choose them above to book for them.',
  already_asked: 'We have asked this address already. Withdraw it to ask again.',
  too_many_adults: `You can book for up to ${adultsAtMost} adults. End one first.`,
  no_address: 'We have no email address of theirs. Ask them to give us one.',
  too_many: 'That’s a lot of emails. Wait an hour, then ask again.',
}

/** Why nothing is agreed. */
export const agreeRefusalWords = {
  gone: 'This was withdrawn or is over. They can ask you again.',
  unproven: 'Confirm your email address first: you were asked at that address.',
  under_age:
    'You decide this from your 18th birthday. Until then a parent or guardian books for you.',
} as const
