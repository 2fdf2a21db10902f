import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { availabilityWords } from '#app/domain/bookings/availability/availability-words.ts'
import { joinWish } from '#app/domain/bookings/waitlist/join-wish.server.ts'
import {
  type NotWished,
  notWishedSentence,
  wishJoinedSentence,
} from '#app/domain/bookings/waitlist/wish-words.ts'
import { wishPage } from '#app/domain/timetable/wish-page.server.ts'
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
import { formatsAt } from '#app/values/formats.ts'
import { clockTime, count, dayShort, dayTime } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'pick', 'say', 'dock'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`Any of these: ${data.named} and others`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context)
  const page = await wishPage(ctx, viewer, params.occurrence ?? '')
  if (!page) throw notFound()
  const { slug, timeZone, locale, currency } = ctx.studio
  return {
    ...page,
    studio: { slug },
    formats: { timeZone, locale, currency, today: page.today },
    named: `${page.listing.title}, ${dayTime(page.listing.localStart, locale)}`,
  }
}

const oneOrMore = z
  .union([z.string(), z.array(z.string())])
  .transform((v) => (Array.isArray(v) ? v : [v]))
const schema = z.object({
  key: z.string().regex(/^[\w-]{8,40}$/),
  also: oneOrMore.optional().transform((also) => also ?? []),
})

type Answer = { refusal: string; message: string; chosen: string[] }

/**
 * Joins the lists as one wish: 303 to the bookings, 422 with why the class cannot be waited for.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const submission = await parseForm(request, schema)
  const refuse = (refusal: string, message: string, chosen: string[] = []) =>
    json<Answer>({ refusal, message, chosen }, { status: 422 })
  if (submission.status !== 'success')
    return refuse('nothing_chosen', 'Choose classes, then try again.')
  const { key, also } = submission.value
  if (also.length === 0) return refuse('nothing_chosen', 'Choose at least one other class.')
  if (also.length > 5) return refuse('too_many', 'Choose at most five other classes.', also)
  const result = await joinWish(ctx, params.occurrence ?? '', { key, also })
  const formats = formatsAt(ctx.studio, ctx.now)
  if (!result.ok) {
    if (result.why.reason === 'not_found') throw notFound()
    return refuse(result.why.reason, notWishedSentence(result.why as NotWished, formats), also)
  }
  return redirectWithFlash(
    app,
    paths.portal(ctx.studio),
    wishJoinedSentence(result.joined, result.failed, formats),
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function AnyOfThese() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const { listing, studio, formats, named, partOf } = data
  return (
    <Main slim>
      <BackLink to={paths.occurrence(studio, listing.id)}>{named}</BackLink>
      <div className="stack">
        <h1>Any of these</h1>
        <p>
          Wait for <b>{named}</b> and other full classes. You get the first that opens, and leave
          the other lists. You pay nothing while you wait.
        </p>
        {partOf.length > 0 && (
          <p className="soft">
            Already on your list:{' '}
            {partOf.map((o) => `${o.title}, ${dayTime(o.localStart, formats.locale)}`).join('; ')}.
          </p>
        )}
      </div>
      {answer && (
        <p className="say bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <span>{answer.message}</span>
        </p>
      )}
      <Choice {...data} chosen={answer?.chosen ?? []} />
    </Main>
  )
}

/** The classes to choose from, or why there are none. */
function Choice(props: Data & { chosen: string[] }) {
  const { listing, studio, formats, others } = props
  const { availability } = listing
  if (availability.kind !== 'waitlist' && availability.kind !== 'waiting')
    return (
      <State icon="calendar" title="You don’t need to wait for this class">
        <p>{availabilityWords(availability, listing.localStart, formats).sentence}</p>
        <p className="pair">
          <a className="button primary" href={paths.book(studio, listing.id)}>
            See the class
          </a>
        </p>
      </State>
    )
  if (others.length === 0)
    return (
      <State icon="calendar" title="No other class is full">
        <p>Full classes of this kind in the same week appear here. The others have places.</p>
        <p className="pair">
          <a className="button primary" href={paths.timetable(studio)}>
            See the timetable
          </a>
        </p>
      </State>
    )
  return <WishForm {...props} />
}

function WishForm({
  listing,
  others,
  studio,
  formats,
  formKey,
  most,
  chosen,
}: Data & { chosen: string[] }) {
  return (
    <WhoForm className="stack wide-gap asks" method="post" action={paths.wish(studio, listing.id)}>
      <input type="hidden" name="key" value={formKey} />
      <fieldset className="stack">
        <legend>Also wait for, up to {count(most, 'class', 'classes')}</legend>
        {others.map((other) => (
          <label key={other.id} className="pick">
            <input
              type="checkbox"
              name="also"
              value={other.id}
              defaultChecked={chosen.includes(other.id)}
            />
            <span>
              <b>
                {dayShort(other.localStart.slice(0, 10), formats.locale)}{' '}
                {clockTime(other.localStart, formats.locale)}
              </b>{' '}
              {other.title}
              <br />
              <small className="soft">
                {other.coach}, {other.room}.{' '}
                {availabilityWords(other.availability, other.localStart, formats).sentence}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="dock stack">
        <p className="say good">
          <Icon name="queue" />
          <span>
            <b>One place at most.</b> Free while you wait.
          </span>
        </p>
        <button type="submit" className="button primary big wide">
          Wait for any of these
        </button>
      </div>
    </WhoForm>
  )
}
