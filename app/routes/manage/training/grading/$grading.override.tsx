import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { overrideForm } from '#app/domain/grading/grading-form.ts'
import { gradingPage } from '#app/domain/grading/grading-page.server.ts'
import { overrideCandidate } from '#app/domain/grading/invite-candidates.server.ts'
import { requirementWords } from '#app/domain/progression/progress-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Let someone in', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'gradings:write')
  const page = await gradingPage(ctx, params.grading ?? '')
  if (!page) throw notFound()
  const asked = app.url.searchParams.get('person') ?? ''
  const open = page.people.filter(({ group, state }) => group === 'not_yet' && state === null)
  return {
    rules: fieldRules(overrideForm),
    studio: { slug: ctx.studio.slug },
    id: page.grading.id,
    level: page.grading.level,
    people: open.map(({ id, name, requirements }) => ({
      value: id,
      label: `${name}: ${requirements
        .filter(({ met }) => !met)
        .map(requirementWords)
        .join(', ')}`,
    })),
    values: { person: open.some(({ id }) => id === asked) ? asked : '', reason: '' },
  }
}

/** Lets somebody in with a reason: 303 to the grading, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'gradings:write')
  const submission = await parseForm(request, overrideForm)
  if (submission.status !== 'success') return invalid(submission)
  const { person, reason } = submission.value
  const result = await overrideCandidate(ctx, params.grading ?? '', person, reason)
  if (result.ok) {
    const back = paths.manageGrading(ctx.studio, params.grading ?? '')
    return redirectWithFlash(app, back, 'They can be invited now.')
  }
  if (result.reason === 'not_found') throw notFound()
  const form = [
    result.reason === 'already_eligible'
      ? 'They meet everything already. No reason is needed.'
      : 'The grading has begun. Nobody is let in any more.',
  ]
  return refused(submission, { code: result.reason, form })
}

export default function Override() {
  const { rules, studio, id, level, people, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('override', ['person', 'reason'], { answer, values, rules })
  const back = paths.manageGrading(studio, id)
  return (
    <>
      <BackLink to={back}>Grading for {level}</BackLink>
      <PageHead
        title="Let someone in"
        intro="They are missing something for this level. Your reason is kept with their name."
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{}} />
        <SelectField
          field={form.fields.person}
          label="Who"
          options={people}
          empty="Choose a person"
        />
        <TextField field={form.fields.reason} label="Why" autoComplete="off" />
        <FormEnd sending="Saving…" cancel={back}>
          Let them in
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
