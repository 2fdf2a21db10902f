/** A replay in words and rows, for the page of policies. */
import type { PlainFormats } from '#app/values/formats.ts'
import { count, dayRange, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Replay } from './replay-policy.ts'

/** `44 late cancels would have been free, £195.00 less in fees.` */
export function replayWords(
  { was, draft, cancellations, concerned }: Replay,
  range: { from: LocalDate; until: LocalDate },
  { currency, locale }: PlainFormats,
) {
  const fee = (minor: number) => money(minor, currency, locale)
  const differs = (by: number, text: string) => (by === 0 ? null : text)
  const late = draft.lateCancels - was.lateCancels
  const fees = draft.feesMinor - was.feesMinor
  const filled = draft.placesFilled - was.placesFilled
  const parts = [
    differs(
      late,
      `${count(Math.abs(late), 'late cancel')} ${late < 0 ? 'would have been free' : 'more'}`,
    ),
    differs(fees, `${fee(Math.abs(fees))} ${fees < 0 ? 'less' : 'more'} in fees`),
    differs(
      filled,
      `${count(Math.abs(filled), 'place')} ${filled < 0 ? 'fewer' : 'more'} filled again`,
    ),
  ].filter((part) => part !== null)
  const row = (name: string, key: keyof typeof was) => ({
    name,
    was: String(was[key]),
    draft: String(draft[key]),
  })
  return {
    title: `Draft against ${dayRange(range.from, range.until, locale)}`,
    words: parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing would have changed.',
    rows: [
      row('Late cancels', 'lateCancels'),
      row('Credits lost', 'creditsLost'),
      { name: 'Fees charged', was: fee(was.feesMinor), draft: fee(draft.feesMinor) },
      row('People charged', 'people'),
      row('Charged twice or more', 'twiceOrMore'),
      row('Places filled again', 'placesFilled'),
    ],
    note:
      `Based on ${count(cancellations, 'real cancellation')}. ` +
      'It assumes people cancelled when they did. Some might have waited longer.',
    concerned: concerned.slice(0, 20).map(({ personId, name, wasMinor, draftMinor }) => ({
      personId,
      name,
      was: fee(wasMinor),
      draft: fee(draftMinor),
    })),
    more: Math.max(0, concerned.length - 20),
  }
}
