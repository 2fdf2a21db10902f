/**
 * Pictures without what cameras and editors add to them: where, when and by whom they were taken
 * (EXIF, XMP, IPTC), thumbnails, comments, and whatever lies behind the picture's end. Pixels are
 * not touched. How a picture is to be turned, its colour profile and its density stay.
 */

/** The picture without it; anything else, and what cannot be read to its end, as it is. */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint16(0) === 0xffd8) return cleanJpeg(bytes, view)
    if (view.getUint32(0) === 0x89504e47) return cleanPng(bytes, view)
    if (view.getUint32(0) === riff && view.getUint32(8) === webp) return cleanWebp(bytes, view)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return bytes
}

const named = (name: string) => [...name].reduce((all, c) => all * 256 + c.charCodeAt(0), 0)
const [riff, webp] = [named('RIFF'), named('WEBP')]

const startsWith = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((c, i) => bytes[at + i] === c.charCodeAt(0))

/**
 * Segments up to each scan, the scan to its next marker, and nothing behind the end. Kept are those
 * a decoder needs, JFIF, colour profiles (APP2) and Adobe's mark of the colours (APP14).
 */
function cleanJpeg(bytes: Uint8Array<ArrayBuffer>, view: DataView): Uint8Array<ArrayBuffer> {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) return bytes
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) {
      kept.push(bytes.subarray(at, at + 2))
      return join(kept)
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (end > bytes.length) return bytes
    const turn =
      marker === 0xe1 && startsWith(bytes, at + 4, 'Exif\0\0') ? turnOf(view, at + 10, end) : 1
    if (turn !== 1) kept.push(jpegTurn(turn))
    if (!isJpegExtra(bytes, at, marker)) kept.push(bytes.subarray(at, end))
    at = end
    if (marker !== 0xda) continue
    const from = at
    while (view.getUint8(at) !== 0xff || isInScan(view.getUint8(at + 1))) at += 1
    kept.push(bytes.subarray(from, at))
  }
}

/** A stuffed byte or a restart mark. */
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

function isJpegExtra(bytes: Uint8Array, at: number, marker: number): boolean {
  if (marker === 0xfe) return true
  if (marker < 0xe0 || marker > 0xef) return false
  if (marker === 0xe0) return !startsWith(bytes, at + 4, 'JFIF\0')
  if (marker === 0xe2) return !startsWith(bytes, at + 4, 'ICC_PROFILE\0')
  return marker !== 0xee
}

/** Chunks of a PNG that say nothing of how it looks. */
const pngExtras = new Set(['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf', 'dSIG'].map(named))

function cleanPng(bytes: Uint8Array<ArrayBuffer>, view: DataView): Uint8Array<ArrayBuffer> {
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  for (let at = 8; ; ) {
    const kind = view.getUint32(at + 4)
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) return bytes
    const turn = kind === named('eXIf') ? turnOf(view, at + 8, end - 4) : 1
    if (turn !== 1) kept.push(pngTurn(turn))
    if (!pngExtras.has(kind)) kept.push(bytes.subarray(at, end))
    if (kind === named('IEND')) return join(kept)
    at = end
  }
}

const [exifFlag, xmpFlag] = [8, 4]

function cleanWebp(bytes: Uint8Array<ArrayBuffer>, view: DataView): Uint8Array<ArrayBuffer> {
  const whole = 8 + view.getUint32(4, true)
  if (whole > bytes.length) return bytes
  const kept: Uint8Array[] = [bytes.slice(0, 12)]
  let turn = 1
  for (let at = 12; at + 8 <= whole; ) {
    const kind = view.getUint32(at)
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size + (size % 2)
    if (end > bytes.length) return bytes
    if (kind === named('EXIF')) {
      const from = startsWith(bytes, at + 8, 'Exif\0\0') ? at + 14 : at + 8
      turn = turnOf(view, from, end)
    } else if (webpKinds.has(kind)) kept.push(bytes.slice(at, end))
    at = end
  }
  if (turn !== 1) kept.push(chunk('EXIF', tiffTurn(turn), true))
  const clean = join(kept)
  const out = new DataView(clean.buffer)
  out.setUint32(4, clean.length - 8, true)
  if (clean.length > 20 && out.getUint32(12) === named('VP8X')) {
    const flags = out.getUint8(20) & ~(exifFlag | xmpFlag)
    out.setUint8(20, turn === 1 ? flags : flags | exifFlag)
  }
  return clean
}

/** What a WebP is drawn from. */
const webpKinds = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF'].map(named))

const orientationTag = 0x0112

/** How a picture is to be turned, 1 to 8, by the EXIF between two places; 1 where it does not say. */
function turnOf(view: DataView, from: number, to: number): number {
  try {
    const little = view.getUint16(from) === 0x4949
    if (!little && view.getUint16(from) !== 0x4d4d) return 1
    const list = from + view.getUint32(from + 4, little)
    const entries = view.getUint16(list, little)
    for (let i = 0; i < entries; i += 1) {
      const entry = list + 2 + i * 12
      if (entry + 12 > to) return 1
      if (view.getUint16(entry, little) !== orientationTag) continue
      const turn = view.getUint16(entry + 8, little)
      return turn >= 1 && turn <= 8 ? turn : 1
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

/** The shortest EXIF that says how a picture is to be turned. */
function tiffTurn(turn: number): Uint8Array {
  const tiff = new DataView(new ArrayBuffer(26))
  tiff.setUint32(0, 0x4d4d002a)
  tiff.setUint32(4, 8)
  tiff.setUint16(8, 1)
  tiff.setUint16(10, orientationTag)
  tiff.setUint16(12, 3)
  tiff.setUint32(14, 1)
  tiff.setUint16(18, turn)
  return new Uint8Array(tiff.buffer)
}

const ascii = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))

function jpegTurn(turn: number): Uint8Array {
  const body = join([ascii('Exif\0\0'), tiffTurn(turn)])
  return join([Uint8Array.of(0xff, 0xe1, 0, body.length + 2), body])
}

function pngTurn(turn: number): Uint8Array {
  const part = chunk('eXIf', tiffTurn(turn), false)
  const sum = new DataView(new ArrayBuffer(4))
  sum.setUint32(0, crc32(part.subarray(4)))
  return join([part, new Uint8Array(sum.buffer)])
}

/** A chunk of a PNG (name behind its length) or of a WebP (before it). */
function chunk(name: string, body: Uint8Array, nameFirst: boolean): Uint8Array {
  const size = new DataView(new ArrayBuffer(4))
  size.setUint32(0, body.length, nameFirst)
  const length = new Uint8Array(size.buffer)
  return nameFirst ? join([ascii(name), length, body]) : join([length, ascii(name), body])
}

/** The sum that ends a chunk of a PNG. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
