import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { replyKeyOf } from '#app/values/mail/reply-address.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { writeToStudio } from '../write-to-studio.server.ts'
import { readMail } from './read-mail.server.ts'
import { noteBounce, receiveAnswer } from './receive-mail.server.ts'

const now = '2026-10-12T09:00:00Z'

const inBase64 = (text: string) => Buffer.from(text).toString('base64')
const bytes = (text: string) => new TextEncoder().encode(text.replace(/\n/g, '\r\n'))

async function keyOf(w: World): Promise<string> {
  await writeToStudio(w.asMember(w.ana, now), {
    key: `${w.studio.id.slice(-8)}0001`,
    text: 'May I freeze?',
    about: '',
    aboutPath: '',
  })
  const [row] = await w.db.all<{ token: string }>(
    sql`SELECT token FROM conversations WHERE studio_id = ${w.studio.id}`,
  )
  return replyKeyOf(w.studio.id, row!.token)
}

const letter = (to: string, from: string, more = '') =>
  bytes(`From: Ana <${from}>
To: <${to.toLowerCase()}@reply.cadence.test>
Subject: =?UTF-8?Q?Re:_A_message?=
Message-ID: <one@mail.test>
${more}MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Yes, from the 3rd=E2=80=93please.

Ana

On Mon, 12 Oct 2026 at 09:38, Northside wrote:
> May I freeze?
> You may.
`)

test('an answer by email goes into its conversation once, without what it quotes', async () => {
  const w = await world()
  const to = await keyOf(w)
  const mail = await readMail(letter(to, w.ana.email.toUpperCase()))
  expect(mail).toMatchObject({
    is: 'answer',
    studioId: w.studio.id,
    text: 'Yes, from the 3rd–please.\n\nAna',
  })
  if (mail.is !== 'answer') throw new Error('no answer')
  expect(await receiveAnswer(w.at(now), mail)).toBe('written')
  expect(await receiveAnswer(w.at(now), mail)).toBe('again')
  const rows = await w.db.all<{ byName: string; quoted: string; personId: string }>(sql`
    SELECT by_name AS byName, quoted, person_id AS personId FROM conversation_messages
    WHERE studio_id = ${w.studio.id} AND channel = 'email'`)
  expect(rows).toEqual([
    {
      byName: w.ana.name,
      personId: w.ana.id,
      quoted: 'On Mon, 12 Oct 2026 at 09:38, Northside wrote:\n> May I freeze?\n> You may.',
    },
  ])
})

test('what a program sent automatically, and a letter of ours that came back, is dropped', async () => {
  const w = await world()
  const to = await keyOf(w)
  for (const [header, why] of [
    ['Auto-Submitted: auto-replied\n', 'automatic'],
    ['Precedence: bulk\n', 'automatic'],
    ['List-Id: <members.x.test>\n', 'automatic'],
    ['X-Cadence: conversation\n', 'loop'],
  ] as const)
    expect(await readMail(letter(to, 'ana@x.test', header))).toEqual({ is: 'dropped', why })
  expect(await readMail(letter(to, 'mailer-daemon@x.test'))).toMatchObject({ why: 'automatic' })
  expect(await readMail(letter('hello', 'ana@x.test'))).toMatchObject({ why: 'no_address' })
})

test('an answer of somebody else says who it is from, and one to a strange token is nobody’s', async () => {
  const w = await world()
  const to = await keyOf(w)
  const mail = await readMail(letter(to, 'other@x.test'))
  if (mail.is !== 'answer') throw new Error('no answer')
  expect(await receiveAnswer(w.at(now), mail)).toBe('written')
  const [row] = await w.db.all<{ byName: string }>(sql`
    SELECT by_name AS byName FROM conversation_messages
    WHERE studio_id = ${w.studio.id} AND channel = 'email'`)
  expect(row?.byName).toBe('Ana (other@x.test)')
  expect(await receiveAnswer(w.at(now), { ...mail, token: '0'.repeat(16) })).toBe('unknown')
})

test('incoming names and messages lose direction overrides and stacked marks', async () => {
  const turned = '\u202e'
  const mail = await readMail(
    bytes(`From: =?UTF-8?B?${inBase64(`Ana${turned}kcats`)}?= <other@x.test>
To: <${replyKeyOf('abcdefghijkl', '0'.repeat(16)).toLowerCase()}@reply.cadence.test>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

${inBase64(`Yes${turned} please${'\u0301'.repeat(60)}`)}
`),
  )
  if (mail.is !== 'answer') throw new Error('no answer')
  expect(mail.fromName).toBe('Anakcats')
  expect(mail.text.length).toBeLessThan(20)
  expect(mail.text).not.toContain(turned)
})

test('odd bytes are no error, and a bounce suppresses its address', async () => {
  expect(await readMail(new Uint8Array([0, 255, 254, 10, 13, 0]))).toMatchObject({ is: 'dropped' })
  const report = bytes(`From: MAILER-DAEMON@x.test
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; Gone@x.test
Action: failed
Status: 5.1.1

--b
Content-Type: message/rfc822

Message-ID: <0AbCdEfGhIjK@cadence.test>
--b--
`)
  expect(await readMail(report)).toEqual({
    is: 'bounce',
    letterId: '0AbCdEfGhIjK',
    address: 'gone@x.test',
  })
  const w = await world()
  await noteBounce(w.at(now), 'gone@x.test')
  const off = await w.db.all<{ why: string }>(
    sql`SELECT why FROM suppressions WHERE studio_id = ${w.studio.id}`,
  )
  expect(off).toEqual([{ why: 'bounced' }])
})
