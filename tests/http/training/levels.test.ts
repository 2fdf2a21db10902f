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
let coach: string
let member: { cookie: string; personId: string }

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const variables = { variables: inject('variables') }
  const signIn = async (role: 'manager' | 'coach' | 'member', name: string) => {
    const account = await mintAccount(databases, { studio, role, name })
    const { cookie } = await mintSession(databases, account, variables)
    return { cookie, personId: account.personId! }
  }
  manager = (await signIn('manager', 'Mina Manager')).cookie
  coach = (await signIn('coach', 'Col Coach')).cookie
  member = await signIn('member', 'Mel Member')
})

afterAll(releaseClock)

test('a school makes its belts, sets people on them, and a member reads what comes next', async () => {
  const { studio } = week
  const key = newId()
  const fields = { key, audience: 'adults', discipline: 'new', newDiscipline: '' }
  const nameless = await send(paths.manageLadderNew(studio), manager, { ...fields, name: 'Belts' })
  expect(nameless.status).toBe(422)
  expect(nameless.html).toContain('Enter the name of the discipline')
  expect(nameless.html).toContain('value="Belts"')
  const made = { ...fields, name: 'Belts', newDiscipline: 'Karate' }
  expect((await send(paths.manageLadderNew(studio), manager, made)).status).toBe(303)
  const again = { ...made, key: newId() }
  expect((await send(paths.manageLadderNew(studio), manager, again)).html).toContain(
    'data-refusal="discipline_taken"',
  )

  const [white, yellow] = [newId(), newId()]
  const add = paths.manageLevelNew(studio, key)
  expect((await send(add, manager, { key: white, name: 'White belt' })).status).toBe(303)
  const wrong = await send(add, manager, { key: yellow, name: 'Yellow belt', askClasses: '-1' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('value="-1"')
  const asks = { askClasses: '30', asks: 'the first kata' }
  expect((await send(add, manager, { key: yellow, name: 'Yellow belt', ...asks })).status).toBe(303)
  const list = (await open(paths.manageLadders(studio), coach)).html
  expect(list).toContain('30 classes, the first kata')
  expect(list).not.toContain('Add a ladder')
  expect((await open(add, coach)).status).not.toBe(200)

  const set = paths.manageLadderAct(studio, key, 'people')
  const chosen = await open(`${set}?person=${member.personId}`, coach)
  expect(chosen.html).toContain('Mel Member')
  const day = { key: newId(), level: white, since: '2026-10-01', reason: '' }
  expect((await send(set, coach, day)).html).toContain('data-refusal="nobody"')
  const sent = await send(set, coach, { ...day, person: member.personId })
  expect([sent.status, sent.location]).toEqual([
    303,
    paths.manageLadder(studio, key, { level: white }),
  ])
  const mine = await open(paths.portalLevels(studio), member.cookie)
  expect(mine.html).toContain('White belt, since 1 October 2026')
  expect(mine.html).toContain('0 of 30 classes')
  expect(mine.html).toContain('It also asks: the first kata.')
  expect(mine.html).not.toContain('<script')

  const edit = paths.manageLevel(studio, key, white)
  const striped = { name: 'White belt', stripes: '2', version: '1' }
  expect((await send(edit, manager, striped)).status).toBe(303)
  expect((await send(edit, manager, striped)).status).toBe(303)
  expect((await send(edit, manager, { ...striped, name: 'Pale belt' })).html).toContain(
    'data-refusal="changed"',
  )
  const profile = `${paths.managePerson(studio, member.personId)}/level`
  expect((await open(profile, coach)).html).toContain('White belt, 2 stripes')
  const two = { level: `${key}:${white}:2`, since: '2026-10-01', reason: '' }
  expect((await send(profile, coach, two)).status).toBe(303)
  const three = { ...two, level: `${key}:${white}:3` }
  expect((await send(profile, coach, three)).status).toBe(422)
  expect((await open(paths.portalLevels(studio), member.cookie)).html).toContain(
    'White belt, 2 stripes, since 1 October 2026',
  )

  const held = await send(paths.manageLevelRemoval(studio, key, white), manager, {})
  expect([held.status, held.html]).toEqual([422, expect.stringContaining('data-refusal')])
})
