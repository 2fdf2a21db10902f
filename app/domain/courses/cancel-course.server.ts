import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { Happening } from '#app/domain/happenings/happening-kinds.ts'
import { findNextOf } from '#app/domain/happenings/happening-queries.server.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { endCancelledCourse } from './end-cancelled-course.server.ts'
import { previewCourseCancellation } from './preview-course-cancellation.server.ts'

/** So many steps are taken with the press: a course of sixty people and its sessions. */
const stepsAtOnce = 6

type CourseCancelled = Happening<'course.cancelled'>

export type CancelCourseResult =
  | { ok: true; notified: number; refundMinor: number; again?: true }
  | { ok: false; reason: 'not_found' | 'over' }

/**
 * The studio calls a course or workshop off: enrolment closes with the record of it, so that nobody
 * new comes in; then, in steps that the next reader of the record may take, everybody's enrolment
 * ends as `course_cancelled` with all that is to come given back, and each session is cancelled
 * with what hangs on it. Refuses one without a session to come (`over`). Doing it again changes
 * nothing.
 */
export async function cancelCourse(
  ctx: StaffContext,
  courseId: string,
  { reason }: { reason: string },
): Promise<CancelCourseResult> {
  const { db, studio, now, actor } = ctx
  const why = reason.trim().slice(0, 200)
  const happeningId = newId()
  const preview = await previewCourseCancellation(ctx, courseId)
  if (!preview) return { ok: false, reason: 'not_found' }
  if (preview.course.state === 'open' && preview.sessions.length === 0)
    return { ok: false, reason: 'over' }
  const { cancel } = await batch(db, {
    cancel: db.run(sql`
      UPDATE courses SET state = 'cancelled', cancel_reason = ${why}, cancelled_at = ${now},
        version = version + 1
      WHERE studio_id = ${studio.id} AND id = ${courseId} AND state <> 'cancelled'`),
    audit: auditStatement(
      ctx,
      {
        action: 'course.cancelled',
        subjectKind: 'course',
        subjectId: courseId,
        reason: why,
        detail: { refundMinor: preview.refundMinor, people: preview.leavers.length },
      },
      rightAfterChange,
    ),
    happened: recordedStatement(
      ctx,
      {
        id: happeningId,
        kind: 'course.cancelled',
        subjectId: courseId,
        detail: { why, actorRole: actor.role },
      },
      rightAfterChange,
    ),
  })
  const done = {
    notified: preview.leavers.length + preview.waiting.length,
    refundMinor: preview.refundMinor,
  }
  if (changed(cancel) === 0) return { ok: true, ...done, again: true }
  await endFirst(ctx, happeningId)
  return { ok: true, ...done }
}

/** The first steps of what follows; what fails here or is left is the job's. */
async function endFirst(ctx: StaffContext, happeningId: string): Promise<void> {
  try {
    for (let step = 0; step < stepsAtOnce; step += 1) {
      const happening = await findNextOf(ctx, happeningId)
      if (!happening || !(await endCancelledCourse(ctx, happening as CourseCancelled))) return
    }
  } catch (error) {
    console.error('A course is ended later', { happening: happeningId, error })
  }
}
