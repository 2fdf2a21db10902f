import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { checkIn } from '#app/domain/bookings/roster/check-in.server.ts'
import { walkInForm, walkInPay } from '#app/domain/bookings/roster/desk-forms.ts'
import { walkInRefusal } from '#app/domain/bookings/roster/desk-words.ts'
import { startsSoon } from '#app/domain/reception/look-ahead.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** Nothing to see here: the form is on the roster. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'roster:read')
  return redirect(paths.manageClass(ctx.studio, params.occurrence ?? ''), 303)
}

/**
 * Books someone at the desk and, when the class starts soon, checks them in. 303 to the roster,
 * also with why it was refused.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'roster:write')
  const occurrenceId = params.occurrence ?? ''
  const roster = paths.manageClass(ctx.studio, occurrenceId)
  const submission = await parseForm(request, walkInForm)
  if (submission.status !== 'success')
    throw refusalPage('person_missing', 'Choose a person to add.', roster)
  const { personId, pay, reason, here } = submission.value
  const result = await addWalkIn(ctx, occurrenceId, {
    personId,
    reason,
    ...walkInPay(pay),
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    throw refusalPage(result.reason, walkInRefusal(result, ctx.studio), `${roster}#walk-in`)
  }
  if (here && startsSoon(result.startsAt, ctx.now))
    await checkIn(ctx, occurrenceId, result.bookingId)
  deliverSoon(app, ctx.db)
  const message = result.again ? 'They’re already booked.' : `Added, paid with ${result.pays}.`
  return redirectWithFlash(
    app,
    paths.manageClass(ctx.studio, occurrenceId, {}, result.bookingId),
    message,
  )
}

export default function WalkIns() {
  return null
}
