import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pngOf } from '../../../tests/support/files.ts'
import { readImageHeader } from './image-header.ts'
import { withoutMetadata } from './without-metadata.ts'

const secret = 'Anas Garden, 53.8008 N'
type Format = 'jpeg' | 'png' | 'webp'

/** A picture of 6 by 4 that says where it was taken, and how it is to be turned. */
async function taken(format: Format, orientation: number): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({
    create: { width: 6, height: 4, channels: 3, background: '#7d2a5c' },
  }).withExif({ IFD0: { ImageDescription: secret, Artist: secret }, IFD3: { GPSLatitude: '53/1' } })
  const turned = picture.withMetadata({ orientation }).withIccProfile('srgb')
  return new Uint8Array(await turned.toFormat(format).toBuffer())
}

const says = (bytes: Uint8Array) => Buffer.from(bytes).includes(secret)

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s tells nothing of where and by whom it was taken, and is shown as upright and in the same colours as before',
  async (format) => {
    for (const orientation of [1, 6]) {
      const before = await taken(format, orientation)
      expect([says(before), (await sharp(before).metadata()).exif !== undefined]).toEqual([
        true,
        true,
      ])
      const after = withoutMetadata(before)
      expect(says(after)).toBe(false)
      const facts = await sharp(after).metadata()
      expect(facts.orientation ?? 1).toBe(orientation)
      expect(facts.icc !== undefined).toBe((await sharp(before).metadata()).icc !== undefined)
      expect(readImageHeader(after)).toEqual(readImageHeader(before))
      const pixels = async (bytes: Uint8Array) => sharp(bytes).rotate().raw().toBuffer()
      expect((await pixels(after)).equals(await pixels(before))).toBe(true)
      expect(withoutMetadata(after)).toEqual(after)
    }
  },
)

test('text of a PNG and what lies behind the end of a picture go; a picture that says nothing stays byte for byte', async () => {
  expect(says(withoutMetadata(pngOf(4, 4, { text: secret })))).toBe(false)
  const plain = pngOf(4, 4)
  expect(withoutMetadata(plain)).toEqual(plain)
  const tail = new TextEncoder().encode(secret)
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const clean = withoutMetadata(await taken(format, 1))
    const longer = new Uint8Array([...clean, ...tail])
    expect(withoutMetadata(longer)).toEqual(clean)
  }
})

test('a picture that is cut off and a file that is no picture stay as they are', async () => {
  const whole = await taken('jpeg', 6)
  for (const length of [0, 1, 3, 20, 60, whole.length - 40]) {
    expect(() => withoutMetadata(whole.slice(0, length))).not.toThrow()
  }
  for (const format of ['png', 'webp'] as const) {
    const bytes = await taken(format, 6)
    for (let length = 0; length < 80; length += 7)
      expect(() => withoutMetadata(bytes.slice(0, length))).not.toThrow()
  }
  const text = new TextEncoder().encode('A list of names')
  expect(withoutMetadata(text)).toEqual(text)
})
