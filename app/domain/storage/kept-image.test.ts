import { expect, test } from 'vitest'
import { keptImage, keptName, keptPath, keptText } from './kept-image.ts'

const picture = { path: 's1/classes/c1/hall.jpg', version: 'v7', placeholder: '#a1b2c3' }

test('a picture is kept as one text and comes back whole', () => {
  expect(keptText(picture)).toBe('s1/classes/c1/hall.jpg#v7#a1b2c3')
  expect(keptImage(keptText(picture))).toEqual({ bucket: 'Images', ...picture })
  expect(keptImage(keptText({ ...picture, placeholder: '' }))).toMatchObject({ placeholder: '' })
})

test('no picture is none, and the path of an upload is its own', () => {
  expect(keptImage('')).toBeNull()
  expect(keptPath('s1/classes/c1/hall.jpg')).toBe('s1/classes/c1/hall.jpg')
  expect(keptName(keptText(picture))).toBe('hall.jpg')
})
