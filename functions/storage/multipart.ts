/**
 * Forms as the storage client sends them: its file has the empty name, which the platform's own
 * reader refuses.
 */

export type Part = {
  name: string
  isFile: boolean
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

const mostParts = 50
const longestHead = 8 * 1024

/** The parts of a form, as views of the body; null for what is no form, or one that is cut off. */
export function readMultipart(body: Uint8Array<ArrayBuffer>, contentType: string): Part[] | null {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (!boundary) return null
  const dashes = bytesOf(`--${boundary}`)
  const between = bytesOf(`\r\n--${boundary}`)
  if (find(body, dashes, 0) !== 0) return null
  const parts: Part[] = []
  for (let at = dashes.length; ; ) {
    if (body[at] === 0x2d && body[at + 1] === 0x2d) return parts
    if (body[at] !== 0x0d || body[at + 1] !== 0x0a || parts.length === mostParts) return null
    const headEnd = find(body, blankLine, at, longestHead)
    if (headEnd === -1) return null
    const end = find(body, between, headEnd)
    const head = end === -1 ? null : readHead(text(body.subarray(at + 2, headEnd)))
    if (!head) return null
    parts.push({ ...head, bytes: body.subarray(headEnd + blankLine.length, end) })
    at = end + between.length
  }
}

export const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const bytesOf = (words: string) => new TextEncoder().encode(words)
const blankLine = bytesOf('\r\n\r\n')

function readHead(head: string): Omit<Part, 'bytes'> | null {
  const header = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim()
  const disposition = header('content-disposition')
  if (!disposition || !/^form-data\b/i.test(disposition)) return null
  const name = /;\s*name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (name === undefined) return null
  return {
    name,
    isFile: /;\s*filename\*?=/i.test(disposition),
    contentType: header('content-type') ?? '',
  }
}

/** Where `wanted` begins in `bytes`, from `from` on and within `reach` bytes; -1 for nowhere. */
function find(bytes: Uint8Array, wanted: Uint8Array, from: number, reach = bytes.length): number {
  const last = Math.min(bytes.length - wanted.length, from + reach)
  const first = wanted[0] as number
  for (
    let at = bytes.indexOf(first, from);
    at !== -1 && at <= last;
    at = bytes.indexOf(first, at + 1)
  ) {
    let same = 1
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1
    if (same === wanted.length) return at
  }
  return -1
}
