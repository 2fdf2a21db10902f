import { expect, test } from 'vitest'
import { isOfPart, partOf } from './page-parts.ts'

test.each([
  ['/', 'site'],
  ['/sign-in', 'site'],
  ['/Welcome/setup/rooms', 'site'],
  ['/northside', 'member'],
  ['/northside/home/timetable', 'member'],
  ['/northside/portal/manage', 'member'],
  ['/northside/manage', 'manage'],
  ['/northside/manage/nothing', 'manage'],
  ['/northside/Manage/Members/members', 'manage.members'],
  ['/northside/manage/sales', 'manage.sales'],
])('%s lies in %s', (path, part) => {
  expect(partOf(path)).toBe(part)
})

test.each([
  ['root', true],
  ['routes/manage/layout', true],
  ['routes/manage/$', true],
  ['routes/manage/pictures.$folder', true],
  ['routes/manage/training/flows/_index', true],
  ['routes/manage/bare/training.flows.$flow.tv', true],
  ['routes/manage/members.leads[.]csv', false],
  ['routes/manage/sales/_index', false],
  ['routes/member/layout', false],
])('training has the route %s: %s', (id, has) => {
  expect(isOfPart(id, 'manage.training')).toBe(has)
})
