import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as z from 'zod'
import type { Availability } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import { termsOfBooking } from '#app/domain/bookings/availability/booking-rules.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { familyPlaces } from '#app/domain/bookings/booking/book-family.server.ts'
import { bookedSentence, lostBeforeWords } from '#app/domain/bookings/booking/booked-words.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import { classPage } from '#app/domain/timetable/class-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { ClassHead, DayLink, dayPath, placesSentence } from '#app/ui/timetable/class-head.tsx'
import { SpotChoice } from '#app/ui/timetable/spot-choice.tsx'
import { formatsAt } from '#app/values/formats.ts'
import { weekdayTime } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { Answer } from './answer.ts'
import { bookSeveral } from './book-several.server.ts'
import { type Offer, OfferReceipt } from './booking-offer.tsx'
import { canCome, FamilyBooking } from './family-booking.tsx'
import { NotBookable } from './not-bookable.tsx'
import { PayChoices } from './pay-choices.tsx'
import { RefusedNow } from './refused-now.tsx'

export const handle = {
  styles: [
    'back-link',
    'class-row',
    'say',
    'sheet',
    'dock',
    'pick',
    'if-picked',
    'tag',
    'timeline',
    'alert',
    'spots',
  ],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const { listing, when } = data
  const title =
    offerOf(listing.availability) || data.family.some(canCome)
      ? `Book ${listing.title}, ${when}`
      : `${listing.title}, ${when}: not yet`
  return pageTitle(title, { matches })
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, own, viewer } = await requireBooker(context)
  const page = await classPage(ctx, viewer, params.occurrence ?? '')
  if (!page) throw notFound()
  if (page.eventOffer) throw redirect(paths.occurrence(ctx.studio, page.listing.id), 303)
  const { slug, timeZone, locale, currency } = ctx.studio
  const { localStart } = page.listing
  const { family } = page.shell
  const places = family
    ? await familyPlaces(
        own,
        [
          ...family.relatives.map(({ id, called, age, adult }) => ({ id, called, age, adult })),
          { id: family.self, called: null, age: null },
        ],
        page.listing.id,
      )
    : []
  return {
    ...page,
    family: places,
    ticked: [viewer.personId],
    before: lostBeforeWords(page.lostBefore, ctx.studio),
    now: ctx.now,
    studio: { slug },
    formats: { timeZone, locale, currency, today: page.today },
    when: weekdayTime(localStart, locale),
  }
}

const schema = z.object({
  pay: z
    .string()
    .regex(/^(lot|membership|make_up):[\w-]{1,40}$/, { error: 'Choose what pays.' })
    .optional(),
  spot: z.string().max(8).optional(),
  family: z.literal('on').optional(),
  person: z.array(z.string().max(40)).max(20).optional(),
})

/**
 * Books, or joins the waitlist of a class that is full by now: 303 with a message, or 422 with why
 * not.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx, own } = await requireBooker(context)
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success')
    return json<Answer>({ refused: null, wrong: 'Choose what pays, then book.' }, { status: 422 })
  const { family, person = [] } = submission.value
  if (family) return await bookSeveral(app, own, params.occurrence ?? '', person)
  const chosen = submission.value.pay
  const [kind, id] = (chosen ?? '').split(':') as ['lot' | 'membership' | 'make_up', string]
  const { spot = '' } = submission.value
  const result = await bookClass(ctx, params.occurrence ?? '', {
    spot,
    ...(chosen ? { pay: { kind, id } } : {}),
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const { ok: _, ...refused } = result
    return json<Answer>({ refused, wrong: null }, { status: 422 })
  }
  const { booking, outcome } = result
  if (outcome === 'booked' && spot !== '' && booking.spot !== spot) {
    const message = `Booked, but place ${spot} was taken a moment ago. Choose another.`
    return redirectWithFlash(app, paths.spot(ctx.studio, booking.id), message, 'warn')
  }
  const { localStart } = result.occurrence
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const terms = termsOfBooking(result.booking, result.occurrence, ctx.now)
  const text = bookedSentence(
    { ...result.occurrence, terms },
    result.position,
    formatsAt(ctx.studio, ctx.now),
  )
  return redirectWithFlash(app, dayPath(ctx.studio, localStart.slice(0, 10), today), text)
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function ConfirmBooking() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const { listing, detail, studio, formats, ownZone } = data
  const offer = offerOf(listing.availability)
  const refused = answer?.refused ?? null
  const several = data.family.length > 0
  const head = (
    <ClassHead
      listing={listing}
      formats={formats}
      ownZone={ownZone}
      places={placesSentence(listing.placesLeft, detail.capacity, detail.walkIns)}
    />
  )
  return (
    <Main slim={!several && (!offer || offer.wouldBe !== null)}>
      <DayLink studio={studio} localStart={listing.localStart} formats={formats} />
      {several && (
        <FamilyBooking
          {...data}
          ticked={answer?.family?.ticked ?? data.ticked}
          refused={answer?.family?.refused ?? []}
          head={head}
        />
      )}
      {!several && offer && (
        <BookingForm
          {...data}
          offer={offer}
          head={head}
          refused={refused}
          wrong={answer?.wrong ?? null}
        />
      )}
      {!several && !offer && (
        <>
          {head}
          <NotBookable {...data} refused={refused} />
        </>
      )}
    </Main>
  )
}

function BookingForm(
  props: Data & { offer: Offer; head: ReactNode; refused: Refused | null; wrong: string | null },
) {
  const { offer, head, refused, wrong, listing, detail, formats, now, when } = props
  const { studio, spots, before } = props
  return (
    <WhoForm
      className={offer.wouldBe === null ? 'two asks' : 'stack wide-gap asks'}
      method="post"
      action={paths.book(studio, listing.id)}
    >
      <div className="stack wide-gap">
        {head}
        <RefusedNow refused={refused} wrong={wrong} formats={formats} />
        {/* The rule chooses again when a place opens: a choice made now would promise what nobody
            can keep. */}
        {offer.wouldBe === null && <PayChoices choices={offer.choices} locale={formats.locale} />}
        {offer.wouldBe === null && listing.availability.kind === 'bookable' && spots && (
          <SpotChoice map={spots} none="Any place" />
        )}
      </div>
      {offer.wouldBe !== null && (
        <p>
          <a href={paths.wish(studio, listing.id)}>Wait for any of several classes instead</a>
        </p>
      )}
      <OfferReceipt
        {...{ offer, detail, formats, now, when, before }}
        localStart={listing.localStart}
      />
    </WhoForm>
  )
}

/**
 * What can be confirmed: a place, a place on the waitlist, or a free place of a list that stopped
 * giving them.
 */
function offerOf(availability: Availability): Offer | null {
  switch (availability.kind) {
    case 'bookable':
      return {
        choices: [availability.pays, ...availability.alternatives],
        wouldBe: null,
        promotesUntil: null,
      }
    case 'waitlist':
      return { ...availability, choices: [availability.pays, ...availability.alternatives] }
    case 'waiting':
      if (availability.placesLeft === 0 || !availability.pays) return null
      return { choices: [availability.pays], wouldBe: null, promotesUntil: null }
    default:
      return null
  }
}
