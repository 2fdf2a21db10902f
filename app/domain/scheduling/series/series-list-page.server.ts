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
    SELECT s.id, t.name AS title, s.first_start AS firstStart, s.rrule, s.minutes, s.capacity, r.name AS roomName,
      h.name AS coachName, n.id AS nextId, n.local_start AS nextStart,
      n.state = 'draft' AS draft
    FROM series AS s
    JOIN occurrences AS n ON n.id = (
      SELECT o.id FROM occurrences AS o WHERE o.studio_id = s.studio_id AND o.series_id = s.id AND o.starts_at > ${now}
        AND o.state IN ('scheduled','draft') ORDER BY o.recurrence_key LIMIT 1)
    JOIN class_types AS t ON t.id = s.class_type_id JOIN rooms AS r ON r.id = s.room_id JOIN people AS h ON h.id = s.coach_id
    WHERE s.studio_id = ${studio.id} AND s.rrule <> '' AND s.ended_at IS NULL
    ORDER BY substr(s.first_start, 12), t.name LIMIT 500`)
}
