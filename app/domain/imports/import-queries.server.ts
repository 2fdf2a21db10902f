import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { peopleImports } from '#app/db/studio/imports.ts'
import { inviteOutcomeSql } from '#app/domain/people/bulk/invite-in-bulk.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { addMinutes } from '#app/values/instant.ts'
import { isHoldingKind } from './columns.ts'
import { holdingStaysSql } from './holdings/holding-stays.server.ts'
import { type ImportedSignIns, keptDays, rollBackDays } from './import-words.ts'
import { leadStayReasonSql, leadStaysSql, stayReasonSql, usedSql } from './used-since.server.ts'

export type PeopleImport = typeof peopleImports.$inferSelect

/** An import of the studio; a foreign id is none. */
export async function findPeopleImport(
  { db, studio }: StudioContext,
  importId: string,
): Promise<PeopleImport | null> {
  const [found] = await db
    .select()
    .from(peopleImports)
    .where(and(eq(peopleImports.studioId, studio.id), eq(peopleImports.id, importId)))
    .limit(1)
  return found ?? null
}

/** The newest imports that were not thrown away. */
export function listPeopleImports({ db, studio }: StudioContext): Promise<PeopleImport[]> {
  return db
    .select()
    .from(peopleImports)
    .where(and(eq(peopleImports.studioId, studio.id), ne(peopleImports.state, 'discarded')))
    .orderBy(desc(peopleImports.createdAt), desc(peopleImports.id))
    .limit(10)
}

const underWay = sql`state IN ('committing', 'rolling_back')`

/** Files whose time is over: what nobody committed after a week, the rest after 30 days. */
const overSql = (now: string): SQL => sql`object_key <> '' AND (
  (state IN ('uploaded', 'mapped', 'dry_run') AND created_at < ${addMinutes(now, -keptDays * 1_440)})
  OR (state IN ('committed', 'rolled_back', 'discarded')
    AND created_at < ${addMinutes(now, -rollBackDays * 1_440)}))`

/** Whether a studio has imports to go on with, or files to delete. */
export const peopleImportsDue = ({ studio, now }: Look): SQL => sql`EXISTS (
  SELECT 1 FROM people_imports WHERE people_imports.studio_id = ${studio}
    AND (${underWay} OR ${overSql(now)}))`

export async function listDueImports({
  db,
  studio,
  now,
}: StudioContext): Promise<{ id: string; state: PeopleImport['state']; objectKey: string }[]> {
  return db.all(sql`
    SELECT id, state, object_key AS objectKey FROM people_imports
    WHERE studio_id = ${studio.id} AND (${underWay} OR ${overSql(now)})`)
}

export type RollBackPreview = {
  added: number
  stay: { id: string; name: string; why: string }[]
  staying: number
}

/** Whom a roll-back would remove and who would stay, with why; at most 100 by name. */
export async function rollBackPreview(
  { db, studio }: StudioContext,
  importId: string,
  kind: PeopleImport['kind'] = 'people',
): Promise<RollBackPreview> {
  const { stays, why } = staysOf(kind)
  const id = kind === 'leads' ? sql`imported.lead_id` : sql`person.id`
  const of = sql`imported_people AS imported CROSS JOIN people AS person
      ON person.id = imported.person_id AND person.studio_id = ${studio.id}
    WHERE imported.studio_id = ${studio.id} AND imported.import_id = ${importId}
      AND imported.outcome IN ('added', 'stayed')`
  const [counts] = await db.all<{ added: number; staying: number }>(sql`
    SELECT count(*) AS added, count(*) FILTER (WHERE ${stays}) AS staying FROM ${of}`)
  const { added = 0, staying = 0 } = counts ?? {}
  const stay =
    staying === 0
      ? []
      : await db.all<RollBackPreview['stay'][number]>(sql`
          SELECT ${id} AS id, person.name, ${why} AS why FROM ${of} AND ${stays}
          ORDER BY person.name LIMIT 100`)
  return { added, stay, staying }
}

function staysOf(kind: PeopleImport['kind']): { stays: SQL; why: SQL } {
  if (isHoldingKind(kind)) {
    const why = holdingStaysSql(kind)
    return { stays: sql`${why} IS NOT NULL`, why }
  }
  return kind === 'leads'
    ? { stays: leadStaysSql(), why: leadStayReasonSql() }
    : { stays: usedSql(), why: stayReasonSql() }
}

/** How many rows of an import came to what. */
export async function countOutcomes(
  { db, studio }: StudioContext,
  importId: string,
): Promise<Record<string, number>> {
  const rows = await db.all<{ outcome: string; n: number }>(sql`
    SELECT outcome, count(*) AS n FROM imported_people
    WHERE studio_id = ${studio.id} AND import_id = ${importId} GROUP BY outcome`)
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]))
}

/** How far the people whom a file added are with signing in. */
export async function countSignIns(
  ctx: StudioContext,
  importId: string,
): Promise<ImportedSignIns | null> {
  const { db, studio } = ctx
  const [counts] = await db.all<ImportedSignIns>(sql`
    SELECT count(*) FILTER (WHERE ${inviteOutcomeSql(ctx)} = 'changed') AS invitable,
      count(*) FILTER (WHERE person.user_id IS NULL AND person.invited_at IS NOT NULL) AS invited,
      count(*) FILTER (WHERE person.user_id IS NOT NULL) AS has
    FROM imported_people AS imported CROSS JOIN people AS person ON person.id = imported.person_id
    WHERE imported.studio_id = ${studio.id} AND imported.import_id = ${importId}
      AND imported.outcome = 'added'`)
  return counts ?? null
}
