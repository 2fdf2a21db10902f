import { Hono } from 'hono'
import { limitOf } from '#app/domain/storage/bucket-queries.server.ts'
import { imageRefusalWords } from '#app/domain/storage/image-header.ts'
import { type JudgeUploadResult, judgeUpload } from '#app/domain/storage/judge-upload.server.ts'
import { putObject } from '#app/domain/storage/put-object.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import {
  folderLimit,
  type Grounded,
  groundsFor,
  objectPath,
  ownerOf,
  requireCaller,
  type StorageContext,
} from './callers.ts'
import { refusals, type StorageError } from './errors.ts'
import { readUpload, type Upload } from './read-upload.ts'

/**
 * POST and PUT /object/{bucket}/{path}: keeps a file; PUT always overwrites, POST where `x-upsert`
 * is `true`.
 */
export const upload = new Hono<ServerEnv>()
  .post('/:bucket/:path{.+}', (c) => receive(c, c.req.header('x-upsert') === 'true'))
  .put('/:bucket/:path{.+}', (c) => receive(c, true))

async function receive(c: StorageContext, upsert: boolean): Promise<Response> {
  const who = await requireCaller(c)
  const { bucketId, path } = objectPath(c)
  const requested = await groundsFor(c, bucketId, [path], who)
  if (!requested.may(path, 'write')) throw refusals.rowLevel(requested.rule(path))
  const { id } = await keepUpload(c, requested, path, upsert)
  return c.json({ Id: id, Key: `${bucketId}/${path}` })
}

/** Reads the body and keeps it at a path that the caller may write to. */
export async function keepUpload(
  c: StorageContext,
  { caller, bucket, placeOf }: Grounded,
  path: string,
  upsert: boolean,
): Promise<{ id: string }> {
  const { app } = c.var
  const file = await readUpload(c, limitOf(bucket))
  const judged = await judgeUpload(app.env.IMAGES, bucket, file.bytes, file.contentType)
  if (!judged.ok) throw refusalOf(judged, file)
  const place = placeOf(path)
  const put = await putObject(
    { ...place.scope, media: app.env.MEDIA, nowMs: app.nowMs },
    { ...file, ...judged.facts, bucketId: bucket.id, path: place.path, ownerId: ownerOf(caller) },
    { upsert, folderBytes: folderLimit(place, caller) },
  )
  if (put.ok) return put.object
  throw put.reason === 'exists' ? refusals.exists() : refusals.tooLarge('The folder is full')
}

function refusalOf(
  { reason }: Extract<JudgeUploadResult, { ok: false }>,
  { contentType }: Upload,
): StorageError {
  switch (reason) {
    case 'too_large':
    case 'too_many_pixels':
      return refusals.tooLarge(imageRefusalWords[reason])
    case 'type_not_allowed':
      return refusals.wrongType(
        `mime type ${contentType ?? 'application/octet-stream'} is not supported`,
      )
    case 'lying_type':
      return refusals.wrongType(`The content is not ${contentType ?? 'a picture'}`)
    default:
      return refusals.wrongType(imageRefusalWords[reason])
  }
}
