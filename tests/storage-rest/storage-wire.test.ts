import { expect, test } from 'vitest'
import { readImageHeader } from '#app/domain/storage/image-header.ts'
import { newId } from '#app/values/id.ts'
import { pngOf } from '../support/files.ts'
import { client, newStudio, origin, projectKey, somebody } from './clients.ts'

const text = (words: string) => new Blob([words], { type: 'text/plain' })
const png = () => new Blob([pngOf(40, 30)], { type: 'image/png' })

const oddNames = [
  'a b.txt',
  'a+b.txt',
  'a&b.txt',
  'a@b.txt',
  'a,b.txt',
  'a=b.txt',
  'a$b.txt',
  "all of (them)! & more, @=$;:+'*.txt",
]

test.each(oddNames)(
  'a signed link of %s leads to it, alone, among several and as a picture',
  async (name) => {
    const files = (await client('service_role')).storage.from('Files')
    const path = `${newId()}/${name}`
    expect((await files.upload(path, png(), { contentType: 'image/png' })).error).toBeNull()

    const one = (await files.createSignedUrl(path, 60)).data?.signedUrl ?? ''
    const several = (await files.createSignedUrls([path], 60)).data?.[0]?.signedUrl ?? ''
    const saved = (await files.createSignedUrl(path, 60, { download: name })).data?.signedUrl ?? ''
    const transform = { width: 20, height: 10 }
    const small = (await files.createSignedUrl(path, 60, { transform })).data?.signedUrl ?? ''
    for (const [link, width] of [
      [one, 40],
      [several, 40],
      [saved, 40],
      [small, 20],
    ] as const) {
      const answer = await fetch(link)
      expect([link, answer.status]).toEqual([link, 200])
      expect(readImageHeader(new Uint8Array(await answer.arrayBuffer()))?.width).toBe(width)
    }
  },
)

test.each(oddNames)('a link to upload %s takes it', async (name) => {
  const files = (await client('service_role')).storage.from('Files')
  const path = `${newId()}/${name}`
  const { data } = await files.createSignedUploadUrl(path)
  const anon = (await client('anon')).storage.from('Files')
  const put = await anon.uploadToSignedUrl(path, data?.token ?? '', text('one'))
  expect([put.error, put.data?.path]).toEqual([null, path])

  const again = (await files.createSignedUploadUrl(path, { upsert: true })).data?.signedUrl ?? ''
  expect((await fetch(again, { method: 'PUT', body: text('two') })).status).toBe(200)
  expect(await (await files.download(path)).data?.text()).toBe('two')
})

test('a picture at another size is saved under the name that is asked for, as the file itself is', async () => {
  const files = (await client('service_role')).storage.from('Images')
  const path = `${newId()}/a.png`
  await files.upload(path, png(), { contentType: 'image/png' })
  const transform = { width: 20, height: 10 }
  const named = async (download: string | true) => {
    const links = [
      files.getPublicUrl(path, { download, transform }).data.publicUrl,
      (await files.createSignedUrl(path, 60, { download, transform })).data?.signedUrl ?? '',
    ]
    return Promise.all(
      links.map(async (link) => (await fetch(link)).headers.get('Content-Disposition')),
    )
  }
  const saved = 'attachment; filename="Gr__e.png"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe.png'
  expect(await named('Größe.png')).toEqual([saved, saved])
  expect(await named(true)).toEqual(['attachment;', 'attachment;'])
})

test('a range that ends before it begins is none', async () => {
  const files = (await client('service_role')).storage.from('Images')
  const path = `${newId()}/a.png`
  await files.upload(path, png(), { contentType: 'image/png' })
  const { publicUrl } = files.getPublicUrl(path).data
  expect((await fetch(publicUrl, { headers: { Range: 'bytes=5-2' } })).status).toBe(200)
})

test('the root of a bucket is listed in the order that is asked for', async () => {
  const supabase = await client('service_role')
  const bucket = `order-${newId()}`
  await supabase.storage.createBucket(bucket)
  const files = supabase.storage.from(bucket)
  for (const name of ['b.txt', 'c.txt', 'a.txt']) await files.upload(name, text(name))
  const sorted = async (column: string, order: string) =>
    (await files.list('', { sortBy: { column, order } })).data?.map(({ name }) => name)
  expect(await sorted('name', 'asc')).toEqual(['a.txt', 'b.txt', 'c.txt'])
  expect(await sorted('name', 'desc')).toEqual(['c.txt', 'b.txt', 'a.txt'])
  expect(await sorted('created_at', 'asc')).toEqual(['b.txt', 'c.txt', 'a.txt'])
  expect(await sorted('created_at', 'desc')).toEqual(['a.txt', 'c.txt', 'b.txt'])
})

test('a link that was encoded twice, or whose name has a question mark, leads to its file too', async () => {
  const files = (await client('service_role')).storage.from('Files')
  const folder = newId()
  const key = await projectKey('service_role')
  const put = (name: string) =>
    fetch(`${origin}/storage/v1/object/Files/${folder}/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'text/plain' },
      body: name,
    })
  for (const name of ['who?.txt', 'a b.txt']) expect((await put(name)).status).toBe(200)

  const names = ['who?.txt', 'a b.txt'].map((name) => `${folder}/${name}`)
  const links = (await files.createSignedUrls(names, 60)).data ?? []
  for (const [i, name] of ['who?.txt', 'a b.txt'].entries()) {
    expect(await (await fetch(links[i]?.signedUrl ?? '')).text()).toBe(name)
  }
  const twice = links[1]?.signedUrl.replace('a%20b', 'a%2520b') ?? ''
  expect(await (await fetch(twice)).text()).toBe('a b.txt')
})

test.each(['auth/v1/user', 'storage/v1/object/Files/a.txt', 'rest/v1/studios'])(
  'a browser may send any header of its own to %s',
  async (path) => {
    const asked = 'apikey,authorization,x-client-info,x-my-app,x-retry-count'
    const preflight = await fetch(`${origin}/${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://program.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': asked,
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(preflight.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toBe(asked)
  },
)

test.each([
  ['20mb', 20_000_000],
  ['20MB', 20_000_000],
  ['512 KB', 512_000],
  ['1.5kb', 1_500],
  ['1gb', 1_000_000_000],
  ['700b', 700],
  ['700', 700],
  [700, 700],
])('a bucket of %s holds files of %d bytes', async (said, bytes) => {
  const { storage } = await client('service_role')
  const id = `bucket-${newId()}`
  expect((await storage.createBucket(id, { public: false, fileSizeLimit: said })).error).toBeNull()
  expect((await storage.getBucket(id)).data?.file_size_limit).toBe(bytes)
  await storage.deleteBucket(id)
})

test.each<[string, () => Parameters<typeof fetch>[1]]>([
  ['no type at all', () => ({ body: pngOf(4, 4) })],
  [
    'the type of anything',
    () => ({ body: pngOf(4, 4), headers: { 'Content-Type': 'application/octet-stream' } }),
  ],
  [
    'what the client says of bytes',
    () => ({ body: pngOf(4, 4), headers: { 'Content-Type': 'text/plain;charset=UTF-8' } }),
  ],
  [
    'a form whose file has no type',
    () => {
      const form = new FormData()
      form.append('', new Blob([pngOf(4, 4)]), 'photo')
      return { body: form }
    },
  ],
])('a picture sent with %s is taken for what it is', async (_, request) => {
  const images = (await client('service_role')).storage.from('Images')
  const key = await projectKey('service_role')
  const path = `${newId()}/photo`
  const { headers, ...init } = request() ?? {}
  const answer = await fetch(`${origin}/storage/v1/object/Images/${path}`, {
    method: 'POST',
    ...init,
    headers: { apikey: key, Authorization: `Bearer ${key}`, ...(headers as object) },
  })
  expect(answer.status).toBe(200)
  expect((await images.info(path)).data?.contentType).toBe('image/png')
})

test('bytes of no said type are what they are elsewhere too, and a said type stays', async () => {
  const key = await projectKey('service_role')
  const files = (await client('service_role')).storage.from('Files')
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const path = `${newId()}/a`
    await fetch(`${origin}/storage/v1/object/Files/${path}`, {
      method: 'POST',
      body,
      headers: { apikey: key, Authorization: `Bearer ${key}`, ...headers },
    })
    return (await files.info(path)).data?.contentType
  }
  expect(await send(pngOf(4, 4))).toBe('image/png')
  expect(await send(new Uint8Array([1, 2, 3]))).toBe('application/octet-stream')
  const said = { 'Content-Type': 'application/octet-stream' }
  expect(await send(pngOf(4, 4), said)).toBe('application/octet-stream')
})

test('the newer list is refused by its name, and nothing is made of it', async () => {
  const files = (await client('service_role')).storage.from('Files')
  const { error } = await files.listV2({ prefix: 'a/' })
  expect(error).toMatchObject({
    status: 404,
    statusCode: '404',
    message: 'This service has no list-v2; list() answers the same files',
  })
})

test('someone who may not write is told the rule', async () => {
  const studio = await newStudio()
  const coach = await somebody({ studio, role: 'coach' })
  const write = async (path: string, who = coach.supabase) =>
    (await who.storage.from('Images').upload(path, png())).error
  const rule = 'new row violates row-level security policy: '
  const logo = `${studio.slug}/brand/logo.png`

  expect(await write(logo)).toMatchObject({
    statusCode: '403',
    message: `${rule}brand in a studio's folder takes settings:write there`,
  })
  expect(await write(`${newId()}/a.png`)).toMatchObject({
    statusCode: '403',
    message: `${rule}an account writes in the folder of its own id, and staff in their studio's`,
  })
  expect(await write(logo, await client('anon'))).toMatchObject({
    statusCode: '403',
    message: `${rule}the anon key writes nowhere; send the access token of an account`,
  })
  expect((await coach.supabase.storage.createBucket('mine')).error).toMatchObject({
    statusCode: '403',
    message: `${rule}buckets are for the service key alone`,
  })
  expect(
    (await coach.supabase.storage.from('Images').createSignedUploadUrl(logo)).error?.message,
  ).toBe(`${rule}brand in a studio's folder takes settings:write there`)
})

test('a picture that a program uploads loses where it was taken, in any bucket, and a file that is none stays as sent', async () => {
  const secret = 'Anas Garden, 53.8008 N'
  const service = await client('service_role')
  const bytes = pngOf(40, 30, { text: secret })
  for (const bucket of ['Images', 'Files']) {
    const path = `${newId()}/a.png`
    const { error } = await service.storage
      .from(bucket)
      .upload(path, new Blob([bytes], { type: 'image/png' }))
    expect(error).toBeNull()
    const kept = await (await service.storage.from(bucket).download(path)).data!.arrayBuffer()
    expect(Buffer.from(kept).equals(Buffer.from(pngOf(40, 30)))).toBe(true)
  }
  const path = `${newId()}/list.txt`
  await service.storage.from('Files').upload(path, text(secret))
  expect(await (await service.storage.from('Files').download(path)).data?.text()).toBe(secret)
})
