import { expect, test } from 'vitest'
import { studioPlace } from './studio-place.ts'

test('the place of a studio names its town once, and nothing that is not known', () => {
  expect(studioPlace({ address: '14 Canal Row, Leeds', town: 'Leeds' })).toBe('14 Canal Row, Leeds')
  expect(studioPlace({ address: '14 Canal Row', town: 'Leeds' })).toBe('14 Canal Row, Leeds')
  expect(studioPlace({ address: '', town: 'Leeds' })).toBe('Leeds')
  expect(studioPlace({ address: '14 Canal Row', town: '' })).toBe('14 Canal Row')
  expect(studioPlace({ address: '', town: '' })).toBe('')
})
