import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { gifOf, pngOf } from '../support/files.ts'
import { databases, origin, projectKey } from './clients.ts'

let key: string
beforeAll(async () => {
  key = await projectKey('service_role')
})

const headers = (more: Record<string, string> = {}) => ({
  apikey: key,
  Authorization: `Bearer ${key}`,
  ...more,
})
const words = (text: string) => new TextEncoder().encode(text)

const send = (
  path: string,
  body: BodyInit | null,
  more: Record<string, string> = {},
  method = 'POST',
) => fetch(`${origin}/storage/v1/object/${path}`, { method, body, headers: headers(more) })

async function notified(answer: Response) {
  const { statusCode, error, code } = (await answer.json()) as Record<string, string>
  return { status: answer.status, statusCode, error, code }
}

const inFolder = (folder: string) =>
  databases.directory.all(sql`SELECT path FROM objects WHERE path LIKE ${`${folder}/%`}`)

const huge = () => {
  const png = pngOf(1, 1)
  new DataView(png.buffer).setUint32(16, 60_000)
  new DataView(png.buffer).setUint32(20, 60_000)
  return png
}

const svg = words('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const wrongType = {
  status: 400,
  statusCode: '415',
  error: 'invalid_mime_type',
  code: 'InvalidMimeType',
}
const tooLarge = {
  status: 400,
  statusCode: '413',
  error: 'Payload too large',
  code: 'EntityTooLarge',
}
const badRequest = { status: 400, statusCode: '400', error: 'Bad Request', code: 'InvalidRequest' }

test.each<[string, () => Uint8Array<ArrayBuffer>, string, object]>([
  ['an SVG with a script', () => svg, 'image/svg+xml', wrongType],
  ['an SVG that says it is a PNG', () => svg, 'image/png', wrongType],
  [
    'HTML that says it is a JPEG',
    () => words('<!doctype html><script>alert(1)</script>'),
    'image/jpeg',
    wrongType,
  ],
  [
    'a GIF that is a script as well',
    () => gifOf({ behind: '=1;alert(1)//' }),
    'image/gif',
    wrongType,
  ],
  [
    'a GIF of nothing but script',
    () => words('GIF89a=1;alert(1)//'.padEnd(40)),
    'image/gif',
    wrongType,
  ],
  ['a PNG whose header says 60,000 by 60,000', huge, 'image/png', tooLarge],
  ['a GIF of a thousand frames', () => gifOf({ frames: 1_000 }), 'image/gif', wrongType],
  ['nothing', () => new Uint8Array(), 'image/png', wrongType],
  ['a PNG that says it is a JPEG', () => pngOf(4, 4), 'image/jpeg', wrongType],
  ['a picture that says it is text', () => pngOf(4, 4), 'text/plain', wrongType],
  ['a damaged PNG', () => pngOf(40, 30).fill(7, 45, 60), 'image/png', wrongType],
])('%s is refused on both ways in, and nothing is kept', async (_, bytes, type, refusal) => {
  const folder = newId()
  const raw = await send(`Images/${folder}/photo.jpg`, bytes(), { 'Content-Type': type })
  expect(raw.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(await notified(raw)).toEqual(refusal)
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('', new Blob([bytes()], { type }), 'photo.jpg')
  expect(await notified(await send(`Images/${folder}/photo.jpg`, form))).toEqual(refusal)
  expect(await inFolder(folder)).toEqual([])
})

test('101 MB are refused in words, whether their length is told or not, and nothing is kept', async () => {
  const folder = newId()
  const bytes = new Uint8Array(101 * 1024 * 1024)
  const path = `Files/${folder}/a.bin`
  expect(await notified(await send(path, bytes, { 'Content-Type': 'application/zip' }))).toEqual(
    tooLarge,
  )
  const form = new FormData()
  form.append('', new Blob([bytes]))
  expect(await notified(await send(path, form))).toEqual(tooLarge)
  const streamed = await fetch(`${origin}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: headers({ 'Content-Type': 'application/zip' }),
    body: new Blob([bytes]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(await notified(streamed)).toEqual(tooLarge)
  expect(await inFolder(folder)).toEqual([])
})

test('a form that is cut off is refused, and so are a form without a file and metadata that is none', async () => {
  const folder = newId()
  const path = `Files/${folder}/a.txt`
  const cut =
    '--x\r\nContent-Disposition: form-data; name=""; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhalf a fi'
  const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
  expect(await notified(await send(path, cut, type))).toEqual(badRequest)
  expect(await notified(await send(path, 'no form at all', type))).toEqual(badRequest)
  expect(await notified(await send(path, 'x', { 'Content-Type': 'multipart/form-data' }))).toEqual(
    badRequest,
  )
  const empty = new FormData()
  empty.append('cacheControl', '3600')
  expect(await notified(await send(path, empty))).toEqual(badRequest)
  for (const metadata of ['no base64!', btoa('[1]'), btoa('{')]) {
    expect(await notified(await send(path, 'x', { 'X-Metadata': metadata }))).toEqual(badRequest)
  }
  expect(await inFolder(folder)).toEqual([])
})

/** Sends a path as it stands: `fetch` would tidy it up. */
function sendAsIs(path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      path,
      method: 'POST',
      headers: headers({ 'Content-Type': 'text/plain' }),
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += String(chunk)
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    sent.end('x')
  })
}

test.each([
  ['Files/../../x', null],
  ['Files/%2e%2e/%2e%2e/x', null],
  ['Files/a/..%2f..%2fx', 'InvalidKey'],
  ['Files/a//b', 'InvalidKey'],
  ['Files/%C3%A4.txt', 'InvalidKey'],
  ['Files/100%25', 'InvalidKey'],
  ['Files/a%5Cb', 'InvalidKey'],
  ['Files/a%00b', 'InvalidKey'],
  ['Files/%', 'InvalidKey'],
  [`Files/${'x'.repeat(1_001)}`, 'InvalidKey'],
  ['%2f/a', 'InvalidBucketName'],
  [`${'b'.repeat(101)}/a`, 'InvalidBucketName'],
  ['Nowhere/a', 'NoSuchBucket'],
])('%s is no place for a file', async (path, code) => {
  const count = () => databases.directory.all(sql`SELECT count(*) AS n FROM objects`)
  const before = await count()
  const { status, body } = await sendAsIs(`/storage/v1/object/${path}`)
  const answer = JSON.parse(body) as { code: string }
  expect(status).toBe(code ? 400 : 404)
  if (code) expect(answer.code).toBe(code)
  expect(answer).toMatchObject({
    statusCode: expect.any(String),
    error: expect.any(String),
    message: expect.any(String),
  })
  expect(await count()).toEqual(before)
})

test('a file that a browser could run is downloaded, never shown', async () => {
  const folder = newId()
  for (const [name, type] of [
    ['a.html', 'text/html'],
    ['a.svg', 'image/svg+xml'],
    ['a.xml', 'application/xml'],
    ['a.js', 'text/javascript'],
    ['a.xhtml', 'application/xhtml+xml'],
  ] as const) {
    await send(`Files/${folder}/${name}`, svg, { 'Content-Type': type })
    const answer = await fetch(
      `${origin}/storage/v1/object/authenticated/Files/${folder}/${name}`,
      {
        headers: headers(),
      },
    )
    expect([name, answer.headers.get('Content-Disposition')?.startsWith('attachment;')]).toEqual([
      name,
      true,
    ])
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  }
})

test('sizes that cannot be read are refused, and what is no picture has none', async () => {
  const folder = newId()
  await send(`Images/${folder}/a.png`, pngOf(30, 20), { 'Content-Type': 'image/png' })
  await send(`Files/${folder}/a.txt`, 'words', { 'Content-Type': 'text/plain' })
  const render = (query: string, path = `public/Images/${folder}/a.png`) =>
    fetch(`${origin}/storage/v1/render/image/${path}?${query}`, { headers: headers() })
  for (const query of [
    'width=-1',
    'width=x',
    'height=1e9',
    'resize=melt',
    'quality=1',
    'quality=101',
    'format=svg',
  ]) {
    expect([query, await notified(await render(query))]).toEqual([query, badRequest])
  }
  expect((await render('width=0&height=0')).status).toBe(200)
  expect(
    await notified(await render('width=3', `authenticated/Files/${folder}/a.txt`)),
  ).toMatchObject({
    statusCode: '404',
  })
})

test('bodies of the other calls that cannot be read are refused', async () => {
  const type = { 'Content-Type': 'application/json' }
  for (const [method, path, body] of [
    ['DELETE', 'Files', '{"prefixes":[]}'],
    ['DELETE', 'Files', '{"prefixes":"a"}'],
    ['DELETE', 'Files', ''],
    ['DELETE', 'Files', JSON.stringify({ prefixes: Array(1_001).fill('a') })],
    ['POST', 'list/Files', '{'],
    ['POST', 'list/Files', '{"limit":"many"}'],
    ['POST', 'sign/Files/a', '{"expiresIn":0}'],
    ['POST', 'move', '{"bucketId":"Files"}'],
  ] as const) {
    expect([path, body.slice(0, 30), await notified(await send(path, body, type, method))]).toEqual(
      [path, body.slice(0, 30), badRequest],
    )
  }
  expect(
    await (await send('Files', '{"prefixes":["../../x","%"]}', type, 'DELETE')).json(),
  ).toEqual([])
})
