import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { flowPdf } from '#app/domain/flows/library/flow-pdf.ts'
import { wayAsked, wayWords } from '#app/domain/flows/plan/flow-level.ts'
import { taughtFlowPage } from '#app/domain/overview/training/flow-page.server.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { dayShortTime } from '#app/values/wording.ts'

/** A flow as a file, or 303 to the page that prints it where the fonts lack a letter. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const flowId = params.flow ?? ''
  const occurrenceId = (app.url.searchParams.get('class') ?? '').slice(0, 40)
  const way = wayAsked(app.url.searchParams.get('way'))
  const asked = { flowId, occurrenceId, way }
  const page = await taughtFlowPage(ctx, { actor: ctx.actor, viewer }, asked)
  if (!page) throw notFound()
  const taught = page.class
  const forWhom = taught
    ? `${dayShortTime(taught.localStart, ctx.studio.locale)}, ${taught.title}, ${taught.coachName}`
    : ''
  const inWords = way === 'planned' ? forWhom : [forWhom, wayWords[way]].filter(Boolean).join('. ')
  return printInstead(
    app,
    flowPdf({ plan: page.plan, version: page.flow.shown, forWhom: inWords }, ctx),
    {
      name: `flow-${page.flow.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
      page: paths.manageFlowView(ctx.studio, flowId, 'print', {
        class: taught?.id,
        way: way === 'planned' ? undefined : way,
      }),
    },
  )
}
