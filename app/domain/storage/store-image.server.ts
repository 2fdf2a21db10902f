import type { Actor } from '#app/domain/scope/contexts.ts'
import { cacheSeconds, imageBucket } from './buckets.ts'
import { encodeImage } from './encode-image.server.ts'
import { type StoredImage, toImage } from './image.ts'
import type { ImageRefusal } from './image-header.ts'
import type { MediaContext } from './media-context.ts'
import { imageNameFor } from './object-name.ts'
import { putObject } from './put-object.server.ts'

export type NewImage = {
  /** Below the studio's own folder: `classes`, `brand`, `staff`, `people`, `exercises`. */
  folder: string
  file: { name: string; bytes: Uint8Array }
  /** What it shows, for who cannot see it. */
  alt: string
  /** `Files` for pictures that not everyone may see; `Images` where nothing is said. */
  bucket?: string
}

export type StoreImageResult =
  | { ok: true; value: StoredImage }
  | { ok: false; reason: ImageRefusal }

/**
 * Keeps a picture that someone chose on a page of a studio, re-encoded, under its lower-cased
 * name; a picture of the same name in the folder is replaced and gets another version. Refuses what
 * is no still raster picture by its content, is larger than 20 MB or 100 megapixels, or cannot be
 * decoded; then nothing is kept.
 */
export async function storeImage(
  ctx: MediaContext & { actor?: Pick<Actor, 'userId'> },
  { folder, file, alt, bucket = imageBucket }: NewImage,
): Promise<StoreImageResult> {
  const encoded = await encodeImage(ctx.images, file.bytes)
  if (!encoded.ok) return encoded
  const { bytes, facts, placeholder } = encoded.image
  const put = await putObject(
    { ...ctx, studioId: ctx.studio.id },
    {
      bucketId: bucket,
      path: `${ctx.studio.id}/${folder}/${imageNameFor(file.name, facts.contentType)}`,
      ownerId: ctx.actor?.userId ?? null,
      cacheControl: `max-age=${cacheSeconds}`,
      ...facts,
      bytes,
      placeholder,
      alt: alt.slice(0, 200),
    },
    { upsert: true },
  )
  // An overwrite of a studio's own folder has nothing to be refused for.
  if (!put.ok) throw new Error(`A picture was not kept: ${put.reason}`)
  return { ok: true, value: toImage({ ...put.object, bucket: put.object.bucketId }) }
}
