import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { assignPage } from '#app/domain/programs/assign-page.server.ts'
import { assignProgram } from '#app/domain/programs/assign-program.server.ts'
import { assignForm } from '#app/domain/programs/program-forms.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Assign ${data.name}` : 'Assign', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const asked = (name: string) => (app.url.searchParams.get(name) ?? '').slice(0, 4_000)
  const people = asked('people').split('.').filter(Boolean)
  const page = await assignPage(ctx, params.program ?? '', { q: asked('q'), people })
  if (!page) throw notFound()
  return { ...page, q: asked('q').slice(0, 40), studio: { slug: ctx.studio.slug } }
}

const refusals = {
  retired: 'This program is retired. Publish it again first.',
  nobody: 'Choose someone, a class or a level.',
  no_date: 'Enter the first day',
}

/** Gives the program to whoever was chosen: 303 to it, 422 with what is missing. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, assignForm)
  if (submission.status !== 'success') return invalid(submission)
  const { startsOn, ...who } = submission.value
  const id = params.program ?? ''
  const result = await assignProgram(ctx, id, who, startsOn)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, { form: [refusals[result.reason]], code: result.reason })
  }
  const already = result.already > 0 ? ` ${count(result.already, 'person', 'people')} had it.` : ''
  return redirectWithFlash(
    app,
    paths.manageProgram(ctx.studio, id),
    `Given to ${count(result.given, 'person', 'people')}.${already}`,
  )
}

export default function Assign() {
  const page = useLoaderData<typeof loader>()
  const { studio, id, name, q, people, classes, levels, today, finish } = page
  const answer = useActionData<FormAnswer>()
  const problem = Object.values(
    (answer?.result.error ?? {}) as Record<string, string[] | null>,
  ).find(Boolean)?.[0]
  return (
    <>
      <BackLink to={paths.manageProgram(studio, id)}>{name}</BackLink>
      <PageHead
        title={`Assign ${name}`}
        intro={`Someone who begins today finishes on ${finish}. Each person has a copy of their own.`}
      />
      <Form method="get" className="sentence-form">
        <label>
          Find people{' '}
          <input type="search" name="q" defaultValue={q} maxLength={40} autoComplete="off" />
        </label>
        <button type="submit" className="button">
          Find
        </button>
      </Form>
      <Form method="post" className="sheet-form">
        {problem && (
          <p className="bad" role="alert" data-refusal={answer?.refusal ?? undefined}>
            {problem}
          </p>
        )}
        {people.length > 0 && (
          <fieldset className="field">
            <legend>People</legend>
            {people.map((person) => (
              <label key={person.id} className="tick">
                <input
                  type="checkbox"
                  name="people"
                  value={person.id}
                  defaultChecked={person.chosen}
                />
                <span>{person.name}</span>
              </label>
            ))}
          </fieldset>
        )}
        {q !== '' && people.length === 0 && <p className="muted">Nobody is called that.</p>}
        <label className="field">
          <span>Everyone booked into a class</span>
          <select name="occurrence" defaultValue="">
            <option value="">No class</option>
            {classes.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>Everyone on a level</span>
          <select name="level" defaultValue="">
            <option value="">No level</option>
            {levels.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>First day</span>
          <input type="date" name="startsOn" defaultValue={today} required />
        </label>
        <div className="form-end">
          <button type="submit" className="button primary">
            Assign
          </button>
        </div>
      </Form>
    </>
  )
}
