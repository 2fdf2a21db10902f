import { expect, test } from 'vitest'
import { type QueueStorage, tapQueue, toSend, type WaitingTap } from './tap-queue.ts'

function storageOf(): QueueStorage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (i) => [...kept.keys()][i] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

const tap = (key: string, at: number): WaitingTap => ({
  key,
  bookingId: `b${key}`,
  method: 'name',
  override: '',
  at,
  name: `Person ${key}`,
  title: 'Pole 2',
})

test('taps wait in the order they were made, also in another tab, and apart for each studio', () => {
  const storage = storageOf()
  const queue = tapQueue(storage, 'northside')
  queue.add(tap('two', 2_000))
  tapQueue(storage, 'northside').add(tap('one', 1_000))
  tapQueue(storage, 'southside').add(tap('other', 500))
  expect(queue.waiting().map(({ key }) => key)).toEqual(['one', 'two'])
  queue.drop('one')
  expect(queue.waiting().map(({ key }) => key)).toEqual(['two'])
})

test('an answered tap leaves; one that could not be done stays as a conflict under its name until it is settled', () => {
  const queue = tapQueue(storageOf(), 'northside')
  for (const one of [tap('one', 1), tap('two', 2), tap('three', 3)]) queue.add(one)
  const gone = { reason: 'not_found' as const, occurrenceId: '', name: '', title: '' }
  queue.answered([
    { key: 'one', bookingId: 'bone', status: 'done' },
    { key: 'two', bookingId: 'btwo', status: 'conflict', ...gone },
  ])
  expect(queue.waiting().map(({ key }) => key)).toEqual(['three'])
  expect(queue.conflicts()).toMatchObject([
    { key: 'two', reason: 'not_found', name: 'Person two', title: 'Pole 2' },
  ])
  queue.settle('two')
  expect(queue.conflicts()).toEqual([])
})

test('taps are sent with how long ago they were made, at most 25 at once, and anything else is dropped', () => {
  const storage = storageOf()
  const queue = tapQueue(storage, 'northside')
  storage.setItem('cadence-tap:northside:odd', '{')
  storage.setItem('cadence-tap:northside:null', 'null')
  for (let i = 0; i < 30; i += 1) queue.add(tap(`${i}`, 60_000 + i))
  const sent = toSend(queue.waiting(), 90_500)
  expect([sent.length, sent[0]]).toEqual([
    25,
    { key: '0', bookingId: 'b0', method: 'name', override: '', ago: 30 },
  ])
  // A clock that was set back, and a tap of last week.
  expect(toSend([tap('a', 5_000)], 1_000)[0]!.ago).toBe(0)
  expect(toSend([tap('a', 0)], 30 * 86_400_000)[0]!.ago).toBe(48 * 3_600)
})
