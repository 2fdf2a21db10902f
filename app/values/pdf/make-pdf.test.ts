import { unzlibSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildFont } from '../../../scripts/fonts/build-fonts.ts'
import { outlineOf, readFont } from './font.ts'
import { layOut, type PdfBlock, page, widthOf } from './lay-out.ts'
import { lackingIn, makePdf, type PdfDocument, pdfFonts } from './make-pdf.ts'
import { subsetFont } from './subset-font.ts'

const fonts = pdfFonts(buildFont('regular'), buildFont('bold'))

const documentOf = (...blocks: PdfBlock[]): PdfDocument => ({
  title: 'Waiver',
  author: 'Northside',
  language: 'en-GB',
  created: '2026-10-12T09:00:00Z',
  foot: 'Northside',
  blocks,
})

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** The streams of a file, unpacked, as a reader finds them: by the table at its end. */
function streamsOf(pdf: Uint8Array): Uint8Array[] {
  const text = latin(pdf)
  const begins = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const rows = [...text.slice(begins).matchAll(/^(\d{10}) 00000 n $/gm)]
  return rows.flatMap(([, place], i) => {
    const body = text.slice(Number(place))
    expect(body.startsWith(`${i + 1} 0 obj\n`)).toBe(true)
    const packed = /^\d+ 0 obj\n<< \/Length (\d+) \/Filter \/FlateDecode[^>]*>>\nstream\n/.exec(
      body,
    )
    if (!packed) return []
    const start = Number(place) + packed[0].length
    return [unzlibSync(pdf.subarray(start, start + Number(packed[1])))]
  })
}

/** What somebody would copy out of it, a line a run. */
function textOf(pdf: Uint8Array): string[] {
  const streams = streamsOf(pdf).map(latin)
  const maps = streams
    .filter((stream) => stream.includes('begincmap'))
    .map(
      (map) =>
        new Map(
          [...map.matchAll(/^<(\w{4})> <(\w+)>$/gm)].map(([, glyph, units]) => [
            glyph!,
            String.fromCharCode(...units!.match(/.{4}/g)!.map((unit) => Number.parseInt(unit, 16))),
          ]),
        ),
    )
  return streams
    .filter((stream) => stream.includes(' Tj ET'))
    .flatMap((content) =>
      [...content.matchAll(/\/([RB]) [\d.]+ Tf .* Tm <(\w*)> Tj/g)].map(([, font, hex]) =>
        (hex!.match(/.{4}/g) ?? []).map((glyph) => maps[font === 'R' ? 0 : 1]!.get(glyph)).join(''),
      ),
    )
}

test('names of Latin, Cyrillic and Greek are set letter by letter, and can be copied', () => {
  const names = ['Łukasz Żółć', 'Nguyễn Thị Hằng', 'Zoë Ærø', 'Михаил Щукин', 'Ελένη Παπαδοπούλου']
  const pdf = makePdf(
    documentOf(
      { kind: 'title', text: 'Waiver' },
      ...names.map((text): PdfBlock => ({ kind: 'text', text })),
      { kind: 'facts', rows: [['Price', '£20.00 · 18 €, “now”']] },
    ),
    fonts,
  )
  expect(latin(pdf.subarray(0, 8))).toBe('%PDF-1.7')
  expect(textOf(pdf)).toEqual([
    'Waiver',
    ...names,
    'Price',
    '£20.00 · 18 €, “now”',
    'Northside',
    '1 / 1',
  ])
  expect(pdf.length).toBeLessThan(60_000)
})

test('a letter typed as two is set as one, and what the fonts lack is named and never made a question mark', () => {
  const typed = 'Nguyễn'.normalize('NFD')
  expect(textOf(makePdf(documentOf({ kind: 'text', text: typed }), fonts))[0]).toBe('Nguyễn')
  const lacking = documentOf({ kind: 'text', text: 'Ana 李雷 שלום 👍' })
  expect(lackingIn(lacking, fonts)).toEqual(['李', '雷', 'ש', 'ל', 'ו', 'ם', '👍'])
  expect(() => makePdf(lacking, fonts)).toThrow('The fonts lack 李')
})

test('long texts go over pages, every word of them, and words wider than the page are broken', () => {
  const text = Array.from({ length: 1_500 }, (_, i) => `word${i}`).join(' ')
  const url = `https://example.test/${'x'.repeat(300)}`
  const runs = textOf(
    makePdf(
      documentOf({ kind: 'text', text }, { kind: 'rule' }, { kind: 'text', text: url }),
      fonts,
    ),
  )
  const pages = runs.filter((run) => /^\d+ \/ \d+$/.test(run))
  expect(pages).toEqual(['1 / 4', '2 / 4', '3 / 4', '4 / 4'])
  const body = runs.filter((run) => run !== 'Northside' && !/^\d+ \/ \d+$/.test(run))
  expect(body.join(' ')).toContain('word0 word1')
  expect(
    body
      .join(' ')
      .split(' ')
      .filter((word) => word.startsWith('word')),
  ).toHaveLength(1_500)
  expect(body.join('')).toContain(url)
})

test('a table whose columns ask for more than the page is broken into lines inside of it', () => {
  const names = Array.from({ length: 5 }, (_, i) => `A long name of the column ${i}`)
  const rows = [['Ana', ...names.map((name) => `${name} says more than a third of a page holds`)]]
  const head = ['Person', ...names]
  const sums = [{ label: 'All of them', value: '1,200.00', strong: true }]
  const table = { kind: 'table', head, rows, sums } as const
  const [laid] = layOut([table], fonts)
  for (const { text, x, size, bold } of laid!.runs) {
    expect(x).toBeGreaterThanOrEqual(page.side)
    const end = x + widthOf(bold ? fonts.bold : fonts.regular, text, size)
    expect(end).toBeLessThanOrEqual(page.width - page.side + 0.01)
  }
  const words = textOf(makePdf(documentOf(table), fonts)).join(' ')
  for (const word of ['Person', 'Ana', 'column', 'third', '1,200.00']) expect(words).toContain(word)
})

test('a column that is narrower than a letter comes to an end', () => {
  const head = ['Person', ...Array.from({ length: 60 }, (_, i) => `No ${i}`)]
  const pages = layOut([{ kind: 'table', head, rows: [head], sums: [] }], fonts)
  expect(pages.flatMap(({ runs }) => runs).map(({ text }) => text)).toContain('P')
})

test('the same words make the same file', () => {
  const document = documentOf({ kind: 'heading', text: 'House rules' })
  expect(makePdf(document, fonts)).toEqual(makePdf(document, fonts))
})

test('a font that is cut keeps the outlines and widths of what it keeps, also of letters made of others', () => {
  const { bytes, glyphOf } = subsetFont(
    fonts.regular,
    [...'ŁĄẽ1'].map((c) => c.codePointAt(0)!),
  )
  const cut = readFont(bytes)
  for (const [code, glyph] of glyphOf) {
    expect(cut.glyphOf(code)).toBe(glyph)
    const old = fonts.regular.glyphOf(code)
    expect(cut.advanceOf(glyph)).toBe(fonts.regular.advanceOf(old))
    expect(outlineOf(cut, glyph).length).toBe(outlineOf(fonts.regular, old).length)
  }
  expect(cut.glyphOf('a'.codePointAt(0)!)).toBe(0)
  expect(bytes.length).toBeLessThan(12_000)
})
