import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { classTypes, disciplines } from '#app/db/studio/scheduling.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { keptPath } from '#app/domain/storage/kept-image.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { pngOf } from '../support/files.ts'
import { mintStudio } from '../support/studios.ts'
import { newVisitor, type Page, textOf, type Visitor } from '../support/visitor.ts'
import { workerOrigin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let studio: Studio
let manager: Visitor
let coach: Visitor
let disciplineId: string

async function visitorOf(role: Role, place: Studio): Promise<Visitor & { personId: string }> {
  const account = await mintAccount(databases, { studio: place, role, name: `Some ${role}` })
  const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
  return { ...newVisitor({ cookie }), personId: account.personId ?? '' }
}

beforeAll(async () => {
  studio = await mintStudio(databases)
  manager = await visitorOf('manager', studio)
  coach = await visitorOf('coach', studio)
  disciplineId = newId()
  await databases
    .shard(0)
    .insert(disciplines)
    .values({ id: disciplineId, studioId: studio.id, name: 'Yoga', sort: 0 })
})

const types = () => `/${studio.slug}/manage/schedule/classes/types`

/** The form of a new class type as a browser without scripts posts it. */
function typeForm(more: Record<string, string | File> = {}): FormData {
  const form = new FormData()
  const values = {
    key: newId(),
    name: 'Slow flow',
    shortName: 'Slow',
    disciplineId,
    minutes: '60',
    icon: '',
    iconFind: '',
    iconShown: '',
    colour: '',
    colourOwn: '#ffffff',
    cover: '',
    ...more,
  }
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

const picture = (name = 'The Hall.PNG') => new File([pngOf(64, 48)], name, { type: 'image/png' })

const saved = async (name: string) => {
  const [row] = await databases.shard(0).all<{ icon: string; colour: string; cover: string }>(sql`
    SELECT icon, colour, cover FROM class_types WHERE studio_id = ${studio.id} AND name = ${name}`)
  return row
}

const shownIn = (page: Page, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(page.html)?.[1] ?? null

test('icons are found by their labels: twenty popular ones, at most thirty for a text, none for nonsense', async () => {
  const found = async (query: string) => {
    const answer = await newVisitor().get(`/icons${query}`)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([
      200,
      'public, max-age=3600',
    ])
    return JSON.parse(answer.html) as { label: string; value: string; body: string }[]
  }
  expect(await found('')).toHaveLength(20)
  expect(await found('?q=a')).toHaveLength(30)
  expect((await found('?q=HEART')).every(({ label }) => /heart/i.test(label))).toBe(true)
  expect(await found(`?q=${'z'.repeat(2_000)}`)).toEqual([])
})

test('without scripts, finding an icon keeps what was typed, picked and uploaded', async () => {
  const form = typeForm({
    name: 'Hold fast',
    iconFind: 'heart',
    find: 'icon',
    colour: 'own',
    colourOwn: '#A1B2C3',
  })
  form.set('coverFile', picture())
  const page = await manager.post(`${types()}/new`, form)
  expect(page.status).toBe(200)
  expect(shownIn(page, 'name')).toBe('Hold fast')
  expect(page.html).toContain('value="i-linear-heart-pulse"')
  expect(page.html).toMatch(/name="colour" checked="" value="own"|value="own" checked=""/)
  expect(page.html).toContain('#a1b2c3')
  const kept = shownIn(page, 'cover')
  expect(kept).toMatch(new RegExp(`^${studio.id}/classes/\\w+/the-hall\\.webp#`))
  expect(page.html).not.toContain('There is a problem')

  const sent = typeForm({
    name: 'Hold fast',
    iconFind: 'heart',
    iconShown: 'heart',
    icon: 'i-linear-heart-pulse',
  })
  sent.set('colour', '#a1b2c3')
  sent.set('cover', kept ?? '')
  expect((await manager.post(`${types()}/new`, sent)).status).toBe(303)
  expect(await saved('Hold fast')).toEqual({
    icon: 'i-linear-heart-pulse',
    colour: '#a1b2c3',
    cover: kept,
  })
})

test('a search that was typed and not looked up is looked up before anything is saved', async () => {
  const page = await manager.post(
    `${types()}/new`,
    typeForm({ name: 'Typed on', iconFind: 'moon' }),
  )
  expect(page.status).toBe(200)
  expect(page.html).toContain('value="i-linear-moon-stars"')
  expect(await saved('Typed on')).toBeUndefined()
  const none = await manager.post(
    `${types()}/new`,
    typeForm({ name: 'Typed on', iconFind: 'zzzz' }),
  )
  expect(none.html).toContain('Womp, Womp...try again? <')
})

test('an icon that is not in the catalogue and a colour that is not offered are refused with the values kept', async () => {
  for (const [field, value, sentence] of [
    ['icon', 'i-linear-nothing-of-ours', 'Choose an icon of the list'],
    ['icon', '<script>', 'Choose an icon of the list'],
    ['colour', 'var(--danger);}', 'Choose a colour of the list'],
    ['colour', 'own', 'Choose a colour of the list'],
  ] as const) {
    const form = typeForm({ name: 'Kept name', [field]: value, colourOwn: 'nonsense' })
    const page = await manager.post(`${types()}/new`, form)
    expect([page.status, shownIn(page, 'name')], value).toEqual([422, 'Kept name'])
    expect(textOf(page.html)).toContain(sentence)
  }
  expect(await saved('Kept name')).toBeUndefined()
})

test('a cover that is no picture is refused with a sentence, and another field that is wrong says so as well', async () => {
  const form = typeForm({ name: '' })
  form.set('coverFile', new File(['<svg onload="alert(1)"/>'], 'cover.png', { type: 'image/png' }))
  const page = await manager.post(`${types()}/new`, form)
  expect(page.status).toBe(422)
  expect(textOf(page.html)).toContain('It is not a JPEG, PNG, WebP, AVIF or GIF picture.')
  expect(textOf(page.html)).toContain('Enter a name')
})

test('another studio’s picture is not taken, and one of another kind neither', async () => {
  const other = await mintStudio(databases)
  const stranger = await visitorOf('manager', other)
  const upload = new FormData()
  upload.set('file', picture())
  const stored = await stranger.post(`/${other.slug}/manage/pictures/classes`, upload)
  const { image } = JSON.parse(stored.html) as { image: { path: string } }
  expect(image.path.startsWith(`${other.id}/classes/`)).toBe(true)
  expect(
    (await manager.post(`${types()}/new`, typeForm({ name: 'Borrowed', cover: image.path })))
      .status,
  ).toBe(303)
  expect((await saved('Borrowed'))?.cover).toBe('')
})

test('a picture is stored when it is chosen, as the specification answers it; the wrong role and no file are refused', async () => {
  const upload = new FormData()
  upload.set('bucket', 'Images')
  upload.set('file', picture('Anna Photo.png'))
  const answer = await manager.post(`/${studio.slug}/manage/pictures/classes`, upload)
  const { image } = JSON.parse(answer.html) as { image: Record<string, string> }
  expect(answer.status).toBe(200)
  expect(image).toMatchObject({ bucket: 'Images', name: 'anna-photo.webp', alt: '' })
  expect(image.path).toBe(`${image.folder}/${image.name}`)
  const shown = await fetch(new URL(image.url ?? '', workerOrigin))
  expect([shown.status, shown.headers.get('Content-Type')?.split('/')[0]]).toEqual([200, 'image'])

  expect((await coach.post(`/${studio.slug}/manage/pictures/people`, upload)).status).toBe(403)
  expect((await manager.post(`/${studio.slug}/manage/pictures/elsewhere`, upload)).status).toBe(404)
  const empty = await manager.post(`/${studio.slug}/manage/pictures/people`, new FormData())
  expect([empty.status, JSON.parse(empty.html)]).toEqual([422, { error: 'Choose a picture.' }])
  const files = new FormData()
  files.set('bucket', 'Files')
  files.set('file', picture())
  expect((await manager.post(`/${studio.slug}/manage/pictures/people`, files)).status).toBe(422)
})

/** The version that a form was opened at. */
const versionOf = async (who: Visitor, path: string) =>
  shownIn(await who.get(path), 'version') ?? ''

test('a person’s photo is on the list and the profile until its box is ticked', async () => {
  const member = await visitorOf('member', studio)
  const edit = `/${studio.slug}/manage/members/members/${member.personId}/edit`
  const form = new FormData()
  form.set('name', 'Pia Photo')
  form.set('photoFile', picture('pia.png'))
  form.set('version', await versionOf(manager, edit))
  expect((await manager.post(edit, form)).status).toBe(303)
  const list = await manager.get(`/${studio.slug}/manage/members/members`)
  expect(list.html).toMatch(/<img class="avatar" src="[^"]*pia\.webp\?v=[^"]*side=96/)
  const kept = shownIn(await manager.get(edit), 'photo') ?? ''
  expect(keptPath(kept)).toMatch(/\/people\/\w+\/pia\.webp$/)

  const unchanged = new FormData()
  unchanged.set('name', 'Pia Photo')
  unchanged.set('photo', kept)
  unchanged.set('version', await versionOf(manager, edit))
  await manager.post(edit, unchanged)
  expect(shownIn(await manager.get(edit), 'photo')).toBe(kept)
  unchanged.set('photoNone', 'on')
  unchanged.set('version', await versionOf(manager, edit))
  await manager.post(edit, unchanged)
  expect(shownIn(await manager.get(edit), 'photo')).toBe('')
})

test('a member changes their own photo and takes it away, and cannot take someone else’s', async () => {
  const [mia, max] = [await visitorOf('member', studio), await visitorOf('member', studio)]
  const details = `/${studio.slug}/portal/details`
  const send = async (who: Visitor, more: Record<string, string | File>) => {
    const fields = new FormData()
    const all = { name: 'Mia', version: await versionOf(who, details), ...more }
    for (const [name, value] of Object.entries(all)) fields.set(name, value)
    return who.post(details, fields)
  }
  const photoOf = async (who: Visitor) => shownIn(await who.get(details), 'photo')
  expect((await send(mia, { photoFile: picture('mia.png') })).status).toBe(303)
  const kept = (await photoOf(mia)) ?? ''
  expect(kept).toContain('/mia.webp#')
  await send(max, { photo: kept })
  expect(await photoOf(max)).toBe('')
  // Nothing said about it changes nothing; a box does.
  await send(mia, {})
  expect(await photoOf(mia)).toBe(kept)
  await send(mia, { photo: kept, photoNone: 'on' })
  expect(await photoOf(mia)).toBe('')
  const svg = new File(['<svg/>'], 'mia.png', { type: 'image/png' })
  const refused = await send(mia, { photoFile: svg })
  expect([refused.status, textOf(refused.html)]).toEqual([
    422,
    expect.stringContaining('It is not a JPEG'),
  ])
})

test('a class type’s sign is drawn in its colours and no page carries an icon it does not show', async () => {
  await databases.shard(0).insert(classTypes).values({
    id: newId(),
    studioId: studio.id,
    name: 'Signed',
    shortName: 'Signed',
    disciplineId,
    minutes: 60,
    icon: 'i-linear-flame',
    colour: 'var(--gradient-3)',
  })
  const page = await manager.get(types())
  expect(page.html).toMatch(
    /<svg class="sign"[^>]*><linearGradient[\s\S]*?#01579b[\s\S]*?color="#ffffff"/,
  )
  const edit = await manager.get(`${types()}/new`)
  expect((edit.html.match(/<input type="radio" name="icon"/g) ?? []).length).toBe(21)
})

test('a public page credits the icons', async () => {
  const page = await newVisitor().get('/credits')
  expect([page.status, textOf(page.html)]).toEqual([
    200,
    expect.stringMatching(/Solar icon set by 480 Design.*4\.0/),
  ])
  expect((await newVisitor().get('/')).html).toContain('href="/credits"')
})
