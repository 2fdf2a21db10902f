import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newVersionForm } from '#app/domain/documents/document-forms.ts'
import { findDocument } from '#app/domain/documents/document-queries.server.ts'
import { publishVersion } from '#app/domain/documents/save-document.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Publish a new version', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const found = await findDocument(ctx, params.document ?? '')
  if (!found || found.document.archivedAt) throw notFound()
  const { id, name, version } = found.document
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(newVersionForm),
    document: { id, name, version },
    values: { text: found.versions[0]?.text ?? '', asksAgain: '' },
  }
}

/** Publishes the next version: 303, 422 with what is wrong. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, newVersionForm)
  if (submission.status !== 'success') return invalid(submission)
  const documentId = params.document ?? ''
  const result = await publishVersion(ctx, documentId, submission.value)
  if (result.ok) {
    const text = submission.value.asksAgain
      ? 'Published. People are asked to sign it at their next booking.'
      : 'Published. Earlier signatures still count.'
    return redirectWithFlash(app, paths.manageDocument(ctx.studio, documentId), text)
  }
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'changed') return outdated(submission, 'this document')
  const sentence = 'This is the text in use. Change it, or cancel.'
  return refused(submission, { fields: { text: [sentence] }, code: result.reason })
}

export default function NewVersion() {
  const { studio, rules, document, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const live = useLiveForm('version', ['text', 'asksAgain'] as const, { answer, values, rules })
  const back = paths.manageDocument(studio, document.id)
  return (
    <>
      <BackLink to={back}>{document.name}</BackLink>
      <PageHead
        title="Publish a new version"
        intro="From now on people read and sign this text. What was signed before is kept as it was."
      />
      <LiveFormBody of={live} className="sheet-form">
        <HiddenFields values={{ version: openedVersion(answer, document.version) }} />
        <TextareaField
          field={live.fields.text}
          label="Text"
          hint="An empty line starts a new paragraph."
          rows={18}
        />
        <CheckboxField
          field={live.fields.asksAgain}
          label="Ask everyone to sign again at their next booking. Places they have booked stay."
        />
        <FormEnd sending="Publishing…" cancel={back}>
          Publish version
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
