import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { changeCourse } from '#app/domain/courses/change-course.server.ts'
import { courseTermsForm } from '#app/domain/courses/course-fields.ts'
import { changeCoursePage } from '#app/domain/courses/course-form-page.server.ts'
import { courseValuesFrom, courseValuesOf } from '#app/domain/courses/course-values.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { CourseForm } from '#app/ui/courses/course-form.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { sentValues } from './new/new-course.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Change ${data.name}` : 'Change', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const page = await changeCoursePage(ctx, 'course', params.course ?? '')
  if (!page) throw notFound()
  const { course, tiers, ...choices } = page
  const { id, kind, name, version } = course
  return {
    studio: { slug: ctx.studio.slug },
    id,
    kind,
    name,
    version,
    choices,
    rules: fieldRules(courseTermsForm(ctx.studio.currency, ctx.studio.timeZone)),
    values: courseValuesOf(course, tiers, ctx.studio),
  }
}

const versionForm = z.object({
  version: z.coerce.number({ error: 'Reload the page and try again' }).int(),
})

/**
 * Changes what it says and costs. Who has enrolled keeps the price they saw; dates are changed
 * session by session.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(
    request,
    versionForm.and(courseTermsForm(ctx.studio.currency, ctx.studio.timeZone)),
  )
  if (submission.status !== 'success') return invalid(submission)
  const courseId = params.course ?? ''
  const { version, terms } = submission.value
  const result = await changeCourse(ctx, courseId, { ...terms, version })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const message = 'Someone changed this while you had it open. Open it again to see the latest.'
    return refused(submission, { form: [message], code: result.reason })
  }
  const kind = app.url.pathname.includes('/workshops/') ? 'workshop' : 'course'
  return redirectWithFlash(app, paths.manageCourse(ctx.studio, kind, courseId), 'Changed.')
}

export default function ChangeCourse() {
  const { studio, id, kind, name, version, choices, rules, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      <BackLink to={paths.manageCourse(studio, kind, id)}>{name}</BackLink>
      <PageHead
        title={`Change ${name}`}
        intro="People already enrolled keep their price. Change dates on each session."
      />
      <CourseForm
        key={answer ? 'answered' : 'asked'}
        kind={kind}
        action={paths.manageCourseAct(studio, kind, id, 'edit')}
        values={answer ? courseValuesFrom(sentValues(answer), values) : values}
        choices={choices}
        rules={rules}
        answer={answer}
        saved={values}
        hidden={{ version: openedVersion(answer, version) ?? '' }}
        changing
        taken={[]}
        submit="Save changes"
        leave={
          <Link className="button quiet" to={paths.manageCourse(studio, kind, id)}>
            Cancel
          </Link>
        }
      />
    </>
  )
}
