import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pngOf } from '../../../tests/support/files.ts'
import { readImageHeader, refuseImage } from './image-header.ts'

const bytes = (...parts: (number[] | string)[]) =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part,
    ),
  )

const exifSegment = [0xff, 0xe1, 0x00, 0x06, 1, 2, 3, 4]
const frame = [0xff, 0xc2, 0x00, 0x11, 8, 0x02, 0x37, 0x03, 0x52, 3]
const jpeg = bytes([0xff, 0xd8], exifSegment, [0xff, 0xc4, 0x00, 0x04, 0, 0], [0xff], frame)

test.each([
  ['a JPEG behind its EXIF', jpeg, { contentType: 'image/jpeg', width: 850, height: 567 }],
  ['a PNG', pngOf(30, 50), { contentType: 'image/png', width: 30, height: 50 }],
  [
    'a lossy WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 244, 1]),
    { contentType: 'image/webp', width: 300, height: 500 },
  ],
  [
    'an extended WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 243, 1, 0]),
    { contentType: 'image/webp', width: 300, height: 500 },
  ],
])('%s says its size', (_, file, facts) => {
  expect(readImageHeader(file)).toEqual(facts)
})

test.each([
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
  ['HTML', bytes('<!doctype html><script>alert(1)</script>')],
  ['a GIF', bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['nothing', bytes()],
  ['a JPEG that ends before its frame', jpeg.slice(0, 8)],
])('%s is no photo', (_, file) => {
  expect(refuseImage(file)).toBe('not_an_image')
})

test('a picture of too many pixels is refused by what its header says, before it is decoded', () => {
  const huge = pngOf(1, 1)
  new DataView(huge.buffer).setUint32(16, 11_000)
  new DataView(huge.buffer).setUint32(20, 10_000)
  expect(refuseImage(huge)).toBe('too_many_pixels')
  expect(refuseImage(new Uint8Array(20 * 1024 * 1024 + 1))).toBe('too_large')
})

test('no bytes make it throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(jpeg.length), (noise, cut) => {
      const file = new Uint8Array([...jpeg.slice(0, cut), ...noise])
      expect([null, 'object']).toContain(
        readImageHeader(file) === null ? null : typeof readImageHeader(file),
      )
    }),
  )
})
