import { averageColour } from './average-colour.server.ts'
import { type Bucket, takesImagesOnly, takesType } from './bucket-queries.server.ts'
import { type ImageRefusal, readImageHeader, refuseImage } from './image-header.ts'
import { withoutMetadata } from './without-metadata.ts'

export type UploadFacts = {
  /** What is kept: of a picture without where and by whom it was taken. */
  bytes: Uint8Array<ArrayBuffer>
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
 * Whether a bucket takes these bytes, and what is kept of them: pictures lose their metadata as
 * those of our own pages do, everything else stays as it is. A bucket of pictures believes nobody's word: the
 * content must be a still raster picture of the declared type that can be decoded. Elsewhere the
 * declared type must be allowed, and pictures are measured in passing. Where no type was declared
 * (null) the content says it.
 */
export async function judgeUpload(
  images: ImagesBinding,
  bucket: Bucket,
  sent: Uint8Array<ArrayBuffer>,
  declared: string | null,
): Promise<JudgeUploadResult> {
  const strict = takesImagesOnly(bucket)
  const isSaid =
    declared !== null && !(strict && undeclared.has(declared.toLowerCase().replace(/\s/g, '')))
  const contentType = isSaid ? declared : (readImageHeader(sent)?.contentType ?? unknownType)
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const noImage: UploadFacts = {
    bytes: sent,
    contentType,
    width: null,
    height: null,
    placeholder: '',
  }
  if (!takesType(bucket, type)) return { ok: false, reason: 'type_not_allowed' }
  const refusal = refuseImage(sent)
  if (refusal) return strict ? { ok: false, reason: refusal } : { ok: true, facts: noImage }
  const header = readImageHeader(sent)
  if (!header || header.contentType !== type) {
    return strict ? { ok: false, reason: 'lying_type' } : { ok: true, facts: noImage }
  }
  // Also where it cannot be decoded: what says where a picture was taken needs no decoder.
  const bytes = withoutMetadata(sent)
  try {
    const placeholder = await averageColour(images, bytes)
    return {
      ok: true,
      facts: { ...noImage, bytes, width: header.width, height: header.height, placeholder },
    }
  } catch {
    return strict ? { ok: false, reason: 'unreadable' } : { ok: true, facts: { ...noImage, bytes } }
  }
}
