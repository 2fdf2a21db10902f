import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readImageHeader } from '#app/domain/storage/image-header.ts'
import { newId } from '#app/values/id.ts'
import { jpegOf, pngOf } from '../support/files.ts'
import { projectKey } from '../support/supabase.ts'
import { client, databases, newStudio, somebody } from './clients.ts'

const png = (shade = 128) => new Blob([pngOf(600, 400, { shade })], { type: 'image/png' })
const text = (words: string) => new Blob([words], { type: 'text/plain' })
const read = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers })

test('the published client uploads with overwrite, shows at 300 by 500, and removes', async () => {
  const images = (await client('service_role')).storage.from('Images')
  const path = `${newId()}/Photo of Ana.png`

  const first = await images.upload(path, png(10), { upsert: true })
  expect(first.error).toBeNull()
  expect(first.data).toMatchObject({
    path,
    fullPath: `Images/${path}`,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect((await images.upload(path, png(), { upsert: false })).error).toMatchObject({
    status: 400,
    statusCode: '409',
    message: 'The resource already exists',
  })
  expect((await images.upload(path, png(200), { upsert: true })).data?.id).toBe(first.data?.id)

  const { publicUrl } = images.getPublicUrl(path, {
    transform: { width: 300, height: 500, resize: 'cover' },
  }).data
  const shown = await read(publicUrl, { Accept: 'image/avif,image/webp,*/*' })
  expect(shown.headers.get('Content-Type')).toBe('image/avif')
  expect(shown.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(readImageHeader(new Uint8Array(await shown.arrayBuffer()))).toMatchObject({
    width: 300,
    height: 500,
  })
  const whole = await read(images.getPublicUrl(path).data.publicUrl)
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(pngOf(600, 400, { shade: 200 }))

  const removed = await images.remove([path, 'nothing/here.png'])
  expect(removed.data).toMatchObject([{ name: path, bucket_id: 'Images' }])
  expect((await images.remove([path])).data).toEqual([])
  const gone = await read(publicUrl)
  expect([gone.status, await gone.json()]).toEqual([
    400,
    { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' },
  ])
})

test('a public file says what a cache needs: tags, dates, ranges, and what is saved under which name', async () => {
  const files = (await client('service_role')).storage.from('Images')
  const path = `${newId()}/a.png`
  const bytes = pngOf(20, 20)
  await files.upload(path, new Blob([bytes], { type: 'image/png' }), { cacheControl: '60' })
  const url = files.getPublicUrl(path).data.publicUrl

  const headers = Object.fromEntries((await read(url)).headers)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'max-age=60',
    'accept-ranges': 'bytes',
    'content-length': String(bytes.length),
    'x-robots-tag': 'none',
    'access-control-allow-origin': '*',
  })
  const tag = headers.etag ?? ''
  const date = headers['last-modified'] ?? ''
  expect(Date.parse(date)).toBeGreaterThan(Date.now() - 60_000)

  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const same = await read(url, { 'If-None-Match': known })
    expect([known, same.status, await same.text()]).toEqual([known, 304, ''])
  }
  expect((await read(url, { 'If-Modified-Since': date })).status).toBe(304)
  expect((await read(url, { 'If-None-Match': '"other"' })).status).toBe(200)

  const part = await read(url, { Range: 'bytes=1-3' })
  expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
    206,
    `bytes 1-3/${bytes.length}`,
    'PNG',
  ])
  const last = await read(url, { Range: 'bytes=-8' })
  expect(new Uint8Array(await last.arrayBuffer())).toEqual(bytes.slice(-8))
  expect((await read(url, { Range: `bytes=${bytes.length}-` })).status).toBe(416)
  expect((await read(url, { Range: 'bytes=0-3', 'If-Range': '"other"' })).status).toBe(200)

  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, ''])
  const saved = await read(files.getPublicUrl(path, { download: 'Ana "1" ü.png' }).data.publicUrl)
  expect(saved.headers.get('Content-Disposition')).toBe(
    'attachment; filename="Ana _1_ _.png"; filename*=UTF-8\'\'Ana%20%221%22%20%C3%BC.png',
  )
  const unnamed = await read(files.getPublicUrl(path, { download: true }).data.publicUrl)
  expect(unnamed.headers.get('Content-Disposition')).toBe('attachment;')
})

test('every body that the client sends is kept as it was: form, blob, buffer and text', async () => {
  const files = (await client('service_role')).storage.from('Files')
  const folder = newId()
  const form = new FormData()
  form.append('', text('form'))
  const bodies: [string, Parameters<typeof files.upload>[1], string][] = [
    ['blob.txt', text('blob'), 'text/plain'],
    ['form.txt', form, 'text/plain'],
    ['buffer.bin', Buffer.from('buffer'), 'text/plain;charset=UTF-8'],
    ['text.txt', 'text', 'text/plain;charset=UTF-8'],
    ['odd (1) & more, @home!.txt', text('odd'), 'text/plain'],
  ]
  for (const [name, body, contentType] of bodies) {
    const path = `${folder}/${name}`
    expect((await files.upload(path, body, { metadata: { from: name } })).error).toBeNull()
    expect((await files.info(path)).data).toMatchObject({
      name: path,
      contentType,
      cacheControl: 'max-age=3600',
      metadata: { from: name },
    })
    expect(await (await files.download(path)).data?.text()).toBe(name.split(/[.( ]/)[0])
    expect(await files.exists(path)).toEqual({ data: true, error: null })
  }
  expect((await files.exists(`${folder}/none`)).data).toBe(false)
  expect((await files.update(`${folder}/text.txt`, text('newer'))).error).toBeNull()
  expect(await (await files.download(`${folder}/text.txt`)).data?.text()).toBe('newer')
})

test('lists, moves and copies', async () => {
  const files = (await client('service_role')).storage.from('Files')
  const folder = newId()
  for (const name of ['b.txt', 'a.txt', 'sub/c.txt', 'sub/d.txt'])
    await files.upload(`${folder}/${name}`, text(name))

  const names = async (options: Parameters<typeof files.list>[1] = {}, at = folder) =>
    (await files.list(at, options)).data?.map(({ name, id }) => [name, id === null])
  expect(await names()).toEqual([
    ['sub', true],
    ['a.txt', false],
    ['b.txt', false],
  ])
  expect(await names({ sortBy: { column: 'name', order: 'desc' }, limit: 1, offset: 1 })).toEqual([
    ['b.txt', false],
  ])
  expect(await names({ search: 'A' })).toEqual([['a.txt', false]])
  expect((await names({}, `${folder}/sub`))?.map(([name]) => name)).toEqual(['c.txt', 'd.txt'])
  expect((await names({ limit: 1_000 }, ''))?.map(([name]) => name)).toContain(folder)
  expect((await files.list(folder, { limit: -1 })).error).toMatchObject({ status: 400 })

  expect((await files.move(`${folder}/a.txt`, `${folder}/moved.txt`)).error).toBeNull()
  expect((await files.move(`${folder}/a.txt`, `${folder}/x.txt`)).error).toMatchObject({
    statusCode: '404',
  })
  expect((await files.move(`${folder}/b.txt`, `${folder}/moved.txt`)).error).toMatchObject({
    statusCode: '409',
  })
  expect((await files.copy(`${folder}/b.txt`, `${folder}/copy.txt`)).data?.path).toBe(
    `Files/${folder}/copy.txt`,
  )
  expect((await files.copy(`${folder}/b.txt`, `${folder}/../x`)).error).toMatchObject({
    statusCode: '400',
  })
  expect((await names())?.map(([name]) => name)).toEqual(['sub', 'b.txt', 'copy.txt', 'moved.txt'])
})

test('a file moves from one studio to another, each in a database of its own', async () => {
  const files = (await client('service_role')).storage.from('Files')
  const [here, there] = [await newStudio(), await newStudio({ shard: 1 })]
  await files.upload(`${here.slug}/plan.txt`, text('plan'))
  expect((await files.move(`${here.slug}/plan.txt`, `${there.slug}/plan.txt`)).error).toBeNull()
  expect(await (await files.download(`${there.id}/plan.txt`)).data?.text()).toBe('plan')
  expect((await files.exists(`${here.id}/plan.txt`)).data).toBe(false)
  expect(
    await databases
      .shard(1)
      .all(sql`SELECT studio_id AS id FROM objects WHERE studio_id = ${there.id}`),
  ).toEqual([{ id: there.id }])
})

test('a signed link reads one private file for a while, and another puts one', async () => {
  const files = (await client('service_role')).storage.from('Files')
  const folder = newId()
  await files.upload(`${folder}/a.txt`, text('secret'))
  await files.upload(`${folder}/a.png`, png())
  expect((await read(files.getPublicUrl(`${folder}/a.txt`).data.publicUrl)).status).toBe(400)

  const link = (await files.createSignedUrl(`${folder}/a.txt`, 60)).data?.signedUrl ?? ''
  const answer = await read(link)
  expect([answer.status, await answer.text()]).toEqual([200, 'secret'])
  expect(answer.headers.get('Cache-Control')).toBe('private, max-age=3600')
  expect((await read(link.replace('a.txt', 'a.png'))).status).toBe(400)
  expect(await (await read(`${link}x`)).json()).toMatchObject({
    statusCode: '400',
    code: 'InvalidJWT',
  })
  const short = (await files.createSignedUrl(`${folder}/a.txt`, 1)).data?.signedUrl ?? ''
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  expect(await (await read(short)).json()).toMatchObject({
    message: expect.stringContaining('exp'),
  })

  const small = await files.createSignedUrl(`${folder}/a.png`, 60, {
    transform: { width: 30, height: 50 },
  })
  const shown = await read(small.data?.signedUrl ?? '')
  expect(readImageHeader(new Uint8Array(await shown.arrayBuffer()))).toMatchObject({
    width: 30,
    height: 50,
  })

  const many = await files.createSignedUrls([`${folder}/a.txt`, `${folder}/none`], 60)
  expect(many.data?.map(({ error, signedUrl }) => [error === null, Boolean(signedUrl)])).toEqual([
    [true, true],
    [false, false],
  ])
  expect((await files.createSignedUrl(`${folder}/none`, 60)).error).toMatchObject({
    statusCode: '404',
  })

  const anon = (await client('anon')).storage.from('Files')
  const ticket = (await files.createSignedUploadUrl(`${folder}/put.txt`)).data?.token ?? ''
  expect((await anon.uploadToSignedUrl(`${folder}/put.txt`, ticket, text('put'))).error).toBeNull()
  expect(
    (await anon.uploadToSignedUrl(`${folder}/put.txt`, ticket, text('again'))).error,
  ).toMatchObject({
    statusCode: '409',
  })
  expect(
    (await anon.uploadToSignedUrl(`${folder}/other.txt`, ticket, text('x'))).error,
  ).not.toBeNull()
  const forReading = new URL(link).searchParams.get('token') ?? ''
  expect(
    (await anon.uploadToSignedUrl(`${folder}/a.txt`, forReading, text('x'))).error,
  ).not.toBeNull()
})

test('buckets are made, changed, emptied and deleted by the service key alone', async () => {
  const { storage } = await client('service_role')
  const id = `bucket-${newId()}`
  const rules = { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['text/*'] }
  expect((await storage.createBucket(id, rules)).data).toEqual({ name: id })
  expect((await storage.createBucket(id)).error).toMatchObject({ status: 400, statusCode: '409' })
  expect((await storage.getBucket(id)).data).toMatchObject({
    id,
    name: id,
    public: false,
    file_size_limit: 1000,
    allowed_mime_types: ['text/*'],
  })
  const files = storage.from(id)
  expect((await files.upload('a.txt', text('a'))).error).toBeNull()
  expect((await files.upload('b.txt', text('b'.repeat(1_001)))).error).toMatchObject({
    statusCode: '413',
  })
  expect((await files.upload('b.png', png())).error).not.toBeNull()
  expect(
    (await files.upload('b.json', new Blob(['{}'], { type: 'application/json' }))).error,
  ).toMatchObject({
    statusCode: '415',
  })
  expect((await storage.updateBucket(id, { public: true })).error).toBeNull()
  expect(await (await read(files.getPublicUrl('a.txt').data.publicUrl)).text()).toBe('a')
  expect((await storage.deleteBucket(id)).error).toMatchObject({ statusCode: '409' })
  expect((await storage.emptyBucket(id)).error).toBeNull()
  expect((await files.list()).data).toEqual([])
  expect((await storage.deleteBucket(id)).error).toBeNull()
  expect((await storage.getBucket(id)).error).toMatchObject({ status: 400, statusCode: '404' })
  expect((await files.upload('a.txt', text('a'))).error).toMatchObject({
    statusCode: '404',
    message: 'Bucket not found',
  })
  expect((await storage.createBucket('a/b')).error).toMatchObject({ statusCode: '400' })
  const ids = (await storage.listBuckets()).data?.map((bucket) => bucket.id)
  expect(ids).toEqual(expect.arrayContaining(['Files', 'Images']))
  for (const who of [await client('anon'), (await somebody()).supabase]) {
    expect((await who.storage.createBucket(`x-${id}`)).error).toMatchObject({ statusCode: '403' })
    expect((await who.storage.emptyBucket('Images')).error).toMatchObject({ statusCode: '403' })
  }
})

test('a studio keeps its files when its address changes, and the former address still leads there', async () => {
  const studio = await newStudio()
  const owner = await somebody({ studio, role: 'owner' })
  const images = owner.supabase.storage.from('Images')
  expect((await images.upload(`${studio.slug}/brand/logo.png`, png())).error).toBeNull()
  const rows = sql`SELECT path, owner_id AS owner FROM objects WHERE studio_id = ${studio.id}`
  expect(await databases.shard(0).all(rows)).toEqual([
    { path: `${studio.id}/brand/logo.png`, owner: owner.userId },
  ])

  const newSlug = `renamed-${studio.id.toLowerCase()}`
  await databases.directory.run(sql`UPDATE studios SET slug = ${newSlug} WHERE id = ${studio.id}`)
  await databases.directory.run(
    sql`INSERT INTO studio_slugs (slug, studio_id) VALUES (${studio.slug}, ${studio.id})`,
  )
  for (const folder of [newSlug, studio.slug, studio.id]) {
    expect(
      (await read(images.getPublicUrl(`${folder}/brand/logo.png`).data.publicUrl)).status,
    ).toBe(200)
  }
})

test('a 12-megapixel photo is shown small, in the type the browser reads, at an address of its version', async () => {
  const images = (await client('service_role')).storage.from('Images')
  const path = `${newId()}/large.jpg`
  const photo = new Blob([await jpegOf(4_000, 3_000)], { type: 'image/jpeg' })
  expect((await images.upload(path, photo)).error).toBeNull()
  const { publicUrl } = images.getPublicUrl(path, { transform: { width: 300, height: 500 } }).data
  for (const [accept, type] of [
    ['image/avif,image/webp', 'image/avif'],
    ['image/webp', 'image/webp'],
    ['*/*', 'image/jpeg'],
  ] as const) {
    const shown = await read(publicUrl, { Accept: accept })
    expect([shown.headers.get('Content-Type'), shown.headers.get('Vary')]).toEqual([type, 'Accept'])
    expect((await shown.arrayBuffer()).byteLength).toBeLessThan(100_000)
  }
  const [row] = await databases.directory.all<{ version: string }>(
    sql`SELECT version FROM objects WHERE path = ${path}`,
  )
  const forGood = await read(`${publicUrl}&v=${row?.version}`)
  expect(forGood.headers.get('Cache-Control')).toBe('public, max-age=3600, immutable')
  expect(forGood.headers.get('X-Transformations')).toBe(
    'width:300,height:500,resizing_type:fill,quality:80',
  )
})

test('links of a file are withdrawn by anyone who may write it, at once and for good; new ones are signed again', async () => {
  const files = (await client('service_role')).storage.from('Files')
  const path = `${newId()}/contract.txt`
  await files.upload(path, text('signed'))
  const link = (await files.createSignedUrl(path, 600)).data?.signedUrl ?? ''
  expect((await read(link)).status).toBe(200)
  const withdraw = async (role: 'anon' | 'service_role') => {
    const key = await projectKey(role)
    const { origin } = new URL(link)
    return fetch(`${origin}/storage/v1/object/sign/Files/${path}`, {
      method: 'DELETE',
      headers: { apikey: key, Authorization: `Bearer ${key}` },
    })
  }
  expect((await withdraw('anon')).ok).toBe(false)
  expect((await read(link)).status).toBe(200)
  expect((await withdraw('service_role')).status).toBe(200)
  expect(await (await read(link)).json()).toMatchObject({ error: 'InvalidJWT' })

  const [again, several] = [
    (await files.createSignedUrl(path, 600)).data?.signedUrl ?? '',
    (await files.createSignedUrls([path], 600)).data?.[0]?.signedUrl ?? '',
  ]
  // Another version of the file keeps both what was withdrawn and what is open.
  await files.upload(path, text('signed anew'), { upsert: true })
  for (const url of [again, several]) expect(await (await read(url)).text()).toBe('signed anew')
  expect((await read(link)).status).toBe(400)
})
