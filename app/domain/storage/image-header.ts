/** What an image is, by its first bytes: its name and its declared type are someone's word. */

export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const
export type ImageType = (typeof imageTypes)[number]
export type ImageFacts = { contentType: ImageType; width: number; height: number }

const imageLimits = { bytes: 20 * 1024 * 1024, pixels: 100_000_000, side: 12_000 }

/**
 * Type and size of a raster picture; null for anything else, and for one whose header is cut off.
 */
export function readImageHeader(bytes: Uint8Array): ImageFacts | null {
  const view = viewOf(bytes)
  try {
    return readJpeg(view) ?? readPng(view) ?? readWebp(view) ?? readGif(view) ?? readAvif(view)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export type ImageRefusal =
  | 'not_an_image'
  | 'too_large'
  | 'too_many_pixels'
  | 'animated'
  | 'unreadable'

/** Why a file cannot be a picture, before anything decodes it; null when it can. */
export function refuseImage(bytes: Uint8Array): ImageRefusal | null {
  if (bytes.length > imageLimits.bytes) return 'too_large'
  const facts = readImageHeader(bytes)
  if (!facts || facts.width === 0 || facts.height === 0) return 'not_an_image'
  const { width, height } = facts
  if (width * height > imageLimits.pixels || Math.max(width, height) > imageLimits.side)
    return 'too_many_pixels'
  return isAnimated(bytes, facts.contentType) ? 'animated' : null
}

export const imageRefusalWords: Record<ImageRefusal, string> = {
  not_an_image: 'It is not a JPEG, PNG, WebP, AVIF or GIF picture.',
  too_large: 'It is larger than 20 MB.',
  too_many_pixels: 'It has more than 100 megapixels, or a side of more than 12,000 pixels.',
  animated: 'It moves. Choose a still picture.',
  unreadable: 'It is damaged: it could not be opened.',
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

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
      return {
        contentType: 'image/jpeg',
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
      }
    }
    if (marker === 0xd9 || marker === 0xda) return null
    const standalone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    at += 2 + (standalone ? 0 : Math.max(2, view.getUint16(at + 2)))
  }
  return null
}

function readPng(view: DataView): ImageFacts | null {
  if (
    view.getUint32(0) !== 0x89504e47 ||
    view.getUint32(4) !== 0x0d0a1a0a ||
    ascii(view, 12, 4) !== 'IHDR'
  )
    return null
  return { contentType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function readWebp(view: DataView): ImageFacts | null {
  if (ascii(view, 0, 4) !== 'RIFF' || ascii(view, 8, 4) !== 'WEBP') return null
  const contentType = 'image/webp'
  const kind = ascii(view, 12, 4)
  if (kind === 'VP8 ') {
    return {
      contentType,
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8X') return null
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  return { contentType, width: uint24(24) + 1, height: uint24(27) + 1 }
}

function readGif(view: DataView): ImageFacts | null {
  const frames = gifFrames(view)
  return frames === 0
    ? null
    : { contentType: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/**
 * Frames of a GIF, counted to two. 0 for what is none: every block is walked to the trailer, and
 * nothing may follow it, so that a script which only begins like a GIF is none.
 */
function gifFrames(view: DataView): number {
  if (!['GIF87a', 'GIF89a'].includes(ascii(view, 0, 6))) return 0
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const behindBlocks = (from: number) => {
    let at = from
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
    return at + 1
  }
  let at = 13 + tableBytes(view.getUint8(10))
  let frames = 0
  for (;;) {
    const kind = view.getUint8(at)
    if (kind === 0x3b) return at + 1 === view.byteLength ? Math.min(frames, 2) : 0
    if (kind === 0x21) at = behindBlocks(at + 2)
    else if (kind === 0x2c) {
      frames += 1
      at = behindBlocks(at + 11 + tableBytes(view.getUint8(at + 9)))
    } else return 0
  }
}

/**
 * The boxes of an AVIF that hold its size, from the outermost in; each is a list of boxes itself.
 */
const avifPath = ['meta', 'iprp', 'ipco', 'ispe']

function readAvif(view: DataView): ImageFacts | null {
  if (ascii(view, 4, 8) !== 'ftypavif') return null
  let [from, to] = [0, view.byteLength]
  for (const [depth, wanted] of avifPath.entries()) {
    const box = largestBox(view, from, to, wanted)
    if (!box) return null
    if (wanted === 'ispe') {
      return {
        contentType: 'image/avif',
        width: view.getUint32(box.from + 4),
        height: view.getUint32(box.from + 8),
      }
    }
    // `meta` has a version and flags before its boxes.
    from = box.from + (depth === 0 ? 4 : 0)
    to = box.to
  }
  return null
}

/** The box of a kind; of several sizes (tiles, a thumbnail) the largest. */
function largestBox(
  view: DataView,
  from: number,
  to: number,
  wanted: string,
): { from: number; to: number } | null {
  let found: { from: number; to: number } | null = null
  for (let at = from; at + 8 <= to; ) {
    const length = view.getUint32(at)
    if (length < 8) return found
    const box = { from: at + 8, to: Math.min(at + length, to) }
    const larger = () => !found || view.getUint32(box.from + 4) > view.getUint32(found.from + 4)
    if (ascii(view, at + 4, 4) === wanted && (wanted === 'ispe' ? larger() : !found)) found = box
    at += length
  }
  return found
}

/** Whether it has more than one frame. */
function isAnimated(bytes: Uint8Array, type: ImageType): boolean {
  const view = viewOf(bytes)
  if (type === 'image/gif') return gifFrames(view) > 1
  if (type === 'image/webp') return ascii(view, 12, 4) === 'VP8X' && (view.getUint8(20) & 2) !== 0
  if (type !== 'image/png') return false
  // An animated PNG says so in a chunk before its first picture.
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = ascii(view, at + 4, 4)
    if (kind === 'acTL' || kind === 'IDAT') return kind === 'acTL'
  }
  return false
}
