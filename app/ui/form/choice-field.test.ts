import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SelectField } from './choice-field.tsx'
import { fieldOfNoForm } from './field-frame.tsx'

const leeds = { value: 'leeds', label: 'Leeds' }
const york = { value: 'york', label: 'York' }

const optionsOf = (props: {
  options: (typeof leeds)[]
  value?: string
  required?: boolean
}): string[] => {
  const { options, value = '', required = true } = props
  const html = renderToStaticMarkup(
    createElement(SelectField, {
      field: fieldOfNoForm('place', { value }),
      label: 'Location',
      empty: 'Choose',
      options,
      required,
    }),
  )
  return [...html.matchAll(/<option value="(.*?)"( selected="")?>/g)].map(
    ([, option, selected]) => `${option}${selected ? ' chosen' : ''}`,
  )
}

test('the only choice is chosen where one is asked for', () => {
  expect(optionsOf({ options: [leeds] })).toEqual(['leeds chosen'])
})

test('nothing is chosen of several, nor where it may be left empty', () => {
  expect(optionsOf({ options: [leeds, york] })).toEqual([' chosen', 'leeds', 'york'])
  expect(optionsOf({ options: [leeds], required: false })).toEqual([' chosen', 'leeds'])
})

test('a value that is no longer a choice is not silently replaced by the only one', () => {
  expect(optionsOf({ options: [leeds], value: 'hull' })).toEqual(['', 'leeds'])
})
