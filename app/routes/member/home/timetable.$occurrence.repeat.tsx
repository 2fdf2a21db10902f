import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import {
  availabilityWords,
  costWords,
} from '#app/domain/bookings/availability/availability-words.ts'
import { bookRepeating } from '#app/domain/bookings/standing-places/book-repeating.server.ts'
import { repeatedSentence } from '#app/domain/bookings/standing-places/repeated-words.ts'
import { everyInSentence } from '#app/domain/bookings/standing-places/standing-place-words.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { repeatPage } from '#app/domain/timetable/repeat-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { AskStudio } from '#app/ui/state/ask-studio.tsx'
import { State } from '#app/ui/state/state.tsx'
import { availabilityLook } from '#app/ui/timetable/availability-look.ts'
import { type Formats, formatsAt } from '#app/values/formats.ts'
import { dateTime } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'pick', 'say', 'state', 'dock'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`Book ${everyInSentence(data.every)}: ${data.title}`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context)
  const page = await repeatPage(ctx, viewer, params.occurrence ?? '')
  if (!page) throw notFound()
  const { slug, timeZone, locale, currency } = ctx.studio
  return { ...page, studio: { slug }, formats: { timeZone, locale, currency, today: page.today } }
}

const oneOrMore = z
  .union([z.string(), z.array(z.string())])
  .transform((v) => (Array.isArray(v) ? v : [v]))
const schema = z.object({
  key: z.string().regex(/^[\w-]{8,40}$/),
  dates: oneOrMore.optional().transform((dates) => dates ?? []),
  goOn: z.literal('on').optional(),
})

const refusals = {
  nothing_chosen: 'Choose at least one date.',
  too_many: 'Choose at most twelve dates at once.',
  ended: 'This class is ending. Book its last dates one by one.',
  ask_studio: portalRules.repeat.off,
} as const

type Answer = { refusal: string; message: string }

/**
 * Books the chosen dates: 303 to the same list, which says how each stands, 422 where nothing was
 * tried.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const submission = await parseForm(request, schema)
  const refuse = (refusal: keyof typeof refusals) =>
    json<Answer>({ refusal, message: refusals[refusal] }, { status: 422 })
  if (submission.status !== 'success') return refuse('nothing_chosen')
  const { key, dates, goOn } = submission.value
  const occurrenceId = params.occurrence ?? ''
  const result = await bookRepeating(ctx, occurrenceId, { key, dates, goOn: goOn === 'on' })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refuse(result.reason)
  }
  const formats = formatsAt(ctx.studio, ctx.now)
  const message = repeatedSentence(result.dates, result.goesOn, formats)
  const failed = result.dates.some(({ outcome }) => outcome === 'failed')
  return redirectWithFlash(
    app,
    paths.repeat(ctx.studio, occurrenceId),
    message,
    failed ? 'warn' : 'good',
  )
}

export default function Repeat() {
  const { studio, formats, id, key, title, every, dates, kept, canGoOn } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const lets = useStudioLets()
  const open = dates.filter(canChoose).map((date) => date.id)
  const goOn = canGoOn && kept === null
  return (
    <Main slim>
      <BackLink to={paths.occurrence(studio, id)}>{title}</BackLink>
      <div className="stack">
        <h1>Book {everyInSentence(every)}</h1>
        <p>
          {title}. Each date is a separate booking: it costs what it says beside it, and you can
          cancel it like any other.
        </p>
        {kept && (
          <p className="say good">
            <Icon name="check" />
            <span>
              {kept === 'standing'
                ? 'The studio keeps this place for you: ' +
                  'each date is booked when it goes on the timetable.'
                : 'You repeat this class: later dates are booked for you when booking opens.'}
            </span>
          </p>
        )}
      </div>
      {answer && (
        <p className="say bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <span>{answer.message}</span>
        </p>
      )}
      {!lets('repeat') && (
        <AskStudio studio={studio} rule="repeat" title="Ask us for a regular place" />
      )}
      {lets('repeat') &&
        (dates.length === 0 ? (
          <State icon="calendar" title="No dates yet">
            <p>Dates appear here as soon as the studio publishes them.</p>
          </State>
        ) : (
          <WhoForm className="stack wide-gap asks" method="post" action={paths.repeat(studio, id)}>
            <input type="hidden" name="key" value={key} />
            <fieldset className="stack">
              <legend>The next dates</legend>
              {dates.map((date) => (
                <DateLine
                  key={date.id}
                  listing={date}
                  formats={formats}
                  ticked={open.indexOf(date.id) < ticked}
                />
              ))}
            </fieldset>
            {goOn && (
              <label className="pick">
                <input type="checkbox" name="goOn" value="on" />
                <span>
                  <b>Keep booking it for me</b>
                  <br />
                  <small className="soft">
                    We book later dates for you when booking opens, until you end it in your
                    account, and tell you if one can’t be booked.
                  </small>
                </span>
              </label>
            )}
            {(open.length > 0 || goOn) && (
              <div className="dock stack">
                <p className="say good">
                  <Icon name="check" />
                  <span>Only the dates you tick are booked.</span>
                </p>
                <button type="submit" className="button primary big wide">
                  Book these dates
                </button>
              </div>
            )}
          </WhoForm>
        ))}
    </Main>
  )
}

/** Dates that are ticked to begin with; the rest of two months is one's own to add. */
const ticked = 4

const canChoose = ({ availability }: ClassListing) =>
  availability.kind === 'bookable' || availability.kind === 'waitlist'

/** A date with what it takes, or why it cannot be chosen. */
function DateLine(props: { listing: ClassListing; formats: Formats; ticked: boolean }) {
  const { listing, formats, ticked } = props
  const { id, availability, localStart, coach } = listing
  const when = dateTime(localStart, formats.locale)
  if (!canChoose(listing)) {
    const { icon, tone } = availabilityLook(availability)
    return (
      <p
        className={`say ${tone}`}
        data-refusal={availability.kind === 'refused' ? availability.reason : undefined}
      >
        <Icon name={icon} />
        <span>
          <b>{when}</b> {availabilityWords(availability, localStart, formats).sentence}
        </span>
      </p>
    )
  }
  return (
    <label className="pick">
      <input type="checkbox" name="dates" value={id} defaultChecked={ticked} />
      <span>
        <b>{when}</b>
        <br />
        <small className="soft">
          {coach}.{' '}
          {availability.kind === 'bookable'
            ? payWords(availability)
            : availabilityWords(availability, localStart, formats).sentence}
        </small>
      </span>
      <b className="num">
        {availability.kind === 'bookable' ? costWords(availability.pays) : 'waitlist'}
      </b>
    </label>
  )
}

function payWords({ pays }: Extract<ClassListing['availability'], { kind: 'bookable' }>): string {
  return pays.kind === 'lot'
    ? `From ${pays.name}: ${pays.left} left, then ${pays.left - 1}.`
    : `${pays.name} covers it.`
}
