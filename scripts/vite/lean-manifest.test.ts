import { expect, test } from 'vitest'
import { takenOver } from './lean-manifest.ts'

const routes = [
  { id: 'root' },
  { id: 'routes/member/layout', parentId: 'root' },
  { id: 'routes/member/home', parentId: 'routes/member/layout' },
  { id: 'routes/member/workout/$workout.active', parentId: 'routes/member/layout' },
  { id: 'routes/manage/layout', parentId: 'root' },
  { id: 'routes/manage/sales', parentId: 'routes/manage/layout' },
]

test('a page that hydrates keeps its files and those of its frames, and no page beside it does', () => {
  const active = 'routes/member/workout/$workout.active'
  expect([...takenOver(routes, ({ id }) => id === active)].sort()).toEqual([
    'root',
    'routes/member/layout',
    active,
  ])
})

test('all pages in a frame that hydrates keep their files', () => {
  expect([...takenOver(routes, ({ id }) => id === 'routes/manage/layout')].sort()).toEqual([
    'root',
    'routes/manage/layout',
    'routes/manage/sales',
  ])
})

test('the logger of workouts and the desk are taken over by a browser', () => {
  const taken = takenOver(routes)
  expect(taken.has('routes/member/workout/$workout.active')).toBe(true)
  expect(taken.has('routes/manage/sales')).toBe(true)
  expect(taken.has('routes/member/home')).toBe(false)
})
