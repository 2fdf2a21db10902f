import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { discardPeopleFile } from '#app/domain/imports/imported-file.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { mediaOf } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'

/** Throws away a file that was not imported. */
export async function action({ params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:import')
  if (!(await discardPeopleFile(mediaOf(app, ctx), params.import ?? ''))) throw notFound()
  return redirectWithFlash(
    app,
    paths.managePeopleImports(ctx.studio),
    'File deleted. Nothing was imported.',
  )
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:import')
  return redirect(paths.managePeopleImport(ctx.studio, params.import ?? ''), 303)
}
