import { beforeAll, expect, test } from 'vitest'
import { type DemoServer, demoServer } from '../../support/demo-server.ts'

let server: DemoServer
let ben: string

beforeAll(async () => {
  server = await demoServer()
  ben = await server.cookieOf('ben@northside.test')
})

const page = '/northside/workout/import'
const get = async (path: string, cookie = ben) => {
  const answer = await fetch(server.origin + path, { headers: { Cookie: cookie } })
  return { status: answer.status, page: await answer.text() }
}
const upload = (text: string | null, unit = 'kg') => {
  const body = new FormData()
  if (text !== null) body.append('file', new Blob([text], { type: 'text/csv' }), 'hevy-export.csv')
  body.append('unit', unit)
  return fetch(server.origin + page, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: ben, Origin: server.origin },
    body,
  })
}
const post = (path: string, fields: [string, string][], cookie = ben) =>
  fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: server.origin },
    body: new URLSearchParams(fields),
  })

const head =
  'title,start_time,end_time,exercise_title,superset_id,set_index,set_type,weight_lbs,reps,distance_miles,duration_seconds,rpe'
/** As a German phone in pounds writes it; the second of its lines means nothing. */
const german = [
  head,
  'Beine,"25 Juli 2024, 14:21","25 Juli 2024, 15:02",Squat (Barbell),,0,normal,225,5,,,8.5',
  'Beine,"25 Juli 2024, 14:21","25 Juli 2024, 15:02",Squat (Barbell),,1,normal,225,-1,,,',
  'Rücken,"2 März 2024, 09:00","2 März 2024, 09:40",Firman spin,,0,normal,50,8,,,',
].join('\n')

test('a member brings a file of another language without scripts, sees it first, keeps it and undoes it', async () => {
  const form = await get(page)
  expect(form.page).toContain('up to 10 MB and 50,000 sets')
  expect(form.page).not.toContain('<script')

  const sent = await upload(german)
  const here = sent.headers.get('Location') ?? ''
  expect([sent.status, here.startsWith(`${page}/`)]).toEqual([303, true])
  const checked = await get(here)
  expect(checked.page).not.toContain('<script')
  expect(checked.page).toContain('1 line left out')
  expect(checked.page).toContain('Line 3, reps')
  expect(checked.page).toContain('-1 reps can’t be right. Enter 0 to 1,000')
  expect(checked.page).toContain('Import 2 workouts')
  // One slip away from the studio's own: it is meant until the member says otherwise.
  expect(checked.page).toMatch(/selected="">Fireman spin</)
  const pick =
    /<option value="(\d+ \w{12})" selected="">Fireman spin</.exec(checked.page)?.[1] ?? ''

  const kept = await post(here, [
    ['act', 'keep'],
    ['is', pick],
  ])
  expect([kept.status, kept.headers.get('Location')]).toEqual([303, here])
  const month = await get('/northside/workout?month=2024-07')
  const log =
    /href="(\/northside\/workout\/\w{12})"[^>]*>(?:<[^>]+>)*25</.exec(month.page)?.[1] ?? ''
  const review = await get(log)
  expect(review.page).toContain('From a file of Hevy')
  expect(review.page).toContain('102.1 kg × 5')

  const again = (await upload(german)).headers.get('Location') ?? ''
  expect((await get(again)).page).toContain('Nothing new: every workout is in your log already.')
  expect((await post(again, [['act', 'discard']])).status).toBe(303)
  expect((await get(again)).status).toBe(404)

  expect((await post(here, [['act', 'undo']])).status).toBe(303)
  expect((await get(here)).page).toContain('Taken out of your log')
  expect((await get(log)).status).toBe(404)
})

test('a wrong file is refused with a sentence beside its field', async () => {
  for (const [text, sentence] of [
    [null, 'Choose the file to import.'],
    ['name,email\nAna,a@b.c', 'This isn’t a file of Hevy or Strong.'],
    ['PK\u0003\u0004', 'This is a spreadsheet or an archive.'],
    [`${head}\n`, 'There are no workouts in this file.'],
    [`${head}\nA,soon,,Squat,,0,,1,1,,,`, 'Line 2, start_time: “soon” isn’t a day and a time.'],
    ['title,exercise_title,reps\na,b,1', 'The column “start_time” is missing.'],
  ] as const) {
    const answer = await upload(text, 'lb')
    const shown = await answer.text()
    expect([answer.status, shown.includes(sentence)], sentence).toEqual([422, true])
    expect(shown).toMatch(/value="lb" checked=""|checked="" value="lb"/)
  }
})

test('a file of somebody else is not found, and neither is what nobody offers', async () => {
  const here = (await upload(german)).headers.get('Location') ?? ''
  const ana = await server.cookieOf('ana@northside.test')
  expect((await get(here, ana)).status).toBe(404)
  expect((await post(here, [['act', 'keep']], ana)).status).toBe(404)
  expect((await post(here, [['act', 'shred']])).status).toBe(404)
  expect((await post(here, [['act', 'undo']])).status).toBe(404)
  expect((await get(`${page}/000000000000`)).status).toBe(404)
  await post(here, [['act', 'discard']])
})
