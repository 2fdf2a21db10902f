/** Putting files in a studio's library, and changing what is said of them. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { freeFilmingPlace } from '#app/domain/storage/filming-place.ts'
import {
  announcedSql,
  arrivedStatement,
  putBytes,
} from '#app/domain/storage/stray-objects.server.ts'
import { withoutMetadata } from '#app/domain/storage/without-metadata.ts'
import { foldName } from '#app/values/text/fold.ts'
import type { FileForm, UploadForm } from './file-form.ts'
import { largestFileBytes, quotaBytes, typeOfFile } from './judge-file.ts'
import { keptBytesSql } from './kept-bytes.server.ts'

export type Sent = { name: string; bytes: Uint8Array<ArrayBuffer> }
type FilesContext = StaffContext & { media: R2Bucket }

export type FileRefusal =
  | 'too_large'
  | 'type_not_allowed'
  | 'quota_full'
  | 'no_such_folder'
  | 'no_such_person'
  | 'signed'
  | 'not_found'
  | 'changed'

const hexOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

const searchOf = (...parts: string[]) => foldName(parts.join(' '))

const roomSql = (studioId: string, bytes: number): SQL =>
  sql`${keptBytesSql(studioId)} + ${bytes} <= ${quotaBytes}`

const folderSql = (studioId: string, folderId: string): SQL =>
  sql`(${folderId} = '' OR EXISTS (SELECT 1 FROM file_folders
    WHERE studio_id = ${studioId} AND id = ${folderId}))`

const personSql = (studioId: string, personId: string | null): SQL =>
  personId === null
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM people WHERE studio_id = ${studioId} AND id = ${personId})`

/** Judges a file: its type, or why it is not kept. */
function judged({
  name,
  bytes,
}: Sent): { type: string } | { reason: 'too_large' | 'type_not_allowed' } {
  if (bytes.length > largestFileBytes) return { reason: 'too_large' }
  const type = typeOfFile(name, bytes)
  return type ? { type } : { reason: 'type_not_allowed' }
}

/**
 * A picture or video without where and by whom it was taken, as everywhere; a signed paper and music
 * stay as they came.
 */
async function withoutPlace(sent: Sent, type: string): Promise<Sent> {
  const bytes = withoutMetadata(sent.bytes)
  if (type === 'video/mp4') await freeFilmingPlace(bytes)
  return { ...sent, bytes }
}

/**
 * Adds a file under the form's key, called as it was called where it came from. Refused above 25 MB,
 * for content that is not on the list, into a folder that is none, for a person who is none, and
 * where the studio's room is used up. Twice is once: the second sending finds the file.
 */
export async function addFile(
  ctx: FilesContext,
  { key, folderId, tags, licence, audience, personId: whom, signed }: UploadForm,
  chosen: Sent,
): Promise<{ ok: true } | { ok: false; reason: FileRefusal }> {
  const { db, studio, now, actor } = ctx
  const kind = judged(chosen)
  if ('reason' in kind) return { ok: false, reason: kind.reason }
  const sent = signed ? chosen : await withoutPlace(chosen, kind.type)
  const there = await db.all(
    sql`SELECT 1 FROM files WHERE studio_id = ${studio.id} AND id = ${key}`,
  )
  if (there.length > 0) return { ok: true }
  const personId = audience === 'person' ? whom : null
  const name = sent.name.split(/[/\\]/).at(-1)?.slice(0, 120) || 'File'
  const objectKey = await putBytes(ctx, sent.bytes, kind.type)
  const room = roomSql(studio.id, sent.bytes.length)
  const [folder, person] = [folderSql(studio.id, folderId), personSql(studio.id, personId)]
  const named = sql`EXISTS (SELECT 1 FROM file_versions
    WHERE studio_id = ${studio.id} AND file_id = ${key} AND object_key = ${objectKey})`
  const { added, facts } = await batch(db, {
    facts: db.all<{ room: number; folder: number; person: number }>(sql`
      SELECT ${room} AS room, ${folder} AS folder, ${person} AS person`),
    added: db.run(sql`
      INSERT INTO files (id, studio_id, folder_id, name, tags, licence, audience, person_id, signed,
        search, created_by, created_at, updated_at)
      SELECT ${key}, ${studio.id}, ${folderId}, ${name}, ${tags}, ${licence}, ${audience},
        ${personId}, ${signed ? 1 : 0}, ${searchOf(name, tags, licence)}, ${actor.name}, ${now},
        ${now}
      WHERE ${room} AND ${folder} AND ${person} AND ${announcedSql(objectKey)}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'file.added',
        subjectKind: 'file',
        subjectId: key,
        detail: { name, audience, bytes: sent.bytes.length },
      },
      rightAfterChange,
    ),
    version: db.run(sql`
      INSERT INTO file_versions (studio_id, file_id, number, object_key, content_type, bytes, hash,
        original_name, created_by, created_at)
      SELECT ${studio.id}, ${key}, 1, ${objectKey}, ${kind.type}, ${sent.bytes.length},
        ${await hexOf(sent.bytes)}, ${name}, ${actor.name}, ${now}
      WHERE EXISTS (SELECT 1 FROM files WHERE studio_id = ${studio.id} AND id = ${key})
      ON CONFLICT DO NOTHING`),
    arrived: arrivedStatement(db, objectKey, named),
  })
  if (changed(added) > 0) return { ok: true }
  const [fact] = facts
  if (!fact?.folder) return { ok: false, reason: 'no_such_folder' }
  if (!fact.person) return { ok: false, reason: 'no_such_person' }
  return fact.room ? { ok: true } : { ok: false, reason: 'quota_full' }
}

/**
 * Puts newer bytes in a file; what was there stays as an earlier version. The same bytes again make
 * none. Refused as a new file is, and for a signed paper.
 */
export async function addVersion(
  ctx: FilesContext,
  fileId: string,
  chosen: Sent,
): Promise<{ ok: true; again?: true } | { ok: false; reason: FileRefusal }> {
  const { db, studio, now, actor } = ctx
  const kind = judged(chosen)
  if ('reason' in kind) return { ok: false, reason: kind.reason }
  const sent = await withoutPlace(chosen, kind.type)
  const hash = await hexOf(sent.bytes)
  const own = sql`studio_id = ${studio.id} AND id = ${fileId}`
  const [file] = await db.all<{ signed: number; hash: string }>(sql`
    SELECT file.signed, version.hash FROM files AS file
    JOIN file_versions AS version ON version.studio_id = file.studio_id
      AND version.file_id = file.id AND version.number = file.newest
    WHERE file.studio_id = ${studio.id} AND file.id = ${fileId}`)
  if (!file) return { ok: false, reason: 'not_found' }
  if (file.signed) return { ok: false, reason: 'signed' }
  if (file.hash === hash) return { ok: true, again: true }
  const objectKey = await putBytes(ctx, sent.bytes, kind.type)
  const name = sent.name.split(/[/\\]/).at(-1)?.slice(0, 120) || 'File'
  const { raised } = await batch(db, {
    raised: db.run(sql`
      UPDATE files SET newest = newest + 1, updated_at = ${now}, version = version + 1
      WHERE ${own} AND signed = 0 AND ${roomSql(studio.id, sent.bytes.length)}
        AND ${announcedSql(objectKey)}`),
    audit: auditStatement(
      ctx,
      { action: 'file.version', subjectKind: 'file', subjectId: fileId, detail: { name } },
      rightAfterChange,
    ),
    version: db.run(sql`
      INSERT INTO file_versions (studio_id, file_id, number, object_key, content_type, bytes, hash,
        original_name, created_by, created_at)
      SELECT ${studio.id}, ${fileId}, file.newest, ${objectKey}, ${kind.type}, ${sent.bytes.length},
        ${hash}, ${name}, ${actor.name}, ${now}
      FROM files AS file WHERE ${own} ON CONFLICT DO NOTHING`),
    arrived: arrivedStatement(
      db,
      objectKey,
      sql`EXISTS (SELECT 1 FROM file_versions
        WHERE studio_id = ${studio.id} AND file_id = ${fileId} AND object_key = ${objectKey})`,
    ),
  })
  return changed(raised) > 0 ? { ok: true } : { ok: false, reason: 'quota_full' }
}

/** Changes what is said of a file that was opened at `version`. Refused over someone else's edit. */
export async function changeFile(
  ctx: StaffContext,
  fileId: string,
  { name, folderId, tags, licence, audience, personId: whom, version }: FileForm,
): Promise<{ ok: true } | { ok: false; reason: FileRefusal }> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${fileId}`
  const personId = audience === 'person' ? whom : null
  const columns = sql`name, folder_id, tags, licence, audience, person_id`
  const values = sql`${name}, ${folderId}, ${tags}, ${licence}, ${audience}, ${personId}`
  const [folder, person] = [folderSql(studio.id, folderId), personSql(studio.id, personId)]
  const { saved, there, facts } = await batch(db, {
    facts: db.all<{ folder: number; person: number }>(
      sql`SELECT ${folder} AS folder, ${person} AS person`,
    ),
    saved: db.run(sql`
      UPDATE files SET (${columns}) = (${values}), search = ${searchOf(name, tags, licence)},
        updated_at = ${now}, version = version + 1
      WHERE ${own} AND version = ${version} AND (${columns}) IS NOT (${values})
        AND ${folder} AND ${person}`),
    audit: auditStatement(
      ctx,
      {
        action: 'file.changed',
        subjectKind: 'file',
        subjectId: fileId,
        detail: { name, audience, personId },
      },
      rightAfterChange,
    ),
    there: db.all<{ version: number; same: number }>(
      sql`SELECT version, (${columns}) IS (${values}) AS same FROM files WHERE ${own}`,
    ),
  })
  const [row] = there
  if (changed(saved) > 0 || row?.same === 1) return { ok: true }
  if (!row) return { ok: false, reason: 'not_found' }
  if (!facts[0]?.folder) return { ok: false, reason: 'no_such_folder' }
  if (!facts[0]?.person) return { ok: false, reason: 'no_such_person' }
  return { ok: false, reason: 'changed' }
}

/**
 * Deletes a file with its versions, links and shares; the sweep deletes the bytes. Nothing signed
 * is ever deleted: neither a signed paper nor what somebody signed here, whose id is refused the
 * same way (`signed`).
 */
export async function removeFile(
  ctx: StaffContext,
  fileId: string,
): Promise<{ ok: true } | { ok: false; reason: 'signed' | 'not_found' }> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${fileId}`
  const { gone, kept } = await batch(db, {
    gone: db.run(sql`DELETE FROM files WHERE ${own} AND signed = 0`),
    audit: auditStatement(
      ctx,
      { action: 'file.removed', subjectKind: 'file', subjectId: fileId },
      rightAfterChange,
    ),
    kept: db.all(sql`
      SELECT 1 FROM files WHERE ${own} UNION ALL
      SELECT 1 FROM signatures WHERE studio_id = ${studio.id} AND id = ${fileId}`),
  })
  if (changed(gone) > 0) return { ok: true }
  return { ok: false, reason: kept.length > 0 ? 'signed' : 'not_found' }
}
