import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  formAddress,
  openedField,
  preferredSlots,
  submissionBytes,
  trapField,
} from '#app/domain/leads/capture/form-definition.ts'
import { findForm } from '#app/domain/leads/capture/form-queries.server.ts'
import { fieldsOf } from '#app/domain/leads/capture/read-submission.ts'
import {
  keepSubmission,
  markSpam,
  noteFailure,
} from '#app/domain/leads/capture/route-submission.server.ts'
import { settleSubmission } from '#app/domain/trials/settle-submission.server.ts'
import { trialChoices } from '#app/domain/trials/trial-choices.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { readBody } from '#app/http/form.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { mayPost, openedNow, spamOf } from '#app/http/public-pages/lead-door.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { fieldOfNoForm } from '#app/ui/form/field-frame.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { emailRules, emailWords } from '#app/values/email.ts'
import type { FieldRules } from '#app/values/field-rules.ts'
import { derivedId, idForm, newId, randomCharacters } from '#app/values/id.ts'
import { TrialChoice } from './trial/trial-choice.tsx'

export const handle = { styles: ['form', 'button', 'details'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageTitle(data?.form.title ?? 'Form', { matches }),
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const form = await findForm(ctx, params.form ?? '')
  if (form?.state !== 'open') throw notFound()
  const { id, version, definition } = form
  const { reply: _, thanks: __, trialTypes, ...asks } = definition
  return {
    studio: { slug: ctx.studio.slug },
    action: paths.leadForm(ctx.studio, id),
    form: asks,
    version: String(version),
    key: newId(),
    friend: (app.url.searchParams.get('friend') ?? '').slice(0, 24),
    opened: openedNow(app, id),
    address: formAddress(ctx.studio.id, id),
    trials: await trialChoices(ctx, trialTypes, 8),
  }
}

/**
 * Keeps what was sent and makes a lead of it: 303 to the thanks, 422 where nobody could be reached
 * by it, with what was typed. What is kept and then fails is routed by the job. Also what
 * `/webhooks/leads/{form}` answers.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const form = await findForm(ctx, params.form ?? '')
  if (form?.state !== 'open') throw notFound()
  if (!(await mayPost(app, form.id)))
    throw new Response('Too many forms were sent from here. Try again in a few minutes.', {
      status: 429,
    })
  const raw = new TextDecoder().decode(await readBody(request, submissionBytes))
  const contentType = request.headers.get('Content-Type') ?? ''
  const fields = await fieldsOf(raw, contentType)
  const asked = Number(fields.find(([name]) => name === 'version')?.[1])
  // Our own page names each of its forms, so that sending one twice is once; another site's does
  // not.
  const key = fields.find(([name]) => name === 'key')?.[1] ?? ''
  const id = idForm.test(key)
    ? await derivedId('lead-submission', form.id, key)
    : randomCharacters(24)
  await keepSubmission(ctx, {
    id,
    formId: form.id,
    contentType,
    raw,
    formVersion:
      Number.isInteger(asked) && asked > 0 && asked <= form.version ? asked : form.version,
    page: request.headers.get('X-Sent-From') ?? app.origin,
  })
  const thanks = (sent: { sent?: string; trial?: string } = {}) =>
    redirect(paths.leadFormThanks(ctx.studio, form.id, sent), 303)
  try {
    const spam = await spamOf(app, form.id, fields)
    if (spam) {
      await markSpam(ctx, id, spam)
      return thanks()
    }
    const { routed, trial } = await settleSubmission(ctx, id)
    if (routed?.state === 'spam') return json({ typed: fields }, { status: 422 })
    deliverSoon(app, ctx.db)
    if (trial) return thanks({ sent: id, trial })
  } catch (error) {
    // It is kept: anyone who sent it is thanked, and the job does the rest.
    console.error('Routing failed', { submission: id, error })
    app.waitUntil(noteFailure(ctx, id, error).catch(() => undefined))
  }
  return thanks({ sent: id })
}

const wrong = 'Enter your email address or your phone number, so that we can reach you'

export default function LeadForm() {
  const { action, form, version, key, friend, opened, trials } = useLoaderData<typeof loader>()
  const answer = useActionData() as { typed: [string, string][] } | undefined
  const typed = (name: string) => answer?.typed.findLast(([field]) => field === name)?.[1] ?? ''
  const ticked = (name: string, value: string) =>
    answer?.typed.some(([field, one]) => field === name && one === value)
  const field = (name: string, rules: FieldRules = {}, error?: string) =>
    fieldOfNoForm(name, { value: typed(name), rules, ...(error ? { error } : {}) })
  const asked = (must: boolean): FieldRules => (must ? { required: true } : {})
  const byPhone = form.phone === 'required'
  const error = answer ? wrong : undefined
  return (
    <Main slim>
      <ErrorSummary
        id="lead"
        errors={error ? [{ field: 'f-email', text: error }] : []}
        refusal={error ? 'unreachable' : null}
      />
      <h1>{form.title}</h1>
      {form.intro && <p className="soft">{form.intro}</p>}
      <form method="post" action={action} className="stack wide-gap">
        <HiddenFields
          values={{
            version,
            key,
            [openedField]: opened,
            ...(friend || typed('friend') ? { friend: friend || typed('friend') } : {}),
          }}
        />
        <TextField field={field('name', asked(true))} label="Name" autoComplete="name" />
        <TextField
          field={field('email', { ...emailRules(emailWords), ...asked(!byPhone) }, error)}
          label={byPhone ? 'Email (optional)' : 'Email'}
          type="email"
          autoComplete="email"
        />
        {form.phone !== 'off' && (
          <TextField
            field={field('phone', asked(byPhone))}
            label={byPhone ? 'Phone' : 'Phone (optional)'}
            type="tel"
            autoComplete="tel"
          />
        )}
        {form.interests.length > 0 && (
          <fieldset className="group">
            <legend>What would you like to try?</legend>
            {form.interests.map((one) => (
              <label key={one} className="tick">
                <input
                  type="checkbox"
                  name="interest"
                  value={one}
                  defaultChecked={ticked('interest', one)}
                />
                <span>{one}</span>
              </label>
            ))}
          </fieldset>
        )}
        {form.times && (
          <fieldset className="group">
            <legend>When could you come?</legend>
            {preferredSlots.map(({ id, name }) => (
              <label key={id} className="tick">
                <input
                  type="checkbox"
                  name="times"
                  value={id}
                  defaultChecked={ticked('times', id)}
                />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
        )}
        {trials.length > 0 && <TrialChoice trials={trials} chosen={typed('trial')} optional />}
        {form.questions.map((question, i) => (
          <TextField key={question} field={field(`q${i + 1}`)} label={`${question} (optional)`} />
        ))}
        {form.message && <TextareaField field={field('message')} label="Message (optional)" />}
        {form.consents.map(({ channel, purpose, text }) => (
          <label key={channel + purpose} className="tick">
            <input type="checkbox" name={`consent-${channel}-${purpose}`} value="on" />
            <span>{text}</span>
          </label>
        ))}
        <div className="vh" aria-hidden="true">
          <label>
            Leave this empty
            <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <SubmitButton>Send</SubmitButton>
      </form>
    </Main>
  )
}
