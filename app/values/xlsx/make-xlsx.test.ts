import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { columnName, makeXlsx } from './make-xlsx.ts'

const partsOf = (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]),
  )

const sheet = {
  name: 'Tax: October/2026',
  columns: [
    { name: 'Person', kind: 'text' },
    { name: 'Day', kind: 'day' },
    { name: 'Total', kind: 'amount' },
    { name: 'Filled', kind: 'percent' },
  ],
  rows: [
    ['=HYPERLINK("x")', '2026-10-31', '-12.50', 74.5],
    ['Ünal <&> "Sons"', 'not a day', null, null],
    ['Bad\u0000\u0007 bytes', '1899-01-01', 0, 0],
  ],
  totals: ['All', null, '1200.00', null],
} as const

test('text stays text, also what a spreadsheet would run; numbers and days are numbers', () => {
  const xml = partsOf(makeXlsx(sheet))['xl/worksheets/sheet1.xml']!
  expect(xml).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;x&quot;)</t>')
  expect(xml).not.toContain('<f>')
  expect(xml).toContain('<c r="B2" s="6"><v>46326</v></c>')
  expect(xml).toContain('<c r="C2" s="2"><v>-12.5</v></c>')
  expect(xml).toContain('<c r="D2" s="4"><v>74.5</v></c>')
  expect(xml).toContain('Ünal &lt;&amp;&gt; &quot;Sons&quot;')
  expect(xml).toContain('not a day')
  expect(xml).toContain('Bad bytes')
  expect(xml).toContain('<c r="C5" s="3"><v>1200</v></c>')
})

test('a workbook has the parts that programs ask for, and a name they take', () => {
  const parts = partsOf(makeXlsx(sheet))
  expect(Object.keys(parts).sort()).toEqual([
    ...['[Content_Types].xml', '_rels/.rels', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml'],
    ...['xl/workbook.xml', 'xl/worksheets/sheet1.xml'],
  ])
  expect(parts['xl/workbook.xml']).toContain('name="Tax  October 2026"')
  expect(makeXlsx(sheet)).toEqual(makeXlsx(sheet))
})

test('columns are named as spreadsheets name them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual([
    ...['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'],
  ])
})
