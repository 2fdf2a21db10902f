import { expect, test } from 'vitest'
import { withoutClasses } from './without-classes.ts'

test('rules of a class that a page never has are left out, others keep all they had', () => {
  const sheet =
    '@layer components{.two,.stack{display:grid}.two>.full{a:b}.twofold{a:b}' +
    '@media(min-width:48em){.two{gap:0}.class:is(.two, .x){a:b}.stack{c:d}}}'
  expect(withoutClasses(sheet, ['two'])).toBe(
    '@layer components{.stack{display:grid}.twofold{a:b}' +
      '@media(min-width:48em){.class:is(.two, .x){a:b}.stack{c:d}}}',
  )
  expect(withoutClasses(sheet, [])).toBe(sheet)
})
