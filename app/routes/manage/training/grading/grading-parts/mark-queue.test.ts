import { expect, test } from 'vitest'
import { sendWaiting } from './mark-queue.ts'

const mark = (item: string, madeAtMs = 1) => ({ item, side: '', mark: 'pass' as const, madeAtMs })

function tablet(kept: Record<string, ReturnType<typeof mark>[]>) {
  const held = new Map(Object.entries(kept).map(([key, marks]) => [key, JSON.stringify(marks)]))
  return {
    held,
    get length() {
      return held.size
    },
    key: (i: number) => [...held.keys()][i] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  }
}

test('marks of everyone of a grading are sent from any sheet of it', async () => {
  const store = tablet({
    'marks:g1:ana': [mark('a'), mark('b')],
    'marks:g1:ben': [mark('a')],
    'marks:g2:cleo': [mark('a')],
  })
  const sent: string[] = []
  const answer = await sendWaiting(store, 'g1', async (person, marks) => {
    sent.push(`${person} ${marks.length}`)
    return null
  })
  expect(sent).toEqual(['ana 2', 'ben 1'])
  expect([answer.away, [...store.held.keys()]]).toEqual([false, ['marks:g2:cleo']])
})

test('a refusal or a gap of one person holds up nobody else, and what is marked meanwhile stays', async () => {
  const store = tablet({
    'marks:g1:ana': [mark('a')],
    'marks:g1:ben': [mark('a')],
    'marks:g1:cleo': [mark('a')],
  })
  const { away, refused } = await sendWaiting(store, 'g1', async (person) => {
    if (person === 'ana') return 'Results are published.'
    if (person === 'ben') throw new Error('No network')
    store.setItem('marks:g1:cleo', JSON.stringify([mark('a'), mark('b', 2)]))
    return null
  })
  expect([away, [...refused]]).toEqual([true, [['ana', 'Results are published.']]])
  expect([...store.held]).toEqual([
    ['marks:g1:ana', JSON.stringify([mark('a')])],
    ['marks:g1:ben', JSON.stringify([mark('a')])],
    ['marks:g1:cleo', JSON.stringify([mark('b', 2)])],
  ])
})
