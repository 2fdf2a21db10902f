import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { actOnBooking, needsFees } from '#app/domain/bookings/roster/act-on-booking.server.ts'
import { bookingAtDeskPage } from '#app/domain/bookings/roster/booking-at-desk-page.server.ts'
import { bookingAtDeskWords } from '#app/domain/bookings/roster/booking-at-desk-words.ts'
import { bookingAct } from '#app/domain/bookings/roster/desk-forms.ts'
import { deskReader } from '#app/domain/bookings/roster/desk-reader.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { inPlaceOrRedirect, sentInPlace } from '#app/http/in-place.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { BookingAtDesk } from './booking-at-desk.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.name} in ${data.title}` : 'Place', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'roster:read')
  const page = await bookingAtDeskPage(ctx, params.occurrence ?? '', params.booking ?? '')
  if (!page) throw notFound()
  return {
    studio: { slug: ctx.studio.slug },
    asks: { maybe: fieldRules(bookingAct, 'cancel'), must: fieldRules(bookingAct, 'waive') },
    ...bookingAtDeskWords(page, deskReader(ctx, viewer, page.occurrence), {
      write: may(viewer.role, 'roster:write'),
      waive: may(viewer.role, 'fees:waive'),
      pay: may(viewer.role, 'entitlements:write'),
    }),
  }
}

/**
 * One act on one place: 303 to the roster with what it did, or data for a button that stays on its
 * page.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const submission = await parseForm(request, bookingAct)
  const act = submission.status === 'success' ? submission.value : null
  const { app, ctx } = await requirePermission(
    context,
    act && needsFees(act) ? 'fees:waive' : 'roster:write',
  )
  if (!act) return invalid(submission)
  const [occurrenceId, bookingId] = [params.occurrence ?? '', params.booking ?? '']
  const result = await actOnBooking(ctx, occurrenceId, bookingId, act)
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (result.ok) deliverSoon(app, ctx.db)
  const path = paths.manageClass(ctx.studio, occurrenceId, {}, bookingId)
  if (!result.ok && !sentInPlace(app)) throw refusalPage(result.reason, result.message, path)
  return inPlaceOrRedirect(app, path, result.message, result.ok ? 'good' : 'bad')
}

export default function Place() {
  return (
    <BookingAtDesk
      {...useLoaderData<typeof loader>()}
      answer={useActionData() as PageFormAnswer | undefined}
    />
  )
}
