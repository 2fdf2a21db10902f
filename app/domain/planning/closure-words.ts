/** What a closure does, as sentences for the page before the press. Pure. */
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import { count, dayLong, dayRange, money } from '#app/values/wording.ts'
import { daysBetween, type LocalDate } from '#app/values/zone.ts'
import type { ClosurePreview } from './preview-closure.server.ts'

const kindWords: Record<OfferingKind, [one: string, many: string]> = {
  class: ['class', 'classes'],
  course: ['course session', 'course sessions'],
  workshop: ['workshop session', 'workshop sessions'],
  event: ['event', 'events'],
  appointment: ['appointment', 'appointments'],
}

/** `12 classes and 1 appointment`, or nothing. */
export function kindsWords(rows: readonly { kind: OfferingKind }[]): string {
  const parts = (Object.keys(kindWords) as OfferingKind[]).flatMap((kind) => {
    const n = rows.filter((row) => row.kind === kind).length
    return n > 0 ? [count(n, ...kindWords[kind])] : []
  })
  return parts.length > 1
    ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
    : (parts[0] ?? '')
}

/** `24 December to 2 January 2027, 10 days`, or the one day. */
export function spanWords(from: LocalDate, until: LocalDate, locale: string): string {
  if (from === until) return `${dayLong(from, locale)} ${from.slice(0, 4)}`
  return (
    `${dayRange(from, until, locale)} ${until.slice(0, 4)}, ` +
    `${count(daysBetween(from, until) + 1, 'day')}`
  )
}

/** Each effect in one sentence, what concerns most first. */
export function closureEffects(
  preview: ClosurePreview,
  { extendsPacks, currency, locale }: { extendsPacks: boolean; currency: string; locale: string },
): string[] {
  const { rows, people, credits, soonEnding, moneyMinor, enrolled, longer, drafts } = preview
  const messages = rows.reduce(
    (sum, { booked, waiting, offered }) => sum + booked + waiting + offered,
    0,
  )
  const off = kindsWords(rows)
  return [
    off
      ? `${off} ${rows.length === 1 ? 'is' : 'are'} cancelled.`
      : 'Nothing is on these days, so nothing is cancelled.',
    people > 0
      ? `${count(people, 'person is', 'people are')} notified by email and in the app, in ` +
        `${count(messages, 'message')}: one for each place.`
      : 'Nobody is booked or waiting, so nobody is notified.',
    credits > 0 ? `${count(credits, 'credit')} returned to packs.` : '',
    soonEnding > 0
      ? `${count(soonEnding, 'of these packs ends', 'of these packs end')} within 7 days and ` +
        `${soonEnding === 1 ? 'runs' : 'run'} 7 days longer for it.`
      : '',
    moneyMinor > 0
      ? `${money(moneyMinor, currency, locale)} for drop-ins and appointments is refunded to ` +
        'accounts, to be paid out at the desk.'
      : '',
    enrolled > 0
      ? `${count(enrolled, 'place is', 'places are')} of people in courses: ` +
        'each gets a make-up if the course has them, and can withdraw with a full refund.'
      : '',
    ...longer.map(
      ({ days, packs, people: holders }) =>
        `${count(packs, 'pack runs', 'packs run')} ${count(days, 'day')} longer; ` +
        `${count(holders, 'person is', 'people are')} notified in the app.`,
    ),
    extendsPacks ? 'Packs bought before you reopen run longer too.' : 'Packs don’t run longer.',
    'Memberships don’t change; a cancelled class doesn’t count.',
    'Nothing can be added or booked on these days until you reopen.',
    drafts > 0
      ? `${count(drafts, 'draft')} on these days ${drafts === 1 ? 'stays a draft' : 'stay drafts'}.`
      : '',
  ].filter(Boolean)
}
