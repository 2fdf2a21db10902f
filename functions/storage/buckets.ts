import { Hono } from 'hono'
import * as z from 'zod'
import { shardNumbers } from '#app/db/connection.server.ts'
import { listBuckets } from '#app/domain/storage/bucket-queries.server.ts'
import { deleteBucket, emptyBucket, type Holders } from '#app/domain/storage/empty-bucket.server.ts'
import { isBucketName } from '#app/domain/storage/object-name.ts'
import { createBucket, updateBucket } from '#app/domain/storage/save-bucket.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { groundsFor, requireService, type StorageContext } from './callers.ts'
import { refusals, StorageError } from './errors.ts'
import { bucketOf, readJson } from './wire.ts'

/** `1000`, `20mb`, `1.5GB` or `512 KB`: thousands, as the real service counts. */
const units: Record<string, number> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }
const size = z
  .union([z.number(), z.string().regex(/^\d{1,12}(?:\.\d{1,6})?\s*(?:B|KB|MB|GB)?$/i)])
  .transform((message) => {
    const [, digits, unit = ''] = /^([\d.]+)\s*([A-Z]*)$/i.exec(String(message)) ?? []
    if (digits === undefined) return Number.NaN
    return Math.round(Number(digits) * (units[unit.toUpperCase()] ?? 1))
  })
  .refine(Number.isSafeInteger, 'is no size')
const types = z.array(z.string().regex(/^[\w.+-]+\/(?:[\w.+-]+|\*)$|^\*\/\*$/)).max(100)

const Rules = z.object({
  public: z.boolean().optional(),
  file_size_limit: size.nullish(),
  allowed_mime_types: types.nullish(),
})
const NewBucket = Rules.extend({ id: z.string().optional(), name: z.string() })

/** The bucket calls of the wire contract, for the project's own key. */
export const buckets = new Hono<ServerEnv>()
  .use(async (c, next) => {
    await requireService(c)
    await next()
  })
  .get('/', async (c) => c.json((await listBuckets(c.var.app.directory)).map(bucketOf)))
  .post('/', async (c) => {
    const asked = await readJson(c, NewBucket)
    const id = asked.id ?? asked.name
    if (!isBucketName(id)) throw refusals.invalidBucketName()
    const made = await createBucket(c.var.app, {
      id,
      public: asked.public ?? false,
      fileSizeLimit: asked.file_size_limit ?? null,
      allowedMimeTypes: asked.allowed_mime_types?.length ? asked.allowed_mime_types : null,
    })
    if (!made.ok) throw refusals.exists()
    return c.json({ name: id })
  })
  .get('/:bucket', async (c) =>
    c.json(bucketOf((await groundsFor(c, c.req.param('bucket'), [])).bucket)),
  )
  .put('/:bucket', async (c) => {
    const asked = await readJson(c, Rules)
    const types = asked.allowed_mime_types
    const there = await updateBucket(c.var.app, {
      id: c.req.param('bucket'),
      public: asked.public,
      fileSizeLimit: asked.file_size_limit,
      allowedMimeTypes: types && types.length === 0 ? null : types,
    })
    if (!there) throw refusals.noBucket()
    return c.json({ message: 'Successfully updated' })
  })
  .post('/:bucket/empty', async (c) => {
    const { bucket } = await groundsFor(c, c.req.param('bucket'), [])
    await emptyBucket(holders(c), bucket.id)
    return c.json({ message: 'Successfully emptied' })
  })
  .delete('/:bucket', async (c) => {
    const { bucket } = await groundsFor(c, c.req.param('bucket'), [])
    const gone = await deleteBucket(holders(c), bucket.id)
    if (gone.ok) return c.json({ message: 'Successfully deleted' })
    if (gone.reason === 'not_found') throw refusals.noBucket()
    throw new StorageError(
      '409',
      'InvalidRequest',
      'BucketNotEmpty',
      'The bucket you tried to delete is not empty',
    )
  })

function holders({ var: { app } }: StorageContext): Holders {
  return {
    directory: app.directory,
    shards: shardNumbers(app.env).map((shard) => app.shardOf({ shard })),
    media: app.env.MEDIA,
    nowMs: app.nowMs,
  }
}
