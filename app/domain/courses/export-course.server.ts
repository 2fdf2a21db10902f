import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { typedMinor } from '#app/values/money.ts'
import { stampAt } from '#app/values/wording.ts'
import { courseDeskPage } from './course-desk-page.server.ts'
import { personInCourseWords } from './course-desk-words.ts'

const head = [
  'Name',
  'Email',
  'State',
  'Sessions',
  'There',
  'Missed',
  'Make-ups',
  'Price',
  'Open',
  'Joined',
]

/**
 * Everyone of a course as rows of a file, newest states included. Null for another studio's id.
 */
export async function exportCourse(
  ctx: StaffContext,
  courseId: string,
): Promise<{ name: string; rows: CsvCell[][] } | null> {
  const page = await courseDeskPage(ctx, courseId)
  if (!page) return null
  const { currency, timeZone } = ctx.studio
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'people.exported',
      subjectKind: 'course',
      subjectId: courseId,
      detail: { rows: page.people.length },
    }),
  })
  return {
    name: `${page.course.name.toLowerCase().replace(/\W+/g, '-')}-${ctx.studio.slug}`,
    rows: [
      head,
      ...page.people.map((person) => [
        ...[person.name, person.email, personInCourseWords(person, true, ctx.studio).label.text],
        ...[person.sessions, person.came, person.missed, person.makeUps],
        ...[typedMinor(person.priceMinor, currency), typedMinor(person.openMinor, currency)],
        stampAt(person.createdAt, timeZone),
      ]),
    ],
  }
}
