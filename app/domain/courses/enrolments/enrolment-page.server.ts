import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { moneyOfSubjectsStatement } from '#app/domain/billing/open-items.server.ts'
import { peopleInCourseStatement } from '#app/domain/courses/course-desk-page.server.ts'
import { personInCourseWords } from '#app/domain/courses/course-desk-words.ts'
import { courseFactStatements, toCourseFacts } from '#app/domain/courses/course-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { money } from '#app/values/wording.ts'

/**
 * One enrolment as the desk sees it, in one batch: the facts of its course and person, and what is open. Null for any
 * other id.
 */
export async function enrolmentAtDesk(ctx: StudioContext, courseId: string, enrolmentId: string) {
  const { db, studio } = ctx
  const whose = sql`(SELECT k.person_id FROM enrolments AS k
    WHERE k.studio_id = ${studio.id} AND k.course_id = ${courseId} AND k.id = ${enrolmentId})`
  const answer = await batch(db, {
    people: peopleInCourseStatement(ctx, courseId),
    money: moneyOfSubjectsStatement(ctx, sql`${enrolmentId}`),
    ...courseFactStatements(ctx, courseId, whose),
  })
  const row = answer.people.find(({ id }) => id === enrolmentId)
  const owed = answer.money
  if (!row) return null
  const { personId } = row
  const facts = toCourseFacts(ctx, answer, personId)
  if (!facts) return null
  const openMinor = owed[0]?.openMinor ?? 0
  const amount = money(Math.abs(openMinor), studio.currency, studio.locale)
  return {
    facts,
    person: { id: personId, name: row.name },
    words: personInCourseWords({ ...row, openMinor }, true, studio),
    open: openMinor > 0 ? `${amount} is paid` : openMinor < 0 ? `${amount} is given back` : null,
  }
}
