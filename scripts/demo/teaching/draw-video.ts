/**
 * A short film of our own for the demo: a drawn figure goes round a pole. Each frame is a picture as
 * WebP keeps it, which is a key frame of VP8, so that no encoder of video is needed.
 */
import sharp from 'sharp'

const [width, height, frames, perSecond] = [320, 180, 24, 6] as const

/** One moment of the film, `turn` from 0 to 1. */
export function drawFrame(turn: number): string {
  const angle = turn * 2 * Math.PI
  const [x, near] = [160 + 34 * Math.sin(angle), Math.cos(angle)]
  const body = `<g stroke="#33201b" stroke-width="${7 + near * 1.5}" stroke-linecap="round" fill="none">
    <path d="M${x} 62V104M160 46L${x} 68M160 92L${x} 78M${x} 104L${x + 18} 126 ${x + 30} 116M${x} 104L${x + 8} 134 ${x + 26} 140"/>
    </g><circle cx="${x}" cy="48" r="9" fill="#8d5a3b"/>`
  const pole = '<path d="M160 0V180" stroke="#8b8578" stroke-width="5"/>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180">
    <rect width="320" height="180" fill="#efe3c9"/><path d="M0 150h320v30H0z" fill="#d9c7a3"/>
    ${near > 0 ? pole + body : body + pole}</svg>`
}

/** The VP8 frame inside a lossy WebP picture. */
async function keyFrame(svg: string): Promise<Uint8Array> {
  const webp = await sharp(Buffer.from(svg))
    .resize(width, height)
    .flatten({ background: '#efe3c9' })
    .webp({ quality: 60 })
    .toBuffer()
  const at = webp.indexOf('VP8 ')
  return new Uint8Array(webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4)))
}

/** An element of WebM: its id, its size, what is in it. */
function element(id: readonly number[], ...parts: (Uint8Array | readonly number[])[]): Uint8Array {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return new Uint8Array(Buffer.concat([Buffer.from(id), size, body]))
}

const text = (words: string) => [...Buffer.from(words)]
const number = (n: number) => [(n >> 8) & 255, n & 255]

/** The film as WebM. */
export async function drawVideo(): Promise<Uint8Array> {
  const drawn = await Promise.all(
    Array.from({ length: frames }, (_, i) => keyFrame(drawFrame(i / frames))),
  )
  const millis = 1_000 / perSecond
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(frames * millis)
  const head = element(
    [0x1a, 0x45, 0xdf, 0xa3],
    element([0x42, 0x86], [1]),
    element([0x42, 0xf7], [1]),
    element([0x42, 0xf2], [4]),
    element([0x42, 0xf3], [8]),
    Uint8Array.from([0x42, 0x82, 0x84, ...text('webm')]),
    element([0x42, 0x87], [2]),
    element([0x42, 0x85], [2]),
  )
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    element([0x2a, 0xd7, 0xb1], [0x0f, 0x42, 0x40]),
    element([0x44, 0x89], duration),
    element([0x4d, 0x80], text('cadence')),
    element([0x57, 0x41], text('cadence')),
  )
  const track = element(
    [0xae],
    element([0xd7], [1]),
    element([0x73, 0xc5], [1]),
    element([0x83], [1]),
    element([0x86], text('V_VP8')),
    element([0xe0], element([0xb0], number(width)), element([0xba], number(height))),
  )
  const blocks = drawn.map((frame, i) =>
    element([0xa3], [0x81, ...number(Math.round(i * millis)), 0x80], frame),
  )
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], [0]), ...blocks)
  const segment = element(
    [0x18, 0x53, 0x80, 0x67],
    info,
    element([0x16, 0x54, 0xae, 0x6b], track),
    cluster,
  )
  return new Uint8Array(Buffer.concat([head, segment]))
}
