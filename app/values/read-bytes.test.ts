import { expect, test } from 'vitest'
import { readBytes, readText } from './read-bytes.ts'

/** A body of pieces of ten bytes that counts how many were taken from it. */
function pieces(count: number) {
  const told = { taken: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (told.taken === count) return controller.close()
        told.taken += 1
        controller.enqueue(new Uint8Array(10).fill(told.taken))
      },
      cancel: () => {
        told.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, told }
}

test('a body that fits is read whole, and none reads as nothing', async () => {
  expect(await readBytes(pieces(3).body, 30)).toEqual(
    new Uint8Array([...Array(10).fill(1), ...Array(10).fill(2), ...Array(10).fill(3)]),
  )
  expect(await readBytes(null, 30)).toEqual(new Uint8Array(0))
  expect(await readText(new Response('Ångström').body, 30)).toBe('Ångström')
})

test('a body that is larger is read no further than to see it', async () => {
  const { body, told } = pieces(1_000)
  expect(await readBytes(body, 25)).toBeNull()
  expect(told).toEqual({ taken: 3, cancelled: true })
})

test('a larger body is still read off the wire, up to a limit of its own', async () => {
  const all = pieces(6)
  expect(await readBytes(all.body, 25, 100)).toBeNull()
  expect(all.told).toEqual({ taken: 6, cancelled: false })
  const endless = pieces(1_000)
  expect(await readBytes(endless.body, 25, 100)).toBeNull()
  expect(endless.told).toEqual({ taken: 11, cancelled: true })
})
