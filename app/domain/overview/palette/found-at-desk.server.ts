import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { clockTime } from '#app/values/wording.ts'
import { addDays, localDate } from '#app/values/zone.ts'

/** One thing the desk's search leads to; `note` tells two of one name apart. */
export type FoundPlace = {
  kind: 'person' | 'class' | 'plan' | 'package' | 'invoice'
  name: string
  note: string
  path: string
}

/** So many of each kind; anything else is found by more of its name. */
const most = 8

/**
 * People, today's classes, plans and packages on sale, and invoices that what was typed names, each
 * kind only for a role that may open it; where more people match, a last line leads to their list. One
 * trip; nothing for fewer than two characters.
 */
export async function foundAtDesk(ctx: StaffContext, asked: string): Promise<FoundPlace[]> {
  const { db, studio, actor, now } = ctx
  const q = asked.trim()
  if (q.length < 2) return []
  const today = localDate(now, studio.timeZone)
  const bills = may(actor.role, 'invoices:read')
  const offers = may(actor.role, 'offers:write')
  const named = (column: string) => sql`instr(lower(${sql.raw(column)}), lower(${q})) > 0`
  const number = /^\D{0,12}?(\d{1,9})$/.exec(q)?.[1] ?? null
  const allowed = (yes: boolean) => (yes ? sql`1` : sql`0`)
  const rows = await batch(db, {
    people: db.all<{ id: string; name: string; note: string }>(sql`
      SELECT person.id, person.name,
        CASE WHEN person.email <> '' THEN person.email ELSE person.phone END AS note
      FROM people AS person WHERE ${foundAtDeskSql(ctx, q, most + 1)}`),
    classes: db.all<{ id: string; name: string; localStart: string; cancelled: number }>(sql`
      SELECT o.id, class_type.name, o.local_start AS localStart, o.state = 'cancelled' AS cancelled
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${today}
        AND o.local_start < ${addDays(today, 1)} AND o.state NOT IN ('draft','held')
        AND ${named('class_type.name')} ORDER BY o.local_start, o.id LIMIT ${most}`),
    plans: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM plans WHERE studio_id = ${studio.id} AND ${allowed(offers)}
        AND archived_at IS NULL AND ${named('name')} ORDER BY name, id LIMIT ${most}`),
    packages: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM packages WHERE studio_id = ${studio.id} AND ${allowed(offers)}
        AND archived_at IS NULL AND bundle_id IS NULL AND ${named('name')} ORDER BY name, id LIMIT ${most}`),
    invoices: db.all<{ id: string; number: number; name: string }>(sql`
      SELECT bill.id, bill.number, person.name FROM invoices AS bill
      JOIN people AS person ON person.id = bill.person_id
      WHERE bill.studio_id = ${studio.id} AND bill.kind = 'invoice' AND bill.number = ${number}
        AND ${allowed(bills)} LIMIT 1`),
  })
  const allPeople = {
    kind: 'person' as const,
    name: 'All people who match',
    note: 'In the list of people',
    path: paths.manageMembers(studio, { q }),
  }
  return [
    ...rows.people.slice(0, most).map(({ id, name, note }) => ({
      kind: 'person' as const,
      name,
      note,
      path: paths.managePerson(studio, id),
    })),
    ...(rows.people.length > most ? [allPeople] : []),
    ...rows.classes.map(({ id, name, localStart, cancelled }) => ({
      kind: 'class' as const,
      name,
      path: paths.manageClass(studio, id),
      note: `Today ${clockTime(localStart, studio.locale)}${cancelled ? ', cancelled' : ''}`,
    })),
    ...rows.plans.map(({ id, name }) => ({
      kind: 'plan' as const,
      name,
      note: 'Membership',
      path: paths.managePlan(studio, id),
    })),
    ...rows.packages.map(({ id, name }) => ({
      kind: 'package' as const,
      name,
      note: 'Package',
      path: paths.managePackage(studio, id),
    })),
    ...rows.invoices.map(({ id, number, name }) => ({
      kind: 'invoice' as const,
      name: `Invoice ${number}`,
      note: name,
      path: paths.manageInvoice(studio, id),
    })),
  ]
}
