import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { answersForm } from '#app/domain/people/fields/field-forms.ts'
import { findAnswers } from '#app/domain/people/fields/field-queries.server.ts'
import { answerName } from '#app/domain/people/fields/field-words.ts'
import { saveAnswers } from '#app/domain/people/fields/save-field.server.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Fields of ${data?.person.name ?? 'a member'}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'people:write')
  const personId = params.person ?? ''
  const [person, { fields, answers }] = await Promise.all([
    findPerson(ctx, personId),
    findAnswers(ctx, personId),
  ])
  if (!person) throw notFound()
  const held = new Map(answers.map(({ fieldId, value }) => [fieldId, value]))
  return {
    studio: { slug: ctx.studio.slug },
    person: { id: person.id, name: person.name },
    fields: fields.map(({ id, name, kind, options }) => {
      const value = held.get(id) ?? ''
      const gone = kind === 'choice' && value !== '' && !options.includes(value)
      return { id, name, kind, value, options: gone ? [...options, value] : options }
    }),
    rules: fieldRules(answersForm(fields)),
    setUp: may(viewer.role, 'settings:write'),
  }
}

/** Saves the answers: 303 to the profile, 422 beside the field. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const personId = params.person ?? ''
  const { fields } = await findAnswers(ctx, personId)
  const submission = await parseForm(request, answersForm(fields))
  if (submission.status !== 'success') return invalid(submission)
  const sent = submission.value as Record<string, string | undefined>
  const answers = Object.fromEntries(fields.map(({ id }) => [id, sent[answerName(id)] ?? '']))
  if (!(await saveAnswers(ctx, personId, answers))) throw notFound()
  return redirectWithFlash(app, paths.managePerson(ctx.studio, personId), 'Fields saved.')
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

export default function FieldsOfPerson() {
  const { studio, person, fields, rules, setUp } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const live = useLiveForm(
    'fields',
    fields.map(({ id }) => answerName(id)),
    {
      answer,
      values: Object.fromEntries(fields.map(({ id, value }) => [answerName(id), value])),
      rules,
    },
  )
  return (
    <>
      <BackLink to={paths.managePerson(studio, person.id)}>{person.name}</BackLink>
      <PageHead title={`Fields of ${person.name}`} />
      {fields.length === 0 ? (
        <Empty
          icon="person"
          title="No fields yet"
          text="What your studio wants to know of everyone beside the usual is asked here."
        >
          {setUp && (
            <Link className="button primary" to={paths.managePersonFields(studio)}>
              Add the first field
            </Link>
          )}
        </Empty>
      ) : (
        <LiveFormBody of={live} className="sheet-form">
          {fields.map(({ id, name, kind, options }) => {
            const field = live.fields[answerName(id)]!
            if (kind === 'date') return <DateField key={id} field={field} label={name} />
            if (kind === 'text') return <TextField key={id} field={field} label={name} />
            return (
              <SelectField
                key={id}
                field={field}
                label={name}
                empty="Not known"
                options={
                  kind === 'yes_no' ? yesNo : options.map((value) => ({ value, label: value }))
                }
              />
            )
          })}
          <div className="form-end">
            <SendButton sending="Saving…">Save fields</SendButton>
          </div>
        </LiveFormBody>
      )}
    </>
  )
}
