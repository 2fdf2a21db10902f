import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { assignPage } from '#app/domain/programs/assign-page.server.ts'
import { assignProgram } from '#app/domain/programs/assign-program.server.ts'
import { assignForm } from '#app/domain/programs/program-forms.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { FilterBar, SearchFilter } from '#app/ui/list/filter-bar.tsx'
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
  const { slug } = ctx.studio
  return { ...page, q: asked('q').slice(0, 40), studio: { slug }, rules: fieldRules(assignForm) }
}

const refusals = {
  retired: 'This program is retired. Publish it again first.',
  nobody: 'Choose someone, a class or a level.',
  no_date: 'Enter the first day',
}

/** Gives the program to the person who was chosen: 303 to it, 422 with what is missing. */
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
  const { studio, id, name, q, people, classes, levels, today, finish, rules } = page
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('assign', ['occurrence', 'level', 'startsOn'], {
    answer,
    rules,
    values: { startsOn: today },
  })
  const chosen = people.flatMap((one) => (one.chosen ? [one.id] : [])).join('.')
  const sent = sentOf(answer)
  const ticked = sent && [sent.people ?? []].flat()
  return (
    <>
      <BackLink to={paths.manageProgram(studio, id)}>{name}</BackLink>
      <PageHead
        title={`Assign ${name}`}
        intro={`Someone who begins today finishes on ${finish}. Each person has a copy of their own.`}
      />
      <FilterBar label="Find people" action={paths.manageProgramAssign(studio, id)}>
        {chosen !== '' && <input type="hidden" name="people" value={chosen} />}
        <SearchFilter label="Name, phone or email" value={q} />
      </FilterBar>
      <LiveFormBody of={form} className="sheet-form">
        {people.length > 0 && (
          <fieldset className="field">
            <legend>People</legend>
            {people.map((person) => (
              <label key={person.id} className="tick">
                <input
                  type="checkbox"
                  name="people"
                  value={person.id}
                  defaultChecked={ticked ? ticked.includes(person.id) : person.chosen}
                />
                <span>{person.name}</span>
              </label>
            ))}
          </fieldset>
        )}
        {q !== '' && people.length === 0 && <p className="muted">Nobody is called that.</p>}
        <SelectField
          field={form.fields.occurrence}
          label="Everyone booked into a class"
          empty="No class"
          options={classes.map(({ id: value, name: label }) => ({ value, label }))}
        />
        <SelectField
          field={form.fields.level}
          label="Everyone on a level"
          empty="No level"
          options={levels.map(({ id: value, name: label }) => ({ value, label }))}
        />
        <DateField field={form.fields.startsOn} label="First day" />
        <FormEnd sending="Assigning…" cancel={paths.manageProgram(studio, id)}>
          Assign
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
