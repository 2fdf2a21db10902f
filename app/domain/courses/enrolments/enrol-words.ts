/** What a refusal to enrol says: one sentence and one thing to do. */
import { inSentence } from '#app/domain/bookings/availability/refusal-words.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { count, dateTime, dayShort, deadline } from '#app/values/wording.ts'
import type { EnrolRefused } from './enrol-availability.ts'

export type EnrolAction = {
  kind: 'others' | 'ask_studio' | 'see_booking' | 'details' | 'again' | 'sign_document'
  label: string
  documentId?: string
  /** Whom it is signed for, where that is a child. */
  child?: string
  bookingId?: string
}

const others: EnrolAction = { kind: 'others', label: 'See other courses' }
const ask: EnrolAction = { kind: 'ask_studio', label: 'Ask us' }

/** Why the desk ends or settles no enrolment. */
export const atDeskWords = {
  not_found: 'They’re not on this course. Nothing was changed.',
  not_enrolled: 'They’re not on this course. Nothing was changed.',
  quote_changed: 'The refund has changed since you opened this page. Check it, then try again.',
  ask_studio: portalRules.cancel_bookings.off,
  till_closed: 'Today’s takings are closed. Record it tomorrow.',
  goes_back: 'Refund this on its credit note.',
}

export function enrolRefusalWords(
  refused: EnrolRefused,
  { timeZone, locale }: PlainFormats,
): { sentence: string; action: EnrolAction | null } {
  const at = (instant: string) => deadline(instant, timeZone, locale)
  switch (refused.reason) {
    case 'not_found':
      return { sentence: 'We can’t find this course.', action: others }
    case 'cancelled': {
      const why = refused.facts.why.trim()
      return {
        sentence: `It’s cancelled.${why ? ` ${/[.!?]$/.test(why) ? why : `${why}.`}` : ''}`,
        action: others,
      }
    }
    case 'ended':
      return { sentence: 'This course is over.', action: others }
    case 'not_open_yet':
      return { sentence: `Enrolment opens ${at(refused.facts.opensAt)}.`, action: others }
    case 'started':
      return {
        sentence:
          `It began ${dayShort(refused.facts.firstStart.slice(0, 10), locale)}, ` +
          'and you can’t join late.',
        action: others,
      }
    case 'too_late':
      return {
        sentence:
          `${count(refused.facts.missed, 'session is', 'sessions are')} over. You can join ` +
          `late after at most ${refused.facts.most}.`,
        action: others,
      }
    case 'waitlist_full':
      return {
        sentence:
          refused.facts.limit === 0
            ? 'It is full, and there is no waitlist.'
            : 'The course and its waitlist are full: ' +
              `${count(refused.facts.limit, 'person is', 'people are')} waiting.`,
        action: others,
      }
    case 'priority':
      return {
        sentence:
          `People from ${refused.facts.name || 'the previous course'} can book first until ` +
          `${at(refused.facts.until)}. Come back then.`,
        action: others,
      }
    case 'overlaps':
      return {
        sentence:
          `A session is at the same time as ${refused.facts.title}, ` +
          `${dateTime(refused.facts.localStart, locale)}, which you’ve booked.`,
        action: {
          kind: 'see_booking',
          label: 'See your booking',
          bookingId: refused.facts.bookingId,
        },
      }
    case 'banned':
      return { sentence: 'You can’t enrol here at the moment.', action: ask }
    case 'waiver_missing': {
      const { name, guardian, documentId, child, themselves } = refused.facts
      if (themselves)
        return {
          sentence: `They have to sign “${name}” first: in their own account, under Documents.`,
          action: null,
        }
      if (guardian)
        return {
          sentence: `A parent or guardian has to sign “${name}” for you before you enrol.`,
          action: ask,
        }
      return {
        sentence: `Sign “${name}” before you enrol.`,
        action: {
          kind: 'sign_document',
          label: 'Read and sign',
          documentId,
          ...(child ? { child } : {}),
        },
      }
    }
    case 'level_locked': {
      const { needs, holds } = refused.facts
      return {
        sentence:
          `This course needs ${inSentence(needs)} or higher. ` +
          `${holds ? `You have ${inSentence(holds)}.` : 'You don’t have a level yet.'}`,
        action: ask,
      }
    }
    case 'age':
      return refused.facts.knows
        ? {
            sentence: `${ageBand(refused.facts)} Your age at the first session is outside that.`,
            action: others,
          }
        : {
            sentence: `${ageBand(refused.facts)} We don’t have your date of birth yet.`,
            action: { kind: 'details', label: 'Add your date of birth' },
          }
    case 'offer_lapsed':
      return {
        sentence: 'Your place was kept until its time ran out.',
        action: { kind: 'again', label: 'See the course' },
      }
    case 'quote_changed':
      return {
        sentence: 'The price has changed since you opened this page. Check it, then try again.',
        action: null,
      }
    case 'ask_studio':
      return { sentence: portalRules.enrol.off, action: ask }
    case 'not_enrolled':
      return {
        sentence: 'You’re not on this course. Nothing was changed.',
        action: { kind: 'again', label: 'See the course' },
      }
  }
}

/** `For ages 16 to 18.` */
export function ageBand({ from, to }: { from: number | null; to: number | null }): string {
  if (from !== null && to !== null) return `For ages ${from} to ${to}.`
  if (from !== null) return `From age ${from}.`
  return to === null ? '' : `Up to age ${to}.`
}
