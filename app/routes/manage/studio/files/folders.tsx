import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { folderForm } from '#app/domain/files/file-form.ts'
import { filesPage } from '#app/domain/files/file-queries.server.ts'
import { addFolder, removeFolder } from '#app/domain/files/folders-and-links.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Folders', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'library:write')
  const { folders } = await filesPage(ctx, viewer.role, { folderId: '', q: '', tag: '' })
  const nameOf = new Map(folders.map(({ id, name }) => [id, name]))
  return {
    rules: fieldRules(folderForm),
    studio: { slug: ctx.studio.slug },
    folders: folders.map(({ id, name, parentId, n }) => ({
      id,
      name,
      n: count(n, 'file'),
      inside: nameOf.get(parentId) ?? '',
      empty: n === 0 && !folders.some((other) => other.parentId === id),
    })),
  }
}

/** Adds a folder, or with `remove` deletes an empty one: 303 to the folders, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'library:write')
  const posted = await readPosted(request)
  const list = paths.manageFolders(ctx.studio)
  const remove = posted.get('remove')
  if (typeof remove === 'string') {
    const gone = await removeFolder(ctx, remove)
    if (!gone) throw refusalPage('not_empty', 'It has something in it, or is gone already.', list)
    return redirectWithFlash(app, list, 'Folder deleted.')
  }
  const submission = parsePosted(posted, folderForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await addFolder(ctx, submission.value)
  if (result === 'not_found') throw notFound()
  if (result === 'added') return redirectWithFlash(app, list, 'Folder added.')
  return refused(submission, {
    code: 'name_taken',
    fields: { name: ['There is a folder of that name already.'] },
  })
}

export default function Folders() {
  const { rules, studio, folders } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('folder', ['name', 'parentId'], { answer, rules })
  return (
    <>
      <BackLink to={paths.manageFiles(studio)}>Files</BackLink>
      <PageHead title="Folders" />
      {folders.length > 0 && (
        <Table
          caption="Folders, by name"
          rows={folders}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Folder',
              place: 'name',
              cell: ({ id, name }) => (
                <Link to={paths.manageFiles(studio, { folder: id })}>{name}</Link>
              ),
            },
            { name: 'Inside', place: 'under', cell: ({ inside }) => inside },
            { name: 'Files', place: 'state', cell: ({ n }) => n },
            {
              name: 'Change',
              head: <span className="vh">Change</span>,
              place: 'under',
              cell: ({ id, name, empty }) =>
                empty && (
                  <Form method="post">
                    <button type="submit" className="button quiet small" name="remove" value={id}>
                      Delete<span className="vh"> {name}</span>
                    </button>
                  </Form>
                ),
            },
          ]}
        />
      )}
      <section className="more">
        <h2>Add a folder</h2>
        <LiveFormBody of={form} className="sheet-form">
          <TextField field={form.fields.name} label="Name" autoComplete="off" />
          <SelectField
            field={form.fields.parentId}
            label="Inside"
            options={folders.map(({ id, name }) => ({ value: id, label: name }))}
            empty="No folder"
          />
          <SendButton sending="Adding…">Add folder</SendButton>
        </LiveFormBody>
      </section>
    </>
  )
}
