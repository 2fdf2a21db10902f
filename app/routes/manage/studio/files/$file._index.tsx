import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fileForm } from '#app/domain/files/file-form.ts'
import { findFile } from '#app/domain/files/file-queries.server.ts'
import { audienceWords, fileRefusals, sizeWords } from '#app/domain/files/file-words.ts'
import { changeFile } from '#app/domain/files/save-file.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayShortTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { FileAside } from './file-parts/file-aside.tsx'
import { FileFields } from './file-parts/file-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.file.name ?? 'File', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'library:read')
  const found = await findFile(ctx, viewer.role, params.file ?? '')
  if (!found) throw notFound()
  const { file, versions, shares, links, types, courses, folders } = found
  const { locale, timeZone, slug } = ctx.studio
  const when = (instant: string) => dayShortTime(wallTime(instant, timeZone), locale)
  const taken = new Set(links.map(({ kind, ref }) => `${kind}:${ref}`))
  return {
    rules: fieldRules(fileForm),
    studio: { slug },
    writes: may(viewer.role, 'library:write'),
    version: file.version,
    folders,
    file: {
      id: file.id,
      name: file.name,
      signed: file.signed === 1,
      who: file.audience === 'person' ? file.personName : audienceWords[file.audience],
      size: sizeWords(file.bytes),
      personName: file.personName,
      personId: file.personId ?? '',
      by: `${file.createdBy}, ${when(file.updatedAt)}`,
    },
    values: {
      name: file.name,
      folderId: file.folderId,
      licence: file.licence,
      tags: file.tags.replaceAll(',', ', '),
      audience: file.audience,
    },
    versions: versions.map((one) => ({
      number: one.number,
      words: `${one.originalName}, ${sizeWords(one.bytes)}`,
      by: `${one.createdBy}, ${when(one.createdAt)}`,
    })),
    shares: shares.map((one) => ({
      id: one.id,
      live: one.endedAt === null && one.expiresAt > ctx.now,
      words:
        one.endedAt === null && one.expiresAt > ctx.now
          ? `Works until ${when(one.expiresAt)}`
          : `Ended ${when(one.endedAt ?? one.expiresAt)}`,
      opened: `opened ${one.opened === 1 ? 'once' : `${one.opened} times`}`,
    })),
    links: links.map(({ kind, ref, name }) => ({ what: `${kind}:${ref}`, name })),
    choices: [
      ...types.map(({ id, name }) => ({ value: `class_type:${id}`, label: name })),
      ...courses.map(({ id, name }) => ({ value: `course:${id}`, label: `${name}, course` })),
    ].filter(({ value }) => !taken.has(value)),
  }
}

/** Saves what is said of a file: 303 to it, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'library:write')
  const fileId = params.file ?? ''
  const submission = await parseForm(request, fileForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await changeFile(ctx, fileId, submission.value)
  if (result.ok) return redirectWithFlash(app, paths.manageFile(ctx.studio, fileId), 'Saved.')
  const { reason } = result
  if (reason === 'not_found') throw notFound()
  if (reason === 'changed') return outdated(submission, 'this file')
  const field = reason === 'no_such_folder' ? 'folderId' : 'audience'
  return refused(submission, { code: reason, fields: { [field]: [fileRefusals[reason]] } })
}

export default function FilePage() {
  const data = useLoaderData<typeof loader>()
  const { rules, studio, file, values, folders, version, writes } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['name', 'audience', 'folderId', 'tags', 'licence', 'personId'] as const
  const form = useLiveForm('about', names, { answer, values, rules })
  return (
    <>
      <BackLink to={paths.manageFiles(studio)}>Files</BackLink>
      <PageHead
        title={file.name}
        intro={
          <>
            {file.size}, {file.by} {file.signed && <Label text="Signed" tone="good" />}{' '}
            <Label text={file.who} tone="line" />
          </>
        }
        actions={
          <a className="button primary" href={paths.manageFileAct(studio, file.id, 'content')}>
            Open
          </a>
        }
      />
      <div className="split">
        <section aria-label="About this file">
          {writes ? (
            <LiveFormBody of={form} className="sheet-form">
              <HiddenFields
                values={{ version: openedVersion(answer, version), personId: file.personId }}
              />
              <TextField field={form.fields.name} label="Name" autoComplete="off" />
              <FileFields fields={form.fields} folders={folders} person={file.personName} />
              <div className="form-end">
                <SendButton sending="Saving…">Save changes</SendButton>
              </div>
            </LiveFormBody>
          ) : (
            <dl className="facts">
              <dt>Tags</dt>
              <dd>{values.tags || 'None'}</dd>
              <dt>Licence</dt>
              <dd>{values.licence || 'Not noted'}</dd>
            </dl>
          )}
        </section>
        <FileAside {...data} />
      </div>
    </>
  )
}
