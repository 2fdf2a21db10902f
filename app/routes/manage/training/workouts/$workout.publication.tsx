import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { publishWorkout } from '#app/domain/workouts/library/publish-workout.server.ts'
import { publicationForm } from '#app/domain/workouts/library/workout-fields.ts'
import { findWorkout } from '#app/domain/workouts/library/workout-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayShortTime } from '#app/values/wording.ts'
import { instantOf, wallTime } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Publish ${data?.workout.name ?? 'workout'}`, { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const workout = await findWorkout(ctx, params.workout ?? '')
  if (!workout) throw notFound()
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(publicationForm),
    workout: { id: workout.id, name: workout.name },
    values: { version: String(workout.version), act: 'publish' },
  }
}

/** Publishes, archives or takes back: 303 to the workout, 422 with the reason. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, publicationForm)
  if (submission.status !== 'success') return invalid(submission)
  const { act, at, version } = submission.value
  const { timeZone, locale } = ctx.studio
  const id = params.workout ?? ''
  const from = readInstant(at, timeZone)
  if (from === undefined)
    return invalid(submission, { at: ['Enter a date and a time that there is'] })
  const result = await publishWorkout(ctx, id, { act, at: from, version })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'changed_meanwhile') return outdated(submission, 'this workout')
    return refused(submission, {
      form: ['A line of this workout isn’t clear yet. Settle it on the workout’s page first.'],
      code: result.reason,
    })
  }
  const words = {
    publish: result.at
      ? `Members see it from ${dayShortTime(wallTime(result.at, timeZone), locale)}.`
      : '',
    archive: 'Archived. Members no longer see it.',
    restore: 'It is a draft again. Members no longer see it.',
  }
  return redirectWithFlash(app, paths.manageWorkout(ctx.studio, id), words[act])
}

/** Null for now, undefined for a day that no calendar has. */
function readInstant(at: string | undefined, zone: string) {
  if (!at) return null
  try {
    return instantOf(at, zone)
  } catch {
    return undefined
  }
}

export default function Publication() {
  const { studio, rules, workout, values } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const form = useLiveForm('publication', ['act', 'at', 'version'], { answer, values, rules })
  const back = paths.manageWorkout(studio, workout.id)
  return (
    <>
      <BackLink to={back}>{workout.name}</BackLink>
      <PageHead
        title={`Publish or archive ${workout.name}`}
        intro="Members see a published workout from the time you set. What they did of it stays, whatever you choose."
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ version: openedVersion(answer, values.version) }} />
        <SelectField
          field={form.fields.act}
          label="What to do"
          options={[
            { value: 'publish', label: 'Publish' },
            { value: 'archive', label: 'Archive' },
            { value: 'restore', label: 'Make it a draft' },
          ]}
        />
        <TextField
          field={form.fields.at}
          label="Members see it from"
          hint="For publishing, in the studio’s time. Leave empty for now"
          type="datetime-local"
        />
        <FormEnd sending="Saving…" cancel={back}>
          Save
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
