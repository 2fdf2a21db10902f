import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

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
  await databases.shard(studio.shard as 0 | 1).run(sql`
    UPDATE people SET is_staff = 1 WHERE studio_id = ${studio.id} AND id = ${coach.personId}`)
})

afterAll(releaseClock)

test('someone suspended is signed out, told so at the desk, and restored with one press', async () => {
  const { studio } = week
  const account = await mintAccount(databases, { studio, role: 'coach', name: 'Sue Spended' })
  const sign = () => mintSession(databases, account, { variables: inject('variables') })
  const { cookie } = await sign()
  const role = paths.manageStaffRole(studio, account.personId!)
  expect((await send(role, manager, { role: 'suspend' })).status).toBe(303)
  expect((await open(paths.manageToday(studio), cookie)).status).toBe(303)
  const again = (await sign()).cookie
  const desk = await open(paths.manageToday(studio), again)
  expect(desk.status).toBe(403)
  expect(desk.html).toContain('is suspended. Ask an owner or a manager.')
  expect((await open(paths.manageStaff(studio), manager)).html).toContain('Reinstate')
  expect((await send(role, manager, { role: 'coach' })).status).toBe(303)
  expect((await open(paths.manageToday(studio), again)).status).toBe(200)
})

test('a manager says what is needed and notes what a coach holds, who reads it and cannot write it', async () => {
  const { studio } = week
  const add = paths.manageQualifications(studio)
  const kind = { key: newId(), version: '0', name: '', effect: 'block', neededFor: 'all' }
  expect((await send(add, manager, kind)).status).toBe(422)
  expect((await send(add, manager, { ...kind, name: 'First aid' })).status).toBe(303)
  const again = await send(add, manager, { ...kind, key: newId(), name: 'First aid' })
  expect(again.html).toContain('data-refusal="name_taken"')

  const work = paths.manageStaffWork(studio, coach.personId)
  const paper = { act: 'hold', key: newId(), kindId: kind.key, number: 'FA 1' }
  const wrong = await send(work, manager, {
    ...paper,
    issuedOn: '2026-10-10',
    expiresOn: '2026-10-09',
  })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter a last day that is not before the first')
  expect(wrong.html).toContain('value="FA 1"')
  expect((await send(work, manager, { ...paper, expiresOn: '2036-10-09' })).status).toBe(303)
  expect((await open(paths.manageQualifications(studio), manager)).html).toContain(
    'Good until 9 October 2036',
  )
  const own = await open(paths.manageMyWork(studio), coach.cookie)
  expect(own.html).toContain('FA 1')
  expect(own.html).not.toContain('value="drop"')
  expect((await open(work, coach.cookie)).status).toBe(403)
  expect((await send(work, coach.cookie, paper)).status).toBe(403)
  expect((await open(paths.manageStaffWork(studio, newId()), manager)).status).toBe(404)
  expect(
    (await open(`${paths.manageQualifications(studio)}?kind=${newId()}`, manager)).status,
  ).toBe(404)
})

test('a coach asks for time off and takes it back; approved by a manager it is told, and no page of it is another’s', async () => {
  const { studio } = week
  const own = paths.manageMyWork(studio)
  const ask = { act: 'ask', key: newId(), fromDate: '2036-03-03', untilDate: '2036-03-02' }
  const wrong = await send(own, coach.cookie, { ...ask, reason: 'Wedding' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter a last day that is not before the first')
  expect(wrong.html).toContain('value="Wedding"')
  const right = { ...ask, untilDate: '2036-03-05', reason: 'Wedding' }
  expect((await send(own, coach.cookie, right)).status).toBe(303)
  const again = await send(own, coach.cookie, { ...right, key: newId() })
  expect(again.html).toContain('data-refusal="overlaps"')
  expect(again.html).toContain('is already asked for.')
  expect((await open(own, coach.cookie)).html).toContain('value="withdraw"')
  // Papers are a manager's to note.
  const paper = { act: 'hold', key: newId(), kindId: newId() }
  expect((await send(own, coach.cookie, paper)).status).toBe(404)

  const list = await open(paths.manageTimeOffs(studio), manager)
  expect(list.html).toContain('To decide')
  const request = paths.manageTimeOff(studio, ask.key)
  expect((await open(request, manager)).html).toContain('Wedding')
  expect((await open(request, coach.cookie)).status).toBe(403)
  expect((await send(request, coach.cookie, { act: 'approve' })).status).toBe(403)
  expect((await open(paths.manageTimeOff(studio, newId()), manager)).status).toBe(404)
  expect((await send(request, manager, { act: 'approve', answer: 'Enjoy' })).status).toBe(303)
  const late = await send(request, manager, { act: 'decline' })
  expect(late.status).toBe(422)
  expect(late.html).toContain('Mina Manager was first: it is approved.')
  expect((await open(own, coach.cookie)).html).toContain('Mina Manager: Enjoy')
  expect((await open(paths.manageFacilities(studio), manager)).html).toContain('Time off')

  const hours = { act: 'hours', weekday: '4', from: '17:00', until: '16:00' }
  expect((await send(own, coach.cookie, hours)).status).toBe(422)
  expect((await send(own, coach.cookie, { ...hours, until: '24:00' })).status).toBe(303)
  expect((await open(own, coach.cookie)).html).toContain('Thursday, 17:00 to 24:00')
})

test('a manager plans a week, copies and publishes it; a coach takes what is open and plans nothing', async () => {
  const { studio } = week
  const day = '2036-03-04'
  const rota = paths.manageRota(studio, { week: day })
  const add = paths.manageShift(studio, 'new', { week: day })
  const shift = { key: newId(), version: '0', title: 'Cleaning', role: 'coach', date: day }
  const wrong = await send(add, manager, { ...shift, from: '25:00', until: '12:00' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter a time like 09:00')
  expect(wrong.html).toContain('value="Cleaning"')
  const right = { ...shift, from: '09:00', until: '12:00' }
  expect((await send(add, manager, right)).status).toBe(303)
  expect((await send(add, manager, right)).status).toBe(303)
  expect((await open(rota, coach.cookie)).html).not.toContain('Cleaning')
  const planned = await open(rota, manager)
  expect(planned.html).toContain('1 change')
  expect(planned.html).not.toContain('rota/copy')
  const publish = paths.manageRotaPublish(studio, day)
  expect((await send(publish, coach.cookie, {})).status).toBe(403)
  expect((await send(add, coach.cookie, right)).status).toBe(403)
  expect((await send(publish, manager, {})).status).toBe(303)
  // The coach is away on these days by the test before.
  expect((await send(`${rota}&index`, coach.cookie, { shift: shift.key })).status).toBe(422)
  expect((await open(rota, coach.cookie)).html).toContain('Take it')
  const copy = paths.manageRotaCopy(studio, '2036-03-11')
  expect((await send(copy, manager, {})).status).toBe(303)
  expect((await send(paths.manageRotaPublish(studio, '2036-03-11'), manager, {})).status).toBe(303)
  const next = paths.manageRota(studio, { week: '2036-03-11' })
  const taken = (await open(next, coach.cookie)).html.match(/name="shift" value="(\w+)"/)?.[1]
  expect((await send(`${next}&index`, coach.cookie, { shift: taken! })).status).toBe(303)
  expect((await open(next, coach.cookie)).html).toContain('Yours')
  expect((await send(`${next}&index`, coach.cookie, { shift: newId() })).status).toBe(404)
  expect((await open(paths.manageShift(studio, newId()), manager)).status).toBe(404)
  const file = await open(paths.manageRotaFile(studio, '2036-03-11'), manager)
  expect(file.html).toContain('2036-03-11,09:00,12:00,Cleaning,Col Coach,,3,yes')
})

test('a coach gives a published shift back, a manager is asked to fill it, and cancels approved time off', async () => {
  const { studio } = week
  const day = '2036-04-08'
  const rota = paths.manageRota(studio, { week: day })
  const add = paths.manageShift(studio, 'new', { week: day })
  const shift = { key: newId(), version: '0', title: 'Deep clean', role: 'coach', date: day }
  const hours = { from: '09:00', until: '12:00', personId: coach.personId }
  expect((await send(add, manager, { ...shift, ...hours })).status).toBe(303)
  expect((await send(paths.manageRotaPublish(studio, day), manager, {})).status).toBe(303)
  expect((await open(rota, coach.cookie)).html).toContain('Give it back')
  expect((await send(`${rota}&index`, coach.cookie, { give: shift.key })).status).toBe(303)
  expect((await open(rota, coach.cookie)).html).toContain('Take it')
  expect((await open(paths.manageToday(studio), manager)).html).toContain('gave back Deep clean')
  expect((await send(`${rota}&index`, coach.cookie, { give: newId() })).status).toBe(404)

  const work = paths.manageStaffWork(studio, coach.personId)
  const days = { fromDate: '2036-05-05', untilDate: '2036-05-06', fromTime: '', untilTime: '' }
  const noted = { act: 'ask', key: newId(), reason: 'A course', ...days }
  expect((await send(work, manager, noted)).status).toBe(303)
  const own = paths.manageMyWork(studio)
  expect((await open(own, coach.cookie)).html).toContain('Cancel time off')
  const cancel = { act: 'withdraw', id: noted.key }
  expect((await send(own, coach.cookie, cancel)).status).toBe(303)
  expect((await open(own, coach.cookie)).html).not.toContain(noted.key)
  expect((await open(paths.manageToday(studio), manager)).html).toContain(
    'cancelled their time off',
  )
})

test('a bio is on the public page only while its person agrees to it', async () => {
  const { studio } = week
  const publicPage = paths.coaches(studio)
  expect((await open(publicPage, '')).status).toBe(200)
  const staffBio = paths.manageStaffBio(studio, coach.personId)
  const text = 'Teaches spins since 2014.'
  expect((await send(staffBio, manager, { text: 'x'.repeat(1_201) })).status).toBe(422)
  expect((await send(staffBio, manager, { text })).status).toBe(303)
  const own = paths.manageMyBio(studio)
  expect((await open(own, coach.cookie)).html).toContain(text)
  expect((await open(staffBio, coach.cookie)).status).toBe(403)
  expect((await send(own, coach.cookie, { text, shown: 'on' })).status).toBe(303)
  expect((await open(own, coach.cookie)).html).toContain('Anyone can read it')
  expect((await send(staffBio, manager, { text: 'Other words.' })).status).toBe(303)
  expect((await open(own, coach.cookie)).html).toContain('not shown to anyone but managers')
  expect((await open(paths.manageStaffBio(studio, newId()), manager)).status).toBe(404)
})
