/** Reads of a studio's files: the list, one file, what a member may see. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { FileAudience, FileLinkKind } from '#app/db/studio/day/files-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Instant } from '#app/values/instant.ts'
import { foldName } from '#app/values/text/fold.ts'
import type { StoredFile } from './folders-and-links.server.ts'
import { keptBytesSql } from './kept-bytes.server.ts'

/** What a role at work may see of `file`: the front desk nothing that is the coaches'. */
export const seenByStaffSql = (role: Role): SQL =>
  role === 'front_desk' ? sql`file.audience <> 'coaches'` : sql`1`

/** Whether `file` is one person's, or attached to them. */
export const personFileSql = (personId: string): SQL => sql`(file.person_id = ${personId}
  OR EXISTS (SELECT 1 FROM file_links AS link WHERE link.studio_id = file.studio_id
    AND link.file_id = file.id AND link.kind = 'person' AND link.ref = ${personId}))`

export type FileRow = {
  id: string
  name: string
  folderId: string
  folderName: string
  tags: string
  licence: string
  audience: FileAudience
  personId: string | null
  personName: string
  signed: number
  newest: number
  version: number
  updatedAt: Instant
  createdBy: string
  bytes: number
  contentType: string
}

const columns = sql`file.id, file.name, file.folder_id AS folderId,
  coalesce(folder.name, '') AS folderName, file.tags, file.licence, file.audience,
  file.person_id AS personId, coalesce(person.name, '') AS personName, file.signed, file.newest,
  file.version, file.updated_at AS updatedAt, file.created_by AS createdBy, version.bytes,
  version.content_type AS contentType`

const tables = sql`FROM files AS file
  JOIN file_versions AS version ON version.studio_id = file.studio_id
    AND version.file_id = file.id AND version.number = file.newest
  LEFT JOIN file_folders AS folder ON folder.id = file.folder_id
  LEFT JOIN people AS person ON person.id = file.person_id`

/** Files of one page of the list. */
const filesShown = 100

/**
 * A folder's files and folders, or what a search finds in all of them; how much room is used; and
 * at the top the newest signed documents, which the people area keeps. One trip.
 */
export async function filesPage(
  ctx: StudioContext,
  role: Role,
  { folderId, q, tag }: { folderId: string; q: string; tag: string },
) {
  const { db, studio } = ctx
  const terms = foldName(q).split(' ').filter(Boolean).slice(0, 5)
  const searched = terms.length > 0 || tag !== ''
  const where = sql`file.studio_id = ${studio.id} AND ${seenByStaffSql(role)}
    AND ${searched ? sql`1` : sql`file.folder_id = ${folderId}`}
    ${sql.join(
      terms.map((term) => sql` AND instr(file.search, ${term}) > 0`),
      sql``,
    )}
    ${tag ? sql`AND instr(',' || file.tags || ',', ${`,${tag},`}) > 0` : sql``}`
  const { files, folders, used, tags, signed } = await batch(db, {
    files: db.all<FileRow>(sql`
      SELECT ${columns} ${tables} WHERE ${where} ORDER BY file.name, file.id
      LIMIT ${filesShown + 1}`),
    folders: db.all<{ id: string; name: string; parentId: string; n: number }>(sql`
      SELECT folder.id, folder.name, folder.parent_id AS parentId,
        (SELECT count(*) FROM files AS file WHERE file.studio_id = folder.studio_id
          AND file.folder_id = folder.id AND ${seenByStaffSql(role)}) AS n
      FROM file_folders AS folder WHERE folder.studio_id = ${studio.id}
      ORDER BY folder.name LIMIT 200`),
    used: db.all<{ bytes: number; files: number }>(sql`
      SELECT ${keptBytesSql(studio.id)} AS bytes, count(DISTINCT file_id) AS files
      FROM file_versions WHERE studio_id = ${studio.id}`),
    tags: db.all<{ tags: string }>(sql`
      SELECT DISTINCT file.tags FROM files AS file
      WHERE file.studio_id = ${studio.id} AND file.tags <> '' AND ${seenByStaffSql(role)}
      LIMIT 200`),
    signed: db.all<SignedRow>(sql`
      SELECT signature.id, signature.person_id AS personId, person.name AS personName,
        document.name, signature.signed_at AS signedAt
      FROM signatures AS signature JOIN people AS person ON person.id = signature.person_id
      JOIN documents AS document ON document.id = signature.document_id
      WHERE signature.studio_id = ${studio.id} AND ${searched || folderId ? sql`0` : sql`1`}
      ORDER BY signature.signed_at DESC LIMIT 8`),
  })
  return {
    files: files.slice(0, filesShown),
    more: files.length > filesShown,
    searched,
    folders,
    folder: folders.find(({ id }) => id === folderId) ?? null,
    used: used[0] ?? { bytes: 0, files: 0 },
    tags: [...new Set(tags.flatMap((row) => row.tags.split(',')))].sort(),
    signed,
  }
}

export type SignedRow = {
  id: string
  personId: string
  personName: string
  name: string
  signedAt: Instant
}

/** Where a file can go, and whose it can be. */
const fileChoicesStatements = ({ db, studio }: StudioContext) => ({
  folders: db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM file_folders WHERE studio_id = ${studio.id} ORDER BY name LIMIT 200`),
})

/** The same on its own. One trip. */
export const fileChoices = (ctx: StudioContext) => batch(ctx.db, fileChoicesStatements(ctx))

/** One file with its versions, links and what it is attached to; null where the role sees none. */
export async function findFile(ctx: StudioContext, role: Role, fileId: string) {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND file_id = ${fileId}`
  const { rows, versions, shares, links, types, courses, folders } = await batch(db, {
    rows: db.all<FileRow>(sql`
      SELECT ${columns} ${tables}
      WHERE file.studio_id = ${studio.id} AND file.id = ${fileId} AND ${seenByStaffSql(role)}`),
    versions: db.all<{
      number: number
      bytes: number
      originalName: string
      createdBy: string
      createdAt: Instant
    }>(sql`
      SELECT number, bytes, original_name AS originalName, created_by AS createdBy,
        created_at AS createdAt
      FROM file_versions WHERE ${own} ORDER BY number DESC LIMIT 50`),
    shares: db.all<{
      id: string
      expiresAt: Instant
      endedAt: Instant | null
      opened: number
      createdBy: string
    }>(sql`
      SELECT id, expires_at AS expiresAt, ended_at AS endedAt, opened, created_by AS createdBy
      FROM file_shares WHERE ${own} ORDER BY created_at DESC LIMIT 20`),
    links: db.all<{ kind: FileLinkKind; ref: string; name: string }>(sql`
      SELECT link.kind, link.ref, coalesce(class_type.name, course_type.name, person.name, '') AS name
      FROM file_links AS link
      LEFT JOIN class_types AS class_type ON link.kind = 'class_type' AND class_type.id = link.ref
      LEFT JOIN courses AS course ON link.kind = 'course' AND course.id = link.ref
      LEFT JOIN class_types AS course_type ON course_type.id = course.class_type_id
      LEFT JOIN people AS person ON link.kind = 'person' AND person.id = link.ref
      WHERE link.studio_id = ${studio.id} AND link.file_id = ${fileId} ORDER BY name LIMIT 50`),
    types: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM class_types
      WHERE studio_id = ${studio.id} AND kind = 'class' AND archived_at IS NULL
      ORDER BY name LIMIT 200`),
    courses: db.all<{ id: string; name: string }>(sql`
      SELECT course.id, class_type.name FROM courses AS course
      JOIN class_types AS class_type ON class_type.id = course.class_type_id
      WHERE course.studio_id = ${studio.id} AND course.state = 'open' ORDER BY class_type.name
      LIMIT 200`),
    ...fileChoicesStatements(ctx),
  })
  const [file] = rows
  return file ? { file, versions, shares, links, types, courses, folders } : null
}

const storedColumns = sql`file.name, version.object_key AS objectKey,
  version.content_type AS contentType, version.bytes`

/** The bytes of a file for someone at work, the newest or a version; null where they see none. */
export async function findStored(
  { db, studio }: StudioContext,
  role: Role,
  fileId: string,
  number: number | null,
): Promise<StoredFile | null> {
  const [row] = await db.all<StoredFile>(sql`
    SELECT ${storedColumns} FROM files AS file
    JOIN file_versions AS version ON version.studio_id = file.studio_id
      AND version.file_id = file.id AND version.number = ${number ?? sql`file.newest`}
    WHERE file.studio_id = ${studio.id} AND file.id = ${fileId} AND ${seenByStaffSql(role)}`)
  return row ?? null
}

/**
 * What a member may see: what is for members and attached to nothing or to a class or course they
 * have a place in, and what is theirs alone.
 */
const seenByMemberSql = (personId: string): SQL => sql`(
  (file.audience = 'person' AND file.person_id = ${personId})
  OR (file.audience = 'members' AND (
    NOT EXISTS (SELECT 1 FROM file_links AS link
      WHERE link.studio_id = file.studio_id AND link.file_id = file.id)
    OR EXISTS (SELECT 1 FROM file_links AS link
      JOIN occurrences AS o ON o.studio_id = link.studio_id
        AND (link.kind = 'class_type' AND o.class_type_id = link.ref
          OR link.kind = 'course' AND o.series_id = link.ref)
      JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
        AND b.person_id = ${personId} AND b.state IN ('booked','checked_in','attended')
      WHERE link.studio_id = file.studio_id AND link.file_id = file.id)
    OR EXISTS (SELECT 1 FROM file_links AS link
      WHERE link.studio_id = file.studio_id AND link.file_id = file.id AND link.kind = 'person'
        AND link.ref = ${personId}))))`

/** A member's files for the batch of their page, their own first. */
export const myFilesStatement = ({ db, studio }: StudioContext, personId: string) =>
  db.all<{ id: string; name: string; bytes: number; updatedAt: Instant; mine: number }>(sql`
    SELECT file.id, file.name, version.bytes, file.updated_at AS updatedAt,
      file.audience = 'person' AS mine
    FROM files AS file JOIN file_versions AS version ON version.studio_id = file.studio_id
      AND version.file_id = file.id AND version.number = file.newest
    WHERE file.studio_id = ${studio.id} AND file.audience IN ('members','person')
      AND ${seenByMemberSql(personId)}
    ORDER BY mine DESC, file.name LIMIT 200`)

/** The bytes of a file for a member; null where they may not see it. */
export async function findMyStored(
  { db, studio }: StudioContext,
  personId: string,
  fileId: string,
): Promise<StoredFile | null> {
  const [row] = await db.all<StoredFile>(sql`
    SELECT ${storedColumns} FROM files AS file
    JOIN file_versions AS version ON version.studio_id = file.studio_id
      AND version.file_id = file.id AND version.number = file.newest
    WHERE file.studio_id = ${studio.id} AND file.id = ${fileId} AND ${seenByMemberSql(personId)}`)
  return row ?? null
}

/** Files that are one person's, for their page at the desk. */
export const filesOfPerson = ({ db, studio }: StudioContext, role: Role, personId: string) =>
  db.all<{ id: string; name: string }>(sql`
    SELECT file.id, file.name FROM files AS file
    WHERE file.studio_id = ${studio.id} AND file.person_id = ${personId} AND ${seenByStaffSql(role)}
    ORDER BY file.name LIMIT 100`)
