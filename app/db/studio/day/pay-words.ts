/** What a pay rule reckons by. */
export const payBases = ['flat', 'hour', 'head', 'tiers'] as const
export type PayBasis = (typeof payBases)[number]

/** Whether people who came count, or everyone who had a place when it began. */
export const payCounts = ['attended', 'booked'] as const
export type PayCounts = (typeof payCounts)[number]

/** What a line of pay is for. */
export const payLineKinds = ['work', 'cancelled', 'guest', 'extra', 'correction'] as const
export type PayLineKind = (typeof payLineKinds)[number]

/** How narrow the rule was that a line was reckoned by; `agreed` is a sum for one class. */
export const payScopes = [
  'agreed',
  'coach_class',
  'coach',
  'class',
  'studio',
  'by_hand',
  'none',
] as const
export type PayScope = (typeof payScopes)[number]

/** How far the pay of a month is; a month without a row is open. */
export const payRunStates = ['review', 'locked', 'paid'] as const
export type PayRunState = (typeof payRunStates)[number]
