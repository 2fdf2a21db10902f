import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { availabilityWords } from '#app/domain/bookings/availability/availability-words.ts'
import type { Availability } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { isFree } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence, freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import { keptImage } from '#app/domain/storage/kept-image.ts'
import type { ClassDetail } from '#app/domain/timetable/class-listing.ts'
import { classPage } from '#app/domain/timetable/class-page.server.ts'
import {
  classRules,
  sessionRules,
  type TermsByPayer,
  termsByPayer,
} from '#app/domain/timetable/class-rules.ts'
import { classSigns } from '#app/http/class-signs.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Picture } from '#app/ui/image/picture.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { eventFacts } from '#app/ui/share/structured-data.ts'
import { actionPath } from '#app/ui/timetable/action-path.ts'
import { actionLabel, availabilityLook } from '#app/ui/timetable/availability-look.ts'
import { ClassHead, DayLink, placesSentence } from '#app/ui/timetable/class-head.tsx'
import { OtherDates } from '#app/ui/timetable/other-dates.tsx'
import { StateMessage } from '#app/ui/timetable/state-message.tsx'
import type { Formats } from '#app/values/formats.ts'
import { weekdayTime } from '#app/values/wording.ts'
import { ClassFacts } from './class-facts.tsx'
import { EventDetails } from './event-details.tsx'
import { MoreWays } from './more-ways.tsx'
import { sharedEvent } from './shared-event.server.ts'

export const handle = {
  styles: ['back-link', 'class-row', 'say', 'dock', 'lines', 'timeline', 'picture', 'sign'],
  direct: true,
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const { studio, listing, detail, when, shared } = data
  const { title, coach } = listing
  return shareMeta(
    { matches },
    {
      title: `${title}, ${when}`,
      description: detail.description || `${title} with ${coach} at ${studio.name}, ${when}.`,
      path: paths.occurrence(studio, listing.id),
      cover: detail.cover,
      facts: shared ? (at) => eventFacts(shared, at) : undefined,
    },
  )
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const page = await classPage(ctx, viewer, params.occurrence ?? '')
  if (!page) throw notFound()
  const { slug, name, timeZone, locale, currency } = ctx.studio
  const { localStart, classTypeId, look } = page.listing
  const signs = await classSigns(app.env, [[classTypeId, look]])
  return {
    ...page,
    now: ctx.now,
    sign: signs[classTypeId],
    cover: keptImage(page.detail.cover),
    studio: { slug, name },
    /** What others are told of it; anyone who is signed in does not carry it. */
    shared: viewer ? null : sharedEvent(page, ctx.studio),
    formats: { timeZone, locale, currency, today: page.today },
    when: weekdayTime(localStart, locale),
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function ClassDetails() {
  const data = useLoaderData<typeof loader>()
  if (data.eventOffer) return <EventDetails {...data} offer={data.eventOffer} />
  const { listing, detail, instead, studio, formats, ownZone, sign, cover } = data
  const over = ['finished', 'cancelled', 'running'].includes(listing.availability.kind)
  const places = over ? null : placesSentence(listing.placesLeft, detail.capacity, detail.walkIns)
  return (
    <Main>
      <DayLink studio={studio} localStart={listing.localStart} formats={formats} />
      <div className="two">
        <div className="stack wide-gap">
          <ClassHead
            listing={listing}
            formats={formats}
            ownZone={ownZone}
            places={places}
            sign={sign}
          />
          {cover && (
            <Picture
              image={cover}
              size={{ width: 640, height: 360 }}
              sizes="(min-width: 48em) 40rem, 92vw"
              alt=""
              first
            />
          )}
          {detail.description && <p>{detail.description}</p>}
          <ClassFacts {...data} coming={over ? null : data.coming} />
          {!over && (
            <p>
              <a href={paths.occurrenceIcs(studio, listing.id)}>Add to a calendar</a>
            </p>
          )}
        </div>
        <Aside {...data} />
        <div className="full">
          <OtherDates
            title="Other dates"
            listings={instead}
            studio={studio}
            formats={formats}
            ownZone={ownZone}
          />
        </div>
      </div>
    </Main>
  )
}

/**
 * The class's own rules; then where the viewer stands: one sentence, one action, at the thumb on
 * phones.
 */
function Aside({ listing, detail, studio, formats, when, now, signedIn, spots, mySpot }: Data) {
  const { availability } = listing
  const lets = useStudioLets()
  const words = availabilityWords(availability, listing.localStart, formats)
  const action = words.action?.kind === 'cancel' && !lets('cancel_bookings') ? null : words.action
  const asks =
    availability.kind === 'bookable' ||
    availability.kind === 'sign_in' ||
    availability.kind === 'waitlist'
  const { course } = listing
  // A place of a whole course has rules of its own; one taken singly has those of every class.
  const whole =
    course &&
    (!course.dropIns || (availability.kind === 'booked' && availability.paidBy === 'course'))
  const terms = termsFor(availability, detail, now)
  const told = whole
    ? sessionRules(detail, course, formats, now)
    : classRules(detail, now, formats, terms)
  const rules = told.map((rule, i) => ({ key: `${i}`, ...rule }))
  return (
    <div className="receipt stack">
      <section className="stack mid-gap" aria-labelledby="rules">
        <h2 id="rules">{course ? 'Rules of this session' : 'Rules of this class'}</h2>
        <Timeline entries={rules} />
      </section>
      <MoreWays
        listing={listing}
        detail={detail}
        studio={studio}
        signedIn={signedIn}
        mySpot={spots ? mySpot : null}
      />
      <div className="dock stack">
        <StateMessage
          text={offerSentence(availability, terms, listing.localStart, formats)}
          look={availabilityLook(availability)}
          strong
          refusal={availability.kind === 'refused' ? availability.reason : undefined}
        />
        {action && (
          <a
            className={asks ? 'button primary big wide' : 'button wide'}
            href={actionPath(action, listing.id, studio)}
          >
            {actionLabel(action, when)}
          </a>
        )}
      </div>
    </div>
  )
}

/** What a booking would take, where one is possible; else the words of the availability. */
function offerSentence(
  availability: Availability,
  [own]: TermsByPayer,
  localStart: string,
  formats: Formats,
): string {
  if (availability.kind !== 'bookable' || !own)
    return availabilityWords(availability, localStart, formats).sentence
  const near = { near: formats.today }
  // What it costs later is in the rules above; here only what is free, or no longer is.
  const terms = isFree(own.terms)
    ? `${freeUntilWords(own.terms, near, formats)}.`
    : cancellationSentence(own.terms, near, formats)
  return `${takenWords[availability.pays.kind]} ${terms}`
}

const takenWords: Record<Entitlement['kind'], string> = {
  lot: '1 credit.',
  membership: 'Included.',
  make_up: 'Your make-up.',
}

/** The terms of the place someone holds, of what would pay for one, or of anyone who may ask. */
function termsFor(availability: Availability, detail: ClassDetail, now: string): TermsByPayer {
  if (availability.kind === 'booked') return [availability]
  const pays = 'pays' in availability ? availability.pays : null
  return pays ? termsByPayer(detail, now, [pays.kind]) : termsByPayer(detail, now)
}
