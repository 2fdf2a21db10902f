import { expect, test } from 'vitest'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { world } from '../../../tests/support/world.ts'
import { isMeant, shownMark } from './shown-clashes.ts'

test('meant is what was shown: less of it too, but nothing that arose since', () => {
  const shown = shownMark(['Pole studio is taken', 'Dee teaches Yin'])
  expect(isMeant(shown, ['Dee teaches Yin'])).toBe(true)
  expect(isMeant(shown, [])).toBe(true)
  expect(isMeant(shown, ['Dee teaches Yin', 'Pole studio is unavailable then: painters'])).toBe(
    false,
  )
  expect(isMeant(undefined, ['Dee teaches Yin'])).toBe(false)
  expect(isMeant(shownMark([]), ['Dee teaches Yin'])).toBe(false)
  expect(isMeant(true, ['Dee teaches Yin'])).toBe(true)
})

test('a class that is meant although its room is taken is asked about again when more is in the way', async () => {
  const now = '2026-10-12T09:00:00Z'
  const w = await world({ now })
  const other = await w.givenPerson('Ines Other', { isStaff: true })
  const base = { policyId: w.ids.policyId, classTypeId: w.ids.poleType, rrule: '', capacity: 8 }
  const add = (firstStart: string, minutes: number, coachId: string, anyway?: string) =>
    createSeries(w.at(now), {
      ...base,
      firstStart,
      minutes,
      coachId,
      roomId: w.ids.roomId,
      ...(anyway === undefined ? {} : { anyway }),
    })
  await add('2026-10-20T18:00', 30, w.coach.id)
  const first = await add('2026-10-20T18:00', 60, other.id)
  if (first.ok || first.reason !== 'taken') throw new Error('It is in nobody’s way')
  const mark = shownMark(first.facts.taken)

  await add('2026-10-20T18:30', 30, w.coach.id)
  const again = await add('2026-10-20T18:00', 60, other.id, mark)
  if (again.ok || again.reason !== 'taken') throw new Error('What arose was taken as meant')
  expect(again.facts.taken).toHaveLength(first.facts.taken.length + 1)
  expect(await add('2026-10-20T18:00', 60, other.id, shownMark(again.facts.taken))).toMatchObject({
    ok: true,
  })
})
