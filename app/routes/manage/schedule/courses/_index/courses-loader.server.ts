import type { AppLoadContext } from '@remix-run/cloudflare'
import * as z from 'zod'
import { type CourseKind, courseStage, stageWords } from '#app/domain/courses/course-view.ts'
import { coursesListPage, courseViews } from '#app/domain/courses/courses-list-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { count, dayShort, dayShortTime, money } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'

const filters = pageParams.extend({ view: z.enum(courseViews).catch('now') })

/** What the list of courses and that of workshops show: the same list of another kind. */
const progressWords = ({ held, sessions }: { held: number; sessions: number }) =>
  `${Math.min(held, sessions)} of ${count(sessions, 'session')}`

export async function coursesLoader(context: AppLoadContext, kind: CourseKind) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const { view, page } = listParams(app, filters)
  const listed = await coursesListPage(ctx, kind, view, { page, perPage: rowsPerPage })
  const { slug, locale, currency, timeZone } = ctx.studio
  const wall = localDateTime(ctx.now, timeZone)
  return {
    studio: { slug },
    kind,
    view,
    canWrite: may(viewer.role, 'schedule:write'),
    listed: {
      ...listed,
      items: listed.items.map((course) => ({
        id: course.id,
        name: course.name,
        state: stageWords(courseStage(course, wall), course),
        when: dayShortTime(course.firstStart, locale),
        next: course.nextStart ? dayShort(course.nextStart.slice(0, 10), locale) : '',
        progress: progressWords(course),
        who: course.coachName,
        enrolled: course.enrolled,
        capacity: course.capacity,
        waiting: course.waiting,
        short:
          course.minimumPeople !== null &&
          !course.confirmedAt &&
          course.enrolled < course.minimumPeople
            ? `Needs ${course.minimumPeople}`
            : '',
        price: money(course.priceMinor, currency, locale),
      })),
    },
  }
}
