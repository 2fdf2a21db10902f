import { expect, test } from 'vitest'
import { type ImageEvent, imageAfter, imageState, picturesOf } from './image-choice.ts'

const image = {
  folder: 'classes',
  bucket: 'Images',
  name: 'pole.jpg',
  path: 's1/classes/pole.jpg',
  alt: '',
  url: '/storage/v1/object/public/Images/s1/classes/pole.jpg',
}
const after = (...events: ImageEvent[]) => events.reduce(imageAfter, imageState(null))

test('a value may be a file, an address, or an address with a name', () => {
  expect(imageState(null)).toEqual({ kind: 'empty' })
  expect(imageState('')).toEqual({ kind: 'empty' })
  expect(imageState(new File(['x'], 'hall.png'))).toEqual({
    kind: 'chosen',
    name: 'hall.png',
    url: null,
    kept: '',
  })
  expect(imageState('/images/the%20hall.png?v=2')).toMatchObject({
    name: 'the hall.png',
    kept: '/images/the%20hall.png?v=2',
  })
  expect(imageState({ name: 'Hall', url: '/h.png' })).toEqual({
    kind: 'chosen',
    name: 'Hall',
    url: '/h.png',
    kept: '/h.png',
  })
  expect(imageState({ name: 'Hall', url: '/h.png', path: 's1/h.png' })).toMatchObject({
    kept: 's1/h.png',
  })
})

test('while it uploads it says so, and then holds what the form posts', () => {
  expect(after({ type: 'upload', name: 'Pole.JPG' })).toEqual({ kind: 'loading', name: 'Pole.JPG' })
  expect(after({ type: 'upload', name: 'Pole.JPG' }, { type: 'uploaded', image })).toEqual({
    kind: 'chosen',
    name: 'pole.jpg',
    kept: 's1/classes/pole.jpg',
    url: image.url,
  })
})

test('an upload that fails keeps nothing and says why', () => {
  expect(
    after({ type: 'upload', name: 'a.svg' }, { type: 'failed', sentence: 'It is no picture.' }),
  ).toEqual({
    kind: 'failed',
    name: 'a.svg',
    sentence: 'It is no picture.',
  })
})

test('the trash clears the choice, and an upload that arrives afterwards does not bring it back', () => {
  expect(after({ type: 'choose', name: 'a.png', url: null }, { type: 'clear' })).toEqual({
    kind: 'empty',
  })
  expect(
    after({ type: 'upload', name: 'a.png' }, { type: 'clear' }, { type: 'uploaded', image }),
  ).toEqual({
    kind: 'empty',
  })
})

test('of what is dropped only pictures are taken', () => {
  const files = [
    new File([''], 'a.pdf', { type: 'application/pdf' }),
    new File([''], 'b.png', { type: 'image/png' }),
  ]
  expect(picturesOf(files).map(({ name }) => name)).toEqual(['b.png'])
})
