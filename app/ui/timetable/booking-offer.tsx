import { costWords, lateCostWords } from '#app/domain/bookings/availability/availability-words.ts'
import type { Telling } from '#app/domain/bookings/availability/refusal-words.ts'
import { lateEffect } from '#app/domain/bookings/cancellation-kind.ts'
import { lossWords } from '#app/domain/calendar/policy-words.ts'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import type { ClassDetail } from '#app/domain/timetable/class-listing.ts'
import { dayShort, deadlineLong, deadlineNear, ordinal } from '#app/values/wording.ts'
import { Icon } from '../icon/icon.tsx'
import { type Chapter, Story } from '../list/story.tsx'

/** A booking offered (`wouldBe` null) or a place on the waitlist (`wouldBe` is the place). */
export type Offer = {
  choices: readonly Entitlement[]
  wouldBe: number | null
  promotesUntil: string | null
}

type Props = {
  offer: Offer
  detail: ClassDetail
  telling: Telling
  now: string
  localStart: string
  /** "Saturday 10:00" */
  when: string
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

/** No more ways to pay are offered than the style sheet can tell apart. */
const mostChoices = 6

/** What pays, with the one that the rule chose first (R13). Styles: `pick`, `tag`. */
export function PayChoices({ offer, locale }: { offer: Offer; locale: string }) {
  const choices = offer.choices.slice(0, mostChoices)
  const lots = choices.filter(({ kind }) => kind === 'lot')
  return (
    <fieldset className="stack">
      <legend>Pay with</legend>
      {choices.map((choice, i) => (
        <label key={choice.id} className="pick">
          <input
            type="radio"
            name="pay"
            id={`p${i}`}
            value={`${choice.kind}:${choice.id}`}
            defaultChecked={i === 0}
            data-kind={choice.kind}
          />
          <span>
            <b>{choice.name}</b>{' '}
            {i === 0 && lots.length > 1 && choice.kind === 'lot' && (
              <span className="tag warn">ends first</span>
            )}
            <br />
            <small className="soft">{heldWords(choice, locale)}</small>
          </span>
          <b className="num">{costWords(choice)}</b>
        </label>
      ))}
    </fieldset>
  )
}

function heldWords(choice: Entitlement, locale: string): string {
  if (choice.kind === 'lot')
    return `${choice.left} left, then ${choice.left - 1}. Use by ${dayShort(choice.expiresOn, locale)}`
  if (choice.kind === 'make_up')
    return `For a session you gave up. Use by ${dayShort(choice.validUntil, locale)}`
  if (choice.weeklyLimit === null) return 'As often as you like'
  return `${choice.usedThisWeek} of ${choice.weeklyLimit} classes used in that week`
}

/** What a press does, as a dated list and then in one sentence beside the button. Styles: `story`, `dock`, `say`. */
export function OfferReceipt(props: Props) {
  const { offer, when } = props
  const joins = offer.wouldBe !== null
  return (
    <div className="stack receipt">
      <h2>{joins ? 'What happens when you join' : 'What happens when you book'}</h2>
      <Story chapters={joins ? waitingChapters(props) : bookingChapters(props)} />
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

function bookingChapters({ offer, detail, telling, now, localStart }: Props): Chapter[] {
  const { timeZone, locale } = telling
  const day = localStart.slice(0, 10)
  const long = deadlineLong(detail.cutoffAt, timeZone, locale)
  const near = deadlineNear(detail.cutoffAt, timeZone, locale, day)
  const free = now <= detail.cutoffAt
  const late = (kind: Entitlement['kind']) =>
    kind === 'make_up'
      ? 'lose the make-up'
      : lossWords(lateEffect(detail, kind).losesCredit, detail.lateFeeMinor, telling)
  const missed = (kind: Entitlement['kind']) =>
    kind === 'make_up'
      ? 'lose the make-up'
      : lossWords(kind === 'lot' && detail.lateKeepsCredit, detail.noShowFeeMinor, telling)
  const chapters: Chapter[] = [
    { key: 'now', when: 'Now', what: <Taken choices={offer.choices} />, now: true },
  ]
  if (free) {
    const back = <ByKind choices={offer.choices} say={(kind) => freeWords[kind]} />
    chapters.push({ key: 'free', when: `Until ${long}`, what: back })
  }
  chapters.push(
    {
      key: 'late',
      when: free ? `After ${near}` : `The free limit was ${near}`,
      what: (
        <ByKind
          choices={offer.choices}
          say={(kind) =>
            late(kind) ? `Cancel and you ${late(kind)}.` : 'Cancel and it counts as late. No fee.'
          }
        />
      ),
    },
    {
      key: 'missed',
      when: 'If you do not come',
      what: (
        <ByKind
          choices={offer.choices}
          say={(kind) => (missed(kind) ? `You ${missed(kind)}.` : 'Nothing is taken.')}
        />
      ),
    },
  )
  return chapters
}

function waitingChapters({ offer, detail, telling, now, localStart }: Props): Chapter[] {
  const { timeZone, locale } = telling
  const near = (instant: string) => deadlineNear(instant, timeZone, locale, localStart.slice(0, 10))
  const [pays] = offer.choices
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
      what: `It is yours, and ${takes}. We tell you at once.`,
    },
    {
      key: 'free',
      when:
        now <= detail.cutoffAt
          ? `Free to cancel until ${near(detail.cutoffAt)}`
          : `The free limit was ${near(detail.cutoffAt)}`,
      what: 'Get a place after that, and you have a while to decline it free.',
    },
    { key: 'none', when: 'If none opens', what: 'The list closes and nothing is charged.' },
  ]
}

function BookSentence({ offer, detail, telling, now, localStart }: Props) {
  const near = deadlineNear(
    detail.cutoffAt,
    telling.timeZone,
    telling.locale,
    localStart.slice(0, 10),
  )
  return (
    <>
      <ByKind choices={offer.choices} say={(kind) => paysWords[kind]} strong />{' '}
      {now <= detail.cutoffAt ? (
        <>
          Free to cancel until <b>{near}</b>.
        </>
      ) : (
        <ByKind
          choices={offer.choices}
          say={(kind) => {
            const cost = lateCostWords(lateEffect(detail, kind), telling)
            return `Free cancel ended at ${near}${cost ? `; a cancel costs ${cost}` : ''}.`
          }}
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

/** Names what the chosen one takes. Each choice has its own words, and the style sheet shows those of the checked one. */
function Taken({ choices }: { choices: readonly Entitlement[] }) {
  const shown = choices.slice(0, mostChoices)
  return (
    <>
      {shown.map(({ id, kind, name }, i) => (
        <span key={id} className={shown.length > 1 ? `if p${i}` : undefined}>
          {kind === 'make_up' ? (
            <>
              <b>{name}</b> is used. The place is yours.
            </>
          ) : kind === 'lot' ? (
            <>
              <b>1 credit</b> from {name}. The place is yours.
            </>
          ) : (
            <>
              <b>{name}</b> covers it. The place is yours.
            </>
          )}
        </span>
      ))}
    </>
  )
}

/** Words that differ between credits and memberships; both are written where both can be chosen. */
function ByKind(props: {
  choices: readonly Entitlement[]
  say: (kind: Entitlement['kind']) => string
  strong?: boolean
}) {
  const { choices, say, strong = false } = props
  const kinds = [...new Set(choices.map(({ kind }) => kind))]
  const words = (kind: Entitlement['kind']) => (strong ? <b>{say(kind)}</b> : say(kind))
  if (kinds.length === 1 || kinds.every((kind) => say(kind) === say(kinds[0]!)))
    return words(kinds[0]!)
  return (
    <>
      {kinds.map((kind) => (
        <span key={kind} className={`if ${kind}`}>
          {words(kind)}
        </span>
      ))}
    </>
  )
}
