import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { addWorkout } from '#app/domain/workouts/library/save-workout.server.ts'
import { workoutFields } from '#app/domain/workouts/library/workout-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'
import { saveRefusals } from './workout-form/save-refusals.ts'
import { WorkoutForm } from './workout-form/workout-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a workout', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(workoutFields),
    values: { key: newId(), version: '0', kind: 'strength' },
  }
}

/** Adds a workout as a draft: 303 to its page, 422 beside the field. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, workoutFields)
  if (submission.status !== 'success') return invalid(submission)
  const result = await addWorkout(ctx, submission.value)
  if (!result.ok) return refused(submission, saveRefusals.empty)
  const text =
    result.unclear > 0
      ? `Draft saved. ${count(result.unclear, 'line')} to settle before you publish it.`
      : 'Draft saved. Every line is clear.'
  return redirectWithFlash(app, paths.manageWorkout(ctx.studio, result.id), text)
}

export default function AddWorkout() {
  const { studio, rules, values } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <BackLink to={paths.manageWorkouts(studio)}>Workouts</BackLink>
      <PageHead
        title="Add a workout"
        intro="Type it as you would write it on the board. The next page shows what was understood."
      />
      <WorkoutForm
        answer={answer}
        rules={rules}
        values={values}
        button="Save draft"
        cancelPath={paths.manageWorkouts(studio)}
      />
    </>
  )
}
