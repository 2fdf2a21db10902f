import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { bytesOfPart, partBytes, partsOf } from '#app/domain/videos/judge-video.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let coach: string
let member: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const signIn = async (role: 'coach' | 'member', name: string) => {
    const account = await mintAccount(databases, { studio, role, name })
    const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
    return cookie
  }
  coach = await signIn('coach', 'Col Coach')
  member = await signIn('member', 'Mel Member')
})

afterAll(releaseClock)

function film(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  bytes.set(new TextEncoder().encode('\0\0\0\u0018ftypisom\0\0\0\0mp42'))
  bytes[size - 1] = 7
  return bytes
}

async function post(path: string, cookie: string, body: BodyInit) {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { cookie, origin },
    body,
    redirect: 'manual',
  })
  return { status: answer.status, text: await answer.text() }
}

async function added(title: string): Promise<string> {
  const key = newId()
  const { studio } = week
  const page = await send(paths.manageVideoNew(studio), coach, { key, title, kind: 'file' })
  expect(page.status).toBe(303)
  return key
}

const published = { state: 'published', access: 'everyone', onShelf: 'on' }

test('a file of two parts is uploaded, published on the shelf and played in ranges', async () => {
  const { studio } = week
  const key = await added('Warm-up for home')
  const parts = paths.manageVideoAct(studio, key, 'parts')
  const bytes = film(partBytes + 500)
  const begin = { act: 'begin', name: 'warm-up.mp4', bytes: String(bytes.length) }
  const begun = await post(parts, coach, new URLSearchParams(begin))
  expect(begun.status).toBe(200)
  const { upload } = JSON.parse(begun.text) as { upload: string }
  for (let number = 1; number <= partsOf(bytes.length); number += 1) {
    const from = (number - 1) * partBytes
    const part = bytes.slice(from, from + bytesOfPart(bytes.length, number))
    const query = new URLSearchParams({ upload, number: String(number) })
    expect((await post(`${parts}?${query}`, coach, part)).status).toBe(200)
  }
  const finish = new URLSearchParams({ act: 'finish', upload })
  expect((await post(parts, coach, finish)).status).toBe(200)
  expect((await post(parts, member, finish)).status).toBe(403)

  const content = paths.videoContent(studio, key)
  expect((await open(content, member)).status).toBe(404)
  const title = 'Warm-up for home'
  const chapters = '0:00 Wrists\n0:30 Hips'
  const saved = { ...published, title, chapters }
  expect((await send(paths.manageVideo(studio, key), coach, saved)).status).toBe(303)
  expect((await open(paths.videos(studio), member)).html).toContain(title)
  expect((await open(content, '')).status).toBe(404)

  const range = async (asked: string) => {
    const headers = { cookie: member, range: asked }
    const answer = await fetch(origin + content, { headers })
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  const last = await range('bytes=-1')
  expect(last.answer.status).toBe(206)
  expect(last.answer.headers.get('content-range')).toBe(
    `bytes ${bytes.length - 1}-${bytes.length - 1}/${bytes.length}`,
  )
  expect([...last.bytes]).toEqual([7])
  expect(last.answer.headers.get('cache-control')).toBe('private, no-store')
  const far = await range(`bytes=${bytes.length}-`)
  expect(far.answer.status).toBe(416)
  expect(far.answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`)

  const watch = await open(paths.video(studio, key), member)
  expect(watch.html).toContain('preload="none"')
  expect(watch.html).toContain('?t=30')
  expect((await post(paths.videoPlace(studio, key), member, new URLSearchParams())).status).toBe(
    422,
  )
  const place = new URLSearchParams({ stoppedAt: '0:20' })
  expect((await post(paths.videoPlace(studio, key), member, place)).status).toBe(303)
  expect((await open(paths.videos(studio), member)).html).toContain('Continue where you stopped')
  expect((await open(paths.video(studio, key), member)).html).toContain('#t=20')

  const removal = paths.manageVideoAct(studio, key, 'removal')
  expect((await send(removal, coach, {})).status).toBe(303)
  expect((await open(content, member)).status).toBe(404)
})

test('without scripts one form uploads a file, and says why another can’t be kept', async () => {
  const { studio } = week
  const key = await added('Drills')
  const path = paths.manageVideoAct(studio, key, 'file')
  const form = (file: File) => {
    const body = new FormData()
    body.append('file', file)
    return body
  }
  const lie = await post(path, coach, form(new File(['<html>'], 'drills.mp4')))
  expect(lie.status).toBe(422)
  expect(lie.text).toContain('This is no MP4 or WebM video')
  expect((await post(path, coach, form(new File([film(600)], 'drills.mov')))).status).toBe(303)
  expect((await open(paths.manageVideo(studio, key), coach)).html).toContain('drills.mov')
  const wrong = await send(paths.manageVideo(studio, key), coach, {
    ...published,
    title: 'Drills',
    length: 'long',
    exercise: 'No such move',
  })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter a length such as 12:30')
  expect(wrong.html).toContain('value="No such move"')
})

test('a video elsewhere is a link and never a frame', async () => {
  const { studio } = week
  const key = newId()
  const about = { key, title: 'Hands', kind: 'link', link: 'http://video.example/1' }
  expect((await send(paths.manageVideoNew(studio), coach, about)).status).toBe(422)
  const safe = { ...about, link: 'https://video.example/1' }
  expect((await send(paths.manageVideoNew(studio), coach, safe)).status).toBe(303)
  const saved = { ...published, title: 'Hands', link: safe.link }
  expect((await send(paths.manageVideo(studio, key), coach, saved)).status).toBe(303)
  const page = await open(paths.video(studio, key), member)
  expect(page.html).toContain('href="https://video.example/1"')
  expect(page.html).not.toContain('<iframe')
})
