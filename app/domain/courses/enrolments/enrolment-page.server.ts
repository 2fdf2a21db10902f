import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { moneyOfSubjectsStatement } from '#app/domain/billing/open-items.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { money } from '#app/values/wording.ts'
import { peopleInCourseStatement } from '../course-desk-page.server.ts'
import { personInCourseWords } from '../course-desk-words.ts'
import { courseFactStatements, toCourseFacts } from '../course-queries.server.ts'

/**
 * One enrolment as the desk sees it, in one batch: the facts of its course and person, and what is
 * open: `open` to be paid, or to `refund` on its credit note, which is there within a minute. Null
 * for any other id.
 */
export async function enrolmentAtDesk(ctx: StudioContext, courseId: string, enrolmentId: string) {
  const { db, studio } = ctx
  const whose = sql`(SELECT asked.person_id FROM enrolments AS asked
    WHERE asked.studio_id = ${studio.id} AND asked.course_id = ${courseId}
      AND asked.id = ${enrolmentId})`
  const answer = await batch(db, {
    people: peopleInCourseStatement(ctx, courseId),
    money: moneyOfSubjectsStatement(ctx, sql`${enrolmentId}`),
    notes: db.all<{ id: string | null }>(sql`
      SELECT invoice_id AS id FROM open_items
      WHERE studio_id = ${studio.id} AND subject_id = ${enrolmentId} AND state = 'open'
        AND amount_minor < 0`),
    ...courseFactStatements(ctx, courseId, whose),
  })
  const row = answer.people.find(({ id }) => id === enrolmentId)
  const owed = answer.money
  if (!row) return null
  const { personId } = row
  const facts = toCourseFacts(ctx, answer, personId)
  if (!facts) return null
  const openMinor = owed[0]?.openMinor ?? 0
  const note = answer.notes[0]?.id
  const amount = money(Math.abs(openMinor), studio.currency, studio.locale)
  return {
    facts,
    person: { id: personId, name: row.name },
    words: personInCourseWords({ ...row, openMinor }, true, studio),
    open: openMinor > 0 ? `${amount} is paid` : null,
    refund:
      openMinor < 0
        ? {
            words: `Refund ${amount}`,
            path: note
              ? paths.manageInvoiceAct(studio, note, 'payment')
              : paths.manageInvoices(studio),
          }
        : null,
  }
}
