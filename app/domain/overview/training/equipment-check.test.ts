import { expect, test } from 'vitest'
import { checkEquipment, equipmentWords, isOf } from './equipment-check.ts'

test('equipment that a studio counts is found by the word of its library, whatever else its name says', () => {
  expect(isOf('Poles', 'pole')).toBe(true)
  expect(isOf('Kettlebells, 16 kg', 'kettlebells')).toBe(true)
  expect(isOf('Aerial hoops', 'hoop')).toBe(true)
  expect(isOf('16 kg kettlebells', 'kettlebells')).toBe(true)
  expect(isOf('Medicine balls (3 kg)', 'medicine ball')).toBe(true)
  expect(isOf('Pole mats', 'hoop')).toBe(false)
})

test('what only goes with a piece of equipment is none of it', () => {
  expect(isOf('Pole mats', 'pole')).toBe(false)
  expect(isOf('Barbell clips', 'barbell')).toBe(false)
  const { counted } = checkEquipment(
    [{ exercise: 'Pole sit', equipment: 'pole', stations: 1 }],
    [
      { name: 'Poles', free: 8 },
      { name: 'Pole mats', free: 20 },
    ],
    { booked: 12, places: 12 },
  )
  expect(counted).toMatchObject([{ name: 'Poles', need: 12, free: 8 }])
})

const squat = { exercise: 'Back squat', equipment: 'barbell', stations: 1 }

const said = (
  needed: Parameters<typeof checkEquipment>[0],
  free: number,
  people: { booked: number; places: number },
) =>
  checkEquipment(needed, [{ name: 'Barbells', free }], people).counted.map((one) =>
    equipmentWords(one),
  )

test('a class with more people than barbells is taught in groups, and one with enough says so', () => {
  expect(said([squat], 5, { booked: 12, places: 12 })).toEqual([
    {
      short: true,
      text: 'Barbells for Back squat: 12 needed, 5 free at this time. Teach it in 3 groups that take turns.',
    },
  ])
  expect(said([squat], 8, { booked: 6, places: 12 })).toEqual([
    {
      short: false,
      text: 'Barbells for Back squat: 6 needed, 8 free at this time. A full class would need 12, 4 more.',
    },
  ])
  expect(said([squat], -1, { booked: 1, places: 1 })[0]?.text).toContain('Plan another exercise.')
})

test('in a circuit people stand at its exercises in turn, so each needs fewer pieces', () => {
  const row = { exercise: 'Row', equipment: 'barbell', stations: 3 }
  expect(said([row], 4, { booked: 12, places: 12 })[0]?.short).toBe(false)
  expect(said([row, squat], 4, { booked: 12, places: 12 })[0]?.short).toBe(true)
})

test('what needs nothing of the studio is left out, and what it does not count is named', () => {
  const { counted, uncounted } = checkEquipment(
    [
      { exercise: 'Push-up', equipment: 'body only', stations: 1 },
      { exercise: 'Swing', equipment: 'kettlebells', stations: 1 },
    ],
    [{ name: 'Barbells', free: 4 }],
    { booked: 12, places: 12 },
  )
  expect([counted, uncounted]).toEqual([[], ['kettlebells']])
})
