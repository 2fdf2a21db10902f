import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { hasCoupon, stopCoupon } from '#app/domain/sales/offers/save-coupon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the list has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  if (!(await hasCoupon(ctx, params.coupon ?? ''))) throw notFound()
  return redirect(paths.manageCoupons(ctx.studio), 303)
}

/** Stops a coupon: 303 to the list. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  if (!(await stopCoupon(ctx, params.coupon ?? ''))) throw notFound()
  const text = 'Stopped. What was sold with it stays as it is.'
  return redirectWithFlash(app, paths.manageCoupons(ctx.studio), text)
}
