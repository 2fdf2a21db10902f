import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { cueRows } from '#app/domain/flows/library/flow-pdf.ts'
import { taughtFlowPage } from '#app/domain/overview/training/flow-page.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'

/** The music of a flow as a file: which track begins when, with its licence. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const asked = {
    flowId: params.flow ?? '',
    occurrenceId: (app.url.searchParams.get('class') ?? '').slice(0, 40),
    way: 'planned' as const,
  }
  const page = await taughtFlowPage(ctx, { actor: ctx.actor, viewer }, asked)
  if (!page) throw notFound()
  const name = page.flow.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return csvAnswer(`music-${name}`, cueRows(page.plan))
}
