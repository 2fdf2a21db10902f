import { expect, test } from 'vitest'
import { metBy, partsOf } from './contraindications.ts'

const lines = ['Wrist injury: on fists', 'Slipped disc', 'Late pregnancy: stand at the wall']

test('a contraindication meets a note that names the same part of the body, in other words too', () => {
  expect(metBy(lines, 'Sprained left wrist, no weight on it')).toEqual(['Wrist injury: on fists'])
  expect(metBy(lines, 'lumbar, since March')).toEqual(['Slipped disc'])
  expect(metBy(lines, '20 weeks pregnant; carpal tunnel')).toEqual([lines[0], lines[2]])
  expect(metBy(lines, 'Wristwatch allergy')).toEqual([])
  expect(metBy([], 'wrist')).toEqual([])
  expect(partsOf('Wrist injury: on fists')).toEqual({ who: 'Wrist injury', instead: 'on fists' })
})
