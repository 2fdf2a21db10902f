/** What part of some bytes a request asks for. Pure. */

/**
 * The one range that is asked for. Several at once, and what cannot be read, are answered with the
 * whole file (null). `known` are the tag and the date by which an `If-Range` means these bytes.
 */
export function askedRange(
  headers: Headers,
  { bytes, known }: { bytes: number; known: readonly string[] },
): { offset: number; length: number } | 'unsatisfiable' | null {
  const [, first, last] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('Range')?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const condition = headers.get('If-Range')
  if (condition && !known.includes(condition)) return null
  // `-500` is the last 500 bytes.
  const offset = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (offset > end || (first === '' && last === '0')) return 'unsatisfiable'
  return { offset, length: end - offset + 1 }
}
