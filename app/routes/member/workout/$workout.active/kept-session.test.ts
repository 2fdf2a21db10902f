import { expect, test } from 'vitest'
import type { LoggedSet } from '#app/domain/training-log/session/logged-set.ts'
import type { SyncAnswer } from '#app/domain/training-log/session/sync-answer.ts'
import {
  answered,
  freshSession,
  type Kept,
  merged,
  nothingLeft,
  readKept,
  toSend,
  waitingIn,
  waits,
  withPlan,
  withSet,
  writeKept,
} from './kept-session.ts'

const plan = { blocks: [], entries: [] }
const fresh = () =>
  freshSession({
    id: 'log',
    name: 'Session B',
    state: 'in_progress',
    startedAt: '',
    endedAt: null,
    timeZone: 'Europe/London',
    locale: 'en-GB',
    plan,
    planMs: 0,
    rest: { until: null, seconds: 0 },
    sets: [],
    unit: 'kg',
    known: [],
    shown: [],
  })

const set = (n: number, reps: number): Omit<LoggedSet, 'changedMs'> => ({
  id: `e1.${n}`,
  exerciseId: 'bench',
  entry: 'e1',
  n,
  type: 'normal',
  side: '',
  grams: 80_000,
  reps,
  seconds: null,
  metres: null,
  rpe: null,
  rir: null,
  doneAt: '2026-10-13T12:00:00Z',
  removed: false,
})

function memory() {
  const held = new Map<string, string>()
  return {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, text: string) => void held.set(name, text),
    removeItem: (name: string) => void held.delete(name),
  }
}

const yes = (sets: LoggedSet[]): Extract<SyncAnswer, { ok: true }> => ({
  ok: true,
  state: 'in_progress',
  sets,
  refused: [],
  plan,
  planMs: 0,
  rest: { until: null, seconds: 0 },
})

test('logged sets are there again after a reload, and wait to be sent', () => {
  const store = memory()
  let kept = fresh()
  for (let n = 1; n <= 9; n += 1) kept = withSet(kept, set(n, 8), 1_000)
  writeKept(store, 'w', kept)
  const again = readKept(store, 'w')!
  expect([again.sets.length, again.unsent.length, waits(again)]).toEqual([9, 9, true])
  expect(new Set(again.sets.map(({ changedMs }) => changedMs)).size).toBe(9)
})

test('each set that waits is counted, and what else was said of the workout', () => {
  let kept = withSet(fresh(), set(1, 8), 1_000)
  expect([waitingIn(fresh()), waitingIn(kept)]).toEqual([0, 1])
  kept = withPlan(withSet(kept, set(2, 8), 2_000), plan, 3_000)
  expect(waitingIn({ ...kept, act: { is: 'finish', at: '' } })).toBe(4)
})

test('a workout that is over elsewhere is left once this device has nothing to send of it', () => {
  const waiting = withSet(fresh(), set(5, 8), 1_000)
  expect(nothingLeft(waiting, 'auto_closed')).toBe(false)
  expect(nothingLeft({ ...fresh(), act: { is: 'finish', at: '' } }, 'discarded')).toBe(false)
  expect([nothingLeft(fresh(), 'finished'), nothingLeft(null, 'finished')]).toEqual([true, true])
  expect(nothingLeft(fresh(), 'paused')).toBe(false)
  // What the server has of it joins what is here.
  const closed = merged(waiting, { ...fresh(), sets: [{ ...set(1, 8), changedMs: 1 }] })
  expect([closed.sets.length, closed.unsent]).toEqual([2, ['e1.5']])
})

test('a set that was said again while it was sent still waits', () => {
  const sent = withSet(fresh(), set(1, 8), 1_000)
  const { ids } = toSend(sent, 'phone')
  const meanwhile = withSet(sent, set(1, 9), 2_000)
  const after = answered(meanwhile, sent, ids, yes(sent.sets))
  expect([after.unsent, after.sets[0]?.reps]).toEqual([['e1.1'], 9])
  const settled = answered(after, after, toSend(after, 'phone').ids, yes(after.sets))
  expect(waits(settled)).toBe(false)
})

test('a thousand sets go in four sendings, and the end with the last', () => {
  let kept = fresh()
  for (let e = 1; e <= 20; e += 1)
    for (let n = 1; n <= 50; n += 1)
      kept = withSet(kept, { ...set(n, 8), id: `e${e}.${n}`, entry: `e${e}` }, 1_000)
  kept = { ...kept, act: { is: 'finish', at: '2026-10-13T13:00:00Z' } }
  const sendings: number[] = []
  while (waits(kept)) {
    const { body, ids } = toSend(kept, 'phone')
    sendings.push(ids.length)
    expect(body.act).toBe(sendings.length === 4 ? 'finish' : undefined)
    kept = answered(kept, kept, ids, yes(kept.sets))
  }
  expect(sendings).toEqual([250, 250, 250, 250])
})

test('a clock that is set back makes no set older than the one before it', () => {
  const first = withSet(fresh(), set(1, 8), 5_000)
  const second = withSet(first, set(1, 9), 100)
  expect(second.sets[0]?.reps).toBe(9)
})

test('the later writing of a set counts, whichever device it came from', () => {
  const mine = withSet(withSet(fresh(), set(1, 8), 1_000), set(2, 8), 9_000)
  const theirs = [
    { ...set(1, 10), changedMs: 5_000 },
    { ...set(2, 10), changedMs: 5_000 },
  ]
  const both = merged(mine, { sets: theirs, plan, planMs: 0, rest: { until: null, seconds: 0 } })
  expect(both.sets.map(({ id, reps }) => [id, reps]).sort()).toEqual([
    ['e1.1', 10],
    ['e1.2', 8],
  ])
})

test.each(['', '{', 'null', '[]', '{"sets":1}'])('kept text that reads %j begins again', (text) => {
  const store = memory()
  store.setItem('w', text)
  expect(readKept(store, 'w')).toBeNull()
})

test('storage that is full is said, not thrown', () => {
  const full = {
    ...memory(),
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  expect(writeKept(full, 'w', fresh() as Kept)).toBe(false)
})
