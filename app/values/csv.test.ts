import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

const body = (text: string) => text.replace(/^\uFEFF/, '')

test('rows end in CRLF, and only cells that need it are quoted', () => {
  expect(
    csvText([
      ['What', 'Left'],
      ['Pole 2, Thu', 8],
      ['Say "hi"\nnow', 0],
    ]),
  ).toBe('\uFEFFWhat,Left\r\n"Pole 2, Thu",8\r\n"Say ""hi""\nnow",0\r\n')
})

test.each(['=1+1', '+44', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1+1'])(
  'text that a spreadsheet would run, such as %j, is written as text',
  (text) => {
    expect(body(csvText([[text]]))).toMatch(/^"?'/)
  },
)

test('a negative number stays a number', () => {
  expect(body(csvText([[-1, 5]]))).toBe('-1,5\r\n')
  expect(body(csvText([['-20.00', '-20.00=1', '--1']]))).toBe("-20.00,'-20.00=1,'--1\r\n")
})

/** A reader of RFC 4180, to read back what was written. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i]
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else if (c === '"') quoted = false
      else cell += c
    } else if (c === '"') quoted = true
    else if (c === ',' || (c === '\r' && text[i + 1] === '\n')) {
      row.push(cell)
      cell = ''
      if (c === '\r') {
        rows.push(row)
        row = []
        i += 1
      }
    } else cell += c
  }
  return rows
}

test('whatever is written is read back cell for cell, and no text cell but an amount begins as a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 4 }), {
        minLength: 1,
      }),
      (rows) => {
        const back = readCsv(body(csvText(rows)))
        expect(back.map((row) => row.length)).toEqual(rows.map((row) => row.length))
        for (const [i, row] of back.entries()) {
          for (const [j, cell] of row.entries()) {
            expect(cell.replace(/^'/, '')).toBe((rows[i]?.[j] ?? '').replace(/^'/, ''))
            if (!/^-\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^\s*[=+\-@]/)
          }
        }
      },
    ),
  )
})
