import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { largestFile } from './buckets.ts'

export type Bucket = {
  id: string
  public: boolean
  fileSizeLimit: number | null
  allowedMimeTypes: string[] | null
  createdAtMs: number
  updatedAtMs: number
}

export type BucketRow = Omit<Bucket, 'public' | 'allowedMimeTypes'> & {
  public: number
  allowedMimeTypes: string | null
}

export const bucketColumns = sql`id, public, file_size_limit AS fileSizeLimit,
  allowed_mime_types AS allowedMimeTypes, created_at_ms AS createdAtMs,
  updated_at_ms AS updatedAtMs`

export const toBucket = (row: BucketRow): Bucket => ({
  ...row,
  public: row.public === 1,
  allowedMimeTypes:
    row.allowedMimeTypes === null ? null : (JSON.parse(row.allowedMimeTypes) as string[]),
})

export async function listBuckets(directory: DirectoryDb): Promise<Bucket[]> {
  return (
    await directory.all<BucketRow>(sql`SELECT ${bucketColumns} FROM buckets ORDER BY id`)
  ).map(toBucket)
}

/** The largest file that a bucket takes, in bytes. */
export const limitOf = ({ fileSizeLimit }: Bucket) =>
  Math.min(fileSizeLimit ?? largestFile, largestFile)

/** Whether a bucket takes pictures and nothing else: then they are judged by their content. */
export const takesImagesOnly = ({ allowedMimeTypes }: Bucket) =>
  allowedMimeTypes?.length ? allowedMimeTypes.every((type) => type.startsWith('image/')) : false

/** Whether a bucket takes files of a type; `image/*` stands for every image. */
export function takesType({ allowedMimeTypes }: Bucket, type: string): boolean {
  if (!allowedMimeTypes) return true
  return allowedMimeTypes.some(
    (allowed) => allowed === type || allowed === `${type.split('/')[0]}/*` || allowed === '*/*',
  )
}
