import { span } from '#app/domain/calendar/policy-words.ts'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import {
  type CancellationTerms,
  cancellationTerms,
  isFree,
} from '#app/domain/places/cancellation-terms.ts'
import {
  cancellationSentence,
  clockOf,
  freeUntilParts,
  freeUntilWords,
  limitWords,
  losingWords,
} from '#app/domain/places/cancellation-words.ts'
import type { ClassDetail } from '#app/domain/timetable/class-listing.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Timeline, type TimelineEntry } from '#app/ui/list/timeline.tsx'
import type { Formats } from '#app/values/formats.ts'
import { count, ordinal } from '#app/values/wording.ts'
import { ByKind, WhatIsTaken } from './words-by-choice.tsx'

/** A booking offered (`wouldBe` null) or a place on the waitlist (`wouldBe` is the place). */
export type Offer = {
  choices: readonly Entitlement[]
  wouldBe: number | null
  promotesUntil: string | null
  /** Of a waitlist: an open place is offered for so many minutes; null: booked at once. */
  offerMinutes?: number | null
  /** Of a waitlist: a place that comes after the limit can be declined free for so many minutes. */
  declineMinutes?: number | undefined
}

type Props = {
  offer: Offer
  detail: ClassDetail
  formats: Formats
  now: string
  localStart: string
  /** "Saturday 10:00" */
  when: string
  /** What an earlier late cancel of this class still costs. */
  before: string | null
}

const freeWords: Record<Entitlement['kind'], string> = {
  lot: 'Cancel and the credit comes back.',
  membership: 'Cancel and nothing is counted.',
  make_up: 'Cancel and the make-up is yours again.',
}

const paysWords: Record<Entitlement['kind'], string> = {
  lot: '1 credit.',
  membership: 'Included.',
  make_up: 'Your make-up.',
}

/**
 * What a press does, as a dated list and then in one sentence beside the button. Styles:
 * `timeline`, `dock`, `say`.
 */
export function OfferReceipt(props: Props) {
  const { offer, when, before } = props
  const joins = offer.wouldBe !== null
  return (
    <div className="stack receipt">
      <h2>{joins ? 'What happens when you join' : 'What happens when you book'}</h2>
      <Timeline
        entries={[
          ...(before ? [{ key: 'before', when: 'Before', what: before }] : []),
          ...(joins ? waitingTimeline(props) : bookingTimeline(props)),
        ]}
      />
      <div className="dock stack">
        <p className="say good">
          <Icon name={joins ? 'queue' : 'check'} />
          <span>{joins ? <JoinSentence {...props} /> : <BookSentence {...props} />}</span>
        </p>
        <button type="submit" className="button primary big wide">
          {joins ? `Join waitlist for ${when}` : `Book ${when}`}
        </button>
      </div>
    </div>
  )
}

const termsOf = (detail: ClassDetail, now: string) => (paidBy: Entitlement['kind']) =>
  cancellationTerms(detail, { paidBy }, now)

/** What someone who pays so has lost right after a limit. */
const lossAt = ({ after }: CancellationTerms, limit: string) =>
  after.findLast(({ instant }) => instant <= limit)?.loss

function bookingTimeline({ offer, detail, formats, now }: Props): TimelineEntry[] {
  const terms = termsOf(detail, now)
  const kinds = [...new Set(offer.choices.map(({ kind }) => kind))]
  const [first] = kinds.map(terms)
  const [long, near] = [clockOf('long', formats), { near: formats.today }]
  const entries: TimelineEntry[] = [
    { key: 'now', when: 'Now', what: <WhatIsTaken choices={offer.choices} />, now: true },
  ]
  if (first && isFree(first)) {
    const back = <ByKind choices={offer.choices} say={(kind) => freeWords[kind]} />
    entries.push({ key: 'free', when: `Until ${long(first.freeUntil)}`, what: back })
  }
  const limits = new Set(kinds.flatMap((kind) => terms(kind).after.map(({ instant }) => instant)))
  for (const limit of [...limits].sort()) {
    const late = (kind: Entitlement['kind']) => {
      const loss = lossAt(terms(kind), limit)
      return loss ? losingWords(loss, formats) : null
    }
    entries.push({
      key: limit,
      when: limitWords(limit, now, near, formats),
      what: (
        <ByKind
          choices={offer.choices}
          say={(kind) =>
            late(kind) ? `Cancel and you ${late(kind)}.` : 'Cancel and it counts as late. No fee.'
          }
        />
      ),
    })
  }
  const missed = (kind: Entitlement['kind']) => losingWords(terms(kind).noShow, formats)
  entries.push({
    key: 'missed',
    when: 'If you don’t come',
    what: (
      <ByKind
        choices={offer.choices}
        say={(kind) => (missed(kind) ? `You ${missed(kind)}.` : 'Nothing is taken.')}
      />
    ),
  })
  return entries
}

function waitingTimeline({ offer, detail, formats, now }: Props): TimelineEntry[] {
  const day = { near: formats.today }
  const near = clockOf(day, formats)
  const [pays] = offer.choices
  const offered = offer.offerMinutes
  const terms = termsOf(detail, now)(pays?.kind ?? 'lot')
  const takes =
    pays?.kind === 'membership'
      ? `${pays.name} covers it`
      : `1 credit from ${pays?.name} is taken then`
  return [
    {
      key: 'now',
      when: 'Now',
      what: `You are ${ordinal(offer.wouldBe ?? 1)} on the waitlist. Nothing is taken.`,
      now: true,
    },
    {
      key: 'opens',
      when: `If a place opens before ${near(offer.promotesUntil ?? detail.waitlistClosesAt)}`,
      what: offered
        ? `We offer it to the next person for ${span(offered)}. If that is you and you ` +
          `take it, ${takes}. Declining is free.`
        : `You get it, and ${takes}. We tell you straight away.`,
    },
    {
      key: 'free',
      when: freeUntilWords(terms, day, formats),
      what: offered
        ? 'If you take a place after that, cancelling is late. You see what it costs before you take it.'
        : `If you get a place later, ${declineWords(offer.declineMinutes)}`,
    },
    { key: 'none', when: 'If none opens', what: 'The list closes and nothing is charged.' },
  ]
}

/** Nothing is free to decline after the limit where the policy gives no minutes for it. */
const declineWords = (minutes = 0): string =>
  minutes > 0
    ? `you’ll have ${count(minutes, 'minute')} to decline it free.`
    : 'cancelling is late.'

function BookSentence({ offer, detail, formats, now }: Props) {
  const day = { near: formats.today }
  const terms = termsOf(detail, now)
  const first = terms(offer.choices[0]?.kind ?? 'lot')
  const { lead, at } = freeUntilParts(first, day, formats)
  return (
    <>
      <ByKind choices={offer.choices} say={(kind) => paysWords[kind]} strong />{' '}
      {isFree(first) ? (
        <>
          {lead} <b>{at}</b>.
        </>
      ) : (
        <ByKind
          choices={offer.choices}
          say={(kind) => cancellationSentence(terms(kind), day, formats)}
        />
      )}
    </>
  )
}

function JoinSentence({ offer }: Props) {
  return (
    <>
      <b>{ordinal(offer.wouldBe ?? 1)} on the waitlist.</b> Free while you wait.
    </>
  )
}
