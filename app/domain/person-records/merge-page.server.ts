import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type PersonRow, personStatement } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { refusalsSql } from './merge-guards.server.ts'
import type { MergeRefusal } from './merge-refusals.ts'

/** What hangs on a record, in numbers. */
export type RecordCounts = {
  bookings: number
  credits: number
  memberships: number
  notes: number
  documents: number
  family: number
  leads: number
  openItems: number
}

export type ComparedRecord = PersonRow & RecordCounts

const counted = [
  ['bookings', 'bookings'],
  ['memberships', 'memberships'],
  ['notes', 'person_notes'],
  ['documents', 'signatures'],
  ['leads', 'leads'],
] as const

/**
 * Two records side by side, and why the second cannot go into the first; null where one of them is
 * none of the studio's.
 */
export async function mergePage(
  ctx: StudioContext,
  keptId: string,
  goneId: string,
): Promise<{ kept: ComparedRecord; gone: ComparedRecord; refusal: MergeRefusal | null } | null> {
  const { db, studio } = ctx
  const countsOf = (id: string) =>
    db.all<RecordCounts>(sql`SELECT ${sql.join(
      counted.map(
        ([name, table]) => sql`(SELECT count(*) FROM ${sql.raw(table)}
          WHERE studio_id = ${studio.id} AND person_id = ${id}) AS ${sql.raw(name)}`,
      ),
      sql`, `,
    )},
      (SELECT coalesce(sum(amount), 0) FROM entries
        WHERE studio_id = ${studio.id} AND person_id = ${id}) AS credits,
      (SELECT count(*) FROM guardians
        WHERE studio_id = ${studio.id} AND (guardian_id = ${id} OR dependant_id = ${id})) AS family,
      (SELECT count(*) FROM open_items
        WHERE studio_id = ${studio.id} AND person_id = ${id} AND state = 'open') AS openItems`)
  const answer = await batch(db, {
    kept: personStatement(ctx, keptId),
    gone: personStatement(ctx, goneId),
    keptCounts: countsOf(keptId),
    goneCounts: countsOf(goneId),
    refusals: db.all<{ codes: string }>(
      sql`SELECT ${refusalsSql(ctx, { keptId, goneId })} AS codes`,
    ),
  })
  const [kept, gone] = [answer.kept[0], answer.gone[0]]
  if (!kept || !gone) return null
  const codes = JSON.parse(answer.refusals[0]?.codes ?? '[]') as (MergeRefusal | null)[]
  return {
    kept: { ...kept, ...answer.keptCounts[0]! },
    gone: { ...gone, ...answer.goneCounts[0]! },
    refusal: codes.find((code) => code !== null) ?? null,
  }
}
