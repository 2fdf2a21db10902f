import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { gifOf, jpegOf, pngOf } from '../../../tests/support/files.ts'
import { library } from '../../../tests/support/training.ts'
import { imageUrl, srcSet } from './image.ts'
import { readImageHeader } from './image-header.ts'
import type { MediaContext } from './media-context.ts'
import { findObject } from './object-queries.server.ts'
import { renderImage } from './render-image.server.ts'
import type { RenderParameters } from './render-parameters.ts'
import { storeImage } from './store-image.server.ts'
import { removeObjects } from './stray-objects.server.ts'

const newStudio = async () => (await library()).newStudio()
const png = (width = 40, height = 30, shade = 128) => pngOf(width, height, { shade })
const store = (ctx: MediaContext, name: string, bytes: Uint8Array) =>
  storeImage(ctx, { folder: 'classes', file: { name, bytes }, alt: 'A pole in an empty room' })

async function bytesOf(ctx: MediaContext, path: string): Promise<Uint8Array> {
  const object = await findObject({ db: ctx.db, studioId: ctx.studio.id }, 'Images', path)
  return new Uint8Array((await (await ctx.media.get(object!.objectKey))?.arrayBuffer()) ?? [])
}

test('a picture is kept under its lower-cased name, with its size, its colour and an address of its version', async () => {
  const ctx = await newStudio()
  const stored = await store(ctx, 'My Pole Photo.PNG', png(40, 30, 200))
  const path = `${ctx.studio.id}/classes/my-pole-photo.webp`
  expect(stored).toMatchObject({
    ok: true,
    value: {
      folder: `${ctx.studio.id}/classes`,
      bucket: 'Images',
      name: 'my-pole-photo.webp',
      path,
      alt: 'A pole in an empty room',
      width: 40,
      height: 30,
      placeholder: expect.stringMatching(/^#(c[5-9a-b]){3}$/),
    },
  })
  const image = stored.ok ? stored.value : null
  expect(image?.url).toBe(
    `/storage/v1/render/image/public/Images/${path}` +
      `?width=300&height=500&resize=cover&v=${image?.version}`,
  )
  expect(srcSet(image!)).toContain('width=600&height=1000&resize=cover')
  expect(imageUrl(image!, { width: 160, height: 160, resize: 'contain' })).toContain(
    'width=160&height=160&resize=contain',
  )
})

test('a picture of the same name replaces the one that is there and has another address', async () => {
  const ctx = await newStudio()
  const first = await store(ctx, 'a.png', png())
  const second = await store(ctx, 'A.png', png(20, 20))
  if (!first.ok || !second.ok) throw new Error('refused')
  expect(second.value.id).toBe(first.value.id)
  expect(second.value.url).not.toBe(first.value.url)
  expect(
    (await ctx.db.all(sql`SELECT 1 FROM objects WHERE studio_id = ${ctx.studio.id}`)).length,
  ).toBe(1)
})

test('a photo is turned upright, made no larger than a screen, and says no more where it was taken', async () => {
  const ctx = await newStudio()
  const photo = await jpegOf(3_000, 2_000, { orientation: 6, comment: 'taken at 53.79 N, 1.54 W' })
  expect(new TextDecoder('latin1').decode(photo)).toContain('53.79')
  const stored = await store(ctx, 'photo.jpg', photo)
  if (!stored.ok) throw new Error(stored.reason)
  expect([stored.value.width, stored.value.height]).toEqual([1_067, 1_600])
  const kept = new TextDecoder('latin1').decode(await bytesOf(ctx, stored.value.path))
  expect(kept).not.toContain('53.79')
  expect(kept).not.toContain('Exif')
})

test.each([
  [
    'an SVG with a script',
    new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ),
    'not_an_image',
  ],
  [
    'HTML under a name of a photo',
    new TextEncoder().encode('<!doctype html><script>alert(1)</script>'),
    'not_an_image',
  ],
  ['nothing at all', new Uint8Array(), 'not_an_image'],
  ['more than 20 MB', new Uint8Array(20 * 1024 * 1024 + 1), 'too_large'],
  ['a GIF of a thousand frames', gifOf({ frames: 1_000 }), 'animated'],
  ['a GIF that is a script as well', gifOf({ frames: 1, behind: '=1;alert(1)//' }), 'not_an_image'],
  [
    'a GIF of nothing but script',
    new TextEncoder().encode('GIF89a=1;alert(1)//'.padEnd(40)),
    'not_an_image',
  ],
])('%s is refused and leaves nothing', async (_, bytes, reason) => {
  const ctx = await newStudio()
  const before = (await ctx.media.list()).objects.length
  expect(await store(ctx, 'photo.jpg', bytes)).toEqual({ ok: false, reason })
  expect(await ctx.db.all(sql`SELECT 1 FROM objects WHERE studio_id = ${ctx.studio.id}`)).toEqual(
    [],
  )
  expect((await ctx.media.list()).objects).toHaveLength(before)
})

test('a still GIF is a picture', async () => {
  expect(await store(await newStudio(), 'still.gif', gifOf({ frames: 1 }))).toMatchObject({
    ok: true,
    value: { name: 'still.webp', width: 1, height: 1 },
  })
})

test.each<[RenderParameters['resize'], number | null, number | null, number, number]>([
  ['cover', 300, 500, 300, 500],
  ['contain', 300, 500, 300, 200],
  ['fill', 300, 500, 300, 500],
  ['cover', 300, null, 300, 200],
  ['fill', null, 100, 150, 100],
  ['cover', null, null, 600, 400],
])('%s of %s by %s is %s by %s', async (resize, width, height, madeWidth, madeHeight) => {
  const ctx = await newStudio()
  const stored = await store(ctx, 'a.png', png(600, 400))
  if (!stored.ok) throw new Error(stored.reason)
  const object = await findObject(
    { db: ctx.db, studioId: ctx.studio.id },
    'Images',
    stored.value.path,
  )
  for (const format of ['webp', 'avif'] as const) {
    const made = await renderImage(ctx, object!, { width, height, resize, quality: null, format })
    expect(readImageHeader(new Uint8Array(made!.bytes))).toEqual({
      contentType: `image/${format}`,
      width: madeWidth,
      height: madeHeight,
    })
  }
})

test('what a page shows is made once and kept, what nobody shows is not, and all of it goes with the picture', async () => {
  const ctx = await newStudio()
  const stored = await store(ctx, 'a.png', png(600, 400))
  if (!stored.ok) throw new Error(stored.reason)
  const object = (await findObject(
    { db: ctx.db, studioId: ctx.studio.id },
    'Images',
    stored.value.path,
  ))!
  const kept = async () =>
    (await ctx.media.list({ prefix: `renders/${object.objectKey}/` })).objects.map(({ key }) => key)
  const usual = { width: 300, height: 500, resize: 'cover', quality: null, format: 'webp' } as const
  await renderImage(ctx, object, usual)
  await renderImage(ctx, object, { ...usual, width: 301 })
  expect(await kept()).toEqual([`renders/${object.objectKey}/300x500-cover-80.webp`])
  await ctx.media.delete(object.objectKey)
  expect(await renderImage(ctx, object, usual)).toMatchObject({ contentType: 'image/webp' })
  expect(await renderImage(ctx, object, { ...usual, width: 301 })).toBeNull()
  const place = { ...ctx, studioId: ctx.studio.id }
  expect(await removeObjects(place, sql`id = ${stored.value.id}`)).toHaveLength(1)
  expect(await kept()).toEqual([])
  expect(await removeObjects(place, sql`id = ${stored.value.id}`)).toEqual([])
})
