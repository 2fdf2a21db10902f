import type { ClassSign } from '#app/domain/calendar/class-sign.ts'
import {
  type EventOffer,
  priceWords,
  refundRule,
  saleOf,
  saleWords,
  ticketCount,
} from '#app/domain/events/event-view.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { paths } from '#app/paths.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { ClassHead, DayLink } from '#app/ui/timetable/class-head.tsx'
import { StateMessage } from '#app/ui/timetable/state-message.tsx'
import { WhereLink } from '#app/ui/timetable/where-link.tsx'
import type { Formats } from '#app/values/formats.ts'
import { deadline } from '#app/values/wording.ts'

/**
 * The page of an event: what it is, what a ticket costs, and the way to order. Styles as the page
 * of a class.
 */
export function EventDetails(props: {
  listing: ClassListing
  offer: EventOffer
  studio: { slug: string }
  formats: Formats
  ownZone: string | null
  sign?: ClassSign | undefined
  signedIn: boolean
  now: string
}) {
  const { listing, offer, studio, formats, ownZone, sign, signedIn, now } = props
  const { event, types, mine } = offer
  const sales = types.map((type) => ({ type, sale: saleOf(type, event, { now, known: signedIn }) }))
  const ahead = event.state === 'on_sale' && now < event.startsAt
  const open = ahead && sales.some(({ sale }) => sale.kind === 'open' || sale.kind === 'members')
  return (
    <Main>
      <DayLink studio={studio} localStart={listing.localStart} formats={formats} />
      <div className="two">
        <div className="stack wide-gap">
          <ClassHead listing={listing} formats={formats} ownZone={ownZone} sign={sign} />
          {event.description && <p>{event.description}</p>}
          <dl className="lines">
            <div>
              <dt className="soft">Where</dt>
              <dd>
                <WhereLink
                  studio={studio}
                  locationId={listing.locationId}
                  room={event.roomName}
                  location={event.location}
                />
              </dd>
            </div>
            <div>
              <dt className="soft">Length</dt>
              <dd>{event.minutes} minutes</dd>
            </div>
            {event.notes && (
              <div>
                <dt className="soft">Good to know</dt>
                <dd>{event.notes}</dd>
              </div>
            )}
          </dl>
          {ahead && (
            <p>
              <a href={paths.occurrenceIcs(studio, listing.id)}>Add to a calendar</a>
            </p>
          )}
        </div>
        <div className="receipt stack">
          {mine.length > 0 && (
            <section className="stack" aria-labelledby="mine">
              <h2 id="mine">Your tickets</h2>
              {mine.map(({ token, tickets }) => (
                <p key={token}>
                  <a href={paths.tickets(studio, token)}>See your {ticketCount(tickets)}</a>
                </p>
              ))}
            </section>
          )}
          {event.state === 'on_sale' && (
            <section className="stack mid-gap" aria-labelledby="prices">
              <h2 id="prices">Tickets</h2>
              <dl className="lines tight">
                {sales.map(({ type, sale }) => (
                  <div key={type.id} className="between">
                    <dt>
                      <b>{type.name}</b>
                      <br />
                      <span className="soft">
                        {ahead ? saleWords(sale, formats) : ''}
                        {sale.kind === 'open' && type.membersOnly && ', for members'}
                        {sale.kind === 'open' &&
                          type.salesUntil &&
                          ', sold until ' +
                            `${deadline(type.salesUntil, formats.timeZone, formats.locale)}`}
                      </span>
                    </dt>
                    <dd className="num">
                      <b>{priceWords(type.priceMinor, formats)}</b>
                    </dd>
                  </div>
                ))}
              </dl>
              <p className="soft">{refundRule(event, formats)}</p>
            </section>
          )}
          <div className="dock stack">
            <StateMessage {...eventSaid(props, open)} strong />
            {open && (
              <a className="button primary big wide" href={paths.orderTickets(studio, listing.id)}>
                Order tickets
              </a>
            )}
          </div>
        </div>
      </div>
    </Main>
  )
}

/** Where the sale of an event stands, in one sentence. */
function eventSaid(
  { offer: { event, types }, now }: { offer: EventOffer; now: string },
  open: boolean,
): Pick<Parameters<typeof StateMessage>[0], 'text' | 'look'> {
  if (event.state === 'cancelled') {
    const why = event.cancelReason ? ` ${event.cancelReason.replace(/[.!?]*$/, '.')}` : ''
    return {
      text: `The studio has cancelled this event.${why}`,
      look: { icon: 'off', tone: 'bad' },
    }
  }
  if (now >= event.endsAt) return { text: 'It is over.', look: { icon: 'clock', tone: '' } }
  if (now >= event.startsAt)
    return { text: 'It has started. Ask at the door.', look: { icon: 'clock', tone: '' } }
  if (event.taken >= event.capacity) return { text: 'Sold out.', look: { icon: 'queue', tone: '' } }
  if (!open || types.length === 0)
    return { text: 'Tickets are not on sale now.', look: { icon: 'lock', tone: '' } }
  const left = event.capacity - event.taken
  return {
    text: left === 1 ? 'Last ticket.' : `${left} tickets left.`,
    look: { icon: 'check', tone: 'good' },
  }
}
