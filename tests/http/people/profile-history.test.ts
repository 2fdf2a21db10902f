import { beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { mintStudio } from '../../support/studios.ts'
import { newVisitor, textOf, type Visitor } from '../../support/visitor.ts'

const databases = builtDatabases()
const staff = new Map<Role, Visitor>()
let studio: Studio
let nia: string

beforeAll(async () => {
  studio = await mintStudio(databases)
  nia = (await mintAccount(databases, { studio, name: 'Nia Campbell' })).personId!
  for (const role of ['owner', 'coach', 'front_desk'] as const) {
    const account = await mintAccount(databases, { studio, role, name: `Some ${role}` })
    const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
    staff.set(role, newVisitor({ cookie }))
  }
})

test('a studio adds a field of its own, and the desk fills it in on a profile', async () => {
  const [owner, desk] = [staff.get('owner')!, staff.get('front_desk')!]
  const setting = await owner.get(paths.managePersonFields(studio))
  const wrong = await owner.submit(setting, { name: 'Size', kind: 'choice', options: '' }, 'field')
  expect(wrong.status).toBe(422)
  expect(textOf(wrong.html)).toContain('Enter what can be chosen, one a line')
  const added = await owner.submit(
    setting,
    { name: 'T-shirt size', kind: 'choice', options: 'S\nM' },
    'field',
  )
  expect(added.status).toBe(303)
  expect((await desk.get(paths.managePersonFields(studio))).status).toBe(403)

  const form = await desk.get(paths.managePersonAct(studio, nia, 'fields'))
  const [, name = ''] = /name="(f_[^"]+)"/.exec(form.html) ?? []
  expect((await desk.submit(form, { [name]: 'M' }, 'fields')).status).toBe(303)
  const profile = await desk.get(paths.managePerson(studio, nia))
  expect(textOf(profile.html)).toMatch(/T-shirt size\s*M/)
})

test('each list of a profile opens for who may read it, and what is none is not there', async () => {
  const [desk, coach] = [staff.get('front_desk')!, staff.get('coach')!]
  const of = (tab: string, id = nia) => paths.managePersonHistory(studio, id, tab)
  for (const tab of [
    'bookings',
    'memberships',
    'credits',
    'invoices',
    'levels',
    'notes',
    'messages',
    'audit',
  ])
    expect((await desk.get(of(tab))).status, tab).toBe(200)
  expect(textOf((await desk.get(of('audit'))).html)).toContain('Fields changed')
  for (const tab of ['invoices', 'messages', 'nothing'])
    expect((await coach.get(of(tab))).status, tab).toBe(404)
  expect((await desk.get(of('bookings', newId()))).status).toBe(404)
})

test('a day that is none, or to come, is today; a profile leads to other days', async () => {
  const desk = staff.get('front_desk')!
  for (const day of ['2026-02-30', '2999-01-01', '<b>', ''])
    expect((await desk.get(paths.managePersonAsOn(studio, nia, { day }))).status, day).toBe(200)
  const then = await desk.get(paths.managePersonAsOn(studio, nia, { day: '2020-01-01' }))
  expect(textOf(then.html)).toContain('Nia Campbell on 1 January 2020')
  expect(textOf(then.html)).toContain('Nia Campbell joined on')
})
