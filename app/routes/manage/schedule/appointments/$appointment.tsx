import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { approveRequest, declineRequest } from '#app/domain/appointments/answer-request.server.ts'
import {
  appointmentSentences,
  appointmentStage,
  appointmentTerms,
} from '#app/domain/appointments/appointment-view.ts'
import { cancelAtDesk } from '#app/domain/appointments/cancel-at-desk.server.ts'
import { appointmentAct } from '#app/domain/appointments/desk-forms.ts'
import { appointmentDeskPage } from '#app/domain/appointments/desk-pages.server.ts'
import { checkIn, undoCheckIn } from '#app/domain/bookings/roster/check-in.server.ts'
import { attendanceWindow, attendanceWords } from '#app/domain/places/attendance-window.ts'
import { isFree } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayLongTime, money } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.title}, ${data.who}` : 'Appointment', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'roster:read')
  const page = await appointmentDeskPage(ctx, params.appointment ?? '')
  if (!page) throw notFound()
  const { appointment: a, people } = page
  const { slug, locale, currency } = ctx.studio
  const ahead = a.startsAt > ctx.now
  const terms = appointmentTerms(a, ctx.now)
  const window = attendanceWindow(page.attendance, viewer.role, ctx.now)
  const settles = a.state === 'confirmed' && a.occurrenceState === 'scheduled'
  return {
    rules: fieldRules(appointmentAct),
    studio: { slug },
    id: a.id,
    title: a.title,
    who: a.personName,
    personId: a.personId,
    date: a.localStart.slice(0, 10),
    when: dayLongTime(a.localStart, locale),
    where: `${a.coachName}, ${a.roomName}`,
    stage: appointmentStage({ ...a, now: ctx.now }),
    reason: a.reason,
    come: [count(a.people, 'person', 'people'), a.guests].filter(Boolean).join(': '),
    pays: a.lotName ? `1 credit of ${a.lotName}` : money(a.priceMinor, currency, locale),
    late: !isFree(terms),
    free: `${freeUntilWords(terms, 'letter', ctx.studio)}.`,
    people,
    requested: a.state === 'requested' && ahead && may(viewer.role, 'roster:write'),
    cancellable:
      a.state === 'confirmed' &&
      a.occurrenceState === 'scheduled' &&
      ahead &&
      may(viewer.role, 'roster:write'),
    canCheckIn: settles && window.stage === 'open' && may(viewer.role, 'roster:write'),
    ended:
      a.state === 'confirmed' && a.occurrenceState !== 'cancelled' && window.stage !== 'open'
        ? attendanceWords(window, ctx.studio)
        : '',
  }
}

const messages = {
  approve: 'Confirmed. We’ve let them know.',
  decline: 'Declined. We’ve let them know.',
  studio: 'Cancelled by the studio. We’ve let them know, and they get back what they paid.',
  person: 'Cancelled for them.',
  arrive: 'Checked in.',
  undo: 'Check-in undone.',
}

/** Why something was not done; everything else is that it is over. */
const refusals = {
  another_day: 'Check-in opens on the day itself.',
  banned_since:
    'They have been banned since they asked. Decline this, or end the ban on their profile first.',
  no_entitlement:
    'The package they chose can no longer pay. Decline this, or add a credit to it first.',
}

/** Approves, declines, cancels or checks in: 303 with what it did, 422 with why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'roster:write')
  const submission = await parseForm(request, appointmentAct)
  if (submission.status !== 'success') return invalid(submission)
  const { act, bookingId, reason } = submission.value
  const id = params.appointment ?? ''
  const result = await perform()
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const message = refusals[result.reason as keyof typeof refusals] ?? appointmentSentences.over
    const ended = 'window' in result ? attendanceWords(result.window, ctx.studio) : null
    return refused(submission, { form: [ended ?? message], code: result.reason })
  }
  tellSoon(app, ctx)
  return redirectWithFlash(app, paths.manageAppointment(ctx.studio, id), messages[act])

  async function perform() {
    if (act === 'approve') return approveRequest(ctx, id)
    if (act === 'decline') return declineRequest(ctx, id, reason)
    if (act === 'arrive') return checkIn(ctx, id, bookingId)
    if (act === 'undo') return undoCheckIn(ctx, id, bookingId)
    return cancelAtDesk(ctx, id, { by: act, reason })
  }
}

const stateWords: Record<string, string> = {
  booked: 'Booked',
  checked_in: 'Here',
  attended: 'Attended',
  no_show: 'No-show',
  late_cancelled: 'Cancelled late',
}

export default function AppointmentAtDesk() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const live = useLiveForm('answer', ['reason'], { answer, rules: data.rules })
  const {
    studio,
    title,
    who,
    personId,
    date,
    when,
    where,
    stage,
    reason,
    come,
    pays,
    free,
    people,
  } = data
  return (
    <>
      <BackLink to={paths.manageAppointments(studio, { from: date })}>Appointments</BackLink>
      <PageHead title={`${title}, ${who}`} intro={`${when}. ${where}.`} />
      <p>
        <Label text={stage.text} tone={stage.tone === 'muted' ? 'line' : stage.tone} /> {reason}
      </p>
      <p>
        {come}. {pays}. {free} <Link to={paths.managePerson(studio, personId)}>See {who}</Link>
      </p>
      {data.ended && <p className="muted">{data.ended}</p>}
      <ul className="lines">
        {people.map(({ bookingId, name, state }) => (
          <li key={bookingId}>
            <b>{name}</b> <span className="muted">{stateWords[state] ?? 'Cancelled'}</span>
            {data.canCheckIn && (state === 'booked' || state === 'checked_in') && (
              <Form method="post">
                <input type="hidden" name="bookingId" value={bookingId} />
                <button
                  type="submit"
                  className="button small"
                  name="act"
                  value={state === 'booked' ? 'arrive' : 'undo'}
                >
                  {state === 'booked' ? 'Check in' : 'Undo'}
                  <span className="vh"> {name}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {(data.requested || data.cancellable) && (
        <LiveFormBody of={live} className="sheet-form">
          <TextField field={live.fields.reason} label="Reason (they see it)" />
          {data.requested ? (
            <div className="form-end">
              <button type="submit" className="button primary" name="act" value="approve">
                Confirm
              </button>
              <button type="submit" className="button" name="act" value="decline">
                Decline
              </button>
            </div>
          ) : (
            <div className="form-end">
              <button type="submit" className="button" name="act" value="studio">
                Cancel with full refund
              </button>
              <button type="submit" className="button" name="act" value="person">
                {data.late ? 'Cancel for them, late' : 'Cancel for them, free'}
              </button>
            </div>
          )}
        </LiveFormBody>
      )}
    </>
  )
}
