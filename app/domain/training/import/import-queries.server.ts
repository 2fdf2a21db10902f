import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { importJobs } from '#app/db/studio/training.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import type { ImportView } from './import-words.ts'

export type ImportJob = typeof importJobs.$inferSelect

/** An import of the studio; a foreign id is none. */
export async function findImport(
  { db, studio }: StudioContext,
  importId: string,
): Promise<ImportJob | null> {
  const [job] = await db
    .select()
    .from(importJobs)
    .where(and(eq(importJobs.studioId, studio.id), eq(importJobs.id, importId)))
    .limit(1)
  return job ?? null
}

/** The newest imports that were not thrown away. */
function recentImportsStatement({ db, studio }: StudioContext): Statement<ImportJob[]> {
  return db
    .select()
    .from(importJobs)
    .where(and(eq(importJobs.studioId, studio.id), ne(importJobs.state, 'discarded')))
    .orderBy(desc(importJobs.createdAt), desc(importJobs.id))
    .limit(10)
}

export async function listRecentImports(ctx: StudioContext): Promise<ImportView[]> {
  const { jobs } = await batch(ctx.db, { jobs: recentImportsStatement(ctx) })
  return (jobs as ImportJob[]).map(toImportView)
}

/** Imports that were started and are not done. */
export async function listImportsUnderWay({
  db,
  studio,
}: StudioContext): Promise<{ id: string }[]> {
  return db
    .select({ id: importJobs.id })
    .from(importJobs)
    .where(and(eq(importJobs.state, 'committing'), eq(importJobs.studioId, studio.id)))
}

/** Whether a studio has imports under way. */
export const importsDue = ({ studio }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM import_jobs
    WHERE import_jobs.studio_id = ${studio} AND import_jobs.state = 'committing')`

/** What a page may know: everything but where the file waits. */
export function toImportView({
  objectKey: _,
  studioId: __,
  newState: ___,
  ...view
}: ImportJob): ImportView {
  return view
}
