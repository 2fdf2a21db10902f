import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findSignedDocument } from '#app/domain/documents/signed-document.server.ts'
import { signedCopy, signedPdf } from '#app/domain/documents/signed-document.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** What somebody signed, as a file; 303 to the page that prints it where the fonts lack a letter. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const row = await findSignedDocument(ctx, params.person ?? '', params.signature ?? '')
  if (!row) throw notFound()
  return printInstead(app, signedPdf(signedCopy(row, ctx.studio), ctx), {
    name: `signed-${row.id}`,
    page: paths.manageSignature(ctx.studio, row.personId, row.id),
  })
}
