import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { signedPdf } from '#app/domain/documents/signed-document.ts'
import { signedCopyPage } from '#app/domain/overview/documents-page.server.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** What a person signed, as a file; 303 to the page that prints it where the fonts lack a letter. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = await signedCopyPage(ctx, viewer, params.signature ?? '')
  if (!page) throw notFound()
  const { copy } = page
  return printInstead(app, signedPdf(copy, ctx), {
    name: `signed-${copy.id}`,
    page: paths.portalSignature(ctx.studio, copy.id),
  })
}
