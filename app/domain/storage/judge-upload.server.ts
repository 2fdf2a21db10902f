import { averageColour } from './average-colour.server.ts'
import { type Bucket, takesImagesOnly, takesType } from './bucket-queries.server.ts'
import { type ImageRefusal, readImageHeader, refuseImage } from './image-header.ts'

export type UploadFacts = {
  /** As it was declared, or where nothing was what the content is. */
  contentType: string
  width: number | null
  height: number | null
  placeholder: string
}

export type JudgeUploadResult =
  | { ok: true; facts: UploadFacts }
  | { ok: false; reason: ImageRefusal | 'type_not_allowed' | 'lying_type' }

/** What programs send where nobody told them a type: browsers, and the storage client for bytes. */
const undeclared = new Set(['application/octet-stream', 'text/plain;charset=utf-8'])
const unknownType = 'application/octet-stream'

/**
 * Whether a bucket takes these bytes as they are. A bucket of pictures believes nobody's word: the
 * content must be a still raster picture of the declared type that can be decoded. Elsewhere the
 * declared type must be allowed, and pictures are measured in passing. Where no type was declared
 * (null) the content says it.
 */
export async function judgeUpload(
  images: ImagesBinding,
  bucket: Bucket,
  bytes: Uint8Array,
  declared: string | null,
): Promise<JudgeUploadResult> {
  const strict = takesImagesOnly(bucket)
  const isSaid =
    declared !== null && !(strict && undeclared.has(declared.toLowerCase().replace(/\s/g, '')))
  const contentType = isSaid ? declared : (readImageHeader(bytes)?.contentType ?? unknownType)
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const noImage: UploadFacts = { contentType, width: null, height: null, placeholder: '' }
  if (!takesType(bucket, type)) return { ok: false, reason: 'type_not_allowed' }
  const refusal = refuseImage(bytes)
  if (refusal) return strict ? { ok: false, reason: refusal } : { ok: true, facts: noImage }
  const header = readImageHeader(bytes)
  if (!header || header.contentType !== type) {
    return strict ? { ok: false, reason: 'lying_type' } : { ok: true, facts: noImage }
  }
  try {
    const placeholder = await averageColour(images, bytes)
    return {
      ok: true,
      facts: { ...noImage, width: header.width, height: header.height, placeholder },
    }
  } catch {
    return strict ? { ok: false, reason: 'unreadable' } : { ok: true, facts: noImage }
  }
}
