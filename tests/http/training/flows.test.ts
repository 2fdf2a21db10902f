/** A coach plans a class from a flow, edits it beside a colleague, and members read what is taught. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addFlow } from '#app/domain/flows/library/add-flow.server.ts'
import { setFlowState } from '#app/domain/flows/library/set-flow-state.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { newVisitor, textOf } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
let coach: string
let other: string
let flow: string
let foreign: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const account = await mintAccount(databases, { studio, role: 'coach' })
  const colleague = await mintAccount(databases, { studio, role: 'coach' })
  coach = (await mintSession(databases, account, { variables })).cookie
  other = (await mintSession(databases, colleague, { variables })).cookie
  const stranger = await mintWeek(databases)
  const away = await mintAccount(databases, { studio: stranger.studio, role: 'owner' })
  foreign = (await mintSession(databases, away, { variables })).cookie
  const ctx: StaffContext = {
    db: databases.shard(studio.shard as 0 | 1),
    studio,
    now: weekNow,
    secret: '',
    nowMs: Date.parse(weekNow),
    origin,
    actor: { userId: account.userId, name: 'Some coach', role: 'coach' },
  }
  flow = newId()
  await addFlow(ctx, {
    key: flow,
    title: 'Slow Saturday',
    discipline: '',
    level: 'beginner',
    focus: 'Crow',
    minutes: 60,
    breath: 5,
    notes: '',
  })
  await setFlowState(ctx, flow, { act: 'share' })
})
afterAll(releaseClock)

test('items typed line by line become a timeline with its checks, and a bad line is told beside it', async () => {
  const at = newVisitor({ cookie: coach })
  const path = paths.manageFlow(week.studio, flow)
  const page = await at.get(path)
  const sent = await at.submit(
    page,
    { block: 'b0', text: 'Cat and cow 10 breaths\nLow lunge 4 min left first : Hips down' },
    'add',
  )
  expect(sent.status).toBe(303)
  const shown = await at.get(path)
  const text = textOf(shown.html)
  expect(text).toContain('Low lunge')
  expect(text).toContain('4 min, 2 + 2 min')
  expect(text).toContain('Both sides get 2 minutes')
  expect(text).toContain('Version 2, shared with')
  const wrong = await at.submit(shown, { block: 'b0', text: '5 min' }, 'add')
  expect(wrong.status).toBe(422)
  expect(textOf(wrong.html)).toContain('Line 1: There is a length, but no name')
  expect(wrong.html).toContain('>5 min</textarea>')
  const lines = Array.from({ length: 500 }, (_, i) => `Item ${i} 1 min`).join('\n')
  const full = await at.submit(shown, { block: 'b1', text: lines }, 'add')
  expect(full.status).toBe(422)
  expect(textOf(full.html)).toContain('A flow holds at most 200 items')
  const music = await at.submit(shown, { title: 'All night', length: '120 min' }, 'track')
  expect(music.status).toBe(422)
  expect(textOf(music.html)).toContain('Add a playlist track by track')
})

test('of two coaches who change one item the second is told and keeps what they typed', async () => {
  const [one, two] = [newVisitor({ cookie: coach }), newVisitor({ cookie: other })]
  const timeline = await one.get(paths.manageFlow(week.studio, flow))
  const item = /[?&;]item=([\w-]+)/.exec(timeline.html)?.[1] ?? ''
  const path = paths.manageFlow(week.studio, flow, { item })
  const [mine, theirs] = [await one.get(path), await two.get(path)]
  expect((await one.submit(mine, { cue: 'Breathe in' }, 'item')).status).toBe(303)
  const late = await two.submit(theirs, { cue: 'My own cue' }, 'item')
  expect(late.status).toBe(422)
  expect(textOf(late.html)).toContain('Someone else has changed this part of the flow')
  expect(late.html).toContain('My own cue')
  expect(textOf(late.html)).toContain('Breathe in')
  // Another item at the same moment is nobody's business.
  const added = await two.submit(theirs, { block: 'b3', text: 'Rest 5 min' }, 'add')
  expect(added.status).toBe(303)
})

test('a flow is planned for a class, opened against its roster, taught, printed and read by members', async () => {
  const at = newVisitor({ cookie: coach })
  const occurrence = week.at('2026-10-17T11:30')
  const plan = await at.get(paths.manageClassWorkout(week.studio, occurrence))
  expect((await at.submit(plan, { flow }, 'class-workout')).status).toBe(303)
  const against = await at.get(paths.manageFlow(week.studio, flow, { class: occurrence }))
  expect(against.status).toBe(200)
  expect(textOf(against.html)).toContain('Without a roster')
  const teach = await at.get(
    paths.manageFlowView(week.studio, flow, 'teach', { class: occurrence }),
  )
  expect(teach.status).toBe(200)
  expect(teach.html).toContain('data-seconds="120"')
  expect(teach.html).not.toContain('__remixContext')
  expect(textOf(teach.html)).toContain('Left side')
  for (const view of ['print', 'tv'] as const)
    expect((await at.get(paths.manageFlowView(week.studio, flow, view))).status).toBe(200)
  const asked = (view: 'tv' | 'cues.csv', more: Record<string, string> = {}) =>
    fetch(origin + paths.manageFlowView(week.studio, flow, view, more), {
      headers: { Cookie: coach },
    })
  expect((await asked('tv')).headers.get('Refresh')).toBe('60')
  expect((await asked('tv', { still: '1' })).headers.get('Refresh')).toBeNull()
  expect(await (await asked('cues.csv')).text()).toMatch(/^\W*From,From \(seconds\),Title/)
  const pdf = await fetch(origin + paths.manageFlowView(week.studio, flow, 'pdf'), {
    headers: { Cookie: coach },
  })
  expect(pdf.headers.get('Content-Type')).toBe('application/pdf')
  const member = await at.get(`/${week.studio.slug}/home/timetable/${occurrence}`)
  expect(textOf(member.html)).toMatch(/Slow Saturday ?: Cat and cow ?, Low lunge/)
})

test('the service worker keeps pages for one account, and signing out asks about unsent data', async () => {
  const worker = await fetch(`${origin}/sw.js`)
  expect(worker.status).toBe(200)
  expect(worker.headers.get('Content-Type')).toContain('text/javascript')
  expect(worker.headers.get('Cache-Control')).toBe('no-cache')
  const script = await worker.text()
  expect(script).not.toMatch(/^\s*(import|export)\b/m)
  expect(script.length).toBeLessThan(4_000)
  const [mine, theirs] = await Promise.all(
    [coach, other].map(async (cookie) => {
      const page = await fetch(origin + paths.manageFlows(week.studio), {
        headers: { Cookie: cookie },
      })
      return page.headers.get('Cadence-Account')
    }),
  )
  expect(mine).toMatch(/^\w{12}$/)
  expect(theirs).not.toBe(mine)
  const post = (body: string) =>
    fetch(`${origin}/sign-out`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: {
        Cookie: `${other}; unsent-sets=3`,
        Origin: origin,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    })
  const asked = await post('')
  expect(asked.status).toBe(409)
  expect(textOf(await asked.text())).toContain('3 things on this device aren’t sent yet')
  const done = await post('anyway=on')
  expect(done.status).toBe(303)
  expect(done.headers.get('Clear-Site-Data')).toBe('"storage"')
  expect(done.headers.getSetCookie().join()).toContain('unsent-sets=;')
})

test('drafts and flows of others are nobody’s, and the list takes any address', async () => {
  const stranger = newVisitor({ cookie: foreign })
  expect((await stranger.get(paths.manageFlow(week.studio, flow))).status).not.toBe(200)
  const at = newVisitor({ cookie: coach })
  expect((await at.get(paths.manageFlow(week.studio, newId()))).status).toBe(404)
  for (const search of ['?state=%00', '?q=%25%5F%5C&level=x', '?page=-3', `?q=${'x'.repeat(400)}`])
    expect((await at.get(paths.manageFlows(week.studio) + search)).status).toBe(200)
  const versions = await at.get(paths.manageFlowAct(week.studio, flow, 'versions'))
  expect(textOf(versions.html)).toContain('All versions')
  const odd = paths.manageFlowAct(week.studio, flow, 'versions', { from: 'x', to: 99 })
  expect((await at.get(odd)).status).toBe(200)
  const rows = await databases.shard(0).all<{ n: number }>(sql`
    SELECT count(*) AS n FROM flow_versions WHERE flow_id = ${flow}`)
  expect(rows[0]?.n).toBeGreaterThan(1)
})
