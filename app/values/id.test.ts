import { expect, test } from 'vitest'
import { idForm, newId, randomCharacters } from './id.ts'

test('ids are twelve characters that fit a URL, and ten thousand of one second differ', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(idForm)
})

test('random characters come in the length asked for and use the whole alphabet', () => {
  expect(randomCharacters(0)).toBe('')
  expect(new Set(randomCharacters(5_000)).size).toBe(62)
})
