import type { ReactNode } from 'react'
import {
  availabilityWords,
  costWords,
} from '#app/domain/bookings/availability/availability-words.ts'
import { aboutChild } from '#app/domain/bookings/availability/refusal-words.ts'
import type { FamilyPlace } from '#app/domain/bookings/booking/family-place.ts'
import { cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence } from '#app/domain/places/cancellation-words.ts'
import type { ClassDetail, ClassListing } from '#app/domain/timetable/class-listing.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { actionPath } from '#app/ui/timetable/action-path.ts'
import type { Formats } from '#app/values/formats.ts'

type Props = {
  listing: ClassListing
  detail: ClassDetail
  family: readonly FamilyPlace[]
  /** Who is ticked: what a press had, or whose page it is. */
  ticked: readonly string[]
  studio: { slug: string }
  formats: Formats
  now: string
  when: string
  head: ReactNode
  refused: readonly string[]
}

/** Whether a press can do something for them. */
export const canCome = ({ availability }: FamilyPlace): boolean =>
  availability.kind === 'bookable' || availability.kind === 'waitlist'

/**
 * The confirm page of somebody with a family: each of them with their own state, and a tick for who
 * can come. Styles: `pick`, `tag`, `dock`, `say`, `alert`.
 */
export function FamilyBooking(props: Props) {
  const { listing, detail, family, ticked, studio, formats, now, when, head, refused } = props
  const able = family.filter(canCome)
  const pays = able.flatMap(({ availability }) =>
    'pays' in availability && availability.pays ? [availability.pays.kind] : [],
  )
  const terms = cancellationTerms(detail, { paidBy: pays[0] ?? 'lot' }, now)
  return (
    <WhoForm className="two asks" method="post" action={paths.book(studio, listing.id)}>
      <div className="stack wide-gap">
        {head}
        {refused.length > 0 && (
          <div className="alert bad" role="alert" id="why">
            <Icon name="warning" />
            <div>
              {refused.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
          </div>
        )}
        <fieldset className="stack">
          <legend>Who is coming?</legend>
          <input type="hidden" name="family" value="on" />
          {family.map((place) => (
            <FamilyRow
              key={place.id}
              {...{ place, listing, studio, formats }}
              unshared={isChildWithout(place) ? ownPack(family) : null}
              ticked={ticked.includes(place.id)}
            />
          ))}
        </fieldset>
      </div>
      <div className="stack receipt">
        {able.length > 0 ? (
          <>
            <h2>What happens when you book</h2>
            <p>
              Everyone you tick is booked with what their line says. You get one email
              {able.some(({ adult }) => adult) ? ', adults one of their own' : ''}.
            </p>
            <p>{cancellationSentence(terms, 'long', formats)} Each place can be cancelled alone.</p>
            <div className="dock stack">
              <p className="say good">
                <Icon name="check" />
                <span>{cancellationSentence(terms, { near: formats.today }, formats)}</span>
              </p>
              <button type="submit" className="button primary big wide">
                Book {when}
              </button>
            </div>
          </>
        ) : (
          <p>
            <a href={paths.timetable(studio)}>See the whole timetable</a>
          </p>
        )}
      </div>
    </WhoForm>
  )
}

function FamilyRow(
  props: Pick<Props, 'listing' | 'studio' | 'formats'> & {
    place: FamilyPlace
    ticked: boolean
    /** A pack of the reader that would pay if it were shared. */
    unshared: string | null
  },
) {
  const { place, listing, studio, formats, ticked, unshared } = props
  const { id, called, age, availability } = place
  const able = canCome(place)
  const { sentence, action } = availabilityWords(availability, listing.localStart, formats)
  const sign = action?.kind === 'sign_document'
  const leads = sign || (action !== null && 'bookingId' in action)
  return (
    <div className={able ? undefined : 'stack'}>
      <label className={able ? 'pick' : 'pick off'}>
        <input
          type="checkbox"
          name="person"
          value={id}
          disabled={!able}
          defaultChecked={able && ticked}
        />
        <span>
          <b>{called ? `${called}${age === null ? '' : `, ${age}`}` : 'You'}</b>
          {sign && (
            <>
              {' '}
              <span className="tag warn">to sign</span>
            </>
          )}
          <br />
          <small className="soft">
            {unshared
              ? `Your ${unshared} isn’t shared with your family.`
              : stateOf(place, sentence)}
          </small>
        </span>
      </label>
      {unshared && (
        <p>
          <a href={paths.portalFamily(studio)}>Share it</a>
        </p>
      )}
      {leads && (
        <p>
          <a
            href={
              called
                ? pathFor(actionPath(action, listing.id, studio), id)
                : actionPath(action, listing.id, studio)
            }
          >
            {sign ? `Read and sign${called ? ` for ${called}` : ''}` : 'See the booking'}
          </a>
        </p>
      )}
    </div>
  )
}

/** A child for whom nothing pays at all: neither a pack that is used up nor one that starts later. */
const isChildWithout = ({ adult, called, availability }: FamilyPlace): boolean =>
  called !== null &&
  !adult &&
  availability.kind === 'refused' &&
  availability.reason === 'no_entitlement' &&
  Object.keys(availability.facts).length === 0

/** The reader's pack that pays for this class; one that is shared would pay for a child too. */
function ownPack(family: readonly FamilyPlace[]): string | null {
  const own = family.find(({ called }) => called === null)?.availability
  if (own?.kind !== 'bookable' && own?.kind !== 'waitlist') return null
  return [own.pays, ...own.alternatives].find(({ kind }) => kind === 'lot')?.name ?? null
}

function stateOf({ availability, called }: FamilyPlace, sentence: string): string {
  if (availability.kind === 'bookable') {
    const { pays } = availability
    return pays.kind === 'lot'
      ? `${costWords(pays)} of ${pays.name}, ${pays.left} left`
      : `${pays.name}, ${costWords(pays)}`
  }
  return called ? aboutChild(sentence, called) : sentence
}
