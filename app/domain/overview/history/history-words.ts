/** The lines of a profile's lists in words. Pure. */
import { membershipNote } from '#app/domain/entitlements/holding-words.ts'
import { signedCredits } from '#app/domain/entitlements/ledger-words.ts'
import { notStarted } from '#app/domain/entitlements/lot-end.ts'
import { invoiceState } from '#app/domain/sales/invoices/invoice-words.ts'
import type { Formats } from '#app/values/formats.ts'
import { factsLine } from '#app/values/text/separators.ts'
import { dateTime, dayMonthYear, money } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { changeWords } from '../person-change-words.ts'
import type { HistoryLines } from './history-page.server.ts'
import type { HistoryCell, HistoryRow, HistoryTab } from './history-tabs.ts'

/** Who reads: what an injury says is for its author and for whom medical words are (`medical:read`). */
export type HistoryReader = Formats & { userId: string; medical: boolean }

type Words = { [Tab in HistoryTab]: (line: HistoryLines[Tab], reader: HistoryReader) => HistoryRow }

/** The words of each list, cells in the order of `historyColumns`. */
const wordsOf: Words = {
  bookings: (
    { id, occurrenceId, kind, state, title, localStart, startsAt, coachName, paidWith },
    r,
  ) => ({
    key: id,
    cells: [
      {
        text: title || 'Visit',
        ...(occurrenceId && kind !== 'appointment' && { to: { occurrenceId, bookingId: id } }),
      },
      text(withYear(localStart ?? wallTime(startsAt, r.timeZone), r)),
      text(coachName),
      text(paidWith),
      bookingStates[state] ?? text(state),
    ],
  }),
  memberships: (line, r) => ({
    key: line.id,
    cells: [
      line.kind === 'membership'
        ? { text: line.name, to: { membershipId: line.id } }
        : text(line.name),
      text(dayMonthYear(line.startsOn, r.locale)),
      text(untilWords(line, r)),
      text(line.left === null ? '' : String(line.left)),
      holdingState(line, r),
    ],
  }),
  credits: ({ id, kind, amount, reason, createdAt, title, localStart, pack, left }, r) => ({
    key: String(id),
    cells: [
      {
        text: [creditWords[kind] ?? kind, title].filter(Boolean).join(': '),
        note: factsLine([localStart && dateTime(localStart, r.locale), reason]),
      },
      at(createdAt, r),
      text(pack),
      text(kind === 'forfeit' ? 'Lost' : signedCredits(amount)),
      text(String(left)),
    ],
  }),
  invoices: (line, r) => ({
    key: line.id,
    cells: [
      { text: line.reference, to: { invoiceId: line.id } },
      text(dayMonthYear(line.issuedOn, r.locale)),
      text([line.what, line.forName && `for ${line.forName}`].filter(Boolean).join(', ')),
      text(money(line.totalMinor, line.currency, r.locale)),
      stateCell(invoiceState(line, r.today)),
    ],
  }),
  levels: ({ id, detail, discipline, level, actorName, reason, undone }, r) => {
    const { after } = JSON.parse(detail) as { after: { since: string } | null }
    const name = [discipline, after ? (level ?? 'A level that is gone') : 'No level']
    return {
      key: id,
      cells: [
        { text: name.filter(Boolean).join(': '), ...(undone === 1 && { note: 'Undone' }) },
        text(after ? dayMonthYear(after.since, r.locale) : ''),
        text(actorName),
        text(reason),
      ],
    }
  },
  notes: ({ id, kind, text: words, authorId, authorName, createdAt, removedAt }, r) => {
    const hidden = kind === 'injury' && !r.medical && authorId !== r.userId
    return {
      key: id,
      cells: [
        {
          text: hidden ? 'Injury. Ask the coach or a manager.' : words,
          ...(removedAt && { note: 'Removed' }),
        },
        at(createdAt, r),
        text(authorName),
        noteKinds[kind],
      ],
    }
  },
  messages: ({ id, channel, words, state, atMs }, r) => ({
    key: `${channel} ${id}`,
    cells: [
      text(words),
      at(new Date(atMs).toISOString(), r),
      text(channels[channel]),
      messageStates[state] ?? text(''),
    ],
  }),
  audit: ({ id, action, detail, reason, actorName, createdAt, undone }, r) => ({
    key: id,
    cells: [
      {
        text: auditWords(action, JSON.parse(detail) as Record<string, unknown>),
        ...(undone === 1 && { note: 'Undone' }),
      },
      at(createdAt, r),
      text(actorName),
      text(reason),
    ],
  }),
}

/** The rows of one list. */
export function historyRows<Tab extends HistoryTab>(
  tab: Tab,
  lines: readonly HistoryLines[Tab][],
  reader: HistoryReader,
): HistoryRow[] {
  return lines.map((line) => wordsOf[tab](line, reader))
}

const text = (words: string): HistoryCell => ({ text: words })
const stateCell = ({ text: words, tone }: { text: string; tone: string | null }): HistoryCell => ({
  text: words,
  tone: tone === 'line' ? null : (tone as (HistoryCell['tone'] & string) | null),
})

/** An instant on the studio's clock, with its year: a list of all there is spans years. */
const at = (instant: string, reader: Formats): HistoryCell =>
  text(withYear(wallTime(instant, reader.timeZone), reader))

const withYear = (local: string, { locale }: Formats) =>
  `${dayMonthYear(local.slice(0, 10), locale)}, ${local.slice(11, 16)}`

const bookingStates: Readonly<Record<string, HistoryCell>> = {
  booked: { text: 'Booked', tone: null },
  waitlisted: { text: 'On the waitlist', tone: null },
  checked_in: { text: 'Came', tone: 'good' },
  attended: { text: 'Came', tone: 'good' },
  visit: { text: 'Came', tone: 'good' },
  no_show: { text: 'No-show', tone: 'warn' },
  cancelled_on_time: { text: 'Cancelled in time', tone: null },
  late_cancelled: { text: 'Cancelled late', tone: 'warn' },
  studio_cancelled: { text: 'Cancelled by the studio', tone: null },
  declined: { text: 'Declined', tone: null },
  offer_lapsed: { text: 'Offer ended', tone: null },
  left: { text: 'Left the waitlist', tone: null },
  not_promoted: { text: 'No place opened', tone: null },
  moved: { text: 'Moved', tone: null },
}

const endedStates: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  expired: 'Ended',
  superseded: 'Replaced',
  pending_payment: 'Waiting for payment',
}

function holdingState(line: HistoryLines['memberships'], reader: HistoryReader): HistoryCell {
  if (line.refundedAt) return { text: 'Refunded', tone: null }
  const over = endedStates[line.state]
  if (over) return { text: over, tone: null }
  if (line.kind === 'pack')
    return line.left === 0 ? { text: 'Used up', tone: null } : { text: 'Active', tone: 'good' }
  const { note, warn } = membershipNote(line, reader)
  return note ? { text: note, tone: warn ? 'warn' : null } : { text: 'Active', tone: 'good' }
}

const untilWords = ({ endsOn }: HistoryLines['memberships'], { locale }: Formats): string => {
  if (endsOn === notStarted) return 'Counts from the first class'
  return endsOn ? dayMonthYear(endsOn, locale) : ''
}

const creditWords: Readonly<Record<string, string>> = {
  grant: 'Added',
  book: 'Booked',
  return: 'Returned',
  forfeit: 'Lost',
  expire: 'Ended unused',
  revoke: 'Removed with a refund',
  adjust: 'Changed at the desk',
  transfer: 'Transferred',
}

const noteKinds: Record<HistoryLines['notes']['kind'], HistoryCell> = {
  note: { text: 'Note', tone: null },
  yellow: { text: 'Pinned, yellow', tone: 'warn' },
  red: { text: 'Pinned, red', tone: 'bad' },
  injury: { text: 'Injury', tone: 'bad' },
}

const channels = { email: 'Email', sms: 'Text message', notice: 'Notice in the app' } as const

const messageStates: Readonly<Record<string, HistoryCell>> = {
  queued: { text: 'Waiting', tone: null },
  sending: { text: 'Sending', tone: null },
  sent: { text: 'Sent', tone: 'good' },
  kept: { text: 'Kept, not sent', tone: null },
  failed: { text: 'Failed', tone: 'bad' },
  unread: { text: 'Unread', tone: null },
  read: { text: 'Read', tone: 'good' },
}

/** `pack.extended` as `Pack extended`, where the activity has no better words for it. */
function auditWords(action: string, detail: Record<string, unknown>): string {
  const told = action.endsWith('.given') ? null : changeWords(action, detail, noNames)
  if (told && action !== 'level.set') return told.title
  const words = action.replace('.undone', ' undone').replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const noNames = { ladders: [], entries: [], bought: [] }
