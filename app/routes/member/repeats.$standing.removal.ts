import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import {
  endRepeat,
  isOwnRepeat,
} from '#app/domain/bookings/standing-places/give-standing-place.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** Ends a repeat: 303 with what stays. Doing it again ends nothing and says so. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const ended = await endRepeat(ctx, params.standing ?? '')
  if (ended === 'not_found') throw notFound()
  const message = ended === 'ended' ? 'Repeat ended. Dates already booked stay.' : 'Repeat ended.'
  return redirectWithFlash(app, paths.portal(ctx.studio), message)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requireBooker(context)
  if (!(await isOwnRepeat(ctx, params.standing ?? ''))) throw notFound()
  return redirect(paths.portal(ctx.studio), 303)
}
