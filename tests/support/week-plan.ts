/**
 * What is in the week of tests/support/week.ts, which is Northside's from Tuesday 13 October
 * 2026.
 */

export const places = { capacity: 8, waitlistLimit: 10 }
export const coachNames = {
  ben: 'Ben Okafor',
  cleo: 'Cleo Marsh',
  dee: 'Dee Lind',
  ines: 'Ines Duarte',
  theo: 'Theo Park',
}
type Coach = keyof typeof coachNames

export const kinds = {
  vinyasa: ['Sunrise vinyasa', 'yoga', 'yogaRoom', 'cleo', 45],
  mobility: ['Mobility hour', 'yoga', 'yogaRoom', 'theo', 60],
  pole1: ['Pole 1', 'pole', 'poleRoom', 'ben', 60],
  pole2: ['Pole 2: spins', 'pole', 'poleRoom', 'ben', 60],
  pole3: ['Pole 3', 'pole', 'poleRoom', 'ben', 60],
  silks: ['Silks basics', 'aerial', 'aerialRoom', 'dee', 60],
  hoop: ['Aerial hoop 1', 'aerial', 'aerialRoom', 'dee', 60],
  handstands: ['Handstands', 'yoga', 'poleRoom', 'ines', 60],
  yin: ['Yin yoga', 'yoga', 'yogaRoom', 'cleo', 75],
} as const
type Kind = keyof typeof kinds

/** Local start, kind, people booked, people waiting before me, and what else is special. */
type Planned = [
  string,
  Kind,
  number,
  number?,
  { mine?: 'booked' | 'waitlisted'; cancelled?: string; instead?: Coach }?,
]

export const planned: Planned[] = [
  ['2026-10-13T07:00', 'vinyasa', 3],
  ['2026-10-13T12:15', 'mobility', 4],
  ['2026-10-13T17:30', 'pole1', 5],
  ['2026-10-13T18:45', 'silks', 8, 5],
  ['2026-10-13T19:45', 'pole2', 6],
  ['2026-10-13T20:00', 'yin', 2],
  ['2026-10-14T07:00', 'vinyasa', 0],
  ['2026-10-14T12:15', 'mobility', 3],
  ['2026-10-14T17:15', 'hoop', 7],
  ['2026-10-14T19:45', 'yin', 1],
  ['2026-10-15T07:00', 'vinyasa', 2],
  ['2026-10-15T09:30', 'hoop', 4, 0, { cancelled: 'Dee is ill' }],
  ['2026-10-15T12:15', 'mobility', 6],
  ['2026-10-15T17:15', 'handstands', 3, 0, { instead: 'theo' }],
  ['2026-10-15T18:30', 'pole2', 5, 0, { mine: 'booked' }],
  ['2026-10-15T18:45', 'handstands', 5],
  ['2026-10-15T19:45', 'silks', 8, 1, { mine: 'waitlisted' }],
  ['2026-10-15T20:15', 'yin', 8, 3],
  ['2026-10-16T07:00', 'vinyasa', 0],
  ['2026-10-16T12:15', 'mobility', 1],
  ['2026-10-16T18:45', 'silks', 8, 10],
  ['2026-10-16T19:00', 'pole3', 2],
  ['2026-10-17T09:00', 'vinyasa', 5],
  ['2026-10-17T10:00', 'hoop', 4],
  ['2026-10-17T11:30', 'pole2', 3],
  ['2026-10-17T15:30', 'pole1', 0],
  ['2026-10-18T10:00', 'yin', 2, 0, { mine: 'booked' }],
  ['2026-10-18T11:30', 'handstands', 2],
  ['2026-10-18T16:00', 'pole1', 0],
  ['2026-10-19T07:00', 'vinyasa', 1],
  ['2026-10-19T17:30', 'pole2', 2],
  ['2026-10-21T17:30', 'hoop', 2],
]

export const policyFacts = {
  opensDays: 6,
  closesMinutes: 10,
  cancelMinutes: 720,
  lateLosesCredit: true,
  lateFeeMinor: 500,
  noShowFeeMinor: 0,
  waitlistClosesMinutes: 120,
  waitlistLimit: places.waitlistLimit,
  declineMinutes: 30,
  blackoutFrom: '',
  blackoutUntil: '',
}
