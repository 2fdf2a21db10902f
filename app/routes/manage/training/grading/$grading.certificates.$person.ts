import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { certificatePdf } from '#app/domain/grading/certificate.ts'
import { findCertificate } from '#app/domain/grading/grading-page.server.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** Somebody’s certificate as a file. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:assess')
  const found = await findCertificate(ctx, params.grading ?? '', params.person ?? '')
  if (!found) throw notFound()
  return printInstead(app, certificatePdf(found, ctx), {
    name: `certificate-${found.number}`,
    page: paths.manageGrading(ctx.studio, params.grading ?? ''),
  })
}
