/** What an image is, by its first bytes: its name and its declared type are somebody's word. */

export type ImageFacts = { contentType: 'image/jpeg' | 'image/png' | 'image/webp'; width: number; height: number }

export const imageLimits = { bytes: 20 * 1024 * 1024, pixels: 100_000_000, side: 12_000 }

/** Type and size of a JPEG, PNG or WebP; null for anything else, and for one whose header is cut off. */
export function readImageHeader(bytes: Uint8Array): ImageFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readJpeg(view) ?? readPng(view) ?? readWebp(view)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export type PhotoRefusal = 'not_an_image' | 'too_large' | 'too_many_pixels' | 'unreadable'

/** Why a file cannot be a photo, before anything decodes it; null when it can. */
export function refuseImage(bytes: Uint8Array): PhotoRefusal | null {
  if (bytes.length > imageLimits.bytes) return 'too_large'
  const facts = readImageHeader(bytes)
  if (!facts || facts.width === 0 || facts.height === 0) return 'not_an_image'
  const { width, height } = facts
  if (width * height > imageLimits.pixels || Math.max(width, height) > imageLimits.side) return 'too_many_pixels'
  return null
}

export const photoRefusalWords: Record<PhotoRefusal, string> = {
  not_an_image: 'It is not a JPEG, PNG or WebP picture.',
  too_large: 'It is larger than 20 MB.',
  too_many_pixels: 'It has more than 100 megapixels, or a side of more than 12,000 pixels.',
  unreadable: 'It is damaged: it could not be opened.',
}

const ascii = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)))

/** The frame header (SOF) says the size; segments before it are stepped over. */
function readJpeg(view: DataView): ImageFacts | null {
  if (view.getUint16(0) !== 0xffd8) return null
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    // C0–CF are frame headers, but for tables (C4), a reserved one (C8) and arithmetic coding (CC).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { contentType: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    if (marker === 0xd9 || marker === 0xda) return null
    const standalone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    at += 2 + (standalone ? 0 : Math.max(2, view.getUint16(at + 2)))
  }
  return null
}

function readPng(view: DataView): ImageFacts | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || ascii(view, 12, 4) !== 'IHDR') return null
  return { contentType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function readWebp(view: DataView): ImageFacts | null {
  if (ascii(view, 0, 4) !== 'RIFF' || ascii(view, 8, 4) !== 'WEBP') return null
  const contentType = 'image/webp'
  const kind = ascii(view, 12, 4)
  if (kind === 'VP8 ') {
    return { contentType, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8X') return null
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  return { contentType, width: uint24(24) + 1, height: uint24(27) + 1 }
}
