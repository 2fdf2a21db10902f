import { expect, test } from 'vitest'
import { closedPanel, isOpen, optionAfter, type PanelEvent, panelAfter } from './panel.ts'

const after = (...events: PanelEvent[]) => isOpen(events.reduce(panelAfter, closedPanel))

test('a panel is open while its box is focused or hovered', () => {
  expect(after()).toBe(false)
  expect(after('focus')).toBe(true)
  expect(after('enter')).toBe(true)
  expect(after('enter', 'focus', 'leave')).toBe(true)
  expect(after('focus', 'blur')).toBe(false)
  expect(after('enter', 'leave')).toBe(false)
})

test('Escape or a choice closes it, and it stays closed until it is asked for, left or hovered again', () => {
  expect(after('enter', 'focus', 'dismiss')).toBe(false)
  expect(after('focus', 'dismiss', 'focus')).toBe(false)
  expect(after('focus', 'dismiss', 'ask')).toBe(true)
  expect(after('focus', 'dismiss', 'blur', 'focus')).toBe(true)
  expect(after('enter', 'focus', 'dismiss', 'leave')).toBe(false)
  expect(after('enter', 'focus', 'dismiss', 'leave', 'enter')).toBe(true)
})

test('arrow keys walk over the options in rows, and up from the first row leads back to the text', () => {
  expect(optionAfter('ArrowDown', -1, 20, 6)).toBe(0)
  expect(optionAfter('ArrowUp', -1, 20, 6)).toBe(19)
  expect(optionAfter('ArrowRight', 0, 20, 6)).toBe(1)
  expect(optionAfter('ArrowRight', 19, 20, 6)).toBe(19)
  expect(optionAfter('ArrowDown', 3, 20, 6)).toBe(9)
  expect(optionAfter('ArrowDown', 15, 20, 6)).toBe(15)
  expect(optionAfter('ArrowUp', 9, 20, 6)).toBe(3)
  expect(optionAfter('ArrowUp', 3, 20, 6)).toBe(-1)
  expect(optionAfter('Home', 9, 20, 6)).toBe(0)
  expect(optionAfter('End', 9, 20, 6)).toBe(19)
})

test('keys that move the caret, and letters, are left alone', () => {
  expect(optionAfter('ArrowLeft', -1, 20, 6)).toBeNull()
  expect(optionAfter('Home', -1, 20, 6)).toBeNull()
  expect(optionAfter('a', 4, 20, 6)).toBeNull()
  expect(optionAfter('ArrowDown', -1, 0, 6)).toBeNull()
})
