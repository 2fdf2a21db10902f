import { expect, test } from 'vitest'
import { partsOf } from './support/accessibility/page-parts.ts'

const page = `<main class="page"><h1>Rooms</h1><form><label for="a">Name</label>
  <input id="a" name="a"/><img src="/a.webp" alt=""/><button class="big">Save</button></form></main>`

/** Whether a page is looked at by the walk of axe that has seen `page`. */
const isNew = (html: string) => [...partsOf(html)].some((part) => !partsOf(page).has(part))

test('a page of parts that were all seen has none of its own, whatever its words and records are', () => {
  expect(isNew(page.replace('Rooms', 'Another').replaceAll('"a"', '"b"'))).toBe(false)
})

test.each([
  ['a label of no field', page.replace(' for="a"', '')],
  ['a field without an id', page.replace('id="a" ', '')],
  ['a picture without words', page.replace(' alt=""', '')],
  ['a button without words', page.replace('Save', '')],
  ['a class of its own', page.replace('big', 'big faint')],
  ['another role', page.replace('<form>', '<form role="list">')],
  ['an element of its own', page.replaceAll('h1', 'h4')],
])('a page with %s has a part of its own', (_name, html) => {
  expect(isNew(html)).toBe(true)
})
