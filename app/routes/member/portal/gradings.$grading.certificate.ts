import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { certificatePdf } from '#app/domain/grading/certificate.ts'
import { findCertificate } from '#app/domain/grading/grading-page.server.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** One’s own certificate as a file, or a child’s. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requireBooker(context, 'looks_after')
  const found = await findCertificate(ctx, params.grading ?? '', ctx.person.id)
  if (!found) throw notFound()
  return printInstead(app, certificatePdf(found, ctx), {
    name: `certificate-${found.number}`,
    page: paths.portalGrading(ctx.studio, params.grading ?? ''),
  })
}
