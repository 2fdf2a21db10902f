import { expect, test } from 'vitest'
import { parseFilters } from './parse-filters.ts'
import { parseSelect } from './parse-select.ts'
import { publishedTables } from './published-tables.ts'
import { RefusedRead } from './read-refusal.ts'

const users = publishedTables.users!
const filters = (query: string) => parseFilters(new URLSearchParams(query), users, 'users').filters
const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof RefusedRead) return error.refusal.code
    throw error
  }
  return 'accepted'
}

test('a star and an embedded table are distinguished, whatever they are called', () => {
  expect(parseSelect('*,role(*)', 'users').map(({ as, kind }) => [as, kind])).toEqual([
    ['auth_id', 'column'],
    ['setup_complete', 'column'],
    ['studio_id', 'column'],
    ['role_id', 'column'],
    ['role', 'embedded'],
  ])
  expect(parseSelect('id:auth_id, position:role!inner(name)', 'users')).toMatchObject([
    { as: 'id', column: 'auth_id' },
    { as: 'position', inner: true, select: [{ as: 'name' }] },
  ])
  for (const spelling of ['role_id(*)', 'role!users_role_id_fkey(*)', 'users_role_id_fkey(*)']) {
    expect(parseSelect(spelling, 'users')).toMatchObject([{ relation: { to: 'role' } }])
  }
})

test.each([
  ['email', '42703'],
  ['auth_id,constructor', '42703'],
  ['orders(*)', 'PGRST200'],
  ['constructor(*)', 'PGRST200'],
  ['role!other_fkey(*)', 'PGRST200'],
  ['role(email)', '42703'],
  ['role(*', 'PGRST100'],
  ['role)*(', 'PGRST100'],
  ['role_id,,auth_id', 'PGRST100'],
  ['auth_id::text', 'PGRST100'],
  ['auth_id;drop', 'PGRST100'],
  ['role(users(role(users(role(*)))))', 'PGRST100'],
])('a selection of %s is refused with %s', (select, code) => {
  expect(codeOf(() => parseSelect(select, 'users'))).toBe(code)
})

test('everything behind the operator of a filter is data', () => {
  const id = '0b0f0c6e-5a53-4c63-9a3f-2d8f3b6b2c11'
  expect(filters(`auth_id=eq.${id}`)).toEqual([
    { column: 'auth_id', negated: false, operator: 'eq', value: id },
  ])
  expect(filters('role_id=eq.a.b,c')).toMatchObject([{ value: 'a.b,c' }])
  expect(filters('role_id=not.in.(a,"b,\\"c",)')).toEqual([
    { column: 'role_id', negated: true, operator: 'in', values: ['a', 'b,"c', ''] },
  ])
  expect(filters('role_id=in.()')).toMatchObject([{ values: [] }])
  expect(filters('setup_complete=is.true&setup_complete=eq.f')).toMatchObject([
    { value: 'true' },
    { value: 0 },
  ])
  expect(filters('role_id=like.o*_[%25')).toMatchObject([{ operator: 'like', value: 'o*?[[]*' }])
})

test.each([
  ['email=eq.x', '42703'],
  ['toString=eq.x', '42703'],
  ['auth_id=eq.nobody', '22P02'],
  ['auth_id=in.(nobody)', '22P02'],
  ['setup_complete=eq.perhaps', '22P02'],
  ['auth_id=like.x', '42883'],
  ['role_id=is.true', '42804'],
  ['role_id=fts.x', 'PGRST100'],
  ['role_id=x', 'PGRST100'],
  ['role_id=in.a', 'PGRST100'],
  [`role_id=ilike.${'x'.repeat(51)}`, 'PGRST100'],
  [`role_id=like.${'['.repeat(20)}`, 'PGRST100'],
  ['or=(role_id.eq.a)', 'PGRST100'],
  ['role.name=eq.Owner', 'PGRST108'],
  ['order=email', '42703'],
  ['order=role_id.sideways', 'PGRST100'],
  ['limit=some', 'PGRST100'],
  ['offset=-1', 'PGRST100'],
])('%s is refused with %s', (query, code) => {
  expect(codeOf(() => filters(query))).toBe(code)
})
