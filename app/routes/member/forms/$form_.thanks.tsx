import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { findForm } from '#app/domain/leads/capture/form-queries.server.ts'
import { findSubmission } from '#app/domain/leads/capture/submission-queries.server.ts'
import { bookChosen } from '#app/domain/trials/settle-submission.server.ts'
import { trialChoices } from '#app/domain/trials/trial-choices.server.ts'
import { trialOfLead } from '#app/domain/trials/trial-of-lead.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { TrialChoice } from './trial/trial-choice.tsx'

export const handle = { styles: ['form', 'button', 'details'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('Thank you', { matches }),
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const form = await findForm(ctx, params.form ?? '')
  if (!form) throw notFound()
  const sent = await findSubmission(ctx, app.url.searchParams.get('sent') ?? '')
  const lead = sent?.formId === form.id && form.state === 'open' ? sent.leadId : null
  // Only what was booked with this very form is told: the address may be anybody's.
  const booked = app.url.searchParams.get('trial') ?? ''
  const trial = lead && booked ? await trialOfLead(ctx, lead, booked) : null
  return {
    studio: { slug: ctx.studio.slug, name: ctx.studio.name },
    thanks: form.definition.thanks,
    trial,
    trials: lead && !trial ? await trialChoices(ctx, form.definition.trialTypes, 8) : [],
  }
}

const noTrial =
  'We couldn’t book this trial. If you have one already, look in your email; else choose another class, or get in touch.'

const chosenForm = z.object({ trial: z.string().max(40) })

/** Books the trial that was chosen: 303 back, or why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const formId = params.form ?? ''
  const sentId = app.url.searchParams.get('sent') ?? ''
  const back = paths.leadFormThanks(ctx.studio, formId, { sent: sentId })
  const sent = await findSubmission(ctx, sentId)
  if (!sent?.leadId || sent.formId !== formId) throw notFound()
  const submission = await parseForm(request, chosenForm)
  if (submission.status !== 'success')
    throw refusalPage('class_missing', 'Choose a class to try.', back)
  const trial = await bookChosen(ctx, sentId, sent.leadId, submission.value.trial)
  if (!trial) throw refusalPage('no_trial', noTrial, back)
  deliverSoon(app, ctx.db)
  return redirect(paths.leadFormThanks(ctx.studio, formId, { sent: sentId, trial }), 303)
}

export default function Thanks() {
  const { studio, thanks, trial, trials } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <div className="stack">
        <h1>Thank you</h1>
        {thanks.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
        {trial && (
          <p>
            <b>Your trial is booked:</b> {trial}. It costs nothing.
          </p>
        )}
      </div>
      {trials.length > 0 && (
        <form method="post" className="stack wide-gap">
          <TrialChoice trials={trials} />
          <SubmitButton>Book a free trial</SubmitButton>
        </form>
      )}
      <p>
        <a href={paths.timetable(studio)}>See the timetable of {studio.name}</a>
      </p>
    </Main>
  )
}
