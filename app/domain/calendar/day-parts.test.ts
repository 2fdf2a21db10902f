import { expect, test } from 'vitest'
import { dayParts } from './day-parts.ts'

test('a long day parts at noon and at five in the evening', () => {
  const at = (clock: string) => ({ localStart: `2026-10-13T${clock}` })
  const names = dayParts([at('06:00'), at('11:59'), at('12:00'), at('17:00'), at('21:30')]).map(
    ({ name, entries }) => [name, entries.length],
  )

  expect(names).toEqual([
    ['Morning', 2],
    ['Afternoon', 1],
    ['Evening', 2],
  ])
  expect(dayParts([at('18:00')]).map(({ name }) => name)).toEqual(['Evening'])
})
