import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { signedPost } from '#app/values/mail/standard-webhooks.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let manager: string
let coach: { cookie: string; personId: string }

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const signIn = async (role: 'manager' | 'coach', name: string) => {
    const account = await mintAccount(databases, { studio, role, name })
    const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
    return { cookie, personId: account.personId! }
  }
  manager = (await signIn('manager', 'Mina Manager')).cookie
  coach = await signIn('coach', 'Col Coach')
  const db = databases.shard(studio.shard as 0 | 1)
  await db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${coach.personId}`)
  await db.run(sql`INSERT INTO member_codes (person_id, studio_id, code, created_at)
    VALUES (${coach.personId}, ${studio.id}, 'BCDF2345', ${weekNow})`)
})

afterAll(releaseClock)

type Post = { secret: string; id?: string; age?: number; body?: string }

const ask = (address: string, { secret, id = `msg_${newId()}`, age = 0, body }: Post) => {
  const said = body ?? JSON.stringify({ code: 'BCDF2345' })
  const at = Math.floor(Date.now() / 1_000) - age
  return fetch(origin + new URL(address).pathname, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...signedPost([secret], { id, at, body: said }),
    },
    body: said,
  })
}

test('a lock is told who may come in; unsigned, old, broken and repeated posts open nothing', async () => {
  const { studio } = week
  const page = paths.manageDoors(studio)
  expect((await open(page, coach.cookie)).status).toBe(403)
  const door = { key: newId(), name: '', minutes: '15' }
  expect((await send(page, manager, door)).status).toBe(422)
  const made = await send(page, manager, { ...door, name: 'Front door' })
  expect(made.status).toBe(200)
  const secret = /whsec_[A-Za-z0-9+/=]+/.exec(made.html)?.[0] ?? ''
  const shown = (await open(page, manager)).html
  expect(shown).not.toContain('whsec_')
  const address = /http[^<]*\/webhooks\/doors\/\w{24}/.exec(shown)?.[0] ?? ''

  const right = await ask(address, { secret, id: 'msg_first' })
  expect(right.status).toBe(200)
  expect(await right.json()).toEqual({ open: true, says: 'Opened: works here.' })
  const again = await ask(address, { secret, id: 'msg_first' })
  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({ open: false })
  const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  expect((await ask(address, { secret: other })).status).toBe(401)
  expect((await ask(address, { secret, age: 301 })).status).toBe(401)
  expect((await ask(address, { secret, body: '{}' })).status).toBe(422)
  expect((await ask(`${origin}/webhooks/doors/${newId()}${newId()}`, { secret })).status).toBe(404)

  const log = (await open(page, manager)).html
  expect(log.match(/>Opened: works here\.</g)).toHaveLength(1)
  const id = /name="id" value="(\w+)"/.exec(log)?.[1] ?? ''
  expect((await send(page, manager, { act: 'test', id, code: 'nobody' })).status).toBe(303)
  expect((await open(page, manager)).html).toContain('Not opened: nobody here has this code.')
  expect((await open(paths.manageDoorsFile(studio), manager)).html).toContain('Col Coach')
  expect((await send(page, manager, { act: 'shut', id })).status).toBe(303)
  expect((await ask(address, { secret })).status).toBe(404)
})

test('bank holidays of a calendar file are listed to be closed, and any other file is refused', async () => {
  const page = paths.manageHolidays(week.studio)
  const post = (text: string) => {
    const body = new FormData()
    body.set('file', new File([text], 'holidays.ics', { type: 'text/calendar' }))
    return fetch(origin + page, {
      method: 'POST',
      headers: { cookie: manager, origin },
      body,
      redirect: 'manual',
    })
  }
  expect((await open(page, manager)).status).toBe(200)
  expect((await post('no calendar')).status).toBe(422)
  const year = Number(weekNow.slice(0, 4)) + 1
  const event = `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${year}0106\r\nSUMMARY:Epiphany\r\nEND:VEVENT`
  const read = await post(`BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR\r\n`)
  expect(read.status).toBe(200)
  const html = await read.text()
  expect(html).toContain('Epiphany')
  expect(html).toContain(`from=${year}-01-06`)
})
