/**
 * The bytes of a body, read no further than `most`; null where there are more. They are counted
 * while reading, since a length can be claimed. Up to `drained` bytes are still taken off the wire
 * and dropped, for callers that would lose the connection before our answer.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null | undefined,
  most: number,
  drained = most,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > most) chunks.length = 0
    else chunks.push(value)
    if (length > drained) {
      await reader.cancel()
      break
    }
  }
  if (length > most) return null
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** The same as text, by UTF-8. */
export async function readText(
  body: ReadableStream<Uint8Array> | null | undefined,
  most: number,
): Promise<string | null> {
  const bytes = await readBytes(body, most)
  return bytes && new TextDecoder().decode(bytes)
}
