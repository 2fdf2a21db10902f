import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { audiences } from '#app/db/studio/documents-words.ts'
import { changeDocumentForm, newDocumentForm } from '#app/domain/documents/document-forms.ts'
import { findDocument } from '#app/domain/documents/document-queries.server.ts'
import { audienceWords, paragraphs, signedCount } from '#app/domain/documents/document-words.ts'
import { addDocument, changeDocument } from '#app/domain/documents/save-document.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { Versions } from './versions.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.document?.name ?? 'Add a document', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { slug, locale, timeZone } = ctx.studio
  const isNew = params.document === 'new'
  const found = isNew ? null : await findDocument(ctx, params.document ?? '')
  if (!found && !isNew) throw notFound()
  const document = found?.document ?? null
  return {
    studio: { slug },
    rules: fieldRules(isNew ? newDocumentForm : changeDocumentForm),
    key: newId(),
    document: document && {
      id: document.id,
      name: document.name,
      version: document.version,
      archived: document.archivedAt !== null,
      versions: (found?.versions ?? []).map((one) => ({
        number: one.number,
        paragraphs: paragraphs(one.text),
        asksAgain: one.asksAgain === 1 && one.number > 1,
        published: `${dayMonthYear(localDate(one.publishedAt, timeZone), locale)} by ${one.authorName}`,
        signed: signedCount(one.signed),
      })),
    },
    values: {
      name: document?.name ?? '',
      blocksBooking: !document || document.blocksBooking === 1 ? 'on' : '',
      audience: document?.audience ?? 'everybody',
      text: '',
    },
  }
}

/** Adds a document or changes whom it is for: 303, or 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  if (params.document === 'new') {
    const submission = await parseForm(request, newDocumentForm)
    if (submission.status !== 'success') return invalid(submission)
    await addDocument(ctx, submission.value)
    const text = `${submission.value.name} is saved.`
    return redirectWithFlash(app, paths.manageDocument(ctx.studio, submission.value.key), text)
  }
  const submission = await parseForm(request, changeDocumentForm)
  if (submission.status !== 'success') return invalid(submission)
  const documentId = params.document ?? ''
  const result = await changeDocument(ctx, documentId, submission.value)
  if (result.ok) {
    const text = `${submission.value.name} is saved.`
    return redirectWithFlash(app, paths.manageDocument(ctx.studio, documentId), text)
  }
  if (result.reason === 'not_found') throw notFound()
  return outdated(submission, 'this document')
}

export default function OneDocument() {
  const { studio, rules, key, document, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const live = useLiveForm('document', ['name', 'audience', 'blocksBooking', 'text'] as const, {
    answer,
    values,
    rules,
  })
  const { fields } = live
  return (
    <>
      <BackLink to={paths.manageDocuments(studio)}>Documents to sign</BackLink>
      <PageHead
        title={document?.name ?? 'Add a document'}
        intro={
          document?.archived
            ? 'Archived. Nobody is asked to sign it; what was signed stays.'
            : 'People read and sign it in their account. You can note a signature on paper on their profile.'
        }
      />
      <LiveFormBody of={live} className="sheet-form">
        <HiddenFields
          values={document ? { version: openedVersion(answer, document.version) } : { key }}
        />
        <TextField field={fields.name} label="Name" hint="As people see it, like “Waiver”." />
        <SelectField
          field={fields.audience}
          label="Who signs it"
          hint="A parent or guardian signs for people under 18."
          options={audiences.map((value) => ({ value, label: audienceWords[value] }))}
        />
        <CheckboxField field={fields.blocksBooking} label="Must be signed before booking" />
        {!document && (
          <TextareaField
            field={fields.text}
            label="Text"
            hint="An empty line starts a new paragraph. Ask a lawyer what your country needs."
            rows={14}
          />
        )}
        <div className="form-end">
          <SendButton sending="Saving…">{document ? 'Save changes' : 'Add document'}</SendButton>
        </div>
      </LiveFormBody>
      {document && <Versions document={document} studio={studio} />}
    </>
  )
}
