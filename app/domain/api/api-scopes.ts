/** What a key of another program may read. Pure. */

export const apiScopes = ['people', 'timetable', 'bookings', 'memberships', 'invoices'] as const
export type ApiScope = (typeof apiScopes)[number]

/** What each opens, as its owner ticks it. */
export const scopeWords: Readonly<Record<ApiScope, string>> = {
  people: 'People: names, email, phone, birthday, tags and who agreed to news',
  timetable: 'Timetable: classes, courses, workshops and events with their places',
  bookings: 'Bookings: who booked, came and cancelled',
  memberships: 'Memberships: plans people have, and until when',
  invoices: 'Invoices: amounts, tax and whether they are paid',
}

/** The short name of each, for the list of keys. */
export const scopeNames: Readonly<Record<ApiScope, string>> = {
  people: 'People',
  timetable: 'Timetable',
  bookings: 'Bookings',
  memberships: 'Memberships',
  invoices: 'Invoices',
}

const isScope = (word: string): word is ApiScope => (apiScopes as readonly string[]).includes(word)

/** The scopes of a row. */
export const scopesOf = (kept: string): ApiScope[] => kept.split(' ').filter(isScope)
