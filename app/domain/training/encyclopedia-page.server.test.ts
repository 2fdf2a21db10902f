import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { type Library, library } from '../../../tests/support/training.ts'
import { encyclopediaPage } from './encyclopedia-page.server.ts'
import { checkExerciseFile } from './import/check-exercise-file.server.ts'
import { startImport } from './import/commit-import.server.ts'
import { continueImport } from './import/continue-import.server.ts'

const named: [name: string, equipment: string | null, muscle: string][] = [
  ['Pullups', 'body only', 'lats'],
  ['Wide-Grip Rear Pull-Up', 'body only', 'lats'],
  ['Barbell Squat', 'barbell', 'quadriceps'],
  ['Squat Jerk', 'barbell', 'quadriceps'],
  ['Plank', 'body only', 'abdominals'],
  ['Side Bridge', 'body only', 'abdominals'],
  ['Dumbbell Bicep Curl', 'dumbbell', 'biceps'],
  ['Hammer Curls', 'dumbbell', 'biceps'],
  ['Kettlebell Windmill', 'kettlebells', 'abdominals'],
  ['Handstand Push-Ups', null, 'shoulders'],
  ['Row', 'cable', 'middle back'],
]

let lib: Library
let ctx: MediaContext

async function importInto(target: Parameters<typeof checkExerciseFile>[0]) {
  const rows = named.map(([name, equipment, muscle]) => ({
    id: name.replaceAll(/\W/g, '_'),
    name,
    equipment,
    primaryMuscles: [muscle],
    secondaryMuscles: [],
    instructions: [],
    level: 'beginner',
    category: 'strength',
  }))
  const bytes = new TextEncoder().encode(JSON.stringify(rows))
  const checked = await checkExerciseFile(target, { name: 'e.json', bytes })
  if (!checked.ok) throw new Error(checked.sentence)
  await startImport(target, checked.importId)
  await continueImport(target, checked.importId, { clock: () => 0, untilMs: 1 })
}

beforeAll(async () => {
  lib = await library()
  const own = await lib.newStudio()
  await importInto(own)
  ctx = own
})

const find = async (query: string, where = ctx) =>
  (await encyclopediaPage(where, null, new URLSearchParams(query))).cards.map((card) => card.name)

test.each([
  ['pulup', 'Pullups'],
  ['pul up', 'Pullups'],
  ['pull up', 'Pullups'],
  ['pull-ups', 'Pullups'],
  ['PULLUPS', 'Pullups'],
  ['sqaut', 'Squat Jerk'],
  ['barbel squad', 'Barbell Squat'],
  ['plnak', 'Plank'],
  ['plank', 'Plank'],
  ['planc', 'Plank'],
  ['dumbell', 'Dumbbell Bicep Curl'],
  ['dumbell curl', 'Dumbbell Bicep Curl'],
  ['curl dumbbell', 'Dumbbell Bicep Curl'],
  ['ketlebell', 'Kettlebell Windmill'],
  ['hanstand', 'Handstand Push-Ups'],
  ['wide grip pullup', 'Wide-Grip Rear Pull-Up'],
])('“%s” finds %s first', async (typed, first) => {
  expect((await find(`q=${encodeURIComponent(typed)}`))[0]).toBe(first)
})

test('a word that someone has is not guessed at, and nonsense finds nothing', async () => {
  expect(await find('q=row')).toEqual(['Row'])
  expect(await find('q=xylophone')).toEqual([])
  expect(await find('q=%22%20OR%201%3D1')).toEqual([])
})

test('facets narrow the list and count what each would leave', async () => {
  const page = await encyclopediaPage(ctx, null, new URLSearchParams('equipment=body only'))
  expect(page.cards.map((card) => card.name)).toEqual([
    'Plank',
    'Pullups',
    'Side Bridge',
    'Wide-Grip Rear Pull-Up',
  ])
  expect(page.total).toBe(4)
  expect(page.facets.body).toEqual([
    { value: 'back', name: 'back', n: 2 },
    { value: 'core', name: 'core', n: 2 },
  ])
  // Equipment itself counts as if nothing were chosen there.
  expect(page.facets.equipment.find(({ value }) => value === 'dumbbell')?.n).toBe(2)
  expect(page.facets.equipment.map(({ n }) => n).reduce((a, b) => a + b)).toBe(10)
})

test('a search and facets go together; bad values are ignored', async () => {
  expect(await find('q=curl&body=arms&level=nonsense&page=-4')).toHaveLength(2)
  expect(await find('q=curl&body=legs')).toEqual([])
})

test('hidden exercises and those of another studio are not found', async () => {
  const other = await lib.newStudio()
  await importInto(other)
  await lib.shard(0).run(
    sql`UPDATE exercises SET state = 'hidden'
        WHERE studio_id = ${other.studio.id} AND name = 'Plank'`,
  )

  expect(await find('q=plnak', other)).toEqual([])
  expect(await find('', other)).toHaveLength(named.length - 1)
  expect(await find('', await lib.newStudio())).toEqual([])
  expect(await find('q=plnak')).toEqual(['Plank'])
})

test('the page is one trip, whatever was typed', async () => {
  for (const query of ['', 'q=plnak', 'q=wide grip pull up&body=back']) {
    const before = lib.meter.trips
    await find(query)
    expect(lib.meter.trips - before).toBe(1)
  }
})

test('no read of the page scans a table', async () => {
  const plans: string[] = []
  const spied = {
    ...ctx,
    db: Object.assign(Object.create(ctx.db), {
      $client: {
        prepare: (text: string) => ctx.db.$client.prepare(text),
        batch: (statements: D1PreparedStatement[]) => ctx.db.$client.batch(statements),
      },
    }),
  }
  const { prepare } = spied.db.$client
  spied.db.$client.prepare = (text: string) => {
    plans.push(text)
    return prepare(text)
  }
  await encyclopediaPage(spied as MediaContext, null, new URLSearchParams('q=plnak&level=beginner'))
  expect(plans.length).toBeGreaterThan(3)
  for (const text of plans) {
    const { results } = await lib.env.STUDIOS_0.prepare(`EXPLAIN QUERY PLAN ${text}`)
      .bind(...Array.from(text.matchAll(/\?/g), () => '[]'))
      .all<{ detail: string }>()
    const scans = results
      .map(({ detail }) => detail)
      .filter((detail) =>
        /^SCAN (?!.*(VIRTUAL|CONSTANT))(term|spelling|photo|object|exercise\w*)\b/.test(detail),
      )
    expect(scans).toEqual([])
  }
})
