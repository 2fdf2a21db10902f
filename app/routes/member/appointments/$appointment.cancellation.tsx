import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { appointmentPage } from '#app/domain/appointments/appointment-pages.server.ts'
import {
  type AppointmentRefusal,
  appointmentSentences,
} from '#app/domain/appointments/appointment-view.ts'
import {
  cancelAppointment,
  costOfLeaving,
} from '#app/domain/appointments/leave-appointment.server.ts'
import { leavingWords } from '#app/domain/appointments/leaving-words.ts'
import { costText, shownCost } from '#app/domain/bookings/cancelling/shown-cost.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { AskStudio } from '#app/ui/state/ask-studio.tsx'
import { dayLongTime, dayTime } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'say', 'timeline', 'dock', 'alert'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Cancel ${data.title}` : 'Cancel', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context)
  const page = await appointmentPage(ctx, viewer, params.appointment ?? '')
  if (!page) throw notFound()
  const { appointment: a, leaving, shell } = page
  const { locale } = ctx.studio
  return {
    studio: { slug: ctx.studio.slug },
    id: a.id,
    title: a.title,
    short: dayTime(a.localStart, locale),
    when: `${dayLongTime(a.localStart, locale)}, with ${a.coachName}`,
    words: leaving
      ? leavingWords(
          {
            ...leaving.cancellation,
            ...leaving.money,
            lotName: a.lotName,
          },
          ctx.studio,
        )
      : null,
    cost: leaving ? costText(costOfLeaving(leaving, ctx)) : '',
    shell,
  }
}

const shownForm = z.object({ shown: z.string().max(80).optional() })

/**
 * Cancels: 303 with what it did, 422 where there is nothing to cancel any more or it costs more than
 * the page had shown. Twice is once.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const submission = await parseForm(request, shownForm)
  const shown = shownCost(submission.status === 'success' ? submission.value.shown : undefined)
  const result = await cancelAppointment(ctx, params.appointment ?? '', { shown })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return json({ refusal: result.reason }, { status: 422 })
  }
  deliverSoon(app, ctx.db)
  const late = result.leaving?.cancellation.kind === 'late'
  return redirectWithFlash(
    app,
    paths.appointments(ctx.studio),
    late ? 'Cancelled late.' : 'Cancelled free of charge.',
  )
}

export default function CancelAppointment() {
  const { studio, id, title, short, when, words, cost } = useLoaderData<typeof loader>()
  const lets = useStudioLets()
  const asks = words !== null && !lets('cancel_bookings')
  const refused = useActionData() as { refusal: AppointmentRefusal } | undefined
  return (
    <Main slim>
      <BackLink to={paths.appointment(studio, id)}>{title}</BackLink>
      <div className="stack">
        <h1>Cancel {title}</h1>
        <p>{when}</p>
      </div>
      {asks && (
        <AskStudio
          studio={studio}
          rule="cancel_bookings"
          title="Ask us to cancel"
          keep={{ path: paths.appointment(studio, id), label: 'Keep appointment' }}
        />
      )}
      {!asks &&
        (words ? (
          <WhoForm
            className="stack wide-gap asks"
            method="post"
            action={paths.appointmentCancellation(studio, id)}
          >
            {refused?.refusal === 'dearer' && (
              <div className="alert bad" role="alert" data-refusal="dearer">
                <Icon name="warning" />
                <p>{appointmentSentences.dearer}</p>
              </div>
            )}
            <input type="hidden" name="shown" value={cost} />
            <div className="stack mid-gap">
              <h2>What happens when you cancel</h2>
              <Timeline
                entries={words.effects.map((effect, i) => ({
                  key: `${i}`,
                  ...effect,
                  now: i === 0,
                }))}
              />
            </div>
            <div className="dock stack">
              <p className={words.late ? 'say warn' : 'say good'}>
                <Icon name={words.late ? 'warning' : 'check'} />
                <span>{words.sentence}</span>
              </p>
              <button type="submit" className="button primary big wide">
                Cancel {short}
                {words.late && ' late'}
              </button>
              <a className="button wide" href={paths.appointment(studio, id)}>
                Keep appointment
              </a>
            </div>
          </WhoForm>
        ) : (
          <div className="stack" data-refusal={refused?.refusal ?? 'over'}>
            <p>{appointmentSentences.over}</p>
            <p className="pair">
              <a className="button primary" href={paths.appointments(studio)}>
                See your appointments
              </a>
            </p>
          </div>
        ))}
    </Main>
  )
}
