import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import {
  addFieldForm,
  archiveFieldForm,
  changeFieldForm,
} from '#app/domain/people/fields/field-forms.ts'
import { listFields } from '#app/domain/people/fields/field-queries.server.ts'
import { fieldKinds, mostFields } from '#app/domain/people/fields/field-words.ts'
import {
  addField,
  archiveField,
  changeField,
  type SaveFieldResult,
} from '#app/domain/people/fields/save-field.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { postedText } from '#app/http/posted-picks.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Fields of people', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  return {
    studio: { slug: ctx.studio.slug },
    fields: (await listFields(ctx)).map((field) => ({
      ...field,
      kindName: fieldKinds[field.kind],
      archived: field.archivedAt !== null,
    })),
    rules: { add: fieldRules(addFieldForm), change: fieldRules(changeFieldForm) },
    key: newId(),
  }
}

const sentences = {
  name_taken: 'There is a field of that name already, maybe one that is no longer asked.',
  too_many: `A studio can have ${mostFields} fields.`,
  not_found: 'This field is gone.',
} as const

/** Adds a field, changes one, or stops asking for it: 303 back, 422 with what is wrong. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const back = paths.managePersonFields(ctx.studio)
  const posted = await readPosted(request)
  if (posted.has('act')) {
    const submission = parsePosted(posted, archiveFieldForm)
    if (submission.status !== 'success') throw notFound()
    if (!(await archiveField(ctx, submission.value))) throw notFound()
    const text = submission.value.act === 'archive' ? 'No longer asked.' : 'Asked again.'
    return redirectWithFlash(app, back, text)
  }
  if (postedText(posted, 'field') !== '') {
    const submission = parsePosted(posted, changeFieldForm)
    if (submission.status !== 'success')
      throw refusalPage('not_saved', 'Enter a name of at most 40 characters.', back)
    const result = await changeField(ctx, submission.value)
    if (!result.ok && result.reason === 'not_found') throw notFound()
    if (!result.ok) throw refusalPage(result.reason, sentences[result.reason], back)
    return redirectWithFlash(app, back, 'Field saved.')
  }
  const submission = parsePosted(posted, addFieldForm)
  if (submission.status !== 'success') return invalid(submission)
  const result: SaveFieldResult = await addField(ctx, submission.value)
  if (!result.ok)
    return refused(submission, {
      fields: { name: [sentences[result.reason]] },
      code: result.reason,
    })
  return redirectWithFlash(app, back, 'Field added. It is on every profile.')
}

const kinds = Object.entries(fieldKinds).map(([value, label]) => ({ value, label }))

export default function PersonFields() {
  const { studio, fields, rules, key } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['name', 'kind', 'options'] as const
  const live = useLiveForm('field', names, {
    answer,
    values: { kind: 'text' },
    rules: rules.add,
  })
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="Fields of people"
        intro="What you want to know of everyone beside the usual. Staff fill it in on a profile; it is in exports, and people find it in their own data."
      />
      <div className="sections">
        {fields.length > 0 && (
          <section aria-label="Fields">
            <ul className="lines">
              {fields.map(({ id, name, kind, kindName, options, archived }) => (
                <li key={id}>
                  <b>{name}</b>{' '}
                  <span className="muted">{archived ? 'No longer asked' : kindName}</span>
                  {!archived && (
                    <details key={name + options}>
                      <summary>
                        Change<span className="vh"> {name}</span>
                      </summary>
                      <SmallForm
                        id={`change-${id}`}
                        names={['name', 'options']}
                        rules={rules.change}
                        values={{ name, options }}
                      >
                        {(own) => (
                          <>
                            <HiddenFields values={{ field: id }} />
                            <TextField field={own.name} label="Name" />
                            {kind === 'choice' && (
                              <TextareaField
                                field={own.options}
                                label="Options, one a line"
                                rows={4}
                              />
                            )}
                            <SendButton sending="Saving…">Save field</SendButton>
                          </>
                        )}
                      </SmallForm>
                    </details>
                  )}
                  <Form method="post" className="do">
                    <HiddenFields values={{ field: id, act: archived ? 'restore' : 'archive' }} />
                    <button type="submit" className="button small quiet">
                      {archived ? 'Ask again' : 'Stop asking'}
                      <span className="vh">: {name}</span>
                    </button>
                  </Form>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="add-title">
          <h2 id="add-title">Add a field</h2>
          <LiveFormBody of={live} className="sheet-form" key={key}>
            <HiddenFields values={{ key }} />
            <TextField field={live.fields.name} label="Name" hint="Such as “T-shirt size”." />
            <SelectField field={live.fields.kind} label="Answer" options={kinds} />
            <TextareaField
              field={live.fields.options}
              label="Options, one a line (optional)"
              hint="Only where it is one of several."
              rows={4}
            />
            <div className="form-end">
              <SendButton sending="Adding…">Add field</SendButton>
            </div>
          </LiveFormBody>
        </section>
      </div>
    </>
  )
}
