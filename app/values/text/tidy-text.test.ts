import { expect, test } from 'vitest'
import { tidyStart, tidyText } from './tidy-text.ts'

test.each([
  ['\u200b\u200b', ''],
  ['\u3164', ''],
  ['\u2800 \u00ad', ''],
  ['\u200d', ''],
  ['\u0301\u0301', ''],
  ['\u{e0041}', ''],
  ['Ana\u202egro.live', 'Anagro.live'],
  ['\u2066Ana\u2069 Reyes', 'Ana Reyes'],
  ['Be\u200bn', 'Ben'],
  [`Z${'\u0323'.repeat(60)}`, `\u1e92${'\u0323'.repeat(4)}`],
  ['\ud800Ana', 'Ana'],
  ['  Ana  ', 'Ana'],
])('%j becomes %j', (typed, kept) => {
  expect(tidyText(typed)).toBe(kept)
})

test.each([
  "Zoë D'Arcy-O’Neill",
  'Nguyễn Thị Hương',
  'مریم می‌خواهم',
  'שָׁלוֹם',
  'श्रीमान् क्‍ष',
  '山田 太郎',
  '👩‍👩‍👧 Family yoga ❤️',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England',
  'Line one\nline two',
  '+',
])('%s stays as it is', (name) => {
  expect(tidyText(name)).toBe(name.normalize('NFC'))
})

test('tidying a text twice changes nothing more', () => {
  for (const text of ['a\u200d \u200db', `e${'\u0301'.repeat(9)}`, '\u202e\u200d x'])
    expect(tidyText(tidyText(text))).toBe(tidyText(text))
})

test('a pile of 300,000 marks is cut before it is put in order', () => {
  const began = performance.now()
  expect(tidyText(`a${'\u0323\u0301'.repeat(150_000)}b`)).toMatch(/^\p{L}\p{M}{4}b$/u)
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('a cut text ends with a whole character', () => {
  expect(tidyStart(` ${'a'.repeat(79)}😀`, 80)).toBe('a'.repeat(79))
  expect(tidyStart(` ${'a'.repeat(78)}😀b`, 80)).toBe(`${'a'.repeat(78)}😀`)
})
