import { beforeAll, expect, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import { pngOf } from '../support/files.ts'
import { client, newStudio, origin, projectKey, somebody } from './clients.ts'

const roles = [
  'member',
  'coach',
  'front_desk',
  'manager',
  'owner',
] as const satisfies readonly Role[]
type Person = Awaited<ReturnType<typeof somebody>>

let studio: Studio
const people = new Map<Role, Person>()
const somebodyOf = (role: Role) => people.get(role) as Person
const filesOf = (role: Role) => somebodyOf(role).supabase.storage.from('Files')
let stranger: Person

beforeAll(async () => {
  studio = await newStudio()
  for (const role of roles) people.set(role, await somebody({ studio, role }))
  stranger = await somebody({ studio: await newStudio({ shard: 1 }), role: 'owner' })
})

const png = () => new Blob([pngOf(4, 4)], { type: 'image/png' })

/** Who may write in which folder of a studio. */
const mayWrite: Record<string, readonly Role[]> = {
  brand: ['manager', 'owner'],
  classes: ['manager', 'owner'],
  exercises: ['coach', 'manager', 'owner'],
  people: ['front_desk', 'manager', 'owner'],
  staff: ['manager', 'owner'],
  waivers: ['manager', 'owner'],
}

test.each(Object.entries(mayWrite))(
  'below %s write %j and nobody else',
  async (folder, allowed) => {
    const callers: [string, Person['supabase']][] = [
      ...roles.map((role): [string, Person['supabase']] => [role, somebodyOf(role).supabase]),
      ['owner of another studio', stranger.supabase],
      ['anon', await client('anon')],
    ]
    const wrote: string[] = []
    for (const [who, { storage }] of callers) {
      const { error } = await storage
        .from('Files')
        .upload(`${studio.slug}/${folder}/${newId()}.png`, png())
      if (!error) wrote.push(who)
      else expect([who, error]).toMatchObject([who, { status: 400, statusCode: '403' }])
    }
    expect(wrote).toEqual(allowed)
  },
)

test('an account has a folder of its own, that only it and the service key reach', async () => {
  const { userId } = somebodyOf('member')
  const own = filesOf('member')
  const path = `${userId}/photo.png`
  expect((await own.upload(path, png())).error).toBeNull()
  expect((await own.list()).data?.map(({ name }) => name)).toEqual([userId])
  expect((await own.list(userId)).data?.map(({ name }) => name)).toEqual(['photo.png'])
  expect((await own.download(path)).error).toBeNull()
  expect(
    (await (await client('service_role')).storage.from('Files').download(path)).error,
  ).toBeNull()

  const files = stranger.supabase.storage.from('Files')
  expect((await files.list(userId)).data).toEqual([])
  expect((await files.download(path)).error).toMatchObject({ status: 400 })
  expect((await files.createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' })
  expect((await files.upload(path, png(), { upsert: true })).error).toMatchObject({
    statusCode: '403',
  })
  expect((await files.remove([path])).data).toEqual([])
  expect((await files.move(path, `${stranger.userId}/mine.png`)).error).toMatchObject({
    statusCode: '404',
  })
  expect((await files.copy(path, `${stranger.userId}/mine.png`)).error).toMatchObject({
    statusCode: '404',
  })
  expect((await files.createSignedUploadUrl(path)).error).toMatchObject({ statusCode: '403' })
  expect((await own.exists(path)).data).toBe(true)
})

test('private files of a studio are read by its staff, and removed by anyone who may write them', async () => {
  const path = `${studio.slug}/waivers/ana.png`
  await filesOf('manager').upload(path, png())
  const readers: string[] = []
  for (const role of roles) if (!(await filesOf(role).download(path)).error) readers.push(role)
  expect(readers).toEqual(['front_desk', 'manager', 'owner'])
  const strange = stranger.supabase.storage.from('Files')
  expect((await strange.download(path)).error).not.toBeNull()
  expect((await strange.list(`${studio.slug}/waivers`)).data).toEqual([])
  expect((await filesOf('front_desk').remove([path])).data).toEqual([])
  expect((await filesOf('manager').remove([path])).data).toMatchObject([{ name: path }])
})

test('an account may keep 100 MB and no more', async () => {
  const { supabase, userId } = await somebody()
  const files = supabase.storage.from('Files')
  const large = new Blob([new Uint8Array(19 * 1024 * 1024)], { type: 'application/zip' })
  for (const n of [1, 2, 3, 4, 5])
    expect((await files.upload(`${userId}/${n}.zip`, large)).error).toBeNull()
  expect((await files.upload(`${userId}/6.zip`, large)).error).toMatchObject({ statusCode: '413' })
  expect((await files.upload(`${userId}/5.zip`, large, { upsert: true })).error).toBeNull()
})

test('a closed studio is read and not written', async () => {
  const closed = await newStudio({ state: 'archived' })
  const owner = await somebody({ studio: closed, role: 'owner' })
  const path = `${closed.id}/brand/a.png`
  expect((await owner.supabase.storage.from('Files').upload(path, png())).error).toMatchObject({
    statusCode: '403',
  })
  expect((await owner.supabase.storage.from('Files').download(path)).error).toMatchObject({
    status: 400,
  })
})

test('a request without a valid token is denied, and a preflight names the headers it may send', async () => {
  const key = await projectKey('anon')
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${origin}/storage/v1/object/list/Files`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    const { statusCode, error, code } = (await answer.json()) as Record<string, string>
    return [answer.status, statusCode, error, code]
  }
  const denied = [400, '403', 'Unauthorized', 'AccessDenied']
  expect(await ask({ apikey: key })).toEqual([400, '400', 'Error', 'InvalidRequest'])
  expect(await ask({ apikey: key, Authorization: 'Bearer not.a.token' })).toEqual(denied)
  const gone = await somebody()
  const token = { Authorization: `Bearer ${gone.accessToken}` }
  await fetch(`${origin}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: key, ...token },
  })
  expect(await ask(token)).toEqual(denied)

  const preflight = await fetch(`${origin}/storage/v1/object/Images/a`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-upsert',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('x-upsert')
})

test('a page session reads a picture of its studio, and changes nothing', async () => {
  const path = `${studio.id}/people/ana.png`
  await filesOf('owner').upload(path, png())
  const url = `${origin}/storage/v1/render/image/authenticated/Files/${path}?width=2`
  const shown = await fetch(url, { headers: { Cookie: somebodyOf('coach').cookie } })
  expect([shown.status, shown.headers.get('Cache-Control')?.startsWith('private')]).toEqual([
    200,
    true,
  ])
  expect((await fetch(url, { headers: { Cookie: stranger.cookie } })).status).toBe(400)
  const upload = await fetch(`${origin}/storage/v1/object/Files/${path}`, {
    method: 'PUT',
    body: pngOf(4, 4),
    headers: { Cookie: somebodyOf('owner').cookie, 'Content-Type': 'image/png' },
  })
  expect(upload.status).toBe(400)
})

test('a stored script runs in no page of ours, whose policy allows scripts of the same origin', async () => {
  const path = `${studio.slug}/brand/${newId()}.js`
  const files = filesOf('manager')
  const script = new Blob(['alert(1)'], { type: 'text/javascript' })
  expect((await files.upload(path, script)).error).toBeNull()
  const { data } = await files.createSignedUrl(path, 60)
  const ask = (headers: Record<string, string>) => fetch(data?.signedUrl ?? '', { headers })
  const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
  for (const wanted of ['script', 'style', 'worker', 'serviceworker', 'iframe', 'object'])
    expect((await ask({ ...sameOrigin, 'Sec-Fetch-Dest': wanted })).status, wanted).toBe(404)
  // A download, and a program of another origin, as before.
  expect((await ask({ ...sameOrigin, 'Sec-Fetch-Dest': 'document' })).status).toBe(200)
  expect((await ask({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'script' })).status).toBe(
    200,
  )
})
