import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { expect, test } from 'vitest'
import type { StudioDb } from '#app/db/connection.server.ts'
import { type Life, mortal } from '../../../tests/support/mortal-database.ts'
import { library } from '../../../tests/support/training.ts'
import { findObject } from './object-queries.server.ts'
import { type NewObject, putObject } from './put-object.server.ts'
import { arrivalMs, removeObjects, sweepStrays } from './stray-objects.server.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

async function shelfOfNewStudio() {
  const ctx = await (await library()).newStudio()
  const scope = { db: ctx.db, studioId: ctx.studio.id, media: ctx.media, nowMs: ctx.nowMs }
  const path = `${ctx.studio.id}/brand/logo.png`
  const file = (text: string): NewObject => ({
    bucketId: 'Images',
    path,
    ownerId: null,
    contentType: 'text/plain',
    cacheControl: 'max-age=3600',
    bytes: bytesOf(text),
  })
  const read = async () => {
    const object = await findObject(scope, 'Images', path)
    return object && (await (await ctx.media.get(object.objectKey))?.text())
  }
  return { ctx, scope, path, file, read }
}

/** Keys in the bucket that no row names, and rows whose bytes are gone. */
async function untidy(media: R2Bucket, db: StudioDb) {
  const rows = await db.all<{ key: string }>(sql`SELECT object_key AS key FROM objects`)
  const named = new Set(rows.map(({ key }) => key))
  const { objects } = await media.list({ prefix: 'objects/' })
  const there = new Set(objects.map(({ key }) => key))
  return {
    unnamed: [...there].filter((key) => !named.has(key)),
    bytesMissing: [...named].filter((key) => key.startsWith('objects/') && !there.has(key)),
    strays: (await db.all(sql`SELECT 1 FROM stray_objects`)).length,
  }
}

const tidy = { unnamed: [], bytesMissing: [], strays: 0 }

test('a path that is taken is kept unless it is to be overwritten, and then the old bytes go', async () => {
  const { ctx, scope, file, read } = await shelfOfNewStudio()
  const first = await putObject(scope, file('one'), { upsert: false })
  expect(await putObject(scope, file('two'), { upsert: false })).toEqual({
    ok: false,
    reason: 'exists',
  })
  expect(await read()).toBe('one')
  const second = await putObject(scope, file('three'), { upsert: true })
  expect(await read()).toBe('three')
  const [one, three] = [first, second].map((put) => (put.ok ? put.object : null))
  expect(three?.id).toBe(one?.id)
  expect(three?.version).not.toBe(one?.version)
  expect(await untidy(ctx.media, ctx.db)).toEqual(tidy)
})

test('parallel overwrites of one path leave one file, whole, and no other bytes', async () => {
  const { ctx, scope, file, read } = await shelfOfNewStudio()
  const texts = Array.from({ length: 12 }, (_, i) => `version ${i}`)
  const puts = await Promise.all(
    texts.map((text) => putObject(scope, file(text), { upsert: true })),
  )
  expect(puts.every((put) => put.ok)).toBe(true)
  expect(texts).toContain(await read())
  expect(await untidy(ctx.media, ctx.db)).toEqual(tidy)
})

test('of parallel uploads that may not overwrite one wins', async () => {
  const { ctx, scope, file } = await shelfOfNewStudio()
  const puts = await Promise.all(
    Array.from({ length: 8 }, (_, i) => putObject(scope, file(String(i)), { upsert: false })),
  )
  expect(puts.filter((put) => put.ok)).toHaveLength(1)
  expect(await untidy(ctx.media, ctx.db)).toEqual(tidy)
})

test('an upload cut off anywhere leaves the old file or the new one, and nothing after the sweep', async () => {
  const outcomes = new Set<string>()
  for (const after of [false, true]) {
    for (let calls = 1; calls <= 4; calls += 1) {
      const { ctx, scope, file, read } = await shelfOfNewStudio()
      await putObject(scope, file('old'), { upsert: true })
      const life: Life = { calls, after, spent: 0 }
      const dying = drizzle(mortal(ctx.db.$client, life)) as unknown as StudioDb
      const acknowledged = await putObject({ ...scope, db: dying }, file('new'), {
        upsert: true,
      }).then(
        (put) => put.ok,
        () => false,
      )
      const seen = await read()
      expect(['old', 'new']).toContain(seen)
      if (acknowledged) expect(seen).toBe('new')
      outcomes.add(`${seen} ${acknowledged}`)
      await sweepStrays({ ...scope, nowMs: ctx.nowMs + arrivalMs + 1 })
      expect(await read()).toBe(seen)
      expect({ calls, after, ...(await untidy(ctx.media, ctx.db)) }).toEqual({
        calls,
        after,
        ...tidy,
      })
    }
  }
  // Both ends were met, and an answer that was lost.
  expect([...outcomes].sort()).toEqual(['new false', 'new true', 'old false'])
})

test('bytes whose row comes too late, after the sweep, are refused rather than named', async () => {
  const { ctx, scope, file, read } = await shelfOfNewStudio()
  const slow = {
    ...scope,
    media: {
      put: async (...args: Parameters<R2Bucket['put']>) => {
        const put = await ctx.media.put(...args)
        await sweepStrays({ ...scope, nowMs: ctx.nowMs + arrivalMs + 1 })
        return put
      },
      list: (options: R2ListOptions) => ctx.media.list(options),
      delete: (keys: string[]) => ctx.media.delete(keys),
    } as unknown as R2Bucket,
  }
  expect(await putObject(slow, file('late'), { upsert: true })).toMatchObject({ ok: false })
  expect(await read()).toBeNull()
  expect(await untidy(ctx.media, ctx.db)).toEqual(tidy)
})

test('a removed file takes what was made from it along', async () => {
  const { ctx, scope, file } = await shelfOfNewStudio()
  const put = await putObject(scope, file('x'), { upsert: true })
  const key = put.ok ? put.object.objectKey : ''
  await ctx.media.put(`renders/${key}/300x500-cover-80.webp`, 'made')
  expect(await removeObjects(scope, sql`bucket_id = 'Images'`)).toHaveLength(1)
  expect((await ctx.media.list({ prefix: `renders/${key}` })).objects).toEqual([])
  expect(await ctx.media.head(key)).toBeNull()
})
