import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import { bookGuest } from '#app/domain/bookings/booking/book-guest.server.ts'
import { guestForm } from '#app/domain/bookings/booking/guest-form.ts'
import { guestsPage } from '#app/domain/bookings/booking/guests-page.server.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { AskStudio } from '#app/ui/state/ask-studio.tsx'
import { formatsAt } from '#app/values/formats.ts'
import { count, dayMonth, dayTime, money } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'form', 'pick', 'say', 'lines'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`Guests for ${data.named}`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context)
  const page = await guestsPage(ctx, viewer, params.booking ?? '')
  if (!page) throw notFound()
  const { slug, timeZone, locale, currency } = ctx.studio
  return {
    ...page,
    rules: fieldRules(guestForm),
    studio: { slug },
    formats: { timeZone, locale, currency, today: page.today },
    named: `${page.class.title}, ${dayTime(page.class.localStart, locale)}`,
  }
}

const sentences = {
  not_priced: 'You can’t buy a single place in this class.',
  no_guests_left: 'Your plan has no free guests left. Choose what else pays.',
  unknown_guest: 'This guest is already booked at that time.',
  ask_studio: portalRules.guests.off,
} as const

/** Books the guest's place: 303 to the list, 422 with why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const submission = await parseForm(request, guestForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, guest, name = '', email = '', pay } = submission.value
  const hostId = params.booking ?? ''
  const guestId = guest && guest !== 'new' ? guest : undefined
  const result = await bookGuest(ctx, hostId, { key, guestId, name, email, pay })
  if (result.ok) {
    return redirectWithFlash(
      app,
      paths.guests(ctx.studio, hostId),
      `${result.name} has a place. Tell them when and where.`,
    )
  }
  if (result.reason === 'not_found') throw notFound()
  const message =
    'facts' in result
      ? refusalWords(result, formatsAt(ctx.studio, ctx.now)).sentence
      : sentences[result.reason]
  return refused(submission, { code: result.reason, form: [message] })
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function Guests() {
  const data = useLoaderData<typeof loader>()
  const { studio, formats, named, guests, limit, why } = data
  const lets = useStudioLets()
  const free = freeUntilWords(data.terms, { near: formats.today }, formats)
  return (
    <Main slim>
      <BackLink to={paths.occurrence(studio, data.class.id)}>{named}</BackLink>
      <div className="stack">
        <h1>Your guests</h1>
        <p>
          You can bring {count(limit, 'guest')} to this class. Cancel your own place and theirs go
          too, under the same rules. {free}.
        </p>
      </div>
      {guests.length > 0 && (
        <ul className="lines">
          {guests.map(({ bookingId, name, lotName, planName, spot }) => (
            <li key={bookingId} className="between">
              <span>
                <b>{name}</b>{' '}
                <span className="soft">
                  {paidWords({ lotName, planName })}
                  {spot && `, place ${spot}`}
                </span>
              </span>
              <a className="button" href={paths.cancelBooking(studio, bookingId)}>
                Cancel<span className="vh"> the place of {name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {!lets('guests') && <AskStudio studio={studio} rule="guests" title="Ask us to add a guest" />}
      {lets('guests') &&
        (why ? (
          <p className="say warn" data-refusal={why.reason}>
            <Icon name="warning" />
            <span>{refusalWords(why, formats).sentence}</span>
          </p>
        ) : (
          <GuestForm {...data} />
        ))}
    </Main>
  )
}

function paidWords({ lotName, planName }: Record<'lotName' | 'planName', string | null>): string {
  if (planName) return `comes with your ${planName}`
  return lotName ? `1 credit of your ${lotName}` : 'single place, on your account'
}

function GuestForm(data: Data) {
  const { rules, studio, hostId, formKey, known, plan, pays, dropInMinor, formats } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const form = usePageForm<z.input<typeof guestForm>>('guest', answer, { rules })
  const errors = [
    ...(form.form.errors ?? []).map((text) => ({ field: null, text })),
    ...(['name', 'email', 'pay'] as const).flatMap((name) =>
      (form.fields[name].errors ?? [])
        .slice(0, 1)
        .map((text) => ({ field: form.fields[name].id, text })),
    ),
  ]
  const pay = { required: form.fields.pay.required }
  const price = dropInMinor === null ? null : money(dropInMinor, formats.currency, formats.locale)
  return (
    <WhoForm
      id={form.form.id}
      className="stack wide-gap"
      method="post"
      action={paths.guests(studio, hostId)}
      noValidate
    >
      <ErrorSummary id={form.form.id} errors={errors} refusal={form.refusal} />
      <input type="hidden" name="key" value={formKey} />
      {known.length > 0 && (
        <fieldset className="stack">
          <legend>Who’s coming?</legend>
          {known.map(({ id, name }) => (
            <label key={id} className="pick">
              <input type="radio" name="guest" value={id} />
              <span>
                <b>{name}</b>
              </span>
            </label>
          ))}
          <label className="pick">
            <input type="radio" name="guest" value="new" defaultChecked />
            <span>
              <b>Someone new</b>
            </span>
          </label>
        </fieldset>
      )}
      <TextField field={form.fields.name} label="Their name" autoComplete="off" />
      <TextField
        field={form.fields.email}
        label="Their email"
        hint="Optional"
        type="email"
        autoComplete="off"
      />
      <fieldset className="stack">
        <legend>Pay with</legend>
        {plan && plan.left > 0 && (
          <label className="pick">
            <input type="radio" name="pay" value="plan" {...pay} defaultChecked />
            <span>
              <b>{plan.name}</b>
              <br />
              <small className="soft">
                {plan.left} of {count(plan.places, 'free guest')} left until{' '}
                {dayMonth(plan.until, formats.locale)}
              </small>
            </span>
            <b className="num">Free</b>
          </label>
        )}
        {pays && (
          <label className="pick">
            <input type="radio" name="pay" value="credit" {...pay} defaultChecked={!plan?.left} />
            <span>
              <b>{pays.name}</b>
              <br />
              <small className="soft">
                {pays.kind === 'lot' && `${pays.left} left, then ${pays.left - 1}`}
              </small>
            </span>
            <b className="num">1 credit</b>
          </label>
        )}
        {price && (
          <label className="pick">
            <input
              type="radio"
              name="pay"
              value="drop_in"
              {...pay}
              defaultChecked={!pays && !plan?.left}
            />
            <span>
              <b>A single place</b>
              <br />
              <small className="soft">Goes on your account, to pay at the desk</small>
            </span>
            <b className="num">{price}</b>
          </label>
        )}
      </fieldset>
      <SubmitButton>Book a place for your guest</SubmitButton>
    </WhoForm>
  )
}
