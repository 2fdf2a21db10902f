import { afterAll, beforeAll, expect, inject, test } from 'vitest'
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
let manager: string
let frontDesk: string
let member: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const signIn = async (role: 'manager' | 'front_desk' | 'member', name: string) => {
    const account = await mintAccount(databases, { studio, role, name })
    const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
    return cookie
  }
  manager = await signIn('manager', 'Mina Manager')
  frontDesk = await signIn('front_desk', 'Fay Desk')
  member = await signIn('member', 'Mel Member')
})

afterAll(releaseClock)

async function upload(cookie: string, fields: Record<string, string>, file: File) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  const answer = await fetch(origin + paths.manageFileNew(week.studio), {
    method: 'POST',
    headers: { cookie, origin },
    body: form,
    redirect: 'manual',
  })
  return { status: answer.status, html: await answer.text() }
}

const pdf = (name = 'Song list.pdf') => new File(['%PDF-1.7 songs'], name)

test('a file is added with what is said of it, and refused with a sentence where it can’t be kept', async () => {
  const { studio } = week
  const about = { key: newId(), audience: 'members', tags: 'Spring show, Music' }
  const page = await upload(manager, about, new File(['<html><script>1</script>'], 'a.pdf'))
  expect(page.status).toBe(422)
  expect(page.html).toContain('This kind of file can’t be kept.')
  expect(page.html).toContain('value="Spring show, Music"')
  const big = new File([new Uint8Array(25 * 1024 * 1024 + 100)], 'big.pdf')
  expect((await upload(manager, about, big)).html).toContain('It is larger than 25 MB.')
  const huge = new File([new Uint8Array(50 * 1024 * 1024)], 'huge.pdf')
  // It is refused by its announced length: the connection may close before all of it was sent.
  const far = await upload(manager, about, huge).catch(() => ({ status: 413 }))
  expect(far.status).toBe(413)
  expect((await upload(frontDesk, about, pdf())).status).toBe(403)
  expect((await upload(manager, about, pdf())).status).toBe(303)
  const list = (await open(paths.manageFiles(studio, { q: 'song' }), frontDesk)).html
  expect(list).toContain('Song list.pdf')
  expect(list).not.toContain('Add a file')
  const content = paths.manageFileAct(studio, about.key, 'content')
  const answer = await fetch(origin + content, { headers: { cookie: frontDesk } })
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'application/pdf',
    'private, no-store',
  ])
  expect(await answer.text()).toBe('%PDF-1.7 songs')

  const mine = await open(paths.portalFiles(studio), member)
  expect(mine.html).toContain('Song list.pdf')
  expect((await open(paths.portalFile(studio, about.key), member)).html).toBe('%PDF-1.7 songs')
})

test('a share link opens without signing in until somebody ends it', async () => {
  const { studio } = week
  const key = newId()
  await upload(manager, { key, audience: 'staff' }, pdf('Contract.pdf'))
  expect((await open(paths.portalFile(studio, key), member)).status).toBe(404)
  const page = paths.manageFile(studio, key)
  const shared = await fetch(origin + paths.manageFileAct(studio, key, 'shares'), {
    method: 'POST',
    headers: { cookie: manager, origin },
    body: new URLSearchParams({ days: '7' }),
    redirect: 'manual',
  })
  const flash = shared.headers.getSetCookie().map((line) => line.split(';')[0])
  const told = (await open(page, [manager, ...flash].join('; '))).html
  const [, token = ''] = /\/shared\/(\w{32})/.exec(told) ?? []
  expect((await open(paths.sharedFile(studio, token), '')).html).toContain('Contract.pdf')
  expect((await open(paths.sharedContent(studio, token), '')).html).toBe('%PDF-1.7 songs')
  const [, id = ''] = /name="end" value="(\w+)"/.exec((await open(page, manager)).html) ?? []
  await fetch(origin + paths.manageFileAct(studio, key, 'shares'), {
    method: 'POST',
    headers: { cookie: manager, origin },
    body: new URLSearchParams({ end: id }),
    redirect: 'manual',
  })
  const ended = await open(paths.sharedFile(studio, token), '')
  expect([ended.status, ended.html.includes('This link has ended')]).toEqual([404, true])
  expect((await open(paths.sharedContent(studio, token), '')).status).toBe(404)
})

test('a manager cannot delete a signed document, and can delete another file', async () => {
  const { studio } = week
  const [paper, other] = [newId(), newId()]
  await upload(manager, { key: paper, audience: 'staff', signed: 'on' }, pdf('Signed.pdf'))
  await upload(manager, { key: other, audience: 'staff' }, pdf('Other.pdf'))
  expect((await open(paths.manageFile(studio, paper), manager)).html).not.toContain('Delete Signed')
  for (const key of [paper, other])
    await send(paths.manageFileAct(studio, key, 'removal'), manager, {})
  expect((await open(paths.manageFile(studio, paper), manager)).status).toBe(200)
  expect((await open(paths.manageFile(studio, other), manager)).status).toBe(404)
})
