import { expect, test } from 'vitest'
import { findIcons, isIconValue } from '../../app/values/icon.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { chosenIcons, popularIcons } from './chosen-icons.ts'

const catalogue = buildCatalogue()

test('about 650 icons can be chosen, each once, and 20 of them are popular', () => {
  expect(new Set(chosenIcons).size).toBe(chosenIcons.length)
  expect(catalogue).toHaveLength(chosenIcons.length)
  expect(Math.abs(catalogue.length - 650)).toBeLessThanOrEqual(10)
  expect(popularIcons).toHaveLength(20)
})

test('an icon is stored as i-linear- and its name, and drawn in the colour of the text without styles or scripts', () => {
  for (const { value, body } of catalogue) {
    expect(isIconValue(value), value).toBe(true)
    expect(body, value).toContain('currentColor')
    expect(body, value).not.toMatch(/style=|<script|\son\w+=|href=|\bid=/)
  }
  expect(isIconValue('i-linear-"><b>')).toBe(false)
})

test('without a text the twenty popular icons are found', () => {
  const found = findIcons(catalogue, '  ')
  expect(found.map(({ value }) => value)).toEqual(popularIcons.map((name) => `i-linear-${name}`))
})

test('with a text at most thirty icons are found, each with the text in its label', () => {
  const found = findIcons(catalogue, ' HEART ')
  expect(found.length).toBeGreaterThan(5)
  expect(found.every(({ label }) => label.toLowerCase().includes('heart'))).toBe(true)
  expect(findIcons(catalogue, 'a')).toHaveLength(30)
  expect(findIcons(catalogue, 'zzzz')).toEqual([])
})
