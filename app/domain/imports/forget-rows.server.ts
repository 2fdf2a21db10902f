import { sql } from 'drizzle-orm'
import { type FileContext, forgetFile } from './imported-file.server.ts'

/** Deletes the files that someone came with: their row stands in them. Answers how many went. */
export async function forgetFilesOf(
  ctx: Pick<FileContext, 'db' | 'studio' | 'media'>,
  personId: string,
): Promise<number> {
  const files = await ctx.db.all<{ id: string; objectKey: string }>(sql`
    SELECT DISTINCT job.id, job.object_key AS objectKey FROM imported_people AS row
    JOIN people_imports AS job ON job.id = row.import_id AND job.object_key <> ''
    WHERE row.studio_id = ${ctx.studio.id} AND row.person_id = ${personId}`)
  for (const file of files) await forgetFile(ctx, file)
  return files.length
}
