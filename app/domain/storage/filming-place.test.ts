import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeBoxes, freeFilmingPlace, privateBoxesOf } from './filming-place.ts'

const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))
const joined = (parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

/** A box of MP4: its length in four bytes, or in eight behind a one. */
function box(type: string, long: boolean, ...inside: Uint8Array[]): Uint8Array {
  const body = joined(inside)
  const head = new DataView(new ArrayBuffer(long ? 16 : 8))
  head.setUint32(0, long ? 1 : 8 + body.length)
  for (const [i, c] of [...type].entries()) head.setUint8(4 + i, c.charCodeAt(0))
  if (long) head.setBigUint64(8, BigInt(16 + body.length))
  return joined([new Uint8Array(head.buffer), body])
}

const place = '+51.5074-000.1278/'
const userData = (long = false) =>
  box('udta', long, box('\u00a9xyz', false, latin(`\0\u0012\0\0${place}`)))
const film = (...inMovie: Uint8Array[]) =>
  joined([
    box('ftyp', false, latin('isom\0\0\0\0mp42')),
    box('moov', false, box('mvhd', false, new Uint8Array(100)), ...inMovie),
    box('mdat', false, latin('samples of the film')),
  ])
const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes)

test('a video keeps its length and its film, and loses where it was filmed', async () => {
  const track = box('trak', false, box('tkhd', false, new Uint8Array(84)), userData())
  const metadata = box('meta', false, latin(`com.apple.quicktime.location.ISO6709 ${place}`))
  const bytes = joined([film(track, userData(true), metadata), metadata])
  const before = bytes.length
  await freeFilmingPlace(bytes)
  expect(bytes.length).toBe(before)
  const text = textOf(bytes)
  expect(text).not.toContain(place)
  expect(text).not.toContain('ISO6709')
  expect(text).toContain('samples of the film')
  expect(text.match(/free/g)).toHaveLength(4)
  expect(text).toContain('tkhd')
})

test('words of the same look within the film itself are left', async () => {
  const bytes = joined([film(), box('mdat', true, userData())])
  const whole = textOf(bytes)
  await freeFilmingPlace(bytes)
  expect(textOf(bytes)).toBe(whole)
})

test('boxes are freed alike in one piece and in pieces of any size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), fc.boolean(), async (piece, long) => {
      const whole = film(userData(long), box('trak', long, userData()))
      const pieces = whole.slice()
      const boxes = await privateBoxesOf(
        async (from, n) => whole.subarray(from, from + n),
        whole.length,
      )
      expect(boxes).toHaveLength(2)
      freeBoxes(whole, 0, boxes)
      for (let at = 0; at < pieces.length; at += piece)
        freeBoxes(pieces.subarray(at, at + piece), at, boxes)
      expect(textOf(pieces)).toBe(textOf(whole))
      expect(textOf(whole)).not.toContain(place)
    }),
  )
})

test('bytes that are no video, or end in the middle of a box, are read to an end and left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (noise) => {
      const bytes = joined([box('ftyp', false, latin('isom')), noise])
      const copy = bytes.slice()
      await freeFilmingPlace(bytes)
      expect(bytes.length).toBe(copy.length)
    }),
  )
  const cut = film(userData()).subarray(0, 140)
  const copy = cut.slice()
  await freeFilmingPlace(cut)
  expect(textOf(cut)).toBe(textOf(copy))
})
