import { type ImageFacts, type PhotoRefusal, readImageHeader, refuseImage } from './image-header.ts'

/** The longest side that is kept: enough for a full screen, and a tenth of what phones send. */
const longestSide = 1_600

export type EncodedPhoto = { bytes: Uint8Array<ArrayBuffer>; facts: ImageFacts }

/**
 * A picture as it is kept: checked by content before anything decodes it, then written anew, which leaves
 * behind where and by whom it was taken (EXIF) and whatever else the file carried.
 */
export async function encodePhoto(
  images: ImagesBinding,
  bytes: Uint8Array,
): Promise<{ ok: true; photo: EncodedPhoto } | { ok: false; reason: PhotoRefusal }> {
  const reason = refuseImage(bytes)
  if (reason) return { ok: false, reason }
  try {
    const { contentType, width, height } = readImageHeader(bytes) as ImageFacts
    const picture = images.input(streamOf(bytes))
    const longer = width > height ? { width: longestSide } : { height: longestSide }
    // Asked for only where it makes smaller: the local binding would enlarge.
    const smaller = Math.max(width, height) > longestSide ? picture.transform(longer) : picture
    // A photograph is written quickest as what it was; anything else may have no background.
    const format = contentType === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    const answer = await smaller.output({ format, quality: 90 })
    const written = new Uint8Array(await answer.response().arrayBuffer())
    const facts = readImageHeader(written)
    return facts ? { ok: true, photo: { bytes: written, facts } } : { ok: false, reason: 'unreadable' }
  } catch {
    // The binding throws on what it cannot decode; the header looked right, the rest is damaged.
    return { ok: false, reason: 'unreadable' }
  }
}

/** The sizes that photos are served in, each cut to cover it (specification §7: 300x500). */
export const photoSizes = { '300x500': [300, 500], '600x1000': [600, 1_000] } as const
export type PhotoSize = keyof typeof photoSizes

export const isPhotoSize = (text: string): text is PhotoSize => Object.hasOwn(photoSizes, text)

/** A kept picture cut to a size. */
export async function coverPhoto(
  images: ImagesBinding,
  picture: ReadableStream<Uint8Array>,
  size: PhotoSize,
): Promise<Response> {
  const [width, height] = photoSizes[size]
  const answer = await images
    .input(picture)
    .transform({ width, height, fit: 'cover' })
    .output({ format: 'image/webp', quality: 80 })
  return answer.response()
}

const streamOf = (bytes: Uint8Array) =>
  new Response(bytes as Uint8Array<ArrayBuffer>).body as ReadableStream<Uint8Array>
