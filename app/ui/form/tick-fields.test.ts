import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fieldOfNoForm } from './field-frame.tsx'
import type { PageFormAnswer } from './form-answer.ts'
import { TickFields } from './tick-fields.tsx'

const choices = [
  { id: 'yoga', name: 'Yoga' },
  { id: 'pole', name: 'Pole' },
]

const tickedIn = (answer?: PageFormAnswer) => {
  const html = renderToStaticMarkup(
    createElement(TickFields, {
      field: fieldOfNoForm('disciplines', {}),
      legend: 'Pays for',
      choices,
      chosen: ['yoga'],
      answer,
    }),
  )
  return [...html.matchAll(/checked="" value="(\w+)"/g)].map(([, id]) => id)
}

const refused = (initialValue: Record<string, unknown>): PageFormAnswer => ({
  result: { initialValue },
  refusal: null,
})

test('a form that is opened ticks what is saved', () => {
  expect(tickedIn()).toEqual(['yoga'])
})

test('a form that comes back keeps its ticks, also when every one was taken away', () => {
  expect(tickedIn(refused({ disciplines: ['pole', 'yoga'] }))).toEqual(['yoga', 'pole'])
  expect(tickedIn(refused({ disciplines: 'pole' }))).toEqual(['pole'])
  expect(tickedIn(refused({ name: '' }))).toEqual([])
})
