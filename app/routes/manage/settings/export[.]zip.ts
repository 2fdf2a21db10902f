import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportStudio } from '#app/domain/exports/export-studio.server.ts'
import { zipStreamAnswer } from '#app/http/downloads/zip.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'

/** Everything of the studio as one archive, for its owners. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'studio:export')
  return zipStreamAnswer(`everything-${ctx.studio.slug}`, await exportStudio(ctx))
}
