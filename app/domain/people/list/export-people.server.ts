import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { localDate, localDateTime } from '#app/values/zone.ts'
import { personLabel } from '../person-label.ts'
import { peopleForCsv } from './people-list-page.server.ts'
import type { PersonFilters } from './person-filters.ts'

const head = [
  'Name',
  'Email',
  'Phone',
  'Tags',
  'State',
  'Plan',
  'Levels',
  'Credits',
  'Last visit',
  'Next class',
  'Joined',
]

/** People as rows of a file. The line about it is written before anything is handed out. */
export async function exportPeople(
  ctx: StaffContext,
  filters: PersonFilters,
): Promise<CsvCell[][]> {
  const { timeZone, locale } = ctx.studio
  const people = await peopleForCsv(ctx, filters)
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'people.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: {
        rows: people.length,
        filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
      },
    }),
  })
  const formats = { today: localDate(ctx.now, timeZone), locale }
  return [
    head,
    ...people.map((person) => [
      ...[person.name, person.email, person.phone, person.tags, personLabel(person, formats).text],
      ...[person.plan?.name ?? '', person.levels ?? '', person.credits],
      person.lastVisitAt ? localDateTime(person.lastVisitAt, timeZone).replace('T', ' ') : '',
      person.next?.localStart.replace('T', ' ') ?? '',
      person.joinedOn,
    ]),
  ]
}
