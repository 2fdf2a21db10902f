import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { enrolByHandForm } from '#app/domain/courses/enrolments/enrol-form.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { enrolRefusalWords } from '#app/domain/courses/enrolments/enrol-words.ts'
import { joinCourseWaitlist } from '#app/domain/courses/enrolments/join-course-waitlist.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { money } from '#app/values/wording.ts'

/** Nothing to see here: the form is on the course's page. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:read')
  return redirect(paths.manageCourse(ctx.studio, 'course', params.course ?? ''), 303)
}

/** Enrols someone by hand, or puts them on the waitlist. 303 to the course, 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const courseId = params.course ?? ''
  const kind = app.url.pathname.includes('/workshops/') ? 'workshop' : 'course'
  const back = paths.manageCourse(ctx.studio, kind, courseId)
  const submission = await parseForm(request, enrolByHandForm)
  if (submission.status !== 'success')
    throw refusalPage('person_missing', 'Choose a person to enrol.', back)
  const { personId, act, reason } = submission.value
  const { currency, locale } = ctx.studio
  const result =
    act === 'enrol'
      ? await enrolPerson(ctx, courseId, personId, { byHand: { reason } })
      : await joinCourseWaitlist(ctx, courseId, personId, { byStaff: true })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'full')
      throw refusalPage(
        'full',
        'Not every session has a free place. Add them to the waitlist.',
        back,
      )
    if (result.reason === 'has_places')
      throw refusalPage('has_places', 'There are places, so enrol them.', back)
    throw refusalPage(result.reason, enrolRefusalWords(result, ctx.studio).sentence, back)
  }
  deliverSoon(app, ctx.db)
  const message =
    'priceMinor' in result
      ? `Enrolled. ${money(result.priceMinor, currency, locale)} added to their account.`
      : 'On the waitlist.'
  return redirectWithFlash(app, back, message)
}

export default function Enrolments() {
  return null
}
