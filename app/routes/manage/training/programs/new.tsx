import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { programForm } from '#app/domain/programs/program-forms.ts'
import { addProgram } from '#app/domain/programs/save-program.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a program', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(programForm),
    values: { key: newId(), weeks: '6', access: 'assigned' },
  }
}

/** Adds an empty program: 303 to its grid, 422 beside the field. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, programForm)
  if (submission.status !== 'success') return invalid(submission)
  const id = await addProgram(ctx, submission.value)
  return redirectWithFlash(app, paths.manageProgram(ctx.studio, id), 'Added. Plan its first week.')
}

const names = ['key', 'name', 'folder', 'summary', 'access', 'weeks'] as const

export default function AddProgram() {
  const { studio, rules, values } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const form = useLiveForm('program', names, { answer, values, rules })
  const f = form.fields
  return (
    <>
      <BackLink to={paths.managePrograms(studio)}>Programs</BackLink>
      <PageHead title="Add a program" intro="Its weeks are planned on the next page." />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: values.key }} />
        <TextField field={f.name} label="Name" autoComplete="off" />
        <TextField field={f.weeks} label="Weeks" inputMode="numeric" autoComplete="off" />
        <SelectField
          field={f.access}
          label="Who may begin it"
          options={[
            { value: 'assigned', label: 'Whom a coach gives it to' },
            { value: 'free', label: 'Any member' },
          ]}
        />
        <TextField field={f.folder} label="Folder" autoComplete="off" />
        <TextareaField field={f.summary} label="What it is for" rows={3} />
        <FormEnd sending="Saving…" cancel={paths.managePrograms(studio)}>
          Add program
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
