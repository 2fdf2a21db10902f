import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { chooseSpot, spotPage } from '#app/domain/bookings/booking/choose-spot.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { SpotChoice } from '#app/ui/timetable/spot-choice.tsx'
import { dayTime } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'say', 'state', 'spots', 'pick'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`Your place in ${data.named}`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context)
  const page = await spotPage(ctx, viewer, params.booking ?? '')
  if (!page) throw notFound()
  const { slug, locale } = ctx.studio
  return {
    ...page,
    studio: { slug },
    named: `${page.booking.title}, ${dayTime(page.booking.localStart, locale)}`,
  }
}

const schema = z.object({ spot: z.string().max(8).default('') })

const sentences = {
  spot_taken: 'That place was taken a moment ago. Choose another; your place in the class is safe.',
  over: 'The class has started, or you no longer have a place in it.',
} as const

type Answer = { refusal: keyof typeof sentences }

/** Takes the place: 303 to the class, 422 with the map as it is now where someone was quicker. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const submission = await parseForm(request, schema)
  const spot = submission.status === 'success' ? submission.value.spot : ''
  const result = await chooseSpot(ctx, params.booking ?? '', spot)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return json<Answer>({ refusal: result.reason }, { status: 422 })
  }
  const message =
    spot === ''
      ? 'You no longer have a numbered place. You’re still booked.'
      : `Place ${spot} is yours.`
  return redirectWithFlash(app, paths.occurrence(ctx.studio, result.occurrenceId), message)
}

export default function Spot() {
  const { booking, map, studio, named } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  return (
    <Main slim>
      <BackLink to={paths.occurrence(studio, booking.occurrenceId)}>{named}</BackLink>
      <h1>{booking.guestName ? `The place of ${booking.guestName}` : 'Your place in the room'}</h1>
      {answer && (
        <p className="say bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <span>{sentences[answer.refusal]}</span>
        </p>
      )}
      {map ? (
        <WhoForm className="stack wide-gap" method="post" action={paths.spot(studio, booking.id)}>
          <SpotChoice map={map} none="Any place" />
          <button type="submit" className="button primary big wide">
            Choose this place
          </button>
        </WhoForm>
      ) : (
        <State icon="compass" title="No places to choose">
          <p>This room has no numbered places, or the class has started.</p>
        </State>
      )}
    </Main>
  )
}
