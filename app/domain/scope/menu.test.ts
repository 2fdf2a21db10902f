import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alwaysShown,
  homeColumns,
  menuOf,
  menuText,
  moved,
  startPath,
  tabKeys,
  toMenu,
} from './menu.ts'

const usual = toMenu({})

test('a studio that has changed nothing has the order of the specification', () => {
  expect(menuOf({ menu: '' })).toEqual(usual)
  expect(usual.tabs).toEqual(['home', 'programs', 'timetable', 'encyclopedia'])
  expect(menuText(usual)).toBe('')
})

test('only what differs from the default menu is kept, and is read back the same', () => {
  const menu = toMenu({ start: 'timetable', tabs: 'home,timetable', hidden: 'weeks' })
  expect(menu.tabs).toEqual(['home', 'timetable', 'programs', 'encyclopedia'])
  expect(menuText(menu)).toBe(
    'start=timetable tabs=home,timetable,programs,encyclopedia hidden=weeks',
  )
  expect(menuOf({ menu: menuText(menu) })).toEqual(menu)
})

test('every tab and part appears once, whatever is stored, and reading it back changes nothing', () => {
  const words = fc
    .array(fc.constantFrom(...tabKeys, ...homeColumns.main, ...homeColumns.side, 'x', '<b>', ''))
    .map((list) => list.join(','))
  fc.assert(
    fc.property(words, words, words, words, (tabs, main, side, hidden) => {
      const menu = toMenu({ tabs, main, side, hidden, start: tabs })
      expect([...menu.tabs].sort()).toEqual([...tabKeys].sort())
      expect([...menu.main].sort()).toEqual([...homeColumns.main].sort())
      expect([...menu.side].sort()).toEqual([...homeColumns.side].sort())
      for (const part of alwaysShown) expect(menu.hidden).not.toContain(part)
      expect(menuOf({ menu: menuText(menu) })).toEqual(menu)
    }),
  )
})

test('members begin where the studio says, and at home where it does not use that', () => {
  const studio = { slug: 'northside', menu: 'start=workouts', featuresOff: '' }
  expect(startPath(studio)).toBe('/northside/workout')
  expect(startPath({ ...studio, featuresOff: 'workouts' })).toBe('/northside/home')
  expect(startPath({ ...studio, menu: '' })).toBe('/northside/home')
  expect(startPath({ ...studio, menu: 'start=<b>' })).toBe('/northside/home')
})

test('a part moves one place, and stays where it cannot', () => {
  const list = ['a', 'b', 'c']
  expect(moved(list, 'b', 'up')).toEqual(['b', 'a', 'c'])
  expect(moved(list, 'b', 'down')).toEqual(['a', 'c', 'b'])
  expect(moved(list, 'a', 'up')).toEqual(list)
  expect(moved(list, 'c', 'down')).toEqual(list)
  expect(moved(list, 'x', 'up')).toEqual(list)
})
