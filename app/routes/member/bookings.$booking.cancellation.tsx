import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { json, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import {
  type CancelRefusal,
  cancelRefusalSentences,
} from '#app/domain/bookings/cancelling/cancellation.ts'
import { cancellationPage } from '#app/domain/bookings/cancelling/cancellation-page.server.ts'
import { cancelledSentence } from '#app/domain/bookings/cancelling/cancelled-words.ts'
import { cancellationWords } from '#app/domain/bookings/cancelling/giving-up-words.ts'
import { shownCost } from '#app/domain/bookings/cancelling/shown-cost.ts'
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
import { AskStudio } from '#app/ui/state/ask-studio.tsx'
import { State } from '#app/ui/state/state.tsx'
import { ClassHead, DayLink, dayPath } from '#app/ui/timetable/class-head.tsx'
import { weekdayTime } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const handle = {
  styles: ['back-link', 'say', 'dock', 'timeline', 'alert'],
} satisfies PageHandle

const verbs = {
  on_time: 'Cancel',
  late: 'Cancel',
  decline: 'Decline',
  leave: 'Leave the waitlist of',
} as const

const titles = {
  on_time: 'What happens when you cancel',
  late: 'What happens when you cancel',
  decline: 'What happens when you decline',
  leave: 'What happens when you leave',
} as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const verb = data.cancellation ? verbs[data.cancellation.kind] : 'Your booking:'
  return pageTitle(`${verb} ${data.booking.title}, ${data.when}`, { matches })
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context)
  const page = await cancellationPage(ctx, viewer, params.booking ?? '')
  if (!page) throw notFound()
  const { id, state, offeredUntil } = page.booking
  // An offer is taken or declined on one page.
  if (state === 'waitlisted' && offeredUntil) throw redirect(paths.placeOffer(ctx.studio, id))
  const { slug, timeZone, locale, currency } = ctx.studio
  const { localStart } = page.booking
  return {
    ...page,
    studio: { slug },
    formats: { timeZone, locale, currency, today: page.today },
    ownZone: viewer.timeZone && viewer.timeZone !== timeZone ? viewer.timeZone : null,
    when: weekdayTime(localStart, locale),
  }
}

/**
 * Cancels, declines or leaves: 303 with what it did. Doing it again says the same and changes
 * nothing. Where it costs more than the page had shown, 422 with what it costs now.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const submission = await parseForm(request, shownForm)
  const shown = shownCost(submission.status === 'success' ? submission.value.shown : undefined)
  const result = await cancelBooking(ctx, params.booking ?? '', { shown })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return json({ refusal: result.reason }, { status: 422 })
  }
  const { timeZone, locale, currency } = ctx.studio
  const text = cancelledSentence(result, { timeZone, locale, currency })
  const day = dayPath(
    ctx.studio,
    result.booking.localStart.slice(0, 10),
    localDate(ctx.now, timeZone),
  )
  return redirectWithFlash(app, day, text)
}

const shownForm = z.object({ shown: z.string().max(80).optional() })

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function ConfirmCancellation() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as { refusal: CancelRefusal } | undefined
  const { booking, cancellation, studio, formats, ownZone } = data
  const head = { ...booking, coach: booking.coachName, insteadOf: null, room: booking.roomName }
  return (
    <Main slim>
      <DayLink studio={studio} localStart={booking.localStart} formats={formats} />
      <ClassHead listing={head} formats={formats} ownZone={ownZone} />
      {!data.offered && (
        <AskStudio
          studio={studio}
          rule="cancel_bookings"
          title="Ask us to cancel"
          keep={{
            path: dayPath(studio, booking.localStart.slice(0, 10), formats.today),
            label: 'Keep booking',
          }}
        />
      )}
      {data.offered &&
        (cancellation ? (
          <Confirm {...data} cancellation={cancellation} refusal={answer?.refusal} />
        ) : (
          <NothingToCancel {...data} refusal={answer?.refusal} />
        ))}
    </Main>
  )
}

function Confirm({
  booking,
  cancellation,
  studio,
  formats,
  now,
  when,
  cost,
  refusal,
}: Data & { cancellation: NonNullable<Data['cancellation']>; refusal?: CancelRefusal }) {
  const { sentence, effects } = cancellationWords(cancellation, booking, { ...formats, now })
  const costs = cancellation.kind === 'late'
  const gives = booking.enrolmentId !== null && cancellation.kind !== 'leave'
  const title = gives ? 'What happens when you give up your place' : titles[cancellation.kind]
  const press =
    cancellation.kind === 'leave'
      ? `Leave waitlist for ${when}`
      : `${verbs[cancellation.kind]} ${when}${costs ? ' late' : ''}`
  return (
    <WhoForm
      className="stack wide-gap asks"
      method="post"
      action={paths.cancelBooking(studio, booking.id)}
    >
      {refusal === 'dearer' && (
        <div className="alert bad" role="alert" data-refusal={refusal}>
          <Icon name="warning" />
          <p>{cancelRefusalSentences[refusal]}</p>
        </div>
      )}
      <input type="hidden" name="shown" value={cost ?? ''} />
      <div className="stack mid-gap">
        <h2>{title}</h2>
        <Timeline
          entries={effects.map(({ when, what }, i) => ({ key: `${i}`, when, what, now: i === 0 }))}
        />
      </div>
      <div className="dock stack">
        <p className={`say ${costs ? 'warn' : 'good'}`}>
          <Icon name={costs ? 'warning' : 'check'} />
          <span>{sentence}</span>
        </p>
        <button type="submit" className="button primary big wide">
          {gives ? `Give up ${when}` : press}
        </button>
        <a
          className="button wide"
          href={dayPath(studio, booking.localStart.slice(0, 10), formats.today)}
        >
          {cancellation.kind === 'leave' ? 'Stay on the waitlist' : 'Keep booking'}
        </a>
      </div>
    </WhoForm>
  )
}

function NothingToCancel({ booking, studio, refusal }: Data & { refusal?: CancelRefusal }) {
  const reason =
    refusal ??
    (['booked', 'waitlisted', 'checked_in'].includes(booking.state) ? 'started' : 'ended')
  return (
    <div data-refusal={reason}>
      <State icon="clock" title="Nothing to cancel">
        <p>{cancelRefusalSentences[reason]}</p>
        <p className="pair">
          <a className="button primary" href={paths.portal(studio)}>
            See your bookings
          </a>
        </p>
      </State>
    </div>
  )
}
