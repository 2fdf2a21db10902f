import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { stamp, stampAt } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { answersOf, listFields } from '../fields/field-queries.server.ts'
import { personLabel } from '../person-label.ts'
import { idsForCsv, listedPeople } from './people-list-page.server.ts'
import type { ListContext } from './people-where.server.ts'
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
  'Called',
  'Pronouns',
  'Date of birth',
  'Address',
  'Location',
  'Emergency contact',
  'Emergency phone',
  'Barcode',
  'Referred by',
  'Guardians',
  'Sign-in',
]

/** People whose rows are read at once while the file is sent. */
const atOnce = 1_000

/**
 * People as rows of a file, some at a time: those of `chosen`, or all whom the filters leave. The
 * line about it is written before anything is handed out; anyone who is in the file is settled by
 * then, what each of them holds is read as it goes.
 */
export async function exportPeople(
  ctx: StaffContext & ListContext,
  filters: PersonFilters,
  chosen: readonly string[] = [],
): Promise<AsyncIterable<CsvCell[][]>> {
  const ids = await idsForCsv(ctx, filters, chosen)
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'people.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: {
        rows: ids.length,
        ...(chosen.length > 0 ? { chosen: chosen.length } : {}),
        filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
      },
    }),
  })
  return rowsOfFile(ctx, ids)
}

async function* rowsOfFile(ctx: StaffContext, ids: readonly string[]) {
  const { timeZone, locale } = ctx.studio
  const formats = { today: localDate(ctx.now, timeZone), locale }
  const fields = await listFields(ctx)
  yield [[...head, ...fields.map(({ name }) => name)]]
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    const [people, told, answers] = await Promise.all([
      listedPeople(ctx, some),
      toldOf(ctx, some),
      fields.length > 0 ? answersOf(ctx, some) : null,
    ])
    yield people.map((person): CsvCell[] => [
      ...[person.name, person.email, person.phone, person.tags, personLabel(person, formats).text],
      ...[person.plan?.name ?? '', person.levels ?? '', person.credits],
      person.lastVisitAt ? stampAt(person.lastVisitAt, timeZone) : '',
      person.next ? stamp(person.next.localStart) : '',
      person.joinedOn,
      ...(told.get(person.id) ?? []),
      ...fields.map(({ id }) => answers?.get(`${person.id} ${id}`) ?? ''),
    ])
  }
}

type Told = Record<
  | 'id'
  | 'preferredName'
  | 'pronouns'
  | 'birthDate'
  | 'address'
  | 'location'
  | 'emergencyName'
  | 'emergencyPhone'
  | 'barcode'
  | 'referrer'
  | 'guardians'
  | 'signIn',
  string
>

/** What the studio was told of each, by id, in the order of the columns. */
async function toldOf(
  { db, studio }: StaffContext,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.all<Told>(sql`
    SELECT person.id, person.preferred_name AS preferredName, person.pronouns,
      coalesce(person.birth_date, '') AS birthDate, person.address,
      coalesce((SELECT location.name FROM locations AS location
        WHERE location.id = person.home_location_id), '') AS location,
      person.emergency_name AS emergencyName, person.emergency_phone AS emergencyPhone,
      person.barcode, person.referrer,
      coalesce((SELECT group_concat(guardian.name, ', ') FROM guardians AS link
        JOIN people AS guardian ON guardian.id = link.guardian_id
        WHERE link.studio_id = person.studio_id AND link.dependant_id = person.id), '') AS guardians,
      CASE WHEN person.user_id IS NOT NULL THEN 'Signs in' WHEN person.email <> '' THEN 'Not yet'
        ELSE 'No login' END AS signIn
    FROM people AS person
    WHERE +person.studio_id = ${studio.id}
      AND person.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
  return new Map(rows.map(({ id, ...told }) => [id, Object.values(told)]))
}
