/**
 * Where a video was filmed, and with what: MP4 keeps it beside the film (ISO/IEC 14496-12, user data
 * and metadata boxes; `©xyz` and `loci` among them), and phones write it unasked. Such boxes become
 * free space of the same size, so that nothing else of the file moves. Pure but for what `read` reads.
 */

/** `length` bytes of a file from `from` on, fewer at its end. */
export type ReadFile = (from: number, length: number) => Promise<Uint8Array>

/** A box that is to be made free space: where it begins, how long its head is and it as a whole. */
export type PrivateBox = { at: number; head: number; size: number }

type Box = PrivateBox & { type: string; extended: string }

/** A film has some ten; a file of thousands of fragments tells of itself in its first ones. */
const mostBoxes = 400

/** Boxes are read in pieces of this size, as most lie close together. */
const windowBytes = 4096

/** The type that marks Adobe's XMP among boxes of any maker's. */
const xmp = 'be7acfcb97a942e89c71999491e3afac'

/**
 * The boxes of an MP4 of `size` bytes that say where, by whom and with what it was filmed: user data
 * and metadata of the file, of the film and of its tracks, and XMP. None of a file of another kind.
 * How a film is turned is kept elsewhere, and stays. Samples of a track that records places all the
 * way, as action cameras write them, are not looked at.
 */
export async function privateBoxesOf(read: ReadFile, size: number): Promise<PrivateBox[]> {
  const found: PrivateBox[] = []
  const near = readAhead(read)
  let left = mostBoxes
  const walk = async (from: number, to: number) => {
    for (let at = from; at + 8 <= to && left > 0; left -= 1) {
      const box = boxOf(await near(at, 24), at, to)
      if (!box) return
      if (isPrivate(box)) found.push({ at, head: box.head, size: box.size })
      else if (box.type === 'moov' || box.type === 'trak') await walk(at + box.head, at + box.size)
      at += box.size
    }
  }
  await walk(0, size)
  return found
}

const isPrivate = ({ type, extended }: Box) =>
  type === 'udta' || type === 'meta' || (type === 'uuid' && extended === xmp)

function boxOf(bytes: Uint8Array, at: number, to: number): Box | null {
  if (bytes.length < 8) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const short = view.getUint32(0)
  if (short === 1 && bytes.length < 16) return null
  const head = short === 1 ? 16 : 8
  let size = short
  if (short === 1) size = Number(view.getBigUint64(8))
  if (short === 0) size = to - at
  if (size < head || at + size > to) return null
  return {
    at,
    head,
    size,
    type: String.fromCharCode(...bytes.subarray(4, 8)),
    extended: [...bytes.subarray(head, head + 16)]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join(''),
  }
}

function readAhead(read: ReadFile): ReadFile {
  let start = 0
  let bytes: Uint8Array = new Uint8Array()
  return async (from, length) => {
    if (from < start || from + length > start + bytes.length) {
      bytes = await read(from, windowBytes)
      start = from
    }
    return bytes.subarray(from - start, from - start + length)
  }
}

/** Makes the boxes free space in `bytes`, which lie `from` bytes behind the file's beginning. */
export function freeBoxes(bytes: Uint8Array, from: number, boxes: readonly PrivateBox[]): void {
  for (const { at, head, size } of boxes) {
    for (const [i, letter] of [...'free'].entries()) {
      const place = at + 4 + i - from
      if (place >= 0 && place < bytes.length) bytes[place] = letter.charCodeAt(0)
    }
    const [start, end] = [at + head - from, at + size - from]
    if (end > 0 && start < bytes.length) bytes.fill(0, Math.max(0, start), end)
  }
}

/** An MP4 that came whole, without where it was filmed; other bytes stay. Changed in place. */
export async function freeFilmingPlace(bytes: Uint8Array): Promise<void> {
  const read: ReadFile = async (from, length) => bytes.subarray(from, from + length)
  freeBoxes(bytes, 0, await privateBoxesOf(read, bytes.length))
}
