import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { productPage } from '#app/domain/products/product-queries.server.ts'
import { archiveProduct } from '#app/domain/products/save-product.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the button is on the product's page. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  const page = await productPage(ctx, params.product ?? '')
  if (!page) throw notFound()
  return redirect(paths.manageProduct(ctx.studio, page.product.id), 303)
}

/** Takes a product off sale, or puts it back: 303 to it. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const archived = (await readPosted(request)).get('archived') === 'on'
  const productId = params.product ?? ''
  const result = await archiveProduct(ctx, productId, archived)
  if (!result.ok) throw notFound()
  const text = archived
    ? `${result.name} is off sale. Its stock stays counted.`
    : `${result.name} is on sale again.`
  return redirectWithFlash(app, paths.manageProduct(ctx.studio, productId), text)
}
