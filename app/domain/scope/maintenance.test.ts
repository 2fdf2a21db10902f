import { expect, test } from 'vitest'
import { maintenanceOf, maintenanceText, toldNow } from './maintenance.ts'

const notice = {
  text: 'We are moving our website',
  from: '2026-10-17T21:00:00Z',
  until: '2026-10-18T05:00:00Z',
}
const studio = {
  maintenance: maintenanceText(notice),
  timeZone: 'Europe/London',
  locale: 'en-GB',
}

test('a notice is read as it was kept, and anything else is none', () => {
  expect(maintenanceOf(studio)).toEqual(notice)
  expect(maintenanceOf({ maintenance: '' })).toBeNull()
  expect(maintenanceOf({ maintenance: 'x' })).toBeNull()
})

test('members are told from its first moment, and no more from its last', () => {
  const told = 'We are moving our website. Until Sun 06:00.'
  expect(toldNow(studio, '2026-10-17T20:59:59Z')).toBe('')
  expect(toldNow(studio, '2026-10-17T21:00:00Z')).toBe(told)
  expect(toldNow(studio, '2026-10-18T04:59:59Z')).toBe('We are moving our website. Until 06:00.')
  expect(toldNow(studio, '2026-10-18T05:00:00Z')).toBe('')
  expect(toldNow({ ...studio, maintenance: '' }, '2026-10-17T22:00:00Z')).toBe('')
})
