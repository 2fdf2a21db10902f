import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { measureKinds } from '#app/db/studio/workouts/training-log-words.ts'
import { measurementsPage } from '#app/domain/overview/training/log-pages.server.ts'
import { measureNames } from '#app/domain/training-log/history/measure-words.ts'
import { saveMeasures } from '#app/domain/training-log/history/save-measures.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

const number = z.string().max(10, { error: 'Enter a number' }).default('')

const measureForm = z.object({
  day: z.string({ error: 'Enter the day' }).max(10, { error: 'Enter the day' }),
  ...({
    weight: number,
    body_fat: number,
    waist: number,
    chest: number,
    hips: number,
    arm: number,
    thigh: number,
  } as const),
})

export const handle = {
  styles: ['back-link', 'button', 'details', 'form', 'log'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Measurements', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const page = await measurementsPage(ctx, viewer)
  const { slug } = ctx.studio
  return { ...page, rules: fieldRules(measureForm), studio: { slug } }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, measureForm)
  if (submission.status !== 'success') return invalid(submission)
  const { day, ...typed } = submission.value
  const result = await saveMeasures(ctx, day, typed)
  if (result.ok) return redirectWithFlash(app, paths.measurements(ctx.studio), 'Saved.')
  if (result.reason === 'no_date') return invalid(submission, { day: ['Enter a day up to today'] })
  if (result.reason === 'nothing')
    return refused(submission, { form: ['Enter what you measured.'], code: 'nothing' })
  return invalid(submission, {
    [result.kind]: [`Enter ${measureNames[result.kind].toLowerCase()} as a number`],
  })
}

const names = ['day', ...measureKinds] as const

export default function Measurements() {
  const { studio, rules, today, fields, measures } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<typeof measureForm>>('measures', answer, {
    rules,
    values: { day: today },
  })
  return (
    <Main slim>
      <BackLink to={paths.workouts(studio)}>Workouts</BackLink>
      <Form
        of={form}
        names={names}
        title="Measurements"
        intro={<p className="soft">Only you see them.</p>}
      >
        <DateField field={form.fields.day} label="Day" />
        <fieldset className="group">
          <legend>What you measured</legend>
          {fields.map(({ kind, label }) => (
            <TextField key={kind} field={form.fields[kind]} label={label} inputMode="decimal" />
          ))}
        </fieldset>
        <SubmitButton>Save</SubmitButton>
      </Form>
      {measures.length > 0 && (
        <section className="stack" aria-labelledby="before">
          <h2 id="before">Before</h2>
          <ul className="won">
            {measures.map((one) => (
              <li key={one.key}>
                <span>
                  {one.name} <small className="soft">{one.day}</small>
                </span>
                <b className="num">{one.value}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Main>
  )
}
