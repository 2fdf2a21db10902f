import { expect, test } from 'vitest'
import {
  type ImageEvent,
  imageAfter,
  imageState,
  keptOf,
  picturesOf,
  shownOf,
} from './image-choice.ts'

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
  expect(after({ type: 'upload', name: 'Pole.JPG', turn: 1 })).toMatchObject({
    kind: 'loading',
    name: 'Pole.JPG',
  })
  expect(
    after({ type: 'upload', name: 'Pole.JPG', turn: 1 }, { type: 'uploaded', image, turn: 1 }),
  ).toEqual({
    kind: 'chosen',
    name: 'pole.jpg',
    kept: 's1/classes/pole.jpg',
    url: image.url,
  })
})

test('an upload that fails keeps nothing and says why', () => {
  expect(
    after(
      { type: 'upload', name: 'a.svg', turn: 1 },
      { type: 'failed', sentence: 'It is no picture.', turn: 1 },
    ),
  ).toEqual({
    kind: 'failed',
    name: 'a.svg',
    sentence: 'It is no picture.',
    before: null,
  })
})

test('the newest of two chosen pictures is kept, in whichever order the uploads end', () => {
  const [first, second] = [1, 2].map(
    (turn): ImageEvent => ({ type: 'upload', name: `${turn}.jpg`, turn }),
  ) as [ImageEvent, ImageEvent]
  const older: ImageEvent = { type: 'uploaded', image: { ...image, path: 'older' }, turn: 1 }
  const newer: ImageEvent = { type: 'uploaded', image: { ...image, path: 'newer' }, turn: 2 }
  const failed: ImageEvent = { type: 'failed', sentence: 'It is no picture.', turn: 1 }
  expect(keptOf(after(first, second, older, newer))).toBe('newer')
  expect(keptOf(after(first, second, newer, older))).toBe('newer')
  expect(after(first, second, failed)).toMatchObject({ kind: 'loading', name: '2.jpg' })
  expect(keptOf(after(first, second, failed, newer))).toBe('newer')
})

test('the form posts the saved picture until a new one is stored, also after a failed upload', () => {
  const had = imageState({ name: 'Hall', url: '/h.png', path: 's1/h.png' })
  const loading = imageAfter(had, { type: 'upload', name: 'a.jpg', turn: 1 })
  const again = imageAfter(loading, { type: 'upload', name: 'b.jpg', turn: 2 })
  const failed = imageAfter(again, { type: 'failed', sentence: 'It is no picture.', turn: 2 })
  expect([loading, again, failed].map(keptOf)).toEqual(['s1/h.png', 's1/h.png', 's1/h.png'])
  expect(shownOf(failed)).toEqual(had)
  expect(keptOf(imageAfter(failed, { type: 'clear' }))).toBe('')
})

test('the trash clears the choice, and an upload that arrives afterwards does not bring it back', () => {
  expect(after({ type: 'choose', name: 'a.png', url: null }, { type: 'clear' })).toEqual({
    kind: 'empty',
  })
  expect(
    after(
      { type: 'upload', name: 'a.png', turn: 1 },
      { type: 'clear' },
      { type: 'uploaded', image, turn: 1 },
    ),
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
