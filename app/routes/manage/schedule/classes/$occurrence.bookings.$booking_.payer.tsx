import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { changePayer, payerRefusals } from '#app/domain/bookings/paying/change-payer.server.ts'
import { changePayerForm } from '#app/domain/bookings/paying/change-payer-form.ts'
import { payerPageWords } from '#app/domain/bookings/paying/payer-words.ts'
import { findPlaceToPay } from '#app/domain/bookings/paying/place-to-pay.server.ts'
import { attendanceWindow, attendanceWords } from '#app/domain/places/attendance-window.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { FieldError } from '#app/ui/form/field-frame.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Change what pays for ${data.name}` : 'Change what pays', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'entitlements:write')
  const found = await findPlaceToPay(ctx, params.occurrence ?? '', params.booking ?? '')
  if (!found) throw notFound()
  const window = attendanceWindow(found.occurrence, viewer.role, ctx.now)
  return {
    rules: fieldRules(changePayerForm),
    studio: { slug: ctx.studio.slug },
    occurrenceId: found.booking.occurrenceId,
    bookingId: found.booking.id,
    ...payerPageWords(found, ctx.studio),
    ended: window.stage === 'open' ? '' : attendanceWords(window, ctx.studio),
    closed: window.stage === 'closed',
  }
}

/** Changes it: 303 to the place, 422 with why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, changePayerForm)
  if (submission.status !== 'success') return invalid(submission)
  const [occurrenceId, bookingId] = [params.occurrence ?? '', params.booking ?? '']
  const result = await changePayer(ctx, occurrenceId, bookingId, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const sentence =
      'window' in result ? attendanceWords(result.window, ctx.studio) : payerRefusals[result.reason]
    return refused(submission, { code: result.reason, form: [sentence] })
  }
  return redirectWithFlash(
    app,
    paths.manageClassBooking(ctx.studio, occurrenceId, bookingId),
    `Now paid with ${result.pays}.`,
  )
}

export default function ChangePayer() {
  const { rules, studio, occurrenceId, bookingId, ...page } = useLoaderData<typeof loader>()
  const { name, title, when, pays, choices, fixed, shown, ended, closed } = page
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('payer', ['to', 'reason', 'shown'], {
    answer,
    values: { shown, to: '' },
    rules,
  })
  const { to, reason } = form.fields
  const back = paths.manageClassBooking(studio, occurrenceId, bookingId)
  const none = closed ? ended : fixed
  return (
    <>
      <BackLink to={back}>{name}</BackLink>
      <PageHead
        title={`Change what pays for ${name}`}
        intro={`${title}, ${when}. Now paid with ${pays}.`}
      />
      {none ? (
        <Empty icon="receipt" title="Nothing to change" text={none}>
          <Link className="button" to={back}>
            Back to {name}
          </Link>
        </Empty>
      ) : (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ shown }} />
          {ended && <p className="muted">{ended}</p>}
          <fieldset className={to.errors ? 'field wrong' : 'field'} id={to.id} tabIndex={-1}>
            <legend>Pay with</legend>
            <FieldError field={to} />
            <div className="choices stacked">
              {choices.map((choice) => (
                <label key={choice.value} className="explained">
                  <input
                    type="radio"
                    name="to"
                    value={choice.value}
                    defaultChecked={to.initialValue === choice.value}
                    required
                  />
                  <span>
                    <b>{choice.name}</b>
                    <span className="muted">{choice.effects.join(' ')}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <TextField
            field={reason}
            label="Why"
            hint="Staff see this in the history of the place."
            autoComplete="off"
          />
          <FormEnd sending="Changing…" cancel={back}>
            Change what pays
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
