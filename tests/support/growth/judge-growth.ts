/** Which pages read more as a studio grows, and which may. */
import type { Measured } from './measure-pages.ts'

/** What may grow, and why. */
const growing: [asked: RegExp, why: string][] = [
  [/\/members\/members\.csv/, 'a file of everybody, streamed'],
  [/\/briefing$/, 'earlier visits of those who are booked are counted'],
  [/\/reports\/run\?of=paying/, 'who pays at the end of a month is counted among all memberships'],
  [/\/members\/duplicates/, 'two of one address, number or birthday are looked for among everyone'],
  [/\/members\/members\?plan\b/, 'holders of a plan are counted up to 1,000'],
  [/\/members\/members\?account=/, 'who has no account is looked for among everyone'],
  [
    /\/members\/members\?waiver\b/,
    'who has not signed is looked for among everyone, until 1,000 are counted',
  ],
]

const grows = ({ small, large }: Measured) => large > 1.2 * small

/** Pages that read more rows in the larger studio without a reason. */
export const offences = (measured: readonly Measured[]): string[] =>
  measured
    .filter((one) => grows(one) && !growing.some(([asked]) => asked.test(one.asked)))
    .map(({ asked, small, large }) => `${asked}: ${small} rows, then ${large}`)

/** Exceptions that no page needs. */
export const needless = (measured: readonly Measured[]) =>
  growing.filter(([asked]) => !measured.some((one) => asked.test(one.asked) && grows(one)))
