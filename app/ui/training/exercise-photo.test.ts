import { expect, test } from 'vitest'
import { fitted } from './exercise-photo.tsx'

test('a photo is shown whole, as large as its room is, in its own proportion', () => {
  expect(fitted({ width: 850, height: 567 })).toEqual({ width: 480, height: 320 })
  expect(fitted({ width: 300, height: 500 })).toEqual({ width: 360, height: 600 })
  expect(fitted({ width: null, height: null })).toEqual({ width: 480, height: 600 })
})
