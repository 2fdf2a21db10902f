import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'

/** So long after their last class somebody still reads its group. */
const readableDays = 30

/**
 * Whether a person is of the group of `conversations AS conversation`: booked in a class of its
 * series, lately or ahead, or enrolled in its course.
 */
export const groupMemberSql = ({ studio, now }: StudioContext, personId: SQL): SQL => sql`(
  conversation.subject_kind = 'course' AND EXISTS (SELECT 1 FROM enrolments AS enrolment
    WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = conversation.subject_id
      AND enrolment.person_id = ${personId} AND enrolment.state IN ('enrolled', 'completed'))
  OR conversation.subject_kind = 'series' AND EXISTS (SELECT 1 FROM bookings AS b
    CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
    WHERE b.studio_id = ${studio.id} AND b.person_id = ${personId}
      AND b.state IN ('booked', 'checked_in', 'attended')
      AND o.series_id = conversation.subject_id
      AND o.starts_at > ${addMinutes(now, -readableDays * 24 * 60)}))`
