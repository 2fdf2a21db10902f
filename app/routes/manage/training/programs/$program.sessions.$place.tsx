import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { sessionForm } from '#app/domain/programs/program-forms.ts'
import { placeOf, sessionAt } from '#app/domain/programs/program-plan.ts'
import { planOfProgram, programStatement } from '#app/domain/programs/program-queries.server.ts'
import { saveSession } from '#app/domain/programs/save-program.server.ts'
import { kindWords } from '#app/domain/workouts/plan/plan.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, outdated, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Session', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const place = placeOf(params.place ?? '')
  const [program] = place ? await programStatement(ctx, params.program ?? '') : []
  const plan = program && planOfProgram(program)
  if (!place || !program || !plan?.weeks[place.week]) throw notFound()
  const session = sessionAt(plan, place)
  return {
    studio: { slug: ctx.studio.slug },
    id: program.id,
    name: program.name,
    place: params.place ?? '',
    has: session !== null,
    title: `Week ${place.week + 1}, day ${place.day + 1}`,
    weeks: plan.weeks.length,
    week: place.week + 1,
    rules: fieldRules(sessionForm),
    values: {
      version: String(program.version),
      name: session?.name ?? '',
      kind: session?.kind ?? 'strength',
      text: session?.text ?? '',
    },
  }
}

/** Writes the session: 303 to the grid, 422 beside the field. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, sessionForm)
  if (submission.status !== 'success') return invalid(submission)
  const place = placeOf(params.place ?? '')
  if (!place) throw notFound()
  const id = params.program ?? ''
  const result = await saveSession(ctx, id, place, submission.value)
  if (result.ok) return redirectWithFlash(app, paths.manageProgram(ctx.studio, id), 'Saved.')
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'unclear')
    return invalid(submission, {
      text: [`Not in the library: ${result.names.join(', ')}. Use its full name, or add it first.`],
    })
  return outdated(submission, 'this program')
}

const names = ['version', 'name', 'kind', 'text'] as const

export default function Session() {
  const { studio, id, name, title, rules, values, has, place, weeks, week } =
    useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const form = useLiveForm('session', names, { answer, values, rules })
  const f = form.fields
  const grid = paths.manageProgram(studio, id)
  return (
    <>
      <BackLink to={grid}>{name}</BackLink>
      <PageHead title={title} intro="Type it as on the board, one line an exercise." />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ version: openedVersion(answer, values.version) }} />
        <TextField field={f.name} label="Name" autoComplete="off" />
        <SelectField
          field={f.kind}
          label="Kind"
          options={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
        />
        <TextareaField
          field={f.text}
          label="Session"
          hint="5x5 back squat @80%, rest 3:00. Leave it empty to take the session out."
          rows={8}
        />
        <FormEnd sending="Saving…" cancel={grid}>
          Save session
        </FormEnd>
      </LiveFormBody>
      {has && (
        <section className="part" aria-labelledby="move">
          <h2 id="move">Move it</h2>
          <Form method="post" action={grid} className="sentence-form">
            <input type="hidden" name="version" value={values.version} />
            <input type="hidden" name="place" value={place} />
            <label>
              To week{' '}
              <select name="week" defaultValue={week}>
                {Array.from({ length: weeks }, (_, i) => (
                  <option key={`w${i + 1}`}>{i + 1}</option>
                ))}
              </select>
            </label>
            <label>
              day{' '}
              <select name="day">
                {[0, 1, 2, 3, 4, 5, 6].map((day) => (
                  <option key={day} value={day}>
                    {day + 1}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className="button" name="act" value="move">
              Move
            </button>
            <button type="submit" className="button" name="act" value="remove">
              Take it out
            </button>
          </Form>
        </section>
      )}
    </>
  )
}
