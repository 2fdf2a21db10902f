/** What a studio may keep: judged by content, never by what a file calls itself. Pure. */

/** No file is larger. */
export const largestFileMb = 25
export const largestFileBytes = largestFileMb * 1024 * 1024

/** What a studio may keep in all, versions too. */
export const quotaBytes = 2_000_000_000

const begins = (bytes: Uint8Array, ...head: number[]) => head.every((byte, i) => bytes[i] === byte)
const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))

/** Office files are archives: their ending says which. One with macros has another ending. */
const office: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
}

const texts: Record<string, string> = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
}

const endingOf = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * The type of a file that may be kept: PDF, pictures, music, video, office files without macros,
 * plain text. Null for anything else, above all what runs or what a browser would run (HTML, SVG,
 * programs, archives).
 */
export function typeOfFile(name: string, bytes: Uint8Array): string | null {
  if (ascii(bytes, 0, 5) === '%PDF-') return 'application/pdf'
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47)) return 'image/png'
  if (begins(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (ascii(bytes, 0, 4) === 'GIF8') return 'image/gif'
  if (ascii(bytes, 0, 4) === 'RIFF') {
    return { WEBP: 'image/webp', WAVE: 'audio/wav' }[ascii(bytes, 8, 4)] ?? null
  }
  if (ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2))
    return 'audio/mpeg'
  if (ascii(bytes, 0, 4) === 'OggS') return 'audio/ogg'
  if (ascii(bytes, 4, 4) === 'ftyp') return ascii(bytes, 8, 3) === 'M4A' ? 'audio/mp4' : 'video/mp4'
  if (begins(bytes, 0x1a, 0x45, 0xdf, 0xa3)) return 'video/webm'
  const ending = endingOf(name)
  if (begins(bytes, 0x50, 0x4b, 0x03, 0x04)) return office[ending] ?? null
  return ending in texts && isText(bytes) ? (texts[ending] ?? null) : null
}

/** UTF-8 without control characters, and no markup that a browser would take for a page. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    const control = bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))
    return !control && !/^\s*<(?:!doctype|html|svg|\?xml|script)/i.test(text)
  } catch {
    return false
  }
}

/** What a browser may show on its own; everything else is saved. */
export const showsInline = (contentType: string): boolean =>
  /^(?:image\/|application\/pdf|audio\/|video\/)/.test(contentType)
