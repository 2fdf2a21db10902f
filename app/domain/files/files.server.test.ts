import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { sweepStrays } from '#app/domain/storage/stray-objects.server.ts'
import { asManager } from '../../../tests/support/staff-pay/pay.ts'
import { emptyBucket } from '../../../tests/support/training.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { filesPage, findFile, findMyStored, findStored } from './file-queries.server.ts'
import { attachFile, findShare, openShare, shareFile } from './folders-and-links.server.ts'
import { largestFileBytes, quotaBytes, typeOfFile } from './judge-file.ts'
import { addFile, addVersion, changeFile, removeFile } from './save-file.server.ts'

const now = '2026-10-12T09:00:00Z'

let media: R2Bucket
beforeAll(async () => {
  media = await emptyBucket()
})
const bytesOf = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const pdf = (text = 'warm-up') => ({ name: `${text}.pdf`, bytes: bytesOf(`%PDF-1.7 ${text}`) })
const about = {
  folderId: '',
  tags: '',
  licence: '',
  audience: 'staff' as const,
  personId: '',
  signed: false,
}
const desk = (w: World, at = now) => ({ ...asManager(w, at), media })

test('a file is judged by what it holds: no page, program or archive gets in under another name', () => {
  const of = (name: string, text: string) => typeOfFile(name, bytesOf(text))
  expect(of('a.txt', 'Counts: 8, 8, 4')).toBe('text/plain; charset=utf-8')
  expect(of('a.pdf', '%PDF-1.4')).toBe('application/pdf')
  expect(of('a.txt', '<html><script>')).toBeNull()
  expect(of('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toBeNull()
  expect(of('a.pdf', 'MZ a program')).toBeNull()
  expect(of('a.zip', 'PK\u0003\u0004')).toBeNull()
  expect(of('a.docm', 'PK\u0003\u0004')).toBeNull()
  expect(of('a.docx', 'PK\u0003\u0004')).toContain('wordprocessingml')
  expect(of('a.csv', 'a\0b')).toBeNull()
})

test('a picture in the library loses its place and author, unless it is a signed document', async () => {
  const w = await world()
  const place = 'Anas Garden, 53.8008 N'
  const picture = await sharp({
    create: { width: 6, height: 4, channels: 3, background: '#7d2a5c' },
  })
    .withExif({ IFD0: { ImageDescription: place } })
    .jpeg()
    .toBuffer()
  const sent = { name: 'hall.jpg', bytes: new Uint8Array(picture) }
  const says = async (id: string, number: number) => {
    const [row] = await w.db.all<{ objectKey: string }>(sql`
      SELECT object_key AS objectKey FROM file_versions
      WHERE studio_id = ${w.studio.id} AND file_id = ${id} AND number = ${number}`)
    const kept = await (await media.get(row!.objectKey))!.arrayBuffer()
    return Buffer.from(kept).includes(place)
  }
  await addFile(desk(w), { ...about, key: 'hall' }, sent)
  expect(await says('hall', 1)).toBe(false)
  expect(await addVersion(desk(w), 'hall', sent)).toEqual({ ok: true, again: true })
  await addFile(desk(w), { ...about, key: 'paper', signed: true }, sent)
  expect(await says('paper', 1)).toBe(true)
})

test('a file of 50 MB, a kind that is not kept and a full studio are refused, and leave no bytes', async () => {
  const w = await world()
  const big = { name: 'show.pdf', bytes: new Uint8Array(largestFileBytes + 1) }
  expect(await addFile(desk(w), { ...about, key: 'big' }, big)).toEqual({
    ok: false,
    reason: 'too_large',
  })
  const page = { name: 'a.txt', bytes: bytesOf('<html>') }
  expect(await addFile(desk(w), { ...about, key: 'page' }, page)).toEqual({
    ok: false,
    reason: 'type_not_allowed',
  })
  await addFile(desk(w), { ...about, key: 'first' }, pdf())
  await w.db.run(sql`UPDATE file_versions SET bytes = ${quotaBytes} WHERE file_id = 'first'`)
  expect(await addFile(desk(w), { ...about, key: 'second' }, pdf('b'))).toEqual({
    ok: false,
    reason: 'quota_full',
  })
  expect(await addVersion(desk(w), 'first', pdf('c'))).toEqual({ ok: false, reason: 'quota_full' })
  // Bytes without a row are swept an hour later, those with one stay.
  const later = { db: w.db, media, nowMs: Date.parse(now) + 7_200_000 }
  expect(await sweepStrays(later)).toBe(2)
  const kept = await findStored(w.at(now), 'manager', 'first', null)
  expect(await media.get(kept!.objectKey)).not.toBeNull()
})

test('a newer version stands beside the earlier ones, and the same bytes again are none', async () => {
  const w = await world()
  for (const _ of [1, 2])
    expect(await addFile(desk(w), { ...about, key: 'plan' }, pdf('one'))).toEqual({ ok: true })
  expect(await addVersion(desk(w), 'plan', pdf('two'))).toEqual({ ok: true })
  expect(await addVersion(desk(w), 'plan', pdf('two'))).toEqual({ ok: true, again: true })
  const found = await findFile(w.at(now), 'manager', 'plan')
  expect(found?.versions.map(({ number, originalName }) => `${number} ${originalName}`)).toEqual([
    '2 two.pdf',
    '1 one.pdf',
  ])
  const first = await findStored(w.at(now), 'manager', 'plan', 1)
  const read = await media.get(first!.objectKey)
  expect(await read!.text()).toContain('one')
})

test('nothing signed is ever deleted: neither a signed paper nor what was signed here', async () => {
  const w = await world()
  await addFile(desk(w), { ...about, key: 'paper', signed: true }, pdf())
  expect(await removeFile(desk(w), 'paper')).toEqual({ ok: false, reason: 'signed' })
  expect(await addVersion(desk(w), 'paper', pdf('other'))).toEqual({ ok: false, reason: 'signed' })
  await w.db.run(sql`
    INSERT INTO signatures (id, studio_id, document_id, number, person_id, signer_name, signed_as,
      on_paper, actor_id, actor_name, signed_at)
    VALUES ('signature', ${w.studio.id}, 'waiver', 1, ${w.ana.id}, 'Ana', 'self', 0, '', '', ${now})`)
  expect(await removeFile(desk(w), 'signature')).toEqual({ ok: false, reason: 'signed' })
  expect(await removeFile(desk(w), 'nothing')).toEqual({ ok: false, reason: 'not_found' })
})

test('a deleted file takes its versions and links along, and its bytes are swept', async () => {
  const w = await world()
  await addFile(desk(w), { ...about, key: 'gone' }, pdf())
  const share = await shareFile(desk(w), 'gone', 7)
  const stored = await findStored(w.at(now), 'manager', 'gone', null)
  expect(await removeFile(desk(w), 'gone')).toEqual({ ok: true })
  expect(await openShare(w.at(now), share!.token)).toBeNull()
  await sweepStrays({ db: w.db, media, nowMs: Date.parse(now) })
  expect(await media.get(stored!.objectKey)).toBeNull()
})

test('a share link opens until its end, and not a second longer, and at no other studio', async () => {
  const w = await world()
  const other = await world()
  await addFile(desk(w), { ...about, key: 'music' }, pdf())
  const { token, expiresAt } = (await shareFile(desk(w), 'music', 7))!
  expect(expiresAt).toBe('2026-10-19T09:00:00Z')
  expect((await openShare(w.at('2026-10-19T08:59:59Z'), token))?.name).toBe('warm-up.pdf')
  expect(await openShare(w.at('2026-10-19T09:00:00Z'), token)).toBeNull()
  expect(await findShare(w.at('2026-10-19T09:00:00Z'), token)).toBeNull()
  expect(await openShare(other.at(now), token)).toBeNull()
  expect(await findFile(other.at(now), 'owner', 'music')).toBeNull()
})

test('coaches’ files are not the front desk’s, and a member reads what is theirs or of their classes', async () => {
  const w = await world()
  const add = (key: string, more: object) =>
    addFile(desk(w), { ...about, ...more, key } as never, pdf(key))
  await add('coaches', { audience: 'coaches' })
  await add('ours', { audience: 'members' })
  await add('pole', { audience: 'members' })
  await add('anas', { audience: 'person', personId: w.ana.id })
  await add('staff', {})
  expect(await attachFile(desk(w), 'pole', { kind: 'class_type', ref: w.ids.poleType })).toBe(true)
  expect(await attachFile(desk(w), 'pole', { kind: 'class_type', ref: 'none' })).toBe(false)
  const listed = async (role: 'front_desk' | 'coach') =>
    (await filesPage(w.at(now), role, { folderId: '', q: '', tag: '' })).files.map(({ id }) => id)
  expect(await listed('coach')).toEqual(['anas', 'coaches', 'ours', 'pole', 'staff'])
  expect(await listed('front_desk')).toEqual(['anas', 'ours', 'pole', 'staff'])
  expect(await findStored(w.at(now), 'front_desk', 'coaches', null)).toBeNull()

  const reads = async (person: { id: string }) => {
    const all = ['coaches', 'ours', 'pole', 'anas', 'staff']
    const found = await Promise.all(all.map((id) => findMyStored(w.at(now), person.id, id)))
    return all.filter((_, i) => found[i])
  }
  expect(await reads(w.ana)).toEqual(['ours', 'anas'])
  expect(await reads(w.ben)).toEqual(['ours'])
  const pole = await w.givenClass({ localStart: '2026-10-15T18:30' })
  expect(await bookClass(w.asMember(w.ben, now), pole)).toMatchObject({ ok: true })
  expect(await reads(w.ben)).toEqual(['ours', 'pole'])
})

test('a search finds names, tags and licences, and an edit over someone else’s is refused', async () => {
  const w = await world()
  await addFile(desk(w), { ...about, key: 'song', tags: 'spring show', licence: 'PRS 2026' }, pdf())
  const finds = async (q: string) =>
    (await filesPage(w.at(now), 'manager', { folderId: '', q, tag: '' })).files.length
  expect([await finds('WARM'), await finds('prs spring'), await finds('autumn')]).toEqual([1, 1, 0])
  const edit = { ...about, name: 'Song', tags: 'x', version: 1 }
  expect(await changeFile(desk(w), 'song', edit)).toEqual({ ok: true })
  expect(await changeFile(desk(w), 'song', { ...edit, name: 'Other' })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await changeFile(desk(w), 'song', { ...edit, version: 2, folderId: 'none' })).toEqual({
    ok: false,
    reason: 'no_such_folder',
  })
})
