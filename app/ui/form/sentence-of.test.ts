import { expect, test } from 'vitest'
import { inputPause } from './input-pause.ts'
import { sentenceOf } from './sentence-of.ts'

const control = (wrong: object, more: object = {}) => ({
  name: 'minutes',
  type: 'text',
  title: '',
  value: '',
  validationMessage: 'Please fill in this field.',
  validity: {
    valid: false,
    valueMissing: false,
    typeMismatch: false,
    patternMismatch: false,
    ...wrong,
  },
  ...more,
})

test('typing is acted upon after 20 ms', () => expect(inputPause).toBe(20))

test('a missing value is reported in the words of the schema, else in those of the browser', () => {
  const missing = control({ valueMissing: true })
  expect(sentenceOf(missing, { minutes: { missing: 'Enter how many minutes it lasts' } })).toBe(
    'Enter how many minutes it lasts',
  )
  expect(sentenceOf(missing, {})).toBe('Please fill in this field.')
})

test('a control says by its title what its pattern wants', () => {
  const wrong = control({ patternMismatch: true }, { title: 'Enter a whole number' })
  expect(sentenceOf(wrong, { minutes: { missing: 'Enter how many minutes it lasts' } })).toBe(
    'Enter a whole number',
  )
})

test('a wrong value is reported in the words of the schema, whatever is wrong with it', () => {
  const rules = {
    minutes: {
      whole: { least: 5, most: 90 },
      says: {
        number: 'Enter minutes',
        fraction: 'Whole minutes',
        low: 'Too few',
        high: 'Too many',
      },
    },
  }
  const told = (value: string) =>
    sentenceOf(control({ patternMismatch: true }, { value, title: 'Like 60' }), rules)
  expect(['abc', '7.5', '-5', '900'].map(told)).toEqual([
    'Enter minutes',
    'Whole minutes',
    'Too few',
    'Too many',
  ])
  expect(told('6e1')).toBeUndefined()
})

test('an address that is none is told how one looks, and nothing is said where nothing is wrong', () => {
  expect(sentenceOf(control({ typeMismatch: true }, { type: 'email' }), {})).toContain(
    'name@example.com',
  )
  expect(sentenceOf(control({ valid: true }), { minutes: { missing: 'Enter' } })).toBeUndefined()
})
