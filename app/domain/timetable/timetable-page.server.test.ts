import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { world } from '../../../tests/support/world.ts'
import { timetablePage } from './timetable-page.server.ts'

const now = '2026-10-12T09:00:00Z'

test('a choice of accessibility and language stays chosen in a week without such a class, which says so', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE class_types SET access = 'step_free,signed', language = 'de'
    WHERE studio_id = ${w.studio.id} AND id = ${w.ids.poleType}`)
  await w.givenClass({ localStart: '2026-10-13T18:30' })
  await w.givenClass({ localStart: '2026-10-20T18:30', discipline: 'yoga' })
  const read = async (query: string) => {
    const { filters, options, days, widen } = await timetablePage(
      w.at(now),
      null,
      new URLSearchParams(query),
    )
    return {
      access: filters.access,
      language: filters.language,
      offered: [...options.access, ...options.languages].map(({ name }) => name),
      shown: days.flatMap(({ classes }) => classes).length,
      widen: widen.map(({ name }) => name),
    }
  }
  expect(await read('access=Step-free&language=German')).toMatchObject({ shown: 1, widen: [] })
  expect(await read('access=Step-free&from=2026-10-20')).toEqual({
    access: 'Step-free',
    language: null,
    offered: ['Step-free'],
    shown: 0,
    widen: ['Step-free'],
  })
  expect(await read('language=German&from=2026-10-20')).toEqual({
    access: null,
    language: 'German',
    offered: ['German'],
    shown: 0,
    widen: ['German'],
  })
  expect(await read('access=Stairs&language=Klingon')).toMatchObject({
    access: null,
    language: null,
    shown: 1,
  })
})
