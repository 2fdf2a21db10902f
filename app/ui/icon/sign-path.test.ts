import { expect, test } from 'vitest'
import { isSigned, signPath } from './sign-path.ts'

const at = (icon: string, colour: string) => signPath({ icon, colour }, '#943e7a')

test('the address of a sign says its icon and its colour', () => {
  expect(at('i-linear-flame', 'var(--light-blue-700)')).toBe('/signs/flame/light-blue-700')
  expect(at('i-linear-flame', 'var(--gradient-3)')).toBe('/signs/flame/gradient-3')
  expect(at('', '#a1b2c3')).toBe('/signs/none/a1b2c3')
})

test('without a colour, and for the primary one, the studio’s own is used', () => {
  expect(at('i-linear-flame', '')).toBe('/signs/flame/943e7a')
  expect(at('i-linear-flame', 'var(--theme-primary)')).toBe('/signs/flame/943e7a')
  expect(at('i-linear-flame', 'var(--theme-danger)')).toMatch(/^\/signs\/flame\/[0-9a-f]{6}$/)
})

test('a class type with neither has no sign', () => {
  expect(isSigned({ icon: '', colour: '' })).toBe(false)
  expect(isSigned({ icon: '', colour: '#a1b2c3' })).toBe(true)
})
