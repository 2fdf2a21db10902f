/** A picture of few colours as PNG, without a library: the platform has the compression. */

/** What is drawn: one byte a pixel, row by row, each the place of a colour in `palette`. */
export type Indexed = {
  width: number
  height: number
  pixels: Uint8Array<ArrayBuffer>
  /** `#rrggbb`, at most 256. */
  palette: readonly string[]
}

/** The bytes of the file. */
export async function encodePng(picture: Indexed): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, pixels, palette } = picture
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // Eight bits a pixel, which say the place of a colour.
  header.set([8, 3, 0, 0, 0], 8)
  const colours = palette.flatMap((hex) =>
    [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)),
  )
  // Before each row stands how it was filtered: not at all.
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const deflated = new Response(
    new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate')),
  )
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(colours)),
    chunk('IDAT', new Uint8Array(await deflated.arrayBuffer())),
    chunk('IEND', new Uint8Array()),
  ])
}

/** A PNG of at most 256 pixels a side as the icon file that browsers ask for by its name. */
export function iconFile(png: Uint8Array<ArrayBuffer>, side: number): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(22))
  head.setUint16(2, 1, true)
  head.setUint16(4, 1, true)
  head.setUint8(6, side % 256)
  head.setUint8(7, side % 256)
  head.setUint16(10, 1, true)
  head.setUint16(12, 8, true)
  head.setUint32(14, png.length, true)
  head.setUint32(18, 22, true)
  return joined([new Uint8Array(head.buffer), png])
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const named = joined([Uint8Array.from(type, (letter) => letter.charCodeAt(0)), data])
  const whole = new Uint8Array(named.length + 8)
  const view = new DataView(whole.buffer)
  view.setUint32(0, data.length)
  whole.set(named, 4)
  view.setUint32(named.length + 4, checksum(named))
  return whole
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** CRC-32 as the format asks for it. */
function checksum(bytes: Uint8Array): number {
  let sum = -1
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
