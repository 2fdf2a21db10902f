import { expect, test } from 'vitest'
import { isKept, parseRenderParameters, type RenderParameters } from './render-parameters.ts'

const parse = (query: Record<string, string>, accept = '') => {
  const parsed = parseRenderParameters(query, accept)
  return parsed.ok ? parsed.value : parsed.parameter
}

test('nothing asked for is the picture as it is, in the best type the browser reads', () => {
  expect(parse({})).toEqual({
    width: null,
    height: null,
    resize: 'cover',
    quality: null,
    format: 'origin',
  })
  expect(parse({}, 'image/avif,image/webp,*/*')).toMatchObject({ format: 'avif' })
  expect(parse({}, 'image/webp,*/*')).toMatchObject({ format: 'webp' })
  expect(parse({ format: 'origin' }, 'image/avif')).toMatchObject({ format: 'origin' })
})

test('a side of 0 is none, and no side is longer than the limit', () => {
  expect(parse({ width: '0', height: '99999' })).toMatchObject({ width: null, height: 2_500 })
})

test.each([
  [{ width: '-1' }, 'width'],
  [{ height: '3.5' }, 'height'],
  [{ width: '1e3' }, 'width'],
  [{ resize: 'stretch' }, 'resize'],
  [{ quality: '19' }, 'quality'],
  [{ quality: '101' }, 'quality'],
  [{ format: 'svg' }, 'format'],
])('%j cannot be read', (query, parameter) => {
  expect(parse(query as Record<string, string>)).toBe(parameter)
})

test('only the sizes of our own pages are kept for good', () => {
  const kept = (query: Record<string, string>) => isKept(parse(query) as RenderParameters)
  expect(kept({ width: '300', height: '500' })).toBe(true)
  expect(kept({ width: '301', height: '500' })).toBe(false)
  expect(kept({ width: '300', height: '500', quality: '80' })).toBe(false)
  expect(kept({ width: '300', height: '500', resize: 'fill' })).toBe(false)
})
