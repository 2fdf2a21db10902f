import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { uploadForm } from '#app/domain/files/file-form.ts'
import { fileChoices } from '#app/domain/files/file-queries.server.ts'
import { fileRefusals } from '#app/domain/files/file-words.ts'
import { largestFileMb } from '#app/domain/files/judge-file.ts'
import { addFile } from '#app/domain/files/save-file.server.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { mediaOf, readUpload } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { FileFields } from './file-parts/file-fields.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a file', { matches })

/** `?folder=` is where it goes, `?person=` whom it is for. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'library:write')
  const asked = (name: string) => app.url.searchParams.get(name) ?? ''
  const [{ folders }, person] = await Promise.all([
    fileChoices(ctx),
    asked('person') ? findPerson(ctx, asked('person')) : null,
  ])
  if (asked('person') && !person) throw notFound()
  return {
    rules: fieldRules(uploadForm),
    studio: { slug: ctx.studio.slug },
    folders,
    person: person?.name ?? '',
    values: {
      key: newId(),
      folderId: folders.some(({ id }) => id === asked('folder')) ? asked('folder') : '',
      audience: person ? 'person' : 'staff',
      personId: person?.id ?? '',
    },
  }
}

/** Keeps a file: 303 to it, 422 beside the field with what was typed; 413 far above the limit. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'library:write')
  const upload = await readUpload(request, largestFileMb + 1)
  const form = new FormData()
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value)
  const submission = parsePosted(form, uploadForm)
  if (submission.status !== 'success') return invalid(submission)
  const [sent] = upload.files
  if (!sent)
    return refused(submission, { code: 'no_file', fields: { file: [fileRefusals.no_file] } })
  const result = await addFile(mediaOf(app, ctx), submission.value, sent)
  if (result.ok)
    return redirectWithFlash(
      app,
      paths.manageFile(ctx.studio, submission.value.key),
      'The file is kept.',
    )
  const { reason } = result
  if (reason === 'not_found' || reason === 'changed') throw notFound()
  const field =
    { no_such_folder: 'folderId', no_such_person: 'audience' }[reason as string] ?? 'file'
  return refused(submission, { code: reason, fields: { [field]: [fileRefusals[reason]] } })
}

export default function NewFile() {
  const { rules, studio, folders, person, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = [
    'key',
    'personId',
    'file',
    'audience',
    'folderId',
    'tags',
    'licence',
    'signed',
  ] as const
  const form = useLiveForm('file', names, { answer, values, rules })
  const { fields } = form
  const list = paths.manageFiles(studio)
  return (
    <>
      <BackLink to={list}>Files</BackLink>
      <PageHead
        title="Add a file"
        intro={`PDF, pictures, music, video, office files and plain text, at most ${largestFileMb} MB.`}
      />
      <LiveFormBody of={form} className="sheet-form" encType="multipart/form-data">
        <HiddenFields
          values={{
            key: String(fields.key.initialValue ?? values.key),
            personId: String(fields.personId.initialValue ?? values.personId),
          }}
        />
        <div className={fields.file.errors ? 'field wrong' : 'field'}>
          <label htmlFor="file-file">File</label>
          {fields.file.errors && <p className="bad">{fields.file.errors[0]}</p>}
          <input id="file-file" type="file" name="file" required />
        </div>
        <FileFields fields={fields} folders={folders} person={person} />
        <CheckboxField
          field={fields.signed}
          label="It is a signed paper: keep it for good, as it is"
        />
        <FormEnd sending="Uploading…" cancel={list}>
          Add file
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
