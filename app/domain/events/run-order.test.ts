import { expect, test } from 'vitest'
import { type Act, planActs } from './run-order.ts'

const act = (id: string, more: Partial<Act> = {}): Act => ({
  id,
  title: id,
  performers: '',
  apparatus: '',
  music: '',
  minutes: 4,
  ...more,
})

test('each act begins when the one before has ended, also after midnight', () => {
  const acts = [act('a', { minutes: 45 }), act('b', { minutes: 30 }), act('c')]
  expect(planActs(acts, '2026-12-12T23:00').map(({ at }) => at)).toEqual([
    '23:00',
    '23:45',
    '00:15',
  ])
})

test('a performer without a pause and an apparatus that changes are told; a pause between is enough', () => {
  const acts = [
    act('a', { performers: 'Ana Reyes, Ben Okoro', apparatus: 'Pole' }),
    act('b', { performers: 'ben okoro and Cleo', apparatus: 'Hoop' }),
    act('c', { performers: 'Dee', apparatus: 'hoop' }),
    act('d', { performers: 'Cleo' }),
  ]
  expect(planActs(acts, '2026-12-12T19:00').map(({ warnings }) => warnings)).toEqual([
    [],
    ['ben okoro is in the act before, too.', 'Pole has to be swapped for Hoop.'],
    [],
    [],
  ])
})
