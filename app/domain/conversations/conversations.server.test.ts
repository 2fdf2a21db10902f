import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { answer, writeFirst } from './answer.server.ts'
import {
  changeConversation,
  followTexts,
  mergeConversations,
  wakeSnoozed,
} from './change-conversation.server.ts'
import { inboxPage, mayOpen } from './inbox-page.server.ts'
import { receiveText } from './incoming/receive-text.server.ts'
import { writeToStudio } from './write-to-studio.server.ts'

const now = '2026-10-12T09:00:00Z'
const filters = { view: 'all', q: '', label: '' } as const
const desk = { role: 'front_desk', personId: 'hana' } as const

const ask = (w: World, who: Person, key: string, text = 'May I freeze?', at = now) =>
  writeToStudio(w.asMember(who, at), { key: keyIn(w, key), text, about: '', aboutPath: '' })

/** A key that no other world has. */
const keyIn = (w: World, n: string) => `${w.studio.id.slice(-8)}${n.padStart(4, '0')}`

const listed = async (w: World, at = now) =>
  (await inboxPage(w.at(at), desk, filters, null))?.list ?? []

const mails = (w: World) =>
  w.db.all<{ recipient: string; subject: string; text: string; html: string; replyTo: string }>(sql`
    SELECT recipient, subject, text, html, reply_to AS replyTo FROM outbox
    WHERE studio_id = ${w.studio.id} AND kind IN ('conversation-reply', 'conversation-text')
    ORDER BY created_at_ms, rowid`)

const seenOf = async (w: World, id: string) =>
  (await inboxPage(w.at(now), desk, filters, id))?.messages.at(-1)?.seq ?? 0

test('what a member writes waits in the inbox until it is answered, and the answer reaches them once', async () => {
  const w = await world()
  await ask(w, w.ana, '1')
  await ask(w, w.ana, '1')
  const [row] = await listed(w)
  expect(row).toMatchObject({ who: w.ana.name, state: 'open', waitingSince: now })
  expect(await listed(w)).toHaveLength(1)

  const id = row!.id
  const said = {
    ...({ key: keyIn(w, 'a1'), channel: 'app', act: 'send' } as const),
    text: 'Yes, {first name}.',
    seen: await seenOf(w, id),
  }
  expect(await answer(w.asDesk('2026-10-12T09:38:00Z'), id, said)).toEqual({ ok: true })
  expect(await answer(w.asDesk('2026-10-12T09:39:00Z'), id, said)).toEqual({ ok: true })
  const sent = await mails(w)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ recipient: w.ana.email })
  expect(sent[0]!.text).toContain('Yes, Ana.')
  expect(sent[0]!.replyTo).toMatch(/^reply-[0-9a-f]{24}-[0-9a-z]{16}$/)
  const page = await inboxPage(w.at(now), desk, filters, id)
  expect(page?.open).toMatchObject({ waitingSince: null, firstReplyMinutes: 38 })
  expect(page?.messages.map(({ way }) => way)).toEqual(['in', 'out'])
})

test('of two who answer at once the second is told of the first, and nothing of theirs goes out', async () => {
  const w = await world()
  await ask(w, w.ana, '1')
  const id = (await listed(w))[0]!.id
  const seen = await seenOf(w, id)
  const one = { text: 'Yes.', channel: 'app', act: 'send', seen } as const
  const ana = { ...w.asDesk(now, 'Ana Desk'), actor: { ...w.asDesk(now).actor, name: 'Ana Desk' } }
  const tom = {
    ...w.asDesk(now),
    actor: { userId: 'tom', name: 'Tom Desk', role: 'front_desk' as const },
  }
  expect(await answer(ana, id, { ...one, key: keyIn(w, 'a1') })).toEqual({ ok: true })
  expect(await answer(tom, id, { ...one, key: keyIn(w, 'a2') })).toEqual({
    ok: false,
    reason: 'answered_meanwhile',
    by: 'Ana Desk',
  })
  expect(await mails(w)).toHaveLength(1)
  const again = { ...one, key: keyIn(w, 'a2'), seen: await seenOf(w, id) }
  expect(await answer(tom, id, again)).toEqual({ ok: true })
})

test('fields with markup or line breaks stay words, in the letter and in its subject', async () => {
  const w = await world()
  await w.db.run(sql`
    UPDATE people SET preferred_name = ${'<b onload=x>\r\nBcc: all@x.test'} WHERE id = ${w.ana.id}`)
  const written = await writeFirst(w.asDesk(now), w.ana.id, {
    key: keyIn(w, 'a1'),
    text: 'Hello {first name} <script>',
    channel: 'email',
  })
  expect(written).toMatchObject({ ok: true })
  const [mail] = await mails(w)
  expect(mail!.html).not.toContain('<script>')
  expect(mail!.html).not.toContain('<b onload')
  expect(mail!.subject).toBe('A message from Northside')
  expect(mail!.subject).not.toMatch(/[\r\n]/)
})

test('a child’s guardian is copied', async () => {
  const w = await world()
  const kid = await w.givenPerson('Kid Small')
  await w.db.run(sql`UPDATE people SET birth_date = '2014-01-01' WHERE id = ${kid.id}`)
  await w.db.run(sql`
    INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    VALUES (${w.studio.id}, ${w.ben.id}, ${kid.id}, ${now})`)
  await writeFirst(w.asDesk(now), kid.id, {
    key: keyIn(w, 'a1'),
    text: 'See you Saturday.',
    channel: 'app',
  })
  expect((await mails(w)).map(({ recipient }) => recipient).sort()).toEqual(
    [kid.email, w.ben.email].sort(),
  )
  expect((await mails(w)).find(({ recipient }) => recipient === w.ben.email)?.text).toContain(
    'You get a copy as their guardian.',
  )
})

test('a snoozed one wakes automatically, and whatever its state a message opens it again', async () => {
  const w = await world()
  await ask(w, w.ana, '1')
  const id = (await listed(w))[0]!.id
  await changeConversation(w.asDesk(now), id, { act: 'snooze', until: 'tomorrow' })
  expect((await listed(w))[0]).toMatchObject({
    state: 'snoozed',
    snoozedUntil: '2026-10-13T08:00:00Z',
  })
  expect(await wakeSnoozed(w.at('2026-10-13T07:59:00Z'))).toBe(0)
  expect(await wakeSnoozed(w.at('2026-10-13T08:00:00Z'))).toBe(1)
  for (const act of ['resolve', 'pending'] as const) {
    await changeConversation(w.asDesk(now), id, { act })
    await ask(w, w.ana, act.slice(0, 4))
    expect((await listed(w))[0]?.state).toBe('open')
  }
})

test('an act on a conversation that is sent twice writes one audit line and one notice', async () => {
  const w = await world()
  await ask(w, w.ana, '1')
  const id = (await listed(w))[0]!.id
  const later = '2026-10-12T09:05:00Z'
  for (const at of [now, later]) {
    for (const act of [
      { act: 'assign', personId: w.coach.id },
      { act: 'label', labels: 'billing' },
      { act: 'snooze', until: 'tomorrow' },
    ] as const)
      expect(await changeConversation(w.asDesk(at), id, act)).toBe(true)
  }
  const lines = await w.db.all(sql`SELECT id FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND subject_id = ${id} AND action LIKE 'conversation.%'`)
  expect(lines).toHaveLength(3)
  const notices = await w.db.all(sql`SELECT id FROM notices
    WHERE studio_id = ${w.studio.id} AND person_id = ${w.coach.id} AND kind = 'conversation'`)
  expect(notices).toHaveLength(1)
  expect(await changeConversation(w.asDesk(now), 'nothing', { act: 'resolve' })).toBe(false)
  const strange = { act: 'assign', personId: w.ben.id } as const
  expect(await changeConversation(w.asDesk(now), id, strange)).toBe(false)
})

test('two conversations become one, and keep every message', async () => {
  const w = await world()
  await w.db.run(sql`
    INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
      state, next_attempt_at_ms, created_at_ms)
    VALUES (${keyIn(w, 'o')}, ${w.studio.id}, ${keyIn(w, 'k')}, 'sms', '+447700900129', 'x', '', '', '', 'sent', 0, 0)`)
  await receiveText(w.at(now), { id: 'sms1', from: '+447700900129', text: 'It is Ana' })
  await ask(w, w.ana, '1')
  const all = await listed(w)
  const stranger = all.find(({ who }) => who === '+447700900129')!
  const ana = all.find(({ who }) => who === w.ana.name)!
  expect(await mergeConversations(w.asDesk(now), stranger.id, ana.id)).toBe(true)
  expect(await mergeConversations(w.asDesk(now), stranger.id, ana.id)).toBe(false)
  expect(await listed(w)).toHaveLength(1)
  expect((await inboxPage(w.at(now), desk, filters, ana.id))?.messages).toHaveLength(2)
})

test('STOP is obeyed and said, HELP is answered, and a text that comes twice is there once', async () => {
  const w = await world()
  const from = '+447700900130'
  await w.db.run(sql`UPDATE people SET phone = ${from} WHERE id = ${w.ana.id}`)
  expect(await receiveText(w.at(now), { id: 't1', from, text: ' Stop. ' })).toBe('stopped')
  const off = await w.db.all<{ why: string }>(sql`
    SELECT why FROM suppressions WHERE studio_id = ${w.studio.id} AND address = ${from}`)
  expect(off).toEqual([{ why: 'unsubscribed' }])
  expect(await receiveText(w.at(now), { id: 't2', from, text: 'HELP' })).toBe('helped')
  expect(await receiveText(w.at(now), { id: 't3', from, text: 'Any place?' })).toBe('written')
  expect(await receiveText(w.at(now), { id: 't3', from, text: 'Any place?' })).toBe('again')
  expect(await listed(w)).toMatchObject([{ who: w.ana.name, lastChannel: 'sms' }])
  expect(await receiveText(w.at(now), { id: 't4', from, text: 'START' })).toBe('started')
})

test('a text that fails is emailed instead, once, and the conversation says so', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE people SET phone = '+447700900131' WHERE id = ${w.ana.id}`)
  const first = { key: keyIn(w, 'a1'), text: 'Your place is free.', channel: 'sms' } as const
  const { conversationId } = (await writeFirst(w.asDesk(now), w.ana.id, first))!
  expect(await followTexts(w.at(now))).toBe(0)
  await w.db.run(
    sql`UPDATE outbox SET state = 'failed' WHERE studio_id = ${w.studio.id} AND kind = 'conversation-text'`,
  )
  expect(await followTexts(w.at(now))).toBe(1)
  expect(await followTexts(w.at(now))).toBe(0)
  expect((await mails(w)).map(({ recipient }) => recipient)).toEqual(['+447700900131', w.ana.email])
  const page = await inboxPage(w.at(now), desk, filters, conversationId!)
  expect(page?.messages.at(-1)?.text).toBe(
    'The text could not be delivered. It was emailed instead.',
  )
})

test('a coach opens what was given to them and groups, and nothing else', async () => {
  const w = await world()
  await ask(w, w.ana, '1')
  const id = (await listed(w))[0]!.id
  const coach = { role: 'coach', personId: w.coach.id } as const
  expect(await mayOpen(w.at(now), coach, id)).toBe(false)
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${w.coach.id}`)
  await changeConversation(w.asDesk(now), id, { act: 'assign', personId: w.coach.id })
  expect(await mayOpen(w.at(now), coach, id)).toBe(true)
})

test('more than ten messages a minute are a program’s', async () => {
  const w = await world()
  for (let i = 0; i < 10; i += 1) expect(await ask(w, w.ana, `m${i}`)).toEqual({ ok: true })
  expect(await ask(w, w.ana, 'la1')).toEqual({ ok: false, reason: 'too_many' })
  expect(await ask(w, w.ana, 'la2', 'Later', '2026-10-12T09:02:00Z')).toEqual({ ok: true })
})

test('a message leads to the class it is about, and never to one of another studio', async () => {
  const [w, other] = [await world(), await world()]
  const occurrence = await w.givenClass()
  const foreign = await other.givenClass()
  const leadsTo = async (n: string, aboutPath: string) => {
    const key = keyIn(w, n)
    await writeToStudio(w.asMember(w.ana, now), { key, text: 'Is it full?', about: '', aboutPath })
    const [row] = await w.db.all<{ path: string }>(
      sql`SELECT about_path AS path FROM conversation_messages WHERE id = ${key}`,
    )
    return row?.path
  }
  const own = paths.occurrence(w.studio, occurrence)
  expect(await leadsTo('1', own)).toBe(own)
  expect(await leadsTo('2', paths.occurrence(w.studio, foreign))).toBe('')
  expect(await leadsTo('3', paths.occurrence(other.studio, foreign))).toBe('')
  expect(await leadsTo('4', 'https://elsewhere.test/')).toBe('')
})
