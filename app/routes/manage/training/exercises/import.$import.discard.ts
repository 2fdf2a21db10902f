import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { discardImport } from '#app/domain/training/import/commit-import.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { mediaOf } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'

/** Throws away an import that was checked and not started. */
export async function action({ params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  if (!(await discardImport(mediaOf(app, ctx), params.import ?? ''))) throw notFound()
  return redirectWithFlash(
    app,
    paths.manageImports(ctx.studio),
    'File deleted. Nothing was imported.',
  )
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageImport(ctx.studio, params.import ?? ''), 303)
}
