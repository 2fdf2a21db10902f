import type { AppLoadContext } from '@remix-run/cloudflare'
import { courseStarts } from '#app/domain/courses/course-dates.ts'
import { newCoursePage } from '#app/domain/courses/course-form-page.server.ts'
import { newCourseForm } from '#app/domain/courses/course-form-schema.ts'
import {
  courseDraft,
  courseValuesFrom,
  newCourseValues,
} from '#app/domain/courses/course-values.ts'
import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { createCourse } from '#app/domain/courses/create-course.server.ts'
import { previewCourse } from '#app/domain/courses/preview-course.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'

/** The form of a new course or workshop, with what the address says so far and what that makes. */
export async function newCourseLoader(context: AppLoadContext, kind: CourseKind) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const { from, ...choices } = await newCoursePage(ctx, kind)
  const start = newCourseValues(kind, { from, policyId: choices.policies[0]?.id ?? '' })
  const values = courseValuesFrom(app.url.searchParams, start)
  const preview = app.url.searchParams.has('name')
    ? await previewCourse(ctx, courseDraft(values))
    : null
  return {
    studio: { slug: ctx.studio.slug },
    kind,
    choices,
    rules: fieldRules(newCourseForm(ctx.studio)),
    values,
    preview: preview && { words: preview.words, dates: preview.dates, clashes: preview.clashes },
    newId: newId(),
  }
}

const sentences = {
  over_room: {
    capacity: ['That’s more than the room holds. Choose another room or enter fewer places'],
  },
  bad_dates: { from: ['Enter each date once, at most 60'] },
  bad_length: { minutes: ['Enter 5 to 720 minutes'] },
  bad_capacity: { capacity: ['Enter 1 to 1,000 places'] },
} as const

/** Makes it. A taken room or coach is said once; ticking that it is meant goes on. */
export async function newCourseAction(context: AppLoadContext, request: Request, kind: CourseKind) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, newCourseForm(ctx.studio))
  if (submission.status !== 'success') return invalid(submission)
  const {
    key,
    anyway,
    terms,
    from = '',
    time,
    days,
    count: times = null,
    except,
    list,
    topics,
    draft,
    ...where
  } = submission.value
  const dates = { from, time, days, except, list, count: times }
  const made = courseStarts(dates, ctx.studio.timeZone)
  if (!made) {
    const ofRule = days.length > 0 && times === null ? 'count' : 'from'
    const field = list.trim() === '' ? ofRule : 'list'
    const says = {
      list: 'Enter dates like 2027-01-05 18:30',
      count: 'Enter how many sessions',
      from: 'Enter the first date',
    }
    return refused(submission, { fields: { [field]: [says[field]] }, code: 'bad_dates' })
  }
  const { minutes, roomId, coachId } = where
  const preview = anyway
    ? null
    : await previewCourse(ctx, { ...dates, minutes, roomId, coachId }, { seriesIds: [key] })
  if (preview && preview.clashes.length > 0) {
    return refused(submission, { fields: { roomId: preview.clashes }, code: 'taken' })
  }
  const result = await createCourse(ctx, {
    ...terms,
    ...where,
    id: key,
    kind,
    starts: made.starts,
    rrule: made.rrule,
    topics: topics.split('\n').map((topic) => topic.trim().slice(0, 120)),
    draft,
    anyway,
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'taken')
      return refused(submission, { fields: { roomId: result.clashes }, code: 'taken' })
    if (result.reason === 'closed') {
      const says = [...result.clashes, 'Leave these dates out, or choose others.']
      return refused(submission, { fields: { from: says }, code: 'closed' })
    }
    const fields = Object.fromEntries(
      Object.entries(sentences[result.reason]).map(([name, message]) => [name, [...message]]),
    )
    return refused(submission, { fields, code: result.reason })
  }
  const message = draft
    ? 'Draft saved.'
    : `Published, with ${count(made.starts.length, 'session')} on the timetable.`
  return redirectWithFlash(app, paths.manageCourse(ctx.studio, kind, result.courseId), message)
}
