import { averageColour } from './average-colour.server.ts'
import { type ImageFacts, type ImageRefusal, readImageHeader, refuseImage } from './image-header.ts'
import { streamOf } from './media-context.ts'
import { withoutMetadata } from './without-metadata.ts'

/** The longest side that is kept: enough for a full screen, and a tenth of what phones send. */
const longestSide = 1_600

export type EncodedImage = {
  bytes: Uint8Array<ArrayBuffer>
  facts: ImageFacts
  placeholder: string
}

/**
 * A picture as it is kept: checked by content before anything decodes it, then turned upright and
 * re-encoded, which leaves behind where and by whom it was taken (EXIF) and whatever else the
 * file carried.
 */
export async function encodeImage(
  images: ImagesBinding,
  bytes: Uint8Array,
): Promise<{ ok: true; image: EncodedImage } | { ok: false; reason: ImageRefusal }> {
  const reason = refuseImage(bytes)
  if (reason) return { ok: false, reason }
  try {
    const { contentType, width, height } = readImageHeader(bytes) as ImageFacts
    const picture = images.input(streamOf(bytes))
    // Asked for only where it makes smaller.
    const smaller =
      Math.max(width, height) > longestSide
        ? picture.transform({ width: longestSide, height: longestSide, fit: 'scale-down' })
        : picture
    const answer = await smaller.output({ format: keptType(contentType), quality: 90 })
    const written = withoutMetadata(new Uint8Array(await answer.response().arrayBuffer()))
    const facts = readImageHeader(written)
    if (!facts) return { ok: false, reason: 'unreadable' }
    return {
      ok: true,
      image: { bytes: written, facts, placeholder: await averageColour(images, written) },
    }
  } catch {
    // The binding throws on what it cannot decode; the header looked right, the rest is damaged.
    return { ok: false, reason: 'unreadable' }
  }
}

/** A photograph is written quickest as what it was; anything else may have no background. */
export const keptType = (contentType: string) =>
  contentType === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
