import { expect, test } from 'vitest'
import { areaOf } from '../edge/pages.ts'

test.each([
  ['/', 'site'],
  ['/sign-in', 'site'],
  ['/Welcome/setup/rooms', 'site'],
  ['/northside', 'member'],
  ['/northside/home/timetable', 'member'],
  ['/northside/manage', 'manage'],
  ['/northside/Manage/members/members', 'manage'],
  ['/northside/portal/manage', 'member'],
])('%s lies in %s', (path, area) => {
  expect(areaOf(path)).toBe(area)
})
