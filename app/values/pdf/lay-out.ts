/** Sets the blocks of a document on pages: lines, columns, where each run of text stands. Pure. */
import type { Font } from './font.ts'

export type PdfBlock =
  | { kind: 'title' | 'heading' | 'text' | 'small'; text: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'rule' }
  /**
   * Columns of which the first takes the room that is left; the others stand to the right. What is
   * wider than its column is broken into lines. `head` names them, `sums` follow under a rule, the
   * strong ones in bold.
   */
  | {
      kind: 'table'
      head: readonly string[]
      rows: readonly (readonly string[])[]
      sums: readonly { label: string; value: string; strong?: boolean }[]
    }

export type PdfFonts = { regular: Font; bold: Font }

/** Text as it is set: composed, and every sort of blank one blank. */
export const tidy = (text: string) => text.normalize('NFC').replace(/[\t\u00ad\u200b]/g, ' ')

export const page = { width: 595.28, height: 841.89, side: 62, top: 66, bottom: 72 }
const column = page.width - 2 * page.side

const styles = {
  title: { size: 19, line: 25, bold: true, before: 0, after: 6 },
  heading: { size: 12.5, line: 17, bold: true, before: 12, after: 4 },
  text: { size: 10.5, line: 15.5, bold: false, before: 0, after: 7 },
  small: { size: 9, line: 13, bold: false, before: 0, after: 5 },
  label: { size: 9, line: 15.5, bold: false, before: 0, after: 0 },
} as const

/** Labels of facts stand in a column of their own. */
const labelWidth = 118

/** Between two columns of a table. */
const gap = 14

/** What of the page the first column of a table keeps, whatever the others ask for. */
const firstAtLeast = 0.25

type Run = { text: string; x: number; y: number; size: number; bold: boolean; soft?: boolean }
export type Page = { runs: Run[]; rules: number[] }

export const widthOf = (font: Font, text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + font.advanceOf(font.glyphOf(letter.codePointAt(0)!)), 0) *
  (size / font.unitsPerEm)

/** Lines no wider than `width`; a word that is wider alone is broken. */
function linesOf(font: Font, text: string, size: number, width: number): string[] {
  return tidy(text)
    .split(/\r?\n/)
    .flatMap((paragraph) => {
      const lines: string[] = []
      let line = ''
      for (const word of paragraph.split(' ')) {
        const longer = line === '' ? word : `${line} ${word}`
        if (widthOf(font, longer, size) <= width) {
          line = longer
          continue
        }
        if (line !== '') lines.push(line)
        line = word
        // A line has one letter at least, however narrow: else there is no end to them.
        while ([...line].length > 1 && widthOf(font, line, size) > width) {
          let fits = ''
          for (const letter of line) {
            if (widthOf(font, fits + letter, size) > width && fits !== '') break
            fits += letter
          }
          lines.push(fits)
          line = line.slice(fits.length)
        }
      }
      return [...lines, line]
    })
}

/** Widths that come to `room` at most: who asks for less than an even share keeps what they ask for. */
function sharedOut(asked: readonly number[], room: number): number[] {
  let left = room
  for (const [i, width] of asked.toSorted((a, b) => a - b).entries()) {
    const even = Math.max(0, left) / (asked.length - i)
    if (width > even) return asked.map((one) => Math.min(one, even))
    left -= width
  }
  return [...asked]
}

/** The pages of a document, from its first block down. */
export function layOut(blocks: readonly PdfBlock[], fonts: PdfFonts): Page[] {
  const pages: Page[] = [{ runs: [], rules: [] }]
  let y = page.height - page.top
  const here = () => pages.at(-1)!
  const room = (needed: number) => {
    if (y - needed >= page.bottom) return
    pages.push({ runs: [], rules: [] })
    y = page.height - page.top
  }
  const put = (name: keyof typeof styles, text: string, x = page.side, width = column) => {
    const { size, line, bold } = styles[name]
    for (const words of linesOf(bold ? fonts.bold : fonts.regular, text, size, width)) {
      room(line)
      y -= line
      here().runs.push({
        text: words,
        x,
        y,
        size,
        bold,
        soft: name === 'label' || name === 'small',
      })
    }
  }
  const layOutTable = ({ head, rows, sums }: Extract<PdfBlock, { kind: 'table' }>) => {
    const { size, line } = styles.text
    const asked = head
      .slice(1)
      .map((title, i) =>
        Math.max(
          widthOf(fonts.regular, tidy(title), styles.label.size),
          ...rows.map((row) => widthOf(fonts.regular, tidy(row[i + 1] ?? ''), size)),
          ...(i === head.length - 2
            ? sums.map(({ value }) => widthOf(fonts.bold, tidy(value), size))
            : []),
        ),
      )
    const widths = sharedOut(asked, column * (1 - firstAtLeast) - gap * asked.length)
    const first = column - widths.reduce((sum, width) => sum + width + gap, 0)
    /** One row, from its first line down; `y` is left under its last. */
    const row = (cells: readonly string[], name: 'label' | 'text', bold = false) => {
      const font = bold ? fonts.bold : fonts.regular
      const { size } = styles[name]
      const columns = [first, ...widths].map((width, i) =>
        linesOf(font, cells[i] ?? '', size, width),
      )
      const lines = Math.max(...columns.map(({ length }) => length))
      room(Math.min(lines, 4) * line)
      for (let n = 0; n < lines; n += 1) {
        room(line)
        y -= line
        let right = page.side + first
        for (const [i, broken] of columns.entries()) {
          if (i > 0) right += gap + (widths[i - 1] ?? 0)
          const text = broken[n] ?? ''
          if (text === '' && i > 0) continue
          const x = i === 0 ? page.side : right - widthOf(font, text, size)
          here().runs.push({ text, x, y, size, bold, soft: name === 'label' })
        }
      }
    }
    const ruled = () => {
      room(9)
      y -= 5
      here().rules.push(y)
      y -= 4
    }
    row(head, 'label')
    ruled()
    for (const cells of rows) {
      row(cells, 'text')
      ruled()
    }
    const blank = Array.from({ length: Math.max(0, head.length - 2) }, () => '')
    for (const { label, value, strong = false } of sums)
      row([label, ...blank, value], 'text', strong)
    y -= 7
  }
  for (const block of blocks) {
    if (block.kind === 'rule') {
      room(16)
      y -= 8
      here().rules.push(y)
      y -= 8
    } else if (block.kind === 'table') {
      layOutTable(block)
    } else if (block.kind === 'facts') {
      for (const [label, value] of block.rows) {
        const lines = linesOf(fonts.regular, value, styles.text.size, column - labelWidth).length
        // A label stays beside the first lines of what it names.
        room(Math.min(lines, 3) * styles.text.line)
        const top = y
        put('label', label, page.side, labelWidth - 10)
        const below = y
        y = top
        put('text', value, page.side + labelWidth, column - labelWidth)
        y = Math.min(y, below)
      }
      y -= 7
    } else {
      const { before, after, line } = styles[block.kind]
      if (y < page.height - page.top) y -= before
      // A heading is not the last line of a page.
      if (block.kind === 'heading') room(line * 3)
      put(block.kind, block.text)
      y -= after
    }
  }
  return pages
}
