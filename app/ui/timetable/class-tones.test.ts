import { expect, test } from 'vitest'
import { classTones } from './class-tones.ts'

const look = (colour: string, icon = 'i-linear-flame') => ({ icon, colour })

test('each colour of a list is said once, and rows of one type share it', () => {
  const { css, toneOf } = classTones([
    look('var(--blue-700)'),
    look('var(--gradient-1)'),
    look('var(--blue-700)', ''),
    look('#a1b2c3'),
  ])

  expect(css).toContain('.t0{--t:#1976d2}.t1{--t:#0d47a1}.t2{--t:#a1b2c3}')
  expect(toneOf(look('var(--blue-700)'))).toBe(' t0')
  expect(toneOf(look('#a1b2c3', ''))).toBe(' t2')
})

test('a sign without a colour takes the studio’s, and theme colours follow light and dark', () => {
  const { css } = classTones([look(''), look('var(--theme-success)')])

  expect(css).toContain('.t0{--t:var(--accent)}.t1{--t:var(--good)}')
})

test('a list without a sign has no bars, and a type without one has a bar that says nothing', () => {
  expect(classTones([look('', '')]).css).toBe('')
  const { css, toneOf } = classTones([look('', ''), look('#a1b2c3')])
  expect(toneOf(look('', ''))).toBe('')
  expect(css).toContain('var(--t,var(--line))')
})
