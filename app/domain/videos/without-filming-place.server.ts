import {
  freeBoxes,
  type PrivateBox,
  privateBoxesOf,
  type ReadFile,
} from '#app/domain/storage/filming-place.ts'
import { partBytes } from './judge-video.ts'

/**
 * The boxes to free of `size` bytes in the bucket; null where the bytes are gone. What is in the
 * bucket can't be changed there: `copyFreed` makes a copy without them.
 */
export async function privateBoxesIn(
  media: R2Bucket,
  key: string,
  size: number,
): Promise<PrivateBox[] | null> {
  let gone = false
  const read: ReadFile = async (from, length) => {
    const bytes = await bytesOf(media, key, from, Math.min(length, size - from))
    gone ||= bytes === null
    return bytes ?? new Uint8Array()
  }
  const boxes = await privateBoxesOf(read, size)
  return gone ? null : boxes
}

/**
 * Copies bytes of the bucket with the boxes freed, one part in memory at a time. Answers whether it
 * did: bytes that are gone can't be copied.
 */
export async function copyFreed(
  media: R2Bucket,
  from: { key: string; size: number },
  to: string,
  boxes: readonly PrivateBox[],
): Promise<boolean> {
  const upload = await media.createMultipartUpload(to)
  const parts: R2UploadedPart[] = []
  for (let at = 0; at < from.size; at += partBytes) {
    const bytes = await bytesOf(media, from.key, at, Math.min(partBytes, from.size - at))
    if (bytes === null) {
      await upload.abort()
      return false
    }
    freeBoxes(bytes, at, boxes)
    parts.push(await upload.uploadPart(parts.length + 1, bytes))
  }
  await upload.complete(parts)
  return true
}

async function bytesOf(media: R2Bucket, key: string, offset: number, length: number) {
  if (length <= 0) return new Uint8Array()
  const object = await media.get(key, { range: { offset, length } })
  return object && new Uint8Array(await object.arrayBuffer())
}
