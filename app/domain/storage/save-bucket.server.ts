import { sql } from 'drizzle-orm'
import { changed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { Bucket } from './bucket-queries.server.ts'

type Wanted = Pick<Bucket, 'id' | 'public' | 'fileSizeLimit' | 'allowedMimeTypes'>

const typesText = (types: string[] | null) => (types === null ? null : JSON.stringify(types))

/** Makes a bucket. Refuses a name that is taken. */
export async function createBucket(
  { directory, nowMs }: { directory: DirectoryDb; nowMs: number },
  { id, public: open, fileSizeLimit, allowedMimeTypes }: Wanted,
): Promise<{ ok: true } | { ok: false; reason: 'exists' }> {
  const made = await directory.run(sql`
    INSERT INTO buckets (id, public, file_size_limit, allowed_mime_types, created_at_ms,
      updated_at_ms)
    VALUES (${id}, ${open ? 1 : 0}, ${fileSizeLimit}, ${typesText(allowedMimeTypes)},
      ${nowMs}, ${nowMs})
    ON CONFLICT (id) DO NOTHING`)
  return changed(made) > 0 ? { ok: true } : { ok: false, reason: 'exists' }
}

/**
 * Changes what a bucket takes and whether it is public; what is left out stays. False where there
 * is none such.
 */
export async function updateBucket(
  { directory, nowMs }: { directory: DirectoryDb; nowMs: number },
  { id, public: open, fileSizeLimit, allowedMimeTypes }: Pick<Wanted, 'id'> & Partial<Wanted>,
): Promise<boolean> {
  const isPublic = open === undefined ? null : Number(open)
  const changedRow = await directory.run(sql`
    UPDATE buckets SET updated_at_ms = ${nowMs},
      public = coalesce(${isPublic}, public),
      file_size_limit = ${fileSizeLimit === undefined ? sql`file_size_limit` : fileSizeLimit},
      allowed_mime_types
        = ${allowedMimeTypes === undefined ? sql`allowed_mime_types` : typesText(allowedMimeTypes)}
    WHERE id = ${id}`)
  return changed(changedRow) > 0
}
