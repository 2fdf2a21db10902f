import sharp from 'sharp'
import { beforeAll, expect, inject, test } from 'vitest'
import { fileBucket } from '#app/domain/storage/buckets.ts'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintWeek, type Week } from '../support/week.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
const secret = 'Anas Garden, 53.8008 N'
let week: Week
const cookies: Record<'ana' | 'desk' | 'cleo', string> = { ana: '', desk: '', cleo: '' }

beforeAll(async () => {
  week = await mintWeek(databases)
  const variables = inject('variables')
  const { studio } = week
  const desk = await mintAccount(databases, { studio, role: 'front_desk', name: 'Some Desk' })
  cookies.desk = (await mintSession(databases, desk, { variables })).cookie
  for (const who of ['ana', 'cleo'] as const)
    cookies[who] = (await mintSession(databases, week[who], { variables })).cookie
})

async function photo(side: number): Promise<File> {
  const picture = sharp({
    create: { width: side, height: side, channels: 3, background: '#7d2a5c' },
  }).withExif({ IFD0: { ImageDescription: secret } })
  return new File([new Uint8Array(await picture.jpeg().toBuffer())], 'me.jpg', {
    type: 'image/jpeg',
  })
}

/** Sends Ana's own details with what they say of the photo. */
async function saves(about: Record<string, string | File>): Promise<number> {
  const page = await (await read(paths.portalDetails(week.studio), cookies.ana)).text()
  const version = /name="version" value="(\d+)"/.exec(page)?.[1] ?? ''
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Ana Reyes', version, ...about }))
    form.set(name, value)
  const answer = await fetch(origin + paths.portalDetails(week.studio), {
    method: 'POST',
    body: form,
    headers: { Cookie: cookies.ana, Origin: origin },
    redirect: 'manual',
  })
  return answer.status
}

const read = (path: string, cookie = '') =>
  fetch(new URL(path, origin), { headers: cookie ? { Cookie: cookie } : {} })

/** The link by which the desk's page shows Ana's portrait. */
async function shownLink(): Promise<string> {
  const page = paths.managePerson(week.studio, week.ana.personId)
  const html = await (await read(page, cookies.desk)).text()
  return (/<img[^>]+src="([^"]*\/portrait\/[^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
}

test('a portrait is shown by a link of its own, at no public address, and is gone once it is taken away', async () => {
  expect(await saves({ photoFile: await photo(40) })).toBe(303)
  const link = await shownLink()
  const shown = await read(link)
  expect([shown.status, shown.headers.get('Cache-Control')]).toEqual([
    200,
    'private, max-age=3600, immutable',
  ])
  expect(shown.headers.get('Content-Type')).toMatch(/^image\//)
  expect(Buffer.from(await shown.arrayBuffer()).includes(secret)).toBe(false)
  // The same picture by any other way is not there.
  const url = new URL(link, origin)
  const path = url.pathname.split('/portrait/')[1]!
  const other = (name: string, value: string) => {
    const changed = new URL(url)
    changed.searchParams.set(name, value)
    return changed.pathname + changed.search
  }
  const refused = [
    url.pathname,
    other('key', 'a'.repeat(22)),
    other('until', 'zzzzzz'),
    other('v', 'another000'),
    link.replace(path, path.replace('me.jpg', 'you.jpg')),
    ...['Images', fileBucket].flatMap((bucket) => [
      `/storage/v1/object/public/${bucket}/${path}`,
      `/storage/v1/render/image/public/${bucket}/${path}?width=96&height=96`,
    ]),
  ]
  for (const one of refused) expect([one, (await read(one)).status]).toEqual([one, 400])
  expect((await read(`/storage/v1/object/authenticated/Files/${path}`, cookies.cleo)).status).toBe(
    400,
  )

  // Another one takes its place, and no picture that one's: each link dies with its picture.
  expect(await saves({ photoFile: await photo(50) })).toBe(303)
  const next = await shownLink()
  expect([next === link, (await read(link)).status, (await read(next)).status]).toEqual([
    false,
    400,
    200,
  ])
  expect(await saves({ photoNone: 'on' })).toBe(303)
  expect([await shownLink(), (await read(next)).status]).toEqual(['', 400])
})

test('the desk and the person see the portrait on their forms, and a program may keep pictures in public all the same', async () => {
  expect(await saves({ photoFile: await photo(40) })).toBe(303)
  for (const [page, cookie] of [
    [paths.portalDetails(week.studio), cookies.ana],
    [paths.managePersonAct(week.studio, week.ana.personId, 'edit'), cookies.desk],
    [paths.manageMembers(week.studio), cookies.desk],
  ] as const) {
    const html = await (await read(page, cookie)).text()
    const src = /<img[^>]+src="([^"]*\/portrait\/[^"]+)"/.exec(html)?.[1] ?? ''
    expect([page, (await read(src.replaceAll('&amp;', '&'))).status]).toEqual([page, 200])
  }
  // What an edit says nothing of stays.
  const before = await shownLink()
  const kept = await (await read(paths.portalDetails(week.studio), cookies.ana)).text()
  const text = /name="photo" value="([^"]+)"/.exec(kept)?.[1] ?? ''
  expect(await saves({ photo: text, preferredName: 'Annie' })).toBe(303)
  expect([await shownLink(), (await read(before)).status]).toEqual([before, 200])
})

test('staff end the links that were passed on, of pages and of programs; the picture stays', async () => {
  expect(await saves({ photoFile: await photo(40) })).toBe(303)
  const { studio, ana } = week
  const page = paths.managePersonAct(studio, ana.personId, 'edit')
  const opened = await (await read(page, cookies.desk)).text()
  const kept = /name="kept" value="([^"]+)"/.exec(opened)?.[1] ?? ''
  const press = async (cookie: string) => {
    const answer = await fetch(origin + page, {
      method: 'POST',
      body: new URLSearchParams({ act: 'withdraw', kept }),
      headers: { Cookie: cookie, Origin: origin },
      redirect: 'manual',
    })
    return answer.status
  }
  const before = await shownLink()
  expect(await press(cookies.cleo)).toBe(403)
  expect([await shownLink(), (await read(before)).status]).toEqual([before, 200])

  expect(await press(cookies.desk)).toBe(303)
  const after = await shownLink()
  expect([after === before, (await read(before)).status, (await read(after)).status]).toEqual([
    false,
    400,
    200,
  ])
  // The form sent twice is one change, and a form that stood open meanwhile keeps the picture.
  expect(await press(cookies.desk)).toBe(303)
  expect(await shownLink()).toBe(after)
  expect(await saves({ photo: kept, preferredName: 'Ann' })).toBe(303)
  expect([await shownLink(), (await read(after)).status]).toEqual([after, 200])
})
