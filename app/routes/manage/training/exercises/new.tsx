import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { listDisciplines } from '#app/domain/training/edit-page.server.ts'
import { exerciseFields } from '#app/domain/training/exercise-fields.ts'
import { addExercise } from '#app/domain/training/save-exercise.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { ExerciseForm } from '#app/ui/training/exercise-form.tsx'
import { idForm, newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add an exercise', { matches })

/** Beside the fields a key made with the page, so that pressing twice adds once. */
const addForm = exerciseFields.extend({
  key: z
    .string()
    .regex(idForm)
    .catch(() => newId()),
})

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return {
    rules: fieldRules(addForm),
    studio: { slug: ctx.studio.slug },
    disciplines: await listDisciplines(ctx),
    key: newId(),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, addForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, ...fields } = submission.value
  const exerciseId = await addExercise(ctx, fields, key)
  return redirectWithFlash(
    app,
    paths.manageExercise(ctx.studio, exerciseId),
    `${fields.name} is a draft. Add photos, then publish it.`,
  )
}

export default function AddExercise() {
  const { rules, studio, disciplines, key } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <BackLink to={paths.manageExercises(studio)}>Exercises</BackLink>
      <PageHead title="Add an exercise" intro="Members see it once you publish it." />
      <ExerciseForm
        rules={rules}
        answer={answer}
        values={{ logType: 'reps', primary: [], secondary: [], version: '0' }}
        formKey={key}
        disciplines={disciplines}
        button="Add exercise"
        cancelPath={paths.manageExercises(studio)}
      />
    </>
  )
}
