import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { readImageHeader } from '#app/domain/storage/image-header.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { pngOf, zipOf } from '../support/files.ts'
import { mintStudio } from '../support/studios.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

/** The public library, where it lies beside the project; it is not part of it. */
const folder =
  process.env.EXERCISE_LIBRARY ?? join(import.meta.dirname, '../../../shared/data/free-exercise-db')
const libraryIsHere = existsSync(join(folder, 'exercises.json'))

const databases = builtDatabases()
let studio: Studio
let coach: string

async function cookieOf(role: Role, place: Studio): Promise<string> {
  const account = await mintAccount(databases, { studio: place, role, name: `Some ${role}` })
  return (await mintSession(databases, account, { variables: inject('variables') })).cookie
}

beforeAll(async () => {
  studio = await mintStudio(databases)
  coach = await cookieOf('coach', studio)
})

const get = (path: string, cookie = '', headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers: { Cookie: cookie, ...headers }, redirect: 'manual' })

const post = (path: string, body: BodyInit | null, cookie: string) =>
  fetch(origin + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: origin },
  })

function formWith(
  kind: string,
  files: [name: string, bytes: Uint8Array<ArrayBuffer> | string][],
): FormData {
  const form = new FormData()
  form.append('kind', kind)
  for (const [name, bytes] of files) form.append('file', new File([bytes], name))
  return form
}

const row = (id: string, more: object = {}) => ({
  id,
  name: id.replaceAll('_', ' '),
  level: 'beginner',
  category: 'strength',
  primaryMuscles: ['lats'],
  secondaryMuscles: [],
  instructions: ['Pull.'],
  ...more,
})

const imports = (place: Studio) => `/${place.slug}/manage/training/exercises/import`

/** Uploads, commits and answers the page of the import once it is done. */
async function runImport(
  place: Studio,
  cookie: string,
  form: FormData,
): Promise<{ dryRun: string; done: string }> {
  const uploaded = await post(imports(place), form, cookie)
  const path = uploaded.headers.get('Location') ?? ''
  expect([uploaded.status, path]).toEqual([303, expect.stringContaining(imports(place))])
  const dryRun = await (await get(path, cookie)).text()
  for (;;) {
    expect(
      (await post(`${path}/commit`, new URLSearchParams({ state: 'published' }), cookie)).status,
    ).toBe(303)
    const done = await (await get(path, cookie)).text()
    if (done.includes('Import done')) return { dryRun, done }
  }
}

const figures = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<dt>([^<]+)<\/dt><dd>([\d,]+)</g)].map(([, what, n]) => [what, n]),
  )

const cardsOf = (page: string) => [...page.matchAll(/<b>([^<]+)<\/b>/g)].map(([, name]) => name)

test('a member finds what a coach imported, with its photo whole and never cut', async () => {
  const file = JSON.stringify([row('Pull_Up'), row('Rope_Climb'), row('Broken', { level: 'god' })])
  const { dryRun, done } = await runImport(
    studio,
    coach,
    formWith('exercises', [['exercises.json', file]]),
  )
  expect(figures(dryRun)).toMatchObject({ new: '2', unchanged: '0', 'rows refused': '1' })
  expect(done).toContain('2 new, 0 unchanged, 1 refused.')
  expect(done).toContain('Row 3, line 1')

  const photos = zipOf([
    { name: 'x/Pull_Up/0.jpg', data: pngOf(850, 567, { shade: 77 }), stored: true },
  ])
  await runImport(studio, coach, formWith('photos', [['photos.zip', photos]]))
  const found = await (await get(`/${studio.slug}/home/encyclopedia?q=pulup`)).text()
  expect(cardsOf(found)).toEqual(['Pull Up'])

  const src = /<img src="([^"]+)"/.exec(found)?.[1] ?? ''
  expect(found).toMatch(/<img [^>]*width="480" height="320"/)
  const photo = await get(src)
  expect(photo.headers.get('Content-Type')).toBe('image/webp')
  expect(photo.headers.get('Cache-Control')).toBe('public, max-age=3600, immutable')
  expect(photo.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(readImageHeader(new Uint8Array(await photo.arrayBuffer()))).toMatchObject({
    width: 480,
    height: 320,
  })
  const again = await get(src, '', { 'If-None-Match': photo.headers.get('ETag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await get(src.replace('480x600', '481x600'))).status).toBe(404)
})

test('a hidden exercise is gone for members, with its photo, and stays for staff', async () => {
  const place = await mintStudio(databases)
  const [owner, member] = [await cookieOf('owner', place), await cookieOf('member', place)]
  await runImport(place, owner, formWith('exercises', [['e.json', JSON.stringify([row('Plank')])]]))
  const photos: [string, Uint8Array<ArrayBuffer>][] = [
    ['p.zip', zipOf([{ name: 'Plank/0.png', data: pngOf(30, 50), stored: true }])],
  ]
  await runImport(place, owner, formWith('photos', photos))
  const index = await (await get(`/${place.slug}/home/encyclopedia`)).text()
  const entry = /href="([^"]+encyclopedia\/\w+)"/.exec(index)?.[1] ?? ''
  const photo = /<img src="([^"]+)"/.exec(index)?.[1] ?? ''
  expect([(await get(entry)).status, (await get(photo)).status]).toEqual([200, 200])

  const id = entry.split('/').at(-1)
  await post(
    `/${place.slug}/manage/training/exercises/${id}/state`,
    new URLSearchParams({ state: 'hidden' }),
    owner,
  )

  for (const cookie of ['', member, coach]) {
    // Of its own address the public cache may tell for a minute what it was: this one it has not
    // met.
    expect([
      (await get(`${entry}?hidden=now`, cookie)).status,
      (await get(photo, cookie)).status,
    ]).toEqual([404, 404])
  }
  expect((await get(entry, owner)).status).toBe(200)
  expect((await get(photo, owner)).headers.get('Cache-Control')).toBe('private, no-cache')
  expect(await (await get(`/${place.slug}/home/encyclopedia`, owner)).text()).not.toContain('Plank')
})

test('another studio cannot see, start or throw away an import, nor show a photo under its own name', async () => {
  const other = await mintStudio(databases, { shard: 1 })
  const stranger = await cookieOf('owner', other)
  const uploaded = await post(
    imports(studio),
    formWith('exercises', [['e.json', JSON.stringify([row('Ours')])]]),
    coach,
  )
  const path = uploaded.headers.get('Location') ?? ''
  const theirs = path.replace(studio.slug, other.slug)

  expect((await get(theirs, stranger)).status).toBe(404)
  for (const act of ['commit', 'discard'])
    expect((await post(`${theirs}/${act}`, null, stranger)).status).toBe(404)
  expect((await get(path, coach)).status).toBe(200)
  const index = await (await get(`/${studio.slug}/home/encyclopedia?q=pulup`)).text()
  const photo = /<img src="([^"]+)"/.exec(index)?.[1] ?? ''
  expect((await get(photo.replace(studio.slug, other.slug))).status).toBe(404)
})

test('members and the front desk import nothing', async () => {
  for (const role of ['member', 'front_desk'] as const) {
    const cookie = await cookieOf(role, studio)
    expect((await get(imports(studio), cookie)).status).toBe(403)
    expect((await post(imports(studio), formWith('exercises', []), cookie)).status).toBe(403)
  }
  expect((await get(imports(studio))).status).toBe(303)
})

test.each<[string, string, string | Uint8Array<ArrayBuffer>, string]>([
  ['no file', 'exercises', '', 'Choose the file to import.'],
  ['half a file', 'exercises', '[{"id":', 'It breaks off or has a typing error: line 1.'],
  ['a deep file', 'exercises', '['.repeat(100_000), 'nests deeper'],
  [
    'a zip of nothing',
    'photos',
    zipOf([{ name: 'readme.txt', data: new Uint8Array(3) }]),
    'no photos in folders',
  ],
  ['no zip', 'photos', 'PK but not really', 'not a whole zip archive'],
])('%s is refused with a sentence and changes nothing', async (_, kind, bytes, sentence) => {
  const name = kind === 'photos' ? 'p.zip' : 'e.json'
  const answer = await post(imports(studio), formWith(kind, [[name, bytes as string]]), coach)
  const page = await answer.text()
  expect(answer.status).toBe(422)
  expect(page).toContain(sentence)
  expect(page).toMatch(/data-refusal="(no_file|unreadable)"/)
})

test('an upload that is far too large is refused before it is read', async () => {
  const headers = {
    Cookie: coach,
    Origin: origin,
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': 45 * 1024 * 1024,
  }
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(origin + imports(studio), { method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode)
      sent.destroy()
    })
    sent.on('error', reject)
    sent.write('--x')
  })
  expect(status).toBe(413)
})

test.runIf(libraryIsHere)(
  'the public library comes in with the figures it is known by, once',
  async () => {
    const place = await mintStudio(databases)
    const owner = await cookieOf('owner', place)
    const file = readFileSync(join(folder, 'exercises.json'))
    const first = await runImport(
      place,
      owner,
      formWith('exercises', [['exercises.json', new Uint8Array(file)]]),
    )
    expect(figures(first.dryRun)).toEqual({
      new: '873',
      unchanged: '0',
      duplicates: '0',
      'rows refused': '0',
      'no equipment': '77',
      'no instructions': '5',
      'no force': '29',
      'no mechanic': '87',
    })
    expect(first.done).toContain('873 new, 0 unchanged.')
    const second = await runImport(
      place,
      owner,
      formWith('exercises', [['exercises.json', new Uint8Array(file)]]),
    )
    expect(figures(second.dryRun)).toMatchObject({ new: '0', unchanged: '873' })
    expect(second.done).toContain('0 new, 873 unchanged.')

    const photos = readdirSync(join(folder, 'images')).flatMap((name) =>
      readdirSync(join(folder, 'images', name)).map((shot) => ({
        name: `images/${name}/${shot}`,
        data: new Uint8Array(readFileSync(join(folder, 'images', name, shot))),
        stored: true,
      })),
    )
    const shown = await runImport(place, owner, formWith('photos', [['photos.zip', zipOf(photos)]]))
    // The page and the answer's own continuation may both be at work: what one has stored the other
    // finds there.
    const [, added, there = '0'] =
      /(\d+) photos added(?:, (\d+) there already)?/.exec(shown.done) ?? []
    expect(Number(added) + Number(there)).toBe(photos.length)
    const typed: [string, string][] = [
      ['pulup', 'Pullups'],
      ['pull up', 'Pullups'],
      ['pul up', 'Pullups'],
      ['sqaut', 'Squat Jerk'],
      ['plnak', 'Plank'],
      ['dumbell curl', 'Dumbbell Bicep Curl'],
    ]
    for (const [words, name] of typed) {
      const page = await (
        await get(`/${place.slug}/home/encyclopedia?q=${encodeURIComponent(words)}`)
      ).text()
      expect([words, ...cardsOf(page)]).toContain(name)
    }
  },
  400_000,
)
