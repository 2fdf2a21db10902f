import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { stamp, stampAt } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { personLabel } from '../person-label.ts'
import { idsForCsv, listedPeople } from './people-list-page.server.ts'
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

/** People whose rows are read at once while the file is sent. */
const atOnce = 1_000

/**
 * People as rows of a file, some at a time. The line about it is written before anything is handed
 * out; who is in the file is settled by then, what each of them holds is read as it goes.
 */
export async function exportPeople(
  ctx: StaffContext,
  filters: PersonFilters,
): Promise<AsyncIterable<CsvCell[][]>> {
  const ids = await idsForCsv(ctx, filters)
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'people.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: {
        rows: ids.length,
        filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
      },
    }),
  })
  return rowsOfFile(ctx, ids)
}

async function* rowsOfFile(ctx: StaffContext, ids: readonly string[]) {
  const { timeZone, locale } = ctx.studio
  const formats = { today: localDate(ctx.now, timeZone), locale }
  yield [head]
  for (let from = 0; from < ids.length; from += atOnce) {
    const people = await listedPeople(ctx, ids.slice(from, from + atOnce))
    yield people.map((person): CsvCell[] => [
      ...[person.name, person.email, person.phone, person.tags, personLabel(person, formats).text],
      ...[person.plan?.name ?? '', person.levels ?? '', person.credits],
      person.lastVisitAt ? stampAt(person.lastVisitAt, timeZone) : '',
      person.next ? stamp(person.next.localStart) : '',
      person.joinedOn,
    ])
  }
}
