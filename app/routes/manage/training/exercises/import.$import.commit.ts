import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { startImport } from '#app/domain/training/import/commit-import.server.ts'
import { continueImport } from '#app/domain/training/import/continue-import.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { mediaOf } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'

/**
 * So long the press waits for the import; what is left then goes on behind the answer, and after
 * that by the job.
 */
const [waitMs, behindMs] = [1_500, 20_000]

/** Starts an import, or goes on with one that stopped. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const importId = params.import ?? ''
  const form = await readPosted(request)
  const media = mediaOf(app, ctx)
  const started = await startImport(
    media,
    importId,
    form.get('state') === 'draft' ? 'draft' : 'published',
  )
  if (!started.ok) throw notFound()
  const clock = () => Date.now()
  const job = await continueImport(media, importId, { clock, untilMs: clock() + waitMs })
  if (job?.state === 'committing') {
    const rest = continueImport(media, importId, { clock, untilMs: clock() + behindMs })
    app.waitUntil(
      rest.catch((error) => console.error('Import stopped', { requestId: app.requestId, error })),
    )
  }
  return redirect(paths.manageImport(ctx.studio, importId), 303)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageImport(ctx.studio, params.import ?? ''), 303)
}
