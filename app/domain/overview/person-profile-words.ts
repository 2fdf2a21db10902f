/**
 * A person's profile as it is read: made on the server, so that a browser is sent words and no
 * dates to format.
 */

import { deskItemWords } from '#app/domain/billing/open-item-words.ts'
import { signedWords } from '#app/domain/documents/document-words.ts'
import { membershipNote } from '#app/domain/entitlements/holding-words.ts'
import { notStarted, packUntilWords } from '#app/domain/entitlements/lot-end.ts'
import { guardianWords, relationWords } from '#app/domain/families/family-relations.ts'
import { answerWords } from '#app/domain/people/fields/field-words.ts'
import { holdOf, holdWords } from '#app/domain/people/levels/held-level.ts'
import { personLabel } from '#app/domain/people/person-label.ts'
import type { NoteRow } from '#app/domain/people/person-queries.server.ts'
import type { Formats } from '#app/values/formats.ts'
import { count, dayMonthYear, dayShort, deadline, money } from '#app/values/wording.ts'
import { ageOn, localDateTime } from '#app/values/zone.ts'
import type { PersonPage } from './person-page.server.ts'
import { classWords, feeWords, personTimeline } from './person-timeline.ts'

/** A mark for each credit of a lot, in the order left, booked, gone. */
export type LotWords = {
  id: string
  name: string
  left: number
  /** Its last day is known: not while it waits for its first class. */
  started: boolean
  /** `of 10 left, until Sat 16 January 2027` */
  note: string
  marks: { left: number; booked: number; used: number; lost: number }
  lines: { amount: string; what: string; when: string }[]
}

/** Lines of a lot's ledger beside the story. */
const mostLines = 8

const liveStates = new Set([
  'trialing',
  'active',
  'past_due',
  'suspended',
  'cancel_scheduled',
  'scheduled',
])

export type PersonProfile = ReturnType<typeof personProfile>

/** Who looks at a profile, and what they may see of it. */
export type ProfileViewer = { userId: string; medical: boolean; fees: boolean }

export function personProfile(given: PersonPage, formats: Formats, viewer: ProfileViewer) {
  const page = {
    ...given,
    notes: given.notes.map((note) => readableNote(note, viewer)),
    fees: viewer.fees ? given.fees : [],
    account: viewer.fees ? given.account : [],
    bills: viewer.fees ? given.bills : [],
    payments: viewer.fees ? given.payments : [],
  }
  const { person, notes, ladders } = page
  const { today, timeZone, locale, currency } = formats
  const lots = page.lots.filter((lot) => lot.refundedAt === null)
  const memberships = page.memberships.filter(({ state }) => liveStates.has(state))
  const credits = lots.reduce((sum, lot) => sum + lot.left, 0)
  const facts = {
    archived: person.archivedAt !== null,
    staff: person.isStaff > 0,
    plan: memberships[0] ?? null,
    credits,
    heldOnce: page.bought.length > 0 || page.entries.length > 0,
  }
  return {
    /** The kiosks ask for a PIN. */
    kioskPin: page.proof === 'pin',
    person: {
      id: person.id,
      name: person.name,
      preferredName: person.preferredName,
      email: person.email,
      phone: person.phone,
      emergencyName: person.emergencyName,
      emergencyPhone: person.emergencyPhone,
      pronouns: person.pronouns,
      address: person.address,
      barcode: person.barcode,
      homeLocation: person.homeLocation ?? '',
      referrer: person.referrer,
      tags: person.tags.split(', ').filter(Boolean),
      archived: facts.archived,
      /** Why they are kept out; null where they are not. */
      banned: person.bannedAt === null ? null : person.banReason,
      account: person.hasAccount === 1,
      /** There is no address to invite them at. */
      noLogin: person.hasAccount === 0 && person.email === '',
      born: person.birthDate
        ? `${dayMonthYear(person.birthDate, locale)}, age ${ageOn(person.birthDate, today)}`
        : '',
      joined: dayMonthYear(person.joinedOn, locale),
      visits: page.visits,
      lastVisit: person.lastVisitAt
        ? dayMonthYear(localDateTime(person.lastVisitAt, timeZone).slice(0, 10), locale)
        : '',
    },
    fields: page.answers.map(({ fieldId, name, kind, value }) => ({
      id: fieldId,
      name,
      text: answerWords(kind, value, locale),
    })),
    label: personLabel(facts, formats),
    referredBy: JSON.parse(page.referrals[0]?.referrer ?? 'null') as {
      id: string
      name: string
    } | null,
    brought: page.referrals[0]?.brought ?? 0,
    family: [
      ...page.relatives.map(({ id, name, birthDate, relation, word }) => ({
        id,
        name,
        note:
          relation === 'guardian'
            ? guardianWords(word).toLowerCase()
            : birthDate && `age ${ageOn(birthDate, today)}`,
      })),
      ...page.ties.map(({ id, name, relation, back }) => ({
        id,
        name,
        note: relationWords(relation, back === 1).toLowerCase(),
      })),
    ],
    documents: page.documents.map((row) => ({
      id: row.id,
      name: row.name,
      ...signedWords(row, formats),
    })),
    creditsLabel: credits > 0 ? `${count(credits, 'credit')} left` : '',
    pinned: notes
      .filter(({ kind }) => kind !== 'note')
      .sort((a, b) => pinOrder.indexOf(a.kind) - pinOrder.indexOf(b.kind))
      .map(({ id, kind, text, authorName, createdAt }) => ({
        id,
        tone: kind === 'yellow' ? ('warn' as const) : ('bad' as const),
        text,
        by: `${authorName}, ${dayShort(localDateTime(createdAt, timeZone).slice(0, 10), locale)}`,
      })),
    fees: page.fees.map((fee) => ({
      id: fee.id,
      payerId: fee.payerId,
      title:
        `${money(fee.amountMinor, fee.currency, locale)} ` +
        `${fee.kind === 'no_show' ? 'no-show' : 'late-cancel'} fee for ` +
        `${feeWords(fee, locale)}`,
      note: `Charged ${deadline(fee.dueAt, timeZone, locale)}, unless you waive it.`,
    })),
    account: page.account.map((item) => deskItemWords(item, locale)),
    owes: money(
      [...page.fees, ...page.account].reduce(
        (sum, { amountMinor }) => sum + Math.max(0, amountMinor),
        0,
      ),
      currency,
      locale,
    ),
    next: page.next && {
      title: page.next.title,
      note: classWords(page.next, locale),
      waiting: page.next.state === 'waitlisted',
    },
    memberships: memberships.map((membership) => {
      const { note, warn } = membershipNote(membership, formats)
      return {
        id: membership.id,
        name: membership.name,
        note: note || `Since ${dayMonthYear(membership.startsOn, locale)}`,
        warn,
      }
    }),
    lots: lots.map((lot): LotWords => lotWords(lot, page, formats)),
    levels: ladders
      .filter(({ held }) => held === 1)
      .map(({ discipline, level, since, ...row }) => ({
        discipline,
        level,
        since: since ? dayShort(since, locale).replace(/^\S+ /, '') : '',
        held: holdWords(holdOf(row), today, locale),
      })),
    timeline: personTimeline(page, formats),
  }
}

const pinOrder = ['injury', 'red', 'yellow']

/** The words of an injury are for people who may read them and for their author. */
function readableNote(note: NoteRow, { userId, medical }: ProfileViewer): NoteRow {
  if (note.kind !== 'injury') return note
  const text =
    medical || note.authorId === userId
      ? `Injury: ${note.text}`
      : 'Injury. Ask the coach or a manager.'
  return { ...note, text }
}

function lotWords(
  lot: PersonPage['lots'][number],
  page: PersonPage,
  { today, locale }: Formats,
): LotWords {
  const booked = page.bookings.filter((b) => b.lotId === lot.id && b.state === 'booked').length
  const entries = page.entries.filter(({ lotId }) => lotId === lot.id)
  const shown = entries
    .filter(({ kind }) => kind !== 'forfeit')
    .slice(0, mostLines)
    .reverse()
  // What lies further back in one line, so that the column adds up to what is left.
  const before = lot.left - shown.reduce((sum, { amount }) => sum + amount, 0)
  const lost = entries.filter(
    // A missed class that was put right since is used, not lost.
    ({ kind, bookingState }) =>
      kind === 'forfeit' && ['no_show', 'late_cancelled'].includes(bookingState ?? ''),
  ).length
  const gone = Math.max(0, lot.credits - lot.left - booked)
  return {
    id: lot.id,
    name: lot.name,
    left: lot.left,
    started: lot.expiresOn !== notStarted,
    note: `of ${lot.credits} left, ${packUntilWords(lot.expiresOn, locale, today)}`,
    marks: { left: lot.left, booked, lost: Math.min(lost, gone), used: Math.max(0, gone - lost) },
    lines: [
      ...(before === 0 ? [] : [{ amount: signed(before), what: 'Before', when: '' }]),
      ...shown.map(({ amount, kind, title, localStart, packName, reason, createdAt }) => ({
        amount: signed(amount),
        what: entryName({ kind, title, packName, reason }),
        when: dayShort((localStart ?? createdAt).slice(0, 10), locale).replace(/^\S+ /, ''),
      })),
    ],
  }
}

function entryName({
  kind,
  title,
  packName,
  reason,
}: Pick<PersonPage['entries'][number], 'kind' | 'title' | 'packName' | 'reason'>) {
  if (kind === 'grant') return packName
  return kind === 'return' ? `Back: ${title}` : (title ?? reason)
}

const signed = (amount: number) => (amount > 0 ? `+${amount}` : `−${-amount}`)
