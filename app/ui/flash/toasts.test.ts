import { expect, test } from 'vitest'
import {
  type FlashMessage,
  leavesByItself,
  toastLimit,
  toastMs,
  toastsOf,
  withToasts,
} from './toasts.ts'

const good = (text: string): FlashMessage => ({ text, tone: 'good' })
const none = new Set<string>()

test('the newest message is on top', () => {
  const first = withToasts([], toastsOf('a', [good('Saved')]), none)
  const both = withToasts(first, toastsOf('b', [good('Moved'), good('Booked')]), none)
  expect(both.map(({ text }) => text)).toEqual(['Moved', 'Booked', 'Saved'])
})

test('at most twenty are shown, and the oldest are let go', () => {
  const many = Array.from({ length: 15 }, (_, i) => good(`old ${i}`))
  const more = Array.from({ length: 8 }, (_, i) => good(`new ${i}`))
  const shown = withToasts(toastsOf('a', many), toastsOf('b', more), none)
  expect(shown).toHaveLength(toastLimit)
  expect(shown[0]?.text).toBe('new 0')
  expect(shown.at(-1)?.text).toBe('old 11')
})

test('the messages of one answer are said once, however often its data is looked at', () => {
  const toasts = toastsOf('a', [good('Saved')])
  expect(withToasts([], toasts, new Set(['a-0']))).toEqual([])
})

test('good news leaves after five seconds, what went wrong stays', () => {
  expect(toastMs).toBe(5_000)
  expect(leavesByItself(good('Saved'))).toBe(true)
  expect(leavesByItself({ text: 'Not sent', tone: 'bad' })).toBe(false)
})
