import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { delimiters, readTable } from './read-table.ts'
import { proveOrder, readDate } from './written-date.ts'

const utf16 = (text: string, little: boolean, mark: boolean) => {
  const units = [...(mark ? ['\uFEFF'] : []), ...text].join('')
  const bytes = new Uint8Array(units.length * 2)
  for (let i = 0; i < units.length; i += 1) {
    const unit = units.charCodeAt(i)
    bytes[i * 2] = little ? unit & 255 : unit >> 8
    bytes[i * 2 + 1] = little ? unit >> 8 : unit & 255
  }
  return bytes
}

const anyText = fc.string({ unit: 'grapheme', minLength: 1 }).filter((t) => !/\p{Cs}/u.test(t))

test('any text comes back from UTF-8 and from UTF-16 with its mark', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const plain = text.replace(/^\uFEFF/, '')
      // A text that begins like a mark of another encoding is that encoding.
      fc.pre(!plain.includes('\0'))
      const utf8 = new TextEncoder().encode(`\uFEFF${plain}`)
      expect(decodeText(utf8)).toEqual({ text: plain, encoding: 'utf-8' })
      expect(decodeText(new TextEncoder().encode(plain)).text).toBe(plain)
      for (const little of [true, false])
        expect(decodeText(utf16(plain, little, true)).text).toBe(plain)
    }),
  )
})

test('UTF-16 without a mark and windows-1252 are told by their bytes', () => {
  const line = 'first_name,last_name\nZoë,Müller\n'
  expect(decodeText(utf16(line, true, false)).encoding).toBe('utf-16le')
  expect(decodeText(utf16(line, false, false)).encoding).toBe('utf-16be')
  const latin = Uint8Array.from(line.replace('ë', '\u00eb'), (c) => c.charCodeAt(0))
  expect(decodeText(latin)).toEqual({ text: line, encoding: 'windows-1252' })
  expect(decodeText(Uint8Array.of(0x80, 0x20, 0x92)).text).toBe('€ ’')
})

test('one broken byte does not turn every name of a file into other letters', () => {
  const names = new TextEncoder().encode('Zoë,Åsa,Łukasz,Žak,Noël,Señor,Gül,Ünal,Ïva,Ölaf,Çem\n')
  const { text, encoding } = decodeText(Uint8Array.of(...names, 0xff))
  expect([encoding, text.includes('Łukasz'), text.endsWith('\uFFFD')]).toEqual([
    'utf-8',
    true,
    true,
  ])
})

const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((t) => t.replace(/\r\n?/g, '\n'))
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

test('rows come back whatever delimiter, line end and cells a file has', () => {
  const rows = fc
    .integer({ min: 2, max: 6 })
    .chain((n) => fc.array(fc.array(cell, { minLength: n, maxLength: n }), { maxLength: 8 }))
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(...delimiters),
      fc.constantFrom('\n', '\r\n', '\r'),
      (given, by, end) => {
        const head = (given[0] ?? ['', '']).map((_, i) => `column ${i}`)
        const text = [head, ...given].map((row) => row.map(quoted).join(by) + end).join('')
        const table = readTable(text)
        expect([table.delimiter, table.header]).toEqual([by, head])
        expect(table.rows.map(({ cells }) => cells)).toEqual(
          given.filter((row) => row.some((one) => one.trim() !== '')),
        )
      },
    ),
  )
})

test('the delimiter is told although cells hold others, and a row knows its line', () => {
  const table = readTable(
    'Name;Address;Note\n"Lee; Ana";1, Mill Lane;"two\nlines"\nBen;2, Mill;x\n',
  )
  expect(table.delimiter).toBe(';')
  expect(table.rows.map(({ line }) => line)).toEqual([2, 4])
  expect(readTable('sep=;\na,b;c\n1,2;3').rows[0]).toEqual({ line: 3, cells: ['1,2', '3'] })
  expect(readTable('').header).toEqual([])
  expect(readTable('a,b\n1,"2\n3,4\n').unclosed).toBe(2)
})

const today = '2026-11-23'

test.each([
  ['12/2/1986', 'mdy', '1986-12-02'],
  ['03/04/1988', 'dmy', '1988-04-03'],
  ['3.4.1988', 'dmy', '1988-04-03'],
  ['2024-05-02T00:00:00', 'mdy', '2024-05-02'],
  ['2/29/1996 12:00:00 AM', 'mdy', '1996-02-29'],
  ['1/2/27', 'dmy', '1927-02-01'],
  ['22 Dec 1985', 'mdy', '1985-12-22'],
  ['December 22, 1985', 'dmy', '1985-12-22'],
] as const)('%s, %s, is %s', (text, order, date) => {
  expect(readDate(text, order, today)).toEqual({ ok: true, date })
})

test.each([
  ['13/4/1985', 'There is no month 13'],
  ['2/30/1990', 'February 1990 had 28 days'],
  ['2/30/1992', 'February 1992 had 29 days'],
  ['11/31/2001', 'November has 30 days'],
  ['soon', 'This isn’t a date'],
])('%s is refused: %s', (text, why) => {
  expect(readDate(text, 'mdy', today)).toEqual({ ok: false, why })
})

test('the order of dates is proven by those that only one order reads, or asked', () => {
  const many = (n: number, text: string) => Array.from({ length: n }, () => text)
  expect(proveOrder([...many(20, '2/13/1990'), '13/4/1985']).order).toBe('mdy')
  expect(proveOrder(['13/4/1985', '1/2/1990']).order).toBe('dmy')
  expect(proveOrder(['2/13/1990', '13/4/1985']).order).toBeNull()
  expect(proveOrder(many(9, '1/2/1990')).order).toBeNull()
  expect(proveOrder(['2020-01-02', '0001-01-01']).order).toBe('ymd')
})
