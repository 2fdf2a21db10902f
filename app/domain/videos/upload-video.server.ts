/**
 * The file of a video on its way in: in parts that can be gone on with after a break, or whole where
 * no script sends parts (decision 114).
 */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { VideoKind } from '#app/db/studio/day/videos-words.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { keptBytesSql, quotaBytes } from '#app/domain/files/kept-bytes.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { freeFilmingPlace } from '#app/domain/storage/filming-place.ts'
import {
  announcedSql,
  announceStatement,
  arrivalMs,
  arrivedStatement,
  clearStrays,
  putBytes,
} from '#app/domain/storage/stray-objects.server.ts'
import { randomCharacters } from '#app/values/id.ts'
import { bytesOfPart, largestVideoBytes, partBytes, partsOf, typeOfVideo } from './judge-video.ts'
import type { videoRefusals } from './video-words.ts'
import { copyFreed, privateBoxesIn } from './without-filming-place.server.ts'

export type VideoContext = StaffContext & { media: R2Bucket }

export type UploadRefusal = 'not_found' | keyof typeof videoRefusals
type Refused = { ok: false; reason: UploadRefusal }
const no = (reason: UploadRefusal): Refused => ({ ok: false, reason })

/** What was begun and not finished within a week is begun from nothing. */
const uploadDays = 7

type UploadRow = {
  kind: VideoKind
  objectKey: string
  uploadKey: string
  uploadToken: string
  uploadName: string
  uploadBytes: number
  uploadType: string
}

const ownSql = (studioId: string, videoId: string): SQL =>
  sql`studio_id = ${studioId} AND id = ${videoId}`

const uploadStatement = ({ db, studio }: StaffContext, videoId: string) =>
  db.all<UploadRow>(sql`
    SELECT kind, object_key AS objectKey, upload_key AS uploadKey, upload_token AS uploadToken,
      upload_name AS uploadName, upload_bytes AS uploadBytes, upload_type AS uploadType
    FROM videos WHERE ${ownSql(studio.id, videoId)}`)

const partsStatement = ({ db, studio }: StaffContext, videoId: string) =>
  db.all<{ number: number; etag: string }>(sql`
    SELECT part.number, part.etag FROM videos AS video
    JOIN video_parts AS part ON part.studio_id = video.studio_id
      AND part.upload_key = video.upload_key
    WHERE video.studio_id = ${studio.id} AND video.id = ${videoId} ORDER BY part.number`)

/** Room for `bytes` more beside all that is kept, but for what this video has on its way. */
const roomSql = (studioId: string, bytes: number): SQL =>
  sql`${keptBytesSql(studioId)} - upload_bytes + ${bytes} <= ${quotaBytes}`

const noUploadSql = sql`upload_key = '', upload_token = '', upload_name = '', upload_bytes = 0,
  upload_type = ''`

/**
 * Begins a file of `bytes` bytes, or goes on with it where one of that name and size was begun:
 * `have` are the parts that have arrived. Refused above 100 MB, for a linked video, and where the
 * studio's room is used up. Another file that was on its way is given up.
 */
export async function beginUpload(
  ctx: VideoContext,
  videoId: string,
  { name, bytes }: { name: string; bytes: number },
): Promise<{ ok: true; upload: string; partBytes: number; have: number[] } | Refused> {
  const { db, studio, media, nowMs } = ctx
  if (bytes > largestVideoBytes) return no('too_large')
  const { rows, parts } = await batch(db, {
    rows: uploadStatement(ctx, videoId),
    parts: partsStatement(ctx, videoId),
  })
  const [row] = rows
  if (!row) return no('not_found')
  if (row.kind === 'link') return no('linked')
  if (row.uploadKey !== '' && row.uploadName === name && row.uploadBytes === bytes) {
    const have = parts.map(({ number }) => number)
    return { ok: true, upload: row.uploadKey, partBytes, have }
  }
  const key = `objects/${randomCharacters(32)}`
  const { uploadId } = await media.createMultipartUpload(key)
  const { begun } = await batch(db, {
    announced: announceStatement(db, key, nowMs + uploadDays * 86_400_000),
    begun: db.run(sql`
      UPDATE videos SET upload_key = ${key}, upload_token = ${uploadId}, upload_name = ${name},
        upload_bytes = ${bytes}, upload_type = ''
      WHERE ${ownSql(studio.id, videoId)} AND upload_key = ${row.uploadKey}
        AND ${roomSql(studio.id, bytes)}`),
  })
  if (changed(begun) > 0) {
    await giveUp(media, row)
    return { ok: true, upload: key, partBytes, have: [] }
  }
  await giveUp(media, { uploadKey: key, uploadToken: uploadId })
  const [now] = await uploadStatement(ctx, videoId)
  return no(now && now.uploadKey === row.uploadKey ? 'quota_full' : 'other_file')
}

/** Parts of a file that nobody waits for; what fails here the bucket forgets on its own in a week. */
async function giveUp(
  media: R2Bucket,
  { uploadKey, uploadToken }: Pick<UploadRow, 'uploadKey' | 'uploadToken'>,
): Promise<void> {
  if (uploadKey === '') return
  try {
    await media.resumeMultipartUpload(uploadKey, uploadToken).abort()
  } catch (error) {
    console.warn('Parts of a video were left to the bucket', error)
  }
}

/**
 * Takes one part, which has the size that its place gives it. The first shows what the file is: one
 * that is no MP4 or WebM by its content ends the upload. A part may come twice.
 */
export async function takePart(
  ctx: VideoContext,
  videoId: string,
  { upload, number, bytes }: { upload: string; number: number; bytes: Uint8Array },
): Promise<{ ok: true } | Refused> {
  const { db, studio, media } = ctx
  const [row] = await uploadStatement(ctx, videoId)
  if (!row) return no('not_found')
  if (upload === '' || row.uploadKey !== upload) return no('other_file')
  if (number < 1 || number > partsOf(row.uploadBytes)) return no('part')
  if (bytes.length !== bytesOfPart(row.uploadBytes, number)) return no('part')
  const here = sql`${ownSql(studio.id, videoId)} AND upload_key = ${upload}`
  const type = number === 1 ? typeOfVideo(bytes) : ''
  if (type === null) {
    await db.run(sql`UPDATE videos SET ${noUploadSql} WHERE ${here}`)
    await giveUp(media, row)
    return no('no_video')
  }
  const { etag } = await media
    .resumeMultipartUpload(upload, row.uploadToken)
    .uploadPart(number, bytes)
  const { kept } = await batch(db, {
    kept: db.run(sql`
      INSERT INTO video_parts (studio_id, upload_key, number, etag, bytes)
      SELECT ${studio.id}, ${upload}, ${number}, ${etag}, ${bytes.length}
      WHERE EXISTS (SELECT 1 FROM videos WHERE ${here})
      ON CONFLICT (studio_id, upload_key, number) DO UPDATE SET etag = excluded.etag`),
    type: type ? db.run(sql`UPDATE videos SET upload_type = ${type} WHERE ${here}`) : null,
  })
  return changed(kept) > 0 ? { ok: true } : no('other_file')
}

/**
 * Makes a file of the parts once all have arrived: from then on it is the video's. Asked twice it is
 * done once. What the bucket cannot put together is asked for again, part by part.
 */
export async function finishUpload(
  ctx: VideoContext,
  videoId: string,
  upload: string,
): Promise<{ ok: true } | Refused> {
  const { db, studio, media } = ctx
  const { rows, parts } = await batch(db, {
    rows: uploadStatement(ctx, videoId),
    parts: partsStatement(ctx, videoId),
  })
  const [row] = rows
  if (!row) return no('not_found')
  if (upload !== '' && isOf(upload, row.objectKey)) return { ok: true }
  if (upload === '' || row.uploadKey !== upload) return no('other_file')
  if (parts.length < partsOf(row.uploadBytes) || row.uploadType === '') return no('incomplete')
  const whole = await putTogether(media, row, parts)
  if (!whole) {
    await db.run(sql`
      DELETE FROM video_parts WHERE studio_id = ${studio.id} AND upload_key = ${upload}`)
    return no('incomplete')
  }
  const objectKey = await withoutFilmingPlace(ctx, row)
  const facts = { contentType: row.uploadType, bytes: row.uploadBytes, name: row.uploadName }
  const named =
    objectKey !== null &&
    (await nameFile(ctx, videoId, { ...facts, objectKey }, sql`upload_key = ${upload}`))
  if (objectKey !== null && objectKey !== upload)
    await clearStrays(ctx, [named ? upload : objectKey])
  if (named) return { ok: true }
  // Another press of the same may have been faster.
  const [after] = await uploadStatement(ctx, videoId)
  return after && isOf(upload, after.objectKey) ? { ok: true } : no('other_file')
}

/** Whether bytes are those of an upload, or its copy that no longer says where it was filmed. */
const isOf = (upload: string, objectKey: string) =>
  objectKey === upload || objectKey.startsWith(`${upload}-`)

/**
 * The key of an upload's bytes without where they were filmed: their own, or that of a copy. Null
 * where they are gone, since another press made its copy first.
 */
async function withoutFilmingPlace(
  { db, media, nowMs }: VideoContext,
  { uploadKey, uploadType, uploadBytes }: UploadRow,
): Promise<string | null> {
  if (uploadType !== 'video/mp4') return uploadKey
  const boxes = await privateBoxesIn(media, uploadKey, uploadBytes)
  if (boxes === null || boxes.length === 0) return boxes && uploadKey
  const key = `${uploadKey}-${randomCharacters(8)}`
  await announceStatement(db, key, nowMs + arrivalMs)
  return (await copyFreed(media, { key: uploadKey, size: uploadBytes }, key, boxes)) ? key : null
}

async function putTogether(
  media: R2Bucket,
  { uploadKey, uploadToken, uploadBytes }: UploadRow,
  parts: readonly { number: number; etag: string }[],
): Promise<boolean> {
  try {
    await media
      .resumeMultipartUpload(uploadKey, uploadToken)
      .complete(parts.map(({ number, etag }) => ({ partNumber: number, etag })))
    return true
  } catch (error) {
    console.warn('Parts of a video were not put together', error)
    // A second press comes when the first has put it together already.
    return (await media.head(uploadKey))?.size === uploadBytes
  }
}

/**
 * Keeps a file that came whole with a form. Refused above 100 MB, for content that is no MP4 or
 * WebM, for a linked video, and where the studio's room is used up.
 */
export async function keepWhole(
  ctx: VideoContext,
  videoId: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<{ ok: true } | Refused> {
  if (bytes.length > largestVideoBytes) return no('too_large')
  const contentType = typeOfVideo(bytes)
  if (!contentType) return no('no_video')
  const [row] = await uploadStatement(ctx, videoId)
  if (!row) return no('not_found')
  if (row.kind === 'link') return no('linked')
  if (contentType === 'video/mp4') await freeFilmingPlace(bytes)
  const objectKey = await putBytes(ctx, bytes, contentType)
  const facts = { objectKey, contentType, bytes: bytes.length, name: name.slice(0, 200) }
  if (await nameFile(ctx, videoId, facts, roomSql(ctx.studio.id, bytes.length))) {
    await giveUp(ctx.media, row)
    return { ok: true }
  }
  await clearStrays(ctx, [objectKey])
  return no('quota_full')
}

/** The batch that makes bytes the video's: what was its file before is handed to the sweep. */
async function nameFile(
  ctx: VideoContext,
  videoId: string,
  file: { objectKey: string; contentType: string; bytes: number; name: string },
  onlyIf: SQL,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const own = ownSql(studio.id, videoId)
  const { named } = await batch(db, {
    named: db.run(sql`
      UPDATE videos SET object_key = ${file.objectKey}, content_type = ${file.contentType},
        bytes = ${file.bytes}, file_name = ${file.name}, updated_at = ${now}, ${noUploadSql}
      WHERE ${own} AND ${onlyIf} AND ${announcedSql(file.objectKey)}`),
    audit: auditStatement(
      ctx,
      {
        action: 'video.file',
        subjectKind: 'video',
        subjectId: videoId,
        detail: { name: file.name, bytes: file.bytes },
      },
      rightAfterChange,
    ),
    arrived: arrivedStatement(
      db,
      file.objectKey,
      sql`EXISTS (SELECT 1 FROM videos WHERE ${own} AND object_key = ${file.objectKey})`,
    ),
  })
  return changed(named) > 0
}

/** For anyone who deletes a video: its parts that are on their way go, too. */
export const giveUpUpload = giveUp
