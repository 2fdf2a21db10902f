import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type PageNumber, pageStatements, toPage } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDateTime } from '#app/values/zone.ts'
import {
  type CourseRow,
  courseColumnsSql,
  courseSourceSql,
  placesInCourseSql,
  toCourse,
} from './course-queries.server.ts'
import type { CourseKind } from './course-view.ts'

export const courseViews = ['now', 'past', 'off'] as const
export type CourseListView = (typeof courseViews)[number]

type Row = CourseRow & { places: number | null; nextStart: string | null; held: number }

/**
 * Courses or workshops of a view: to come and running, over, or cancelled. Fill and next session
 * with each.
 */
export async function coursesListPage(
  ctx: StudioContext,
  kind: CourseKind,
  view: CourseListView,
  at: PageNumber,
) {
  const { db, studio, now } = ctx
  const wall = localDateTime(now, studio.timeZone)
  const views = {
    now: sql`course.state <> 'cancelled' AND course.last_start >= ${wall.slice(0, 10)}`,
    past: sql`course.state <> 'cancelled' AND course.last_start < ${wall.slice(0, 10)}`,
    off: sql`course.state = 'cancelled'`,
  }
  const answer = await batch(db, {
    ...pageStatements<Row>(
      db,
      {
        select: sql`${courseColumnsSql}, ${placesInCourseSql(now)} AS places, (
            SELECT min(o.local_start) FROM occurrences AS o
            WHERE o.studio_id = course.studio_id AND o.series_id = course.id
              AND o.state = 'scheduled' AND o.starts_at > ${now}) AS nextStart, (
            SELECT count(*) FROM occurrences AS o
            WHERE o.studio_id = course.studio_id AND o.series_id = course.id
              AND o.starts_at <= ${now} AND o.state IN ('scheduled','reconciled')) AS held`,
        from: courseSourceSql,
        where: sql`course.studio_id = ${studio.id} AND course.kind = ${kind} AND ${views[view]}`,
        orderBy:
          view === 'now'
            ? sql`course.first_start, class_type.name`
            : sql`course.first_start DESC, class_type.name`,
      },
      at,
    ),
  })
  return toPage(answer, at, ({ places, nextStart, held, ...row }) => ({
    ...toCourse(row),
    places,
    nextStart,
    held,
  }))
}
