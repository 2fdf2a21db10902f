import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import {
  auditStatement,
  lineWrittenSql,
  moveLinesStatement,
  rightAfterChange,
} from '#app/domain/audit/audit.server.ts'
import { settleTwinBookingsStatements } from '#app/domain/bookings/merge-bookings.server.ts'
import { mergeCoachingStatements } from '#app/domain/coaching/merge-coaching.server.ts'
import { tidyTiesStatement } from '#app/domain/families/tie-people.server.ts'
import { mergeGradingStatements } from '#app/domain/grading/merge-grading.server.ts'
import { personHappenedStatement } from '#app/domain/happenings/person-happenings.server.ts'
import { settleTwinLeads } from '#app/domain/leads/merge-leads.server.ts'
import { mergePersonStatements } from '#app/domain/people/merge-person-statements.server.ts'
import type { PersonRows } from '#app/domain/scope/person-rows.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { mergeStandsStatements } from '#app/domain/skills/stand-statement.server.ts'
import { moveInvitationsStatement } from '#app/domain/studios/end-place.server.ts'
import { mergeBestsStatements } from '#app/domain/training-log/bests/merge-bests.server.ts'
import { newId } from '#app/values/id.ts'
import { allPersonRows } from './all-person-rows.ts'
import { type MergePair, refusalConditions, refusalsSql } from './merge-guards.server.ts'
import type { MergeRefusal } from './merge-refusals.ts'

export type MergePeopleResult = { ok: true; again?: true } | { ok: false; reason: MergeRefusal }

/** The versions of the two records as the page that asked showed them. */
export type SeenVersions = { kept: number; gone: number }

/**
 * Makes two records of one human one: bookings, credits, notes, documents, family, wishes, leads and
 * what is owed go over to the one that is kept, in one batch. Skills and bests are worked out of what
 * both did. What the kept record did not know yet it takes from the other, and what both knew
 * differently is noted. The address of the other leads on, and an invitation of theirs is one to the
 * record that is kept. Twice is once. Refused where the two cannot be one (`merge-refusals.ts`), and
 * where either was changed since the page showed them.
 */
export async function mergePeople(
  ctx: StaffContext & { directory: DirectoryDb },
  pair: MergePair,
  seen: SeenVersions,
): Promise<MergePeopleResult> {
  const result = await mergeRecords(ctx, pair, seen)
  // Behind the merge, and once more where it was pressed again: an invitation nobody moved yet.
  if (result.ok)
    await batch(ctx.directory, {
      invitations: moveInvitationsStatement(ctx.directory, { studioId: ctx.studio.id, ...pair }),
    })
  return result
}

async function mergeRecords(
  ctx: StaffContext,
  pair: MergePair,
  seen: SeenVersions,
): Promise<MergePeopleResult> {
  const { db, studio } = ctx
  const { keptId, goneId } = pair
  if (keptId === goneId) return { ok: false, reason: 'same_person' }
  const lineId = newId()
  const done = lineWrittenSql(lineId)
  const refused = sql.join(Object.values(refusalConditions(ctx, pair)), sql` OR `)
  const merging = mergePersonStatements(ctx, pair, seen, sql`NOT (${refused})`, done)
  const { merged, found, refusals } = await batch(db, {
    refusals: db.all<{ codes: string }>(sql`SELECT ${refusalsSql(ctx, pair)} AS codes`),
    merged: merging.merged,
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'person.merged',
        subjectKind: 'person',
        subjectId: keptId,
        detail: { goneId },
      },
      rightAfterChange,
    ),
    ...settleTwinBookingsStatements(ctx, pair, done),
    ...(await settleTwinLeads(ctx, pair, done)),
    ...merging.after,
    ...mergeStandsStatements(ctx, pair, done),
    ...mergeBestsStatements(ctx, pair, done),
    ...mergeCoachingStatements(ctx, pair, done),
    ...mergeGradingStatements(ctx, pair, done),
    ...rowStatements(ctx, pair, done),
    ties: tidyTiesStatement(ctx, keptId, done),
    lines: moveLinesStatement(ctx, { kind: 'person', from: goneId, to: keptId }, done),
    news: personHappenedStatement(ctx, 'merged', keptId, done, { goneId }),
    found: db.all<{ id: string; mergedInto: string | null }>(sql`
      SELECT id, merged_into AS mergedInto FROM people
      WHERE studio_id = ${studio.id} AND id IN (${keptId}, ${goneId})`),
  })
  if (changed(merged) > 0) return { ok: true }
  if (found.length < 2) return { ok: false, reason: 'not_found' }
  if (found.some(({ id, mergedInto }) => id === goneId && mergedInto === keptId))
    return { ok: true, again: true }
  const codes = JSON.parse(refusals[0]?.codes ?? '[]') as (MergeRefusal | null)[]
  return { ok: false, reason: codes.find((code) => code !== null) ?? 'changed_meanwhile' }
}

/** Every row of the record that goes becomes one of the record that is kept. */
function rowStatements(
  { db, studio, now }: StaffContext,
  { keptId, goneId }: MergePair,
  done: SQL,
) {
  const each = ({ table, merge, once }: PersonRows, column: string) => {
    const [rows, id] = [sql.raw(table), sql.raw(column)]
    const own = sql`studio_id = ${studio.id} AND ${id} = ${goneId} AND ${done}`
    const name = `${table}.${column}`
    const ends = once && {
      [`${name}.once`]: db.run(sql`
        UPDATE ${rows} SET ${sql.raw(once.until)} = ${now}
        WHERE ${own} AND ${sql.raw(once.until)} IS NULL
          AND ${sql.raw(once.same)} IN (SELECT twin.${sql.raw(once.same)} FROM ${rows} AS twin
            WHERE twin.studio_id = ${studio.id} AND twin.${id} = ${keptId}
              AND twin.${sql.raw(once.until)} IS NULL)`),
    }
    return {
      ...ends,
      [name]:
        merge === 'first'
          ? db.run(sql`UPDATE OR IGNORE ${rows} SET ${id} = ${keptId} WHERE ${own}`)
          : db.run(sql`UPDATE ${rows} SET ${id} = ${keptId} WHERE ${own}`),
      [`${name}.rest`]: merge === 'first' ? db.run(sql`DELETE FROM ${rows} WHERE ${own}`) : null,
    }
  }
  return Object.assign(
    {},
    ...allPersonRows
      .filter(({ merge }) => merge !== 'stay')
      .flatMap((rows) => rows.columns.map((column) => each(rows, column))),
  ) as Record<string, ReturnType<typeof db.run> | null>
}
