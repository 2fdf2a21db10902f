/** Small files made by hand: pictures and archives, also such as nobody should send. */

import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A PNG of one shade; `text` travels in it as metadata would. */
export function pngOf(
  width: number,
  height: number,
  { shade = 128, text = '' } = {},
): Uint8Array<ArrayBuffer> {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
    return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
  }
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, shade)])
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])])
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      ...(text ? [chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))] : []),
      chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

const uint32 = (n: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(n >>> 0)
  return bytes
}

export type ZipFile = {
  name: string
  data: Uint8Array
  stored?: boolean
  /** What the directory says, where it lies. */
  claims?: { size?: number; compressed?: number; method?: number; flags?: number; crc?: number }
  /** Its name as it lies in the archive, where that is no UTF-8. */
  nameBytes?: Uint8Array
}

/** A zip archive of these files. */
export function zipOf(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, stored = false, claims = {}, nameBytes = Buffer.from(name) } of files) {
    const packed = stored ? Buffer.from(data) : deflateRawSync(data)
    const method = claims.method ?? (stored ? 0 : 8)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(claims.flags ?? 0, 2)
    facts.writeUInt16LE(method, 4)
    facts.writeUInt32LE(claims.crc ?? crc32(data), 10)
    facts.writeUInt32LE(claims.compressed ?? packed.length, 14)
    facts.writeUInt32LE(claims.size ?? data.length, 18)
    facts.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, nameBytes, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, nameBytes]),
    )
    parts.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, list, end]))
}

/** A GIF of one pixel, of as many frames as wanted, with text behind its end. */
export function gifOf({ frames = 1, behind = '' } = {}): Uint8Array<ArrayBuffer> {
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  return new Uint8Array([
    ...Buffer.from('GIF89a', 'latin1'),
    ...[1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...Array.from({ length: frames }, () => frame).flat(),
    0x3b,
    ...Buffer.from(behind, 'latin1'),
  ])
}

/**
 * A JPEG as a camera writes it: noise over a gradient, turned by `orientation`, with a comment in
 * its EXIF.
 */
export async function jpegOf(
  width: number,
  height: number,
  { orientation = 1, comment = 'photo' } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 1
  for (let i = 0; i < pixels.length; i += 1) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    pixels[i] = ((i / 3 / width) * 200) / height + ((i / 3) % width) / 40 + ((seed >> 16) % 24)
  }
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { ImageDescription: comment } })
    .withMetadata({ orientation })
    .jpeg({ quality: 92 })
  return new Uint8Array(await picture.toBuffer())
}
