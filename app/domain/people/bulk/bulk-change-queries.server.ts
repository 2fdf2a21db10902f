import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { type ListContext, peopleWhere } from '../list/people-where.server.ts'
import { readFilters } from '../list/person-filters.ts'
import { outcomeSql } from './bulk-sql.server.ts'
import type { BulkAct, BulkChange, OutcomeCount } from './bulk-words.ts'

/** Whom a form is for: `p` by id, or all whom `filters`, the list's address, leaves. */
export type Chosen = {
  p: readonly string[]
  all?: '1' | '' | undefined
  filters?: string | undefined
}

/** A condition over `people AS person`. */
export function chosenSql(ctx: ListContext, { p, all, filters = '' }: Chosen): SQL {
  if (all) return peopleWhere(ctx, readFilters(new URLSearchParams(filters)))
  return sql`+person.studio_id = ${ctx.studio.id}
    AND person.id IN (SELECT value FROM json_each(${JSON.stringify(p)}))`
}

const columns = sql`id, act, state, detail, actor_id AS actorId, actor_name AS actorName,
  created_at AS createdAt, finished_at AS finishedAt,
  (SELECT json_object('userId', audit.actor_id, 'name', audit.actor_name)
    FROM audit_entries AS audit
    WHERE audit.id = 'undo-' || bulk_changes.id) AS undoer`

type Row = Omit<BulkChange, 'detail' | 'undoer'> & { detail: string; undoer: string | null }
const changeOf = (row: Row): BulkChange => ({
  ...row,
  detail: JSON.parse(row.detail) as BulkChange['detail'],
  undoer: row.undoer === null ? null : (JSON.parse(row.undoer) as BulkChange['undoer']),
})

/** A bulk change of the studio; a foreign id is none. */
export async function findBulkChange(
  { db, studio }: StudioContext,
  bulkId: string,
): Promise<BulkChange | null> {
  const [row] = await db.all<Row>(
    sql`SELECT ${columns} FROM bulk_changes WHERE studio_id = ${studio.id} AND id = ${bulkId}`,
  )
  return row ? changeOf(row) : null
}

/** Changes that were begun and are neither done nor taken back. */
export async function listBulkChangesUnderWay(ctx: StudioContext): Promise<{ id: string }[]> {
  return ctx.db.all<{ id: string }>(
    sql`SELECT id FROM bulk_changes WHERE ${underWaySql(lookAt(ctx))}`,
  )
}

const underWaySql = ({ studio }: Look): SQL =>
  sql`bulk_changes.studio_id = ${studio} AND bulk_changes.state IN ('running','undoing')`

/** Whether a studio has changes of many people under way. */
export const bulkChangesDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM bulk_changes WHERE ${underWaySql(look)})`

const namesShown = 12

/**
 * The form of a bulk change: how many it is for, some of their names, and who would be left out.
 */
export async function bulkFormPage(ctx: ListContext, act: BulkAct, chosen: Chosen) {
  const { db, studio } = ctx
  const where = chosenSql(ctx, chosen)
  const nextTags = (last: SQL) =>
    sql`(SELECT min(person.tags) FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.tags <> '' AND person.tags > ${last})`
  const { outcomes, names, recent, tags } = await batch(db, {
    outcomes: db.all<OutcomeCount>(
      sql`SELECT ${outcomeSql(ctx, act, {})} AS outcome, count(*) AS n FROM people AS person
        WHERE ${where} GROUP BY 1`,
    ),
    names: db.all<{ name: string }>(
      sql`SELECT person.name FROM people AS person WHERE ${where} ORDER BY person.name
        LIMIT ${namesShown}`,
    ),
    recent: db.all<Row>(
      sql`SELECT ${columns} FROM bulk_changes WHERE studio_id = ${studio.id}
        ORDER BY created_at DESC LIMIT 5`,
    ),
    tags: db.all<{ tags: string }>(
      // From one to the next one in the index: however many people have it, it is read once.
      sql`WITH RECURSIVE each(tags) AS (SELECT ${nextTags(sql`''`)}
          UNION ALL SELECT ${nextTags(sql`each.tags`)} FROM each WHERE each.tags IS NOT NULL)
        SELECT tags FROM each WHERE tags IS NOT NULL LIMIT 200`,
    ),
  })
  return {
    outcomes,
    total: outcomes.reduce((sum, { n }) => sum + n, 0),
    names: names.map(({ name }) => name),
    recent: recent.map(changeOf),
    tags: [...new Set(tags.flatMap((row) => row.tags.split(', ')))].sort().slice(0, 60),
  }
}

/** How far a change is, and whom it left out. Null for another studio's id. */
export async function bulkChangePage(ctx: StudioContext, bulkId: string) {
  const { db, studio } = ctx
  const own = sql`target.studio_id = ${studio.id} AND target.bulk_id = ${bulkId}`
  const { found, outcomes, leftOut, accepted } = await batch(db, {
    found: db.all<Row>(
      sql`SELECT ${columns} FROM bulk_changes WHERE studio_id = ${studio.id} AND id = ${bulkId}`,
    ),
    outcomes: db.all<OutcomeCount>(
      sql`SELECT target.outcome, count(*) AS n FROM bulk_targets AS target WHERE ${own}
        GROUP BY target.outcome`,
    ),
    leftOut: db.all<{ id: string; name: string; outcome: string }>(sql`
      SELECT person.id, person.name, target.outcome FROM bulk_targets AS target
      JOIN people AS person ON person.id = target.person_id
      WHERE ${own} AND target.outcome NOT IN ('changed','same','undone')
      ORDER BY person.name LIMIT 50`),
    // Of those who were invited: who signs in by now.
    accepted: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM bulk_changes AS bulk
      CROSS JOIN bulk_targets AS target ON target.studio_id = bulk.studio_id
        AND target.bulk_id = bulk.id AND target.outcome = 'changed'
      CROSS JOIN people AS person ON person.id = target.person_id AND person.user_id IS NOT NULL
      WHERE bulk.studio_id = ${studio.id} AND bulk.id = ${bulkId} AND bulk.act = 'invite'`),
  })
  const [row] = found
  return row ? { change: changeOf(row), outcomes, leftOut, accepted: accepted[0]?.n ?? 0 } : null
}
