/**
 * The one writer of PDF: text in blocks on A4 pages, set in fonts that it carries (decision 48).
 * Pure: the same words make the same file.
 */
import type { Instant } from '../instant.ts'
import { type Font, readFont } from './font.ts'
import { layOut, type Page, type PdfBlock, type PdfFonts, page, tidy, widthOf } from './lay-out.ts'
import { PdfFile, pdfText } from './pdf-file.ts'
import { type Subset, subsetFont } from './subset-font.ts'

export type PdfDocument = {
  title: string
  author: string
  /** BCP 47. */
  language: string
  created: Instant
  blocks: readonly PdfBlock[]
  /** At the foot of each page, before its number. */
  foot: string
}

export const pdfFonts = (regular: Uint8Array, bold: Uint8Array): PdfFonts => ({
  regular: readFont(regular),
  bold: readFont(bold),
})

/** Every word of a document. */
const wordsOf = ({ blocks, foot }: Pick<PdfDocument, 'blocks' | 'foot'>): string =>
  [
    foot,
    ...blocks.flatMap((block) => {
      if (block.kind === 'rule') return []
      if (block.kind === 'table') {
        const { head, rows, sums } = block
        return [...head, ...rows.flat(), ...sums.flatMap(({ label, value }) => [label, value])]
      }
      return block.kind === 'facts' ? block.rows.flat() : [block.text]
    }),
  ].join('\n')

/** Characters that a document needs and the fonts lack: then it is printed from its page instead. */
export function lackingIn(
  document: Pick<PdfDocument, 'blocks' | 'foot'>,
  { regular, bold }: PdfFonts,
): string[] {
  const letters = new Set(tidy(wordsOf(document)).replace(/[\r\n]/g, ''))
  return [...letters].filter((letter) => {
    const code = letter.codePointAt(0)!
    return regular.glyphOf(code) === 0 || bold.glyphOf(code) === 0
  })
}

/** A document as a file. Throws where a character is lacking: `lackingIn` asks before. */
export function makePdf(document: PdfDocument, fonts: PdfFonts): Uint8Array {
  const lacking = lackingIn(document, fonts)
  if (lacking.length > 0) throw new Error(`The fonts lack ${lacking.join(' ')}`)
  const pages = layOut(document.blocks, fonts)
  for (const [i, { runs }] of pages.entries()) {
    const [y, size] = [page.bottom - 34, 8.5]
    const number = `${i + 1} / ${pages.length}`
    const x = page.width - page.side - widthOf(fonts.regular, number, size)
    runs.push({ text: tidy(document.foot), x: page.side, y, size, bold: false, soft: true })
    runs.push({ text: number, x, y, size, bold: false, soft: true })
  }
  return fileOf(document, pages, fonts)
}

const fixed = (value: number): string => String(Math.round(value * 100) / 100)

function fileOf(document: PdfDocument, pages: readonly Page[], fonts: PdfFonts): Uint8Array {
  const file = new PdfFile()
  const lettersOf = (bold: boolean) =>
    pages.flatMap(({ runs }) =>
      runs.filter((run) => run.bold === bold).flatMap(({ text }) => [...text]),
    )
  const cut = (font: Font, bold: boolean) =>
    subsetFont(
      font,
      lettersOf(bold).map((letter) => letter.codePointAt(0)!),
    )
  const [regular, bold] = [cut(fonts.regular, false), cut(fonts.bold, true)]
  const regularId = addFont(file, fonts.regular, regular, 'AAAAAA+DocumentSans')
  const boldId = addFont(file, fonts.bold, bold, 'AAAAAB+DocumentSans-Bold')
  const tree = file.reserve()
  const kids = pages.map((one) => {
    const content = file.addStream(contentOf(one, { regular, bold }))
    return file.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${page.width} ${page.height}] ` +
        `/Resources << /Font << /R ${regularId} 0 R /B ${boldId} 0 R >> >> ` +
        `/Contents ${content} 0 R >>`,
    )
  })
  const references = kids.map((id) => `${id} 0 R`).join(' ')
  file.write(tree, `<< /Type /Pages /Kids [${references}] /Count ${kids.length} >>`)
  const root = file.add(
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang ${pdfText(document.language)} ` +
      '/ViewerPreferences << /DisplayDocTitle true >> >>',
  )
  const date = `(D:${document.created.replace(/[^\d]/g, '')}Z)`
  const info = file.add(
    `<< /Title ${pdfText(document.title)} /Author ${pdfText(document.author)} ` +
      `/Producer ${pdfText('Cadence')} /CreationDate ${date} /ModDate ${date} >>`,
  )
  return file.toBytes({ root, info, id: idOf(`${document.title} ${document.created}`) })
}

/** Sixteen bytes in hex that follow from the words. */
function idOf(words: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (const letter of words) {
    a = Math.imul(a ^ letter.codePointAt(0)!, 0x01000193) >>> 0
    b = Math.imul(b + a, 0x85ebca6b) >>> 0
  }
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0')
  return hex(a) + hex(b) + hex(a ^ b) + hex(a + b)
}

const hexOf = (glyph: number): string => glyph.toString(16).padStart(4, '0')

function contentOf({ runs, rules }: Page, subsets: { regular: Subset; bold: Subset }): string {
  const lines = rules.map(
    (y) => `0.8 G 0.5 w ${page.side} ${fixed(y)} m ${page.width - page.side} ${fixed(y)} l S`,
  )
  for (const { text, x, y, size, bold, soft } of runs) {
    const { glyphOf } = bold ? subsets.bold : subsets.regular
    const glyphs = [...text].map((letter) => hexOf(glyphOf.get(letter.codePointAt(0)!) ?? 0))
    lines.push(
      `${soft ? '0.38 g' : '0 g'} BT /${bold ? 'B' : 'R'} ${size} Tf ` +
        `1 0 0 1 ${fixed(x)} ${fixed(y)} Tm <${glyphs.join('')}> Tj ET`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** A font of the file: its outlines, its widths, and which characters its glyphs are. */
function addFont(
  file: PdfFile,
  font: Font,
  { bytes, glyphs, glyphOf }: Subset,
  name: string,
): number {
  const em = (units: number) => Math.round((units * 1000) / font.unitsPerEm)
  const program = file.addStream(bytes, `/Length1 ${bytes.length} `)
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 32 ` +
      `/FontBBox [${font.box.map(em).join(' ')}] /ItalicAngle 0 /Ascent ${em(font.ascent)} ` +
      `/Descent ${em(font.descent)} /CapHeight ${em(font.ascent)} /StemV 80 ` +
      `/FontFile2 ${program} 0 R >>`,
  )
  const widths = glyphs.map((glyph) => em(font.advanceOf(glyph))).join(' ')
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} ` +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
      `/FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [0 [${widths}]] >>`,
  )
  const unicode = file.addStream(unicodeMap(glyphOf))
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  )
}

/** Lets readers copy and search the text. */
function unicodeMap(glyphOf: ReadonlyMap<number, number>): string {
  const rows = [...glyphOf].map(([code, glyph]) => {
    const text = String.fromCodePoint(code)
    const units = Array.from({ length: text.length }, (_, i) => hexOf(text.charCodeAt(i)))
    return `<${hexOf(glyph)}> <${units.join('')}>`
  })
  const parts: string[] = []
  for (let i = 0; i < rows.length; i += 100) {
    const some = rows.slice(i, i + 100)
    parts.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...parts,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}
