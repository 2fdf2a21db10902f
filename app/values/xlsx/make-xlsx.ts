/**
 * The one writer of workbooks: a sheet of rows under a bold head that stays in view, as SpreadsheetML
 * in a zip. Text is text: nothing that was typed is run as a formula, so cells need no guard. Pure:
 * the same rows make the same file.
 */
import { strToU8, zipSync } from 'fflate'

/** `day` is a local date, written as the number that spreadsheets keep for it. */
export type SheetColumn = { name: string; kind: 'text' | 'number' | 'amount' | 'percent' | 'day' }
export type SheetCell = string | number | null

export type Sheet = {
  /** At most 31 characters; others are taken out of it. */
  name: string
  columns: readonly SheetColumn[]
  rows: readonly (readonly SheetCell[])[]
  /** A last row, bold. */
  totals?: readonly SheetCell[]
}

/** Excel's longest text of a cell. */
const longest = 32_767

/** Index of a style in `styles.xml`, plain and bold. */
const styleOf = { text: 0, number: 0, amount: 2, percent: 4, day: 6 } as const

const escaped = (text: string): string =>
  text
    .slice(0, longest)
    // What XML cannot hold at all is left out.
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(
      /[&<>"]/g,
      (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!,
    )

/** `A`, `B` … `AA` of a column from 0. */
export function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

const dayOne = Date.UTC(1899, 11, 30)
const dayForm = /^\d{4}-\d{2}-\d{2}$/

function cellXml(cell: SheetCell, at: string, { kind }: SheetColumn, bold: boolean): string {
  if (cell === null || cell === '') return ''
  const style = styleOf[kind] + (bold ? 1 : 0)
  const number = (value: number) => `<c r="${at}" s="${style}"><v>${value}</v></c>`
  if (typeof cell === 'number' && Number.isFinite(cell)) return number(cell)
  const text = String(cell)
  if (kind === 'day' && dayForm.test(text) && text >= '1900-03-01')
    return number(Math.round((Date.parse(`${text}T00:00:00Z`) - dayOne) / 86_400_000))
  if ((kind === 'amount' || kind === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return number(Number(text))
  return `<c r="${at}" s="${bold ? 1 : 0}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

function sheetXml({ columns, rows, totals }: Sheet): string {
  const line = (cells: readonly SheetCell[], nr: number, bold: boolean, kinds = columns) =>
    `<row r="${nr}">${cells
      .map((cell, i) => cellXml(cell, `${columnName(i)}${nr}`, kinds[i] ?? textColumn, bold))
      .join('')}</row>`
  const names = columns.map(({ name }) => name)
  const widths = columns
    .map(({ name, kind }, i) => {
      const wide =
        kind === 'text' ? Math.min(48, Math.max(name.length, 18)) : Math.max(name.length + 2, 12)
      return `<col min="${i + 1}" max="${i + 1}" width="${wide}" customWidth="1"/>`
    })
    .join('')
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${line(
    names,
    1,
    true,
    columns.map(() => textColumn),
  )}${rows.map((row, i) => line(row, i + 2, false)).join('')}${
    totals ? line(totals, rows.length + 2, true) : ''
  }</sheetData></worksheet>`
}

const textColumn: SheetColumn = { name: '', kind: 'text' }

/** Text, an amount with two places, a percentage, a day; each plain and bold. */
const stylesXml = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0&quot;%&quot;"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">${[
  0, 4, 164, 14,
]
  .flatMap((format) =>
    [0, 1].map(
      (font) =>
        `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    ),
  )
  .join('')}</cellXfs></styleSheet>`

/** A sheet as the bytes of an .xlsx file. */
export function makeXlsx(sheet: Sheet): Uint8Array {
  const name = escaped(
    sheet.name
      .replace(/[[\]:*?/\\']/g, ' ')
      .slice(0, 31)
      .trim() || 'Report',
  )
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml,
    'xl/worksheets/sheet1.xml': sheetXml(sheet),
  }
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])),
    { level: 6, mtime: new Date('2026-01-01T00:00:00Z') },
  )
}
