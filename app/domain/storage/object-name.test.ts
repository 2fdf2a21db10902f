import { expect, test } from 'vitest'
import { imageNameFor, isBucketName, isObjectPath } from './object-name.ts'

test.each([
  ['folder/name.png', true],
  ["it's (1) + more!.png", true],
  ['a', true],
  ['', false],
  ['/a', false],
  ['a//b', false],
  ['a/', false],
  ['../../x', false],
  ['a/./b', false],
  ['a\\b', false],
  ['a#b', false],
  ['100%', false],
  ['ä.png', false],
  ['a\u0000b', false],
  ['x'.repeat(1_001), false],
])('%j may be a path: %s', (path, may) => {
  expect(isObjectPath(path)).toBe(may)
})

test('a bucket has a name of at most a hundred characters and no slash', () => {
  expect(['Images', 'x'.repeat(100)].map(isBucketName)).toEqual([true, true])
  expect(['', 'a/b', 'x'.repeat(101), ' a', '..', 'ü'].map(isBucketName)).toEqual(
    Array(6).fill(false),
  )
})

test.each([
  ['IMG 0001.JPG', 'image/jpeg', 'img-0001.jpg'],
  ["Ana's Photo (2).PNG", 'image/webp', 'anas-photo-2.webp'],
  ['C:\\Pictures\\Über uns.png', 'image/webp', 'uber-uns.webp'],
  ['../../etc/passwd', 'image/webp', 'passwd.webp'],
  ['.png', 'image/webp', 'picture.webp'],
  ['写真.png', 'image/webp', 'picture.webp'],
])('%s is kept as %s', (name, type, kept) => {
  expect(imageNameFor(name, type)).toBe(kept)
})
