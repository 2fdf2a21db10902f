/** Folders, what files are attached to, and the links that open one without signing in. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { FileLinkKind } from '#app/db/studio/day/files-words.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'

/** Adds a folder. Refused where its parent is none (`not_found`), or has one of that name. */
export async function addFolder(
  ctx: StaffContext,
  { name, parentId }: { name: string; parentId: string },
): Promise<'added' | 'name_taken' | 'not_found'> {
  const { db, studio, now } = ctx
  const within = sql`(${parentId} = '' OR EXISTS (SELECT 1 FROM file_folders
    WHERE studio_id = ${studio.id} AND id = ${parentId}))`
  const { added, parent } = await batch(db, {
    added: db.run(sql`
      INSERT INTO file_folders (id, studio_id, parent_id, name, created_at)
      SELECT ${newId()}, ${studio.id}, ${parentId}, ${name}, ${now} WHERE ${within}
      ON CONFLICT DO NOTHING`),
    parent: db.all<{ there: number }>(sql`SELECT ${within} AS there`),
  })
  if (changed(added) > 0) return 'added'
  return parent[0]?.there ? 'name_taken' : 'not_found'
}

/** Deletes an empty folder; false while something is in it. */
export async function removeFolder(ctx: StaffContext, folderId: string): Promise<boolean> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id}`
  const gone = await db.run(sql`
    DELETE FROM file_folders WHERE ${own} AND id = ${folderId}
      AND NOT EXISTS (SELECT 1 FROM files WHERE ${own} AND folder_id = ${folderId})
      AND NOT EXISTS (SELECT 1 FROM file_folders AS inner_folder
        WHERE inner_folder.studio_id = ${studio.id} AND inner_folder.parent_id = ${folderId})`)
  return changed(gone) > 0
}

const tableOf = { class_type: 'class_types', course: 'courses', person: 'people' } as const

/** Attaches a file to a class, a course or a person of the studio. False for anything else. */
export async function attachFile(
  ctx: StaffContext,
  fileId: string,
  { kind, ref }: { kind: FileLinkKind; ref: string },
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { there } = await batch(db, {
    added: db.run(sql`
      INSERT INTO file_links (studio_id, file_id, kind, ref, created_at)
      SELECT ${studio.id}, file.id, ${kind}, target.id, ${now}
      FROM files AS file JOIN ${sql.raw(tableOf[kind])} AS target
        ON target.studio_id = file.studio_id AND target.id = ${ref}
      WHERE file.studio_id = ${studio.id} AND file.id = ${fileId} ON CONFLICT DO NOTHING`),
    there: db.all(sql`
      SELECT 1 FROM file_links WHERE studio_id = ${studio.id} AND file_id = ${fileId}
        AND kind = ${kind} AND ref = ${ref}`),
  })
  return there.length > 0
}

/** Takes a file off what it was attached to; the file stays. */
export async function detachFile(
  { db, studio }: StudioContext,
  fileId: string,
  { kind, ref }: { kind: FileLinkKind; ref: string },
): Promise<void> {
  await db.run(sql`
    DELETE FROM file_links WHERE studio_id = ${studio.id} AND file_id = ${fileId}
      AND kind = ${kind} AND ref = ${ref}`)
}

const hashOf = async (token: string) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/**
 * Makes a link that opens the newest version of a file for so many days. The secret is answered
 * once and kept as a hash. Null for a file that is none.
 */
export async function shareFile(
  ctx: StaffContext,
  fileId: string,
  days: number,
): Promise<{ token: string; expiresAt: Instant } | null> {
  const { db, studio, now, actor } = ctx
  const token = randomCharacters(32)
  const expiresAt = addMinutes(now, days * 1_440)
  const { added } = await batch(db, {
    added: db.run(sql`
      INSERT INTO file_shares (id, studio_id, file_id, token_hash, expires_at, created_by,
        created_at)
      SELECT ${newId()}, ${studio.id}, file.id, ${await hashOf(token)}, ${expiresAt},
        ${actor.name}, ${now}
      FROM files AS file WHERE file.studio_id = ${studio.id} AND file.id = ${fileId}`),
    audit: auditStatement(
      ctx,
      { action: 'file.shared', subjectKind: 'file', subjectId: fileId, detail: { days } },
      rightAfterChange,
    ),
  })
  return changed(added) > 0 ? { token, expiresAt } : null
}

/** Ends a share link before its time. */
export async function endShare(ctx: StaffContext, fileId: string, shareId: string): Promise<void> {
  const { db, studio, now } = ctx
  await batch(db, {
    ended: db.run(sql`
      UPDATE file_shares SET ended_at = ${now}
      WHERE studio_id = ${studio.id} AND file_id = ${fileId} AND id = ${shareId}
        AND ended_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'file.share_ended', subjectKind: 'file', subjectId: fileId },
      rightAfterChange,
    ),
  })
}

/** What a share link leads to, and until when. Null after its end, and for one that is none. */
export async function findShare({ db, studio, now }: StudioContext, token: string) {
  const [share] = await db.all<{ name: string; bytes: number; expiresAt: Instant }>(sql`
    SELECT file.name, version.bytes, share.expires_at AS expiresAt
    FROM file_shares AS share JOIN files AS file ON file.id = share.file_id
    JOIN file_versions AS version ON version.studio_id = file.studio_id
      AND version.file_id = file.id AND version.number = file.newest
    WHERE share.studio_id = ${studio.id} AND share.token_hash = ${await hashOf(token)}
      AND share.ended_at IS NULL AND share.expires_at > ${now}`)
  return share ?? null
}

/** What a share link opens, counted. Null after its end, and for a link that is none. */
export async function openShare(
  { db, studio, now }: StudioContext,
  token: string,
): Promise<StoredFile | null> {
  const hash = await hashOf(token)
  const { file } = await batch(db, {
    counted: db.run(sql`
      UPDATE file_shares SET opened = opened + 1 WHERE studio_id = ${studio.id}
        AND token_hash = ${hash} AND ended_at IS NULL AND expires_at > ${now}`),
    file: db.all<StoredFile>(sql`
      SELECT file.name, version.object_key AS objectKey, version.content_type AS contentType,
        version.bytes
      FROM file_shares AS share JOIN files AS file ON file.id = share.file_id
      JOIN file_versions AS version ON version.studio_id = file.studio_id
        AND version.file_id = file.id AND version.number = file.newest
      WHERE share.studio_id = ${studio.id} AND share.token_hash = ${hash}
        AND share.ended_at IS NULL AND share.expires_at > ${now}`),
  })
  return file[0] ?? null
}

/** What a download needs of a file. */
export type StoredFile = { name: string; objectKey: string; contentType: string; bytes: number }
