import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { isOwnWish, leaveWish } from '#app/domain/bookings/waitlist/leave-wish.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/**
 * Leaves all waitlists of a wish: 303 with what it did. Doing it again leaves nothing and says so.
 */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const left = await leaveWish(ctx, params.wish ?? '')
  if (left === 'not_found') throw notFound()
  const message =
    left === 'left'
      ? 'You left all of these waitlists. You were not charged.'
      : 'You’ve already left these waitlists.'
  return redirectWithFlash(app, paths.portal(ctx.studio), message)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requireBooker(context)
  if (!(await isOwnWish(ctx, params.wish ?? ''))) throw notFound()
  return redirect(paths.portal(ctx.studio), 303)
}
