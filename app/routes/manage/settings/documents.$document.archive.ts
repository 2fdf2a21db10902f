import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { archiveDocumentForm } from '#app/domain/documents/document-forms.ts'
import { findDocument } from '#app/domain/documents/document-queries.server.ts'
import { archiveDocument } from '#app/domain/documents/save-document.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  if (!(await findDocument(ctx, params.document ?? ''))) throw notFound()
  return redirect(paths.manageDocument(ctx.studio, params.document ?? ''), 303)
}

/** Takes a document out of use, or back into it: 303 to its page, which says how it is now. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, archiveDocumentForm)
  const documentId = params.document ?? ''
  const form = submission.status === 'success' ? submission.value : { version: 0 }
  const result = await archiveDocument(ctx, documentId, form)
  if (!result.ok && result.reason === 'not_found') throw notFound()
  const done = form.back
    ? 'In use again. People are asked to sign it.'
    : 'Archived. Nobody is asked to sign it; what was signed stays.'
  const stale = 'Someone changed this document meanwhile. Look at it, then do it again.'
  return redirectWithFlash(
    app,
    paths.manageDocument(ctx.studio, documentId),
    result.ok ? done : stale,
  )
}
