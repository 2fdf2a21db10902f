import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findLeftOut } from '#app/domain/training-log/import/log-import-queries.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'

/** Lines of a file that were left out, in its own columns with why, to mend and send again. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  const rows = await findLeftOut(ctx, params.import ?? '')
  if (!rows) throw notFound()
  return csvAnswer(`left-out-${ctx.studio.slug}`, rows)
}
