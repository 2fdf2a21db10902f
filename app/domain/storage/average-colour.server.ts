import { streamOf } from './media-context.ts'

/**
 * The average colour of a picture as `#rrggbb`, for the place it will fill. Throws where the
 * picture cannot be decoded, so that it also proves that one can be.
 */
export async function averageColour(images: ImagesBinding, bytes: Uint8Array): Promise<string> {
  const answer = await images
    .input(streamOf(bytes))
    .transform({ width: 1, height: 1, fit: 'squeeze' })
    .output({ format: 'image/png' })
  const [red, green, blue] = await onePixel(new Uint8Array(await answer.response().arrayBuffer()))
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The colour of a PNG of one pixel, whichever way it is written. */
async function onePixel(png: Uint8Array<ArrayBuffer>): Promise<[number, number, number]> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const chunks = new Map<string, Uint8Array<ArrayBuffer>>()
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    chunks.set(
      String.fromCharCode(...png.subarray(at + 4, at + 8)),
      png.subarray(at + 8, at + 8 + view.getUint32(at)),
    )
  }
  const [header, palette, data] = [chunks.get('IHDR'), chunks.get('PLTE'), chunks.get('IDAT')]
  if (!header || !data) throw new Error('The reader of images wrote no PNG')
  const inflated = new Response(data).body?.pipeThrough(new DecompressionStream('deflate'))
  // The first byte of a row says how it is predicted: of one pixel there is nothing to predict
  // from.
  const row = new Uint8Array(await new Response(inflated).arrayBuffer()).subarray(1)
  const [bits = 8, kind = 2] = header.subarray(8, 10)
  const part = (i: number) => row[bits === 16 ? i * 2 : i] ?? 0
  if (kind === 3) {
    const entry = (part(0) >> (8 - Math.min(bits, 8))) * 3
    return [palette?.[entry] ?? 0, palette?.[entry + 1] ?? 0, palette?.[entry + 2] ?? 0]
  }
  const gray = kind === 0 || kind === 4
  if (gray && bits < 8) {
    const level = Math.round(((part(0) >> (8 - bits)) * 255) / (2 ** bits - 1))
    return [level, level, level]
  }
  return gray ? [part(0), part(0), part(0)] : [part(0), part(1), part(2)]
}
