import { expect, test } from 'vitest'
import { deskPlaces } from './desk-places.ts'

const studio = { slug: 'northside' }
const names = (role: 'owner' | 'coach', asked: string, closed: readonly string[] = []) => {
  const { pages, acts } = deskPlaces(studio, { role, closed }, asked)
  return [...pages, ...acts].map(({ name }) => name)
}

test('pages and acts are found by their words, in any order and case', () => {
  expect(names('owner', 'PLAN your')).toEqual(['Your plan'])
  expect(names('owner', 'invoice')).toEqual(['Invoices', 'Write an invoice'])
  expect(names('owner', 'a')).toEqual([])
  expect(names('owner', '  ')).toEqual([])
})

test('a coach finds no page and no act that is not open to coaches', () => {
  expect(names('coach', 'your plan')).toEqual([])
  expect(names('coach', 'invoice')).toEqual([])
  expect(names('coach', 'flows')).toEqual(['Flows'])
})

test('features the studio does not use are not found', () => {
  expect(names('owner', 'event')).toEqual(['Events', 'Add an event'])
  expect(names('owner', 'event', ['schedule/events'])).toEqual([])
})
