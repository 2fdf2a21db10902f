import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

export type ListedSeries = {
  id: string
  title: string
  firstStart: string
  rrule: string
  minutes: number
  capacity: number
  roomName: string
  coachName: string
  /** Its next class, whose page changes it. */
  nextId: string
  nextStart: string
  /** Its next class is not published yet. */
  draft: number
}

/** Series that still have a class to come, by the time of day. */
export async function seriesListPage({ db, studio, now }: StudioContext): Promise<ListedSeries[]> {
  return db.all<ListedSeries>(sql`
    SELECT series.id, class_type.name AS title, series.first_start AS firstStart, series.rrule,
      series.minutes, series.capacity, room.name AS roomName, coach.name AS coachName,
      next_class.id AS nextId, next_class.local_start AS nextStart,
      next_class.state = 'draft' AS draft
    FROM series
    JOIN occurrences AS next_class ON next_class.id = (
      SELECT o.id FROM occurrences AS o
      WHERE o.studio_id = series.studio_id AND o.series_id = series.id AND o.starts_at > ${now}
        AND o.state IN ('scheduled','draft') ORDER BY o.recurrence_key LIMIT 1)
    JOIN class_types AS class_type ON class_type.id = series.class_type_id
    JOIN rooms AS room ON room.id = series.room_id
    JOIN people AS coach ON coach.id = series.coach_id
    WHERE series.studio_id = ${studio.id} AND series.rrule <> '' AND series.ended_at IS NULL
    ORDER BY substr(series.first_start, 12), class_type.name LIMIT 500`)
}
