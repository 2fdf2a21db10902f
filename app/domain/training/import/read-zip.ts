/**
 * Reads zip archives by their directory, entry by entry, without unpacking more than one at a time.
 * Only what photo archives need: stored and deflated entries; no encryption, no Zip64, no split
 * archives.
 */
import { crc32 } from 'node:zlib'
import { readBytes } from '#app/values/read-bytes.ts'

/** Where the bytes of an archive are: in memory, or in a bucket that answers ranges. */
export type ByteSource = { size: number; read(offset: number, length: number): Promise<Uint8Array> }

export type ZipEntry = {
  name: string
  method: 0 | 8
  compressed: number
  size: number
  crc: number
  offset: number
}

export type ZipDirectory =
  | { ok: true; entries: ZipEntry[] }
  | { ok: false; reason: 'not_a_zip' | 'too_many' | 'unsupported' | 'strange_path' | 'bomb' }

const zipLimits = {
  entries: 4_000,
  directoryBytes: 2 * 1024 * 1024,
  entryBytes: 20 * 1024 * 1024,
  ratio: 200,
}

export const zipRefusalWords = {
  not_a_zip: 'The file is not a whole zip archive.',
  too_many: 'The archive has more than 4,000 files. Upload it in parts.',
  unsupported:
    'The archive is encrypted, split or packed in a way we do not read. ' +
    'Pack it again as a plain zip.',
  strange_path: 'The archive has a file whose path leads out of it.',
  bomb: 'The archive claims to unpack to far more than it holds.',
} as const

const signatures = { end: 0x06054b50, directory: 0x02014b50, local: 0x04034b50 }

/**
 * The files of an archive, as its directory at the end lists them; folders are left out. Never
 * throws on bad bytes.
 */
export async function readZipDirectory(source: ByteSource): Promise<ZipDirectory> {
  // The end record is 22 bytes and a comment of at most 65,535.
  const tailStart = Math.max(0, source.size - 22 - 65_535)
  const tail = await source.read(tailStart, source.size - tailStart)
  const tailView = viewOf(tail)
  let end = tail.length - 22
  while (end >= 0 && tailView.getUint32(end, true) !== signatures.end) end -= 1
  if (end < 0) return { ok: false, reason: 'not_a_zip' }
  const count = tailView.getUint16(end + 10, true)
  const length = tailView.getUint32(end + 12, true)
  const offset = tailView.getUint32(end + 16, true)
  if (tailView.getUint16(end + 4, true) !== 0 || count === 0xffff || offset === 0xffffffff) {
    return { ok: false, reason: 'unsupported' }
  }
  if (count > zipLimits.entries || length > zipLimits.directoryBytes)
    return { ok: false, reason: 'too_many' }
  if (offset + length > tailStart + end) return { ok: false, reason: 'not_a_zip' }
  return readEntries(await source.read(offset, length), count)
}

function readEntries(bytes: Uint8Array, count: number): ZipDirectory {
  const view = viewOf(bytes)
  const entries: ZipEntry[] = []
  let at = 0
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== signatures.directory) {
      return { ok: false, reason: 'not_a_zip' }
    }
    const flags = view.getUint16(at + 8, true)
    const method = view.getUint16(at + 10, true)
    const [compressed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const [nameLength, extra, comment] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number]
    const name = nameOf(bytes.subarray(at + 46, at + 46 + nameLength), (flags & 0x800) !== 0)
    const crc = view.getUint32(at + 16, true)
    const offset = view.getUint32(at + 42, true)
    at += 46 + nameLength + extra + comment
    if (name.endsWith('/')) continue
    if (flags & 1 || (method !== 0 && method !== 8)) return { ok: false, reason: 'unsupported' }
    if (leadsOut(name)) return { ok: false, reason: 'strange_path' }
    if (size > zipLimits.ratio * Math.max(compressed, 1)) return { ok: false, reason: 'bomb' }
    entries.push({ name, method, compressed, size, crc, offset })
  }
  return { ok: true, entries }
}

// The upper half of code page 437, in which archives without the flag for UTF-8 write names.
const oldLetters =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** Some write UTF-8 without saying so: what reads as such is taken for it. */
function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8, ignoreBOM: false }).decode(bytes)
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 128 ? String.fromCharCode(byte) : oldLetters.charAt(byte - 128),
    ).join('')
  }
}

/** Absolute, climbing, of Windows, or with control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const leadsOut = (name: string) => /^\/|^[A-Za-z]:|\\|(^|\/)\.\.(\/|$)|[\u0000-\u001f]/.test(name)

/** The bytes of one file; null when it is larger than it says, than allowed, or damaged. */
export async function readZipEntry(
  source: ByteSource,
  entry: ZipEntry,
): Promise<Uint8Array | null> {
  if (entry.size > zipLimits.entryBytes || entry.compressed > zipLimits.entryBytes) return null
  const header = await source.read(entry.offset, 30)
  const view = viewOf(header)
  if (header.length < 30 || view.getUint32(0, true) !== signatures.local) return null
  const start = entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true)
  const packed = await source.read(start, entry.compressed)
  if (packed.length !== entry.compressed) return null
  const bytes = entry.method === 0 ? packed : await inflate(packed, entry.size)
  return bytes?.length === entry.size && crc32(bytes) === entry.crc ? bytes : null
}

/** Unpacks no further than `size` bytes: an archive may lie about what it holds. */
async function inflate(packed: Uint8Array, size: number): Promise<Uint8Array | null> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  return readBytes(stream, size).catch(() => null)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** An archive that is in memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}
