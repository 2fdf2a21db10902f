import { expect, test } from 'vitest'
import { keptImage, keptName, keptPath, keptText, portraitValue } from './kept-image.ts'

const picture = { path: 's1/classes/c1/hall.jpg', version: 'v7', placeholder: '#a1b2c3' }

test('a picture is kept as one text and comes back whole', () => {
  expect(keptText(picture)).toBe('s1/classes/c1/hall.jpg#v7#a1b2c3')
  expect(keptImage(keptText(picture))).toEqual({ bucket: 'Images', ...picture })
  expect(keptImage(keptText({ ...picture, placeholder: '' }))).toMatchObject({ placeholder: '' })
})

test('a portrait lies in the private bucket, and is shown by a link alone', () => {
  const kept = keptText({ ...picture, path: 's1/people/p1/me.jpg' })
  expect(keptImage(kept)).toMatchObject({ bucket: 'Files' })
  expect(portraitValue(kept, '/a?v=1')).toEqual({
    name: 'me.jpg',
    url: '/a?v=1&side=160',
    path: kept,
  })
  expect(portraitValue(kept, '')).toMatchObject({ url: '' })
  expect(portraitValue('', '')).toBeNull()
})

test('no picture is none, and the path of an upload is its own', () => {
  expect(keptImage('')).toBeNull()
  expect(keptPath('s1/classes/c1/hall.jpg')).toBe('s1/classes/c1/hall.jpg')
  expect(keptName(keptText(picture))).toBe('hall.jpg')
})
