import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cancelCourse } from '#app/domain/courses/cancel-course.server.ts'
import {
  cancelCourseEffects,
  previewCourseCancellation,
} from '#app/domain/courses/preview-course-cancellation.server.ts'
import { cancelCourseForm } from '#app/domain/courses/session-forms.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { CancelPage } from '#app/ui/schedule/cancel-page.tsx'
import { count, money } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Cancel ${data.name}` : 'Cancel', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const preview = await previewCourseCancellation(ctx, params.course ?? '')
  if (!preview) throw notFound()
  const { course, leavers } = preview
  const { slug, currency, locale } = ctx.studio
  const low = course.minimumPeople !== null && course.enrolled < course.minimumPeople
  return {
    rules: fieldRules(cancelCourseForm),
    studio: { slug },
    id: course.id,
    kind: course.kind,
    name: course.name,
    off: course.state === 'cancelled' || (course.state === 'open' && preview.sessions.length === 0),
    effects: cancelCourseEffects(preview, ctx.studio),
    people: leavers.map(({ id, name, refundMinor, unpaid }) => ({
      id,
      name,
      back: `${money(refundMinor, currency, locale)}${unpaid ? ', not paid yet: cancelled' : ' back'}`,
    })),
    reason: low ? `Too few people: ${course.enrolled} of ${course.minimumPeople}` : '',
  }
}

/**
 * Calls it off with everything listed on the page. 303 to the course; doing it again says the same.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, cancelCourseForm)
  if (submission.status !== 'success') return invalid(submission)
  const courseId = params.course ?? ''
  const result = await cancelCourse(ctx, courseId, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, { form: ['Nothing left to cancel.'], code: result.reason })
  }
  tellSoon(app, ctx)
  const kind = app.url.pathname.includes('/workshops/') ? 'workshop' : 'course'
  const { currency, locale } = ctx.studio
  const message =
    `Cancelled. ${count(result.notified, 'person is', 'people are')} notified, ` +
    `${money(result.refundMinor, currency, locale)} refunded.`
  return redirectWithFlash(app, paths.manageCourse(ctx.studio, kind, courseId), message)
}

export default function CancelCourse() {
  const { rules, studio, id, kind, name, off, effects, people, reason } =
    useLoaderData<typeof loader>()
  return (
    <CancelPage
      name={name}
      kind={kind}
      path={paths.manageCourse(studio, kind, id)}
      over={off}
      effects={effects}
      rules={rules}
      answer={useActionData() as PageFormAnswer | undefined}
      reason={reason}
    >
      {people.map((person) => (
        <li key={person.id}>
          {person.name}
          <b className="num">{person.back}</b>
        </li>
      ))}
    </CancelPage>
  )
}
