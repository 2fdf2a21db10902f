import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { archivePackage, hasPackage } from '#app/domain/entitlements/offers/save-package.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: packages are on their list. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  if (!(await hasPackage(ctx, params.package ?? ''))) throw notFound()
  return redirect(paths.managePackages(ctx.studio), 303)
}

/** Takes a package off sale, 303 to the list. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const result = await archivePackage(ctx, params.package ?? '')
  if (!result.ok) throw notFound()
  const text = `${result.name} is off sale. Packs people have stay good.`
  return redirectWithFlash(app, paths.managePackages(ctx.studio), text)
}
