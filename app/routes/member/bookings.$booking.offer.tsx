import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import { acceptOffer, offerPage } from '#app/domain/bookings/waitlist/accept-offer.server.ts'
import { declineOffer } from '#app/domain/bookings/waitlist/decline-offer.server.ts'
import { acceptedSentence, offerWords } from '#app/domain/bookings/waitlist/offer-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { ClassHead, DayLink } from '#app/ui/timetable/class-head.tsx'
import { formatsAt } from '#app/values/formats.ts'
import { weekdayTime } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'say', 'dock', 'timeline', 'alert'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`A place in ${data.class.title}, ${data.when}`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context)
  const page = await offerPage(ctx, viewer, params.booking ?? '')
  if (!page) throw notFound()
  const formats = formatsAt(ctx.studio, ctx.now)
  const { offer, terms, ...rest } = page
  return {
    ...rest,
    bookingId: params.booking ?? '',
    studio: { slug: ctx.studio.slug },
    formats,
    ownZone: viewer.timeZone && viewer.timeZone !== formats.timeZone ? viewer.timeZone : null,
    when: weekdayTime(page.class.localStart, formats.locale),
    offer: offer && offerWords(offer, terms, formats),
  }
}

const schema = z.object({ answer: z.enum(['take', 'decline']) })

type Answer = { refusal: string; sentence: string }

/** Takes or declines the offered place: 303 with what it did, 422 with why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const submission = await parseForm(request, schema)
  const id = params.booking ?? ''
  const { studio } = ctx
  if (submission.status !== 'success') {
    return json<Answer>({ refusal: 'answer', sentence: 'Take or decline it.' }, { status: 422 })
  }
  if (submission.value.answer === 'decline') {
    const result = await declineOffer(ctx, id)
    if (result.ok) {
      const text = 'You have declined the place. Nothing was charged.'
      return redirectWithFlash(app, paths.timetable(studio), text)
    }
    if (result.reason === 'offer_not_found') throw notFound()
    return json<Answer>({ refusal: 'offer_over', sentence: over }, { status: 422 })
  }
  const result = await acceptOffer(ctx, id)
  if (result.ok) {
    const text = acceptedSentence(result, formatsAt(studio, ctx.now))
    return redirectWithFlash(app, paths.occurrence(studio, result.occurrence.id), text)
  }
  if (result.reason === 'offer_not_found') throw notFound()
  if (result.reason !== 'refused')
    return json<Answer>({ refusal: result.reason, sentence: over }, { status: 422 })
  const { sentence } = refusalWords(result.why, formatsAt(studio, ctx.now))
  return json<Answer>({ refusal: result.why.reason, sentence }, { status: 422 })
}

const over = 'This offer is over.'

export default function Offer() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const { studio, formats, ownZone, offer, when } = data
  const { coachName, roomName, ...listing } = data.class
  return (
    <Main slim>
      <DayLink studio={studio} localStart={listing.localStart} formats={formats} />
      <ClassHead
        listing={{ ...listing, coach: coachName, insteadOf: null, room: roomName }}
        formats={formats}
        ownZone={ownZone}
      />
      {answer && (
        <div className="alert bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <p>{answer.sentence}</p>
        </div>
      )}
      {offer ? (
        <WhoForm
          className="stack wide-gap asks"
          method="post"
          action={paths.placeOffer(studio, data.bookingId)}
        >
          <div className="stack mid-gap">
            <h2>{offer.title}</h2>
            <Timeline
              entries={offer.effects.map((one, i) => ({ key: `${i}`, ...one, now: i === 0 }))}
            />
          </div>
          <div className="dock stack">
            <p className={`say ${offer.canTake ? 'good' : 'warn'}`}>
              <Icon name={offer.canTake ? 'clock' : 'warning'} />
              <span>{offer.sentence}</span>
            </p>
            {offer.canTake && (
              <button type="submit" className="button primary big wide" name="answer" value="take">
                Book {when}
              </button>
            )}
            <button type="submit" className="button wide" name="answer" value="decline">
              Decline
            </button>
          </div>
        </WhoForm>
      ) : (
        <State icon="clock" title={data.ended.title}>
          <p>{data.ended.sentence}</p>
          <p className="pair">
            <a className="button primary" href={paths.occurrence(studio, listing.id)}>
              See the class
            </a>
          </p>
        </State>
      )}
    </Main>
  )
}
