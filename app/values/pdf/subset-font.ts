/** A font of some characters alone: what a document carries of it, and what the build ships. Pure. */
import { type Font, outlineOf, partsOf, tableOf } from './font.ts'

export type Subset = {
  bytes: Uint8Array
  /** The glyph of each character in the new font. */
  glyphOf: ReadonlyMap<number, number>
  /** The glyphs of the old font, by their number in the new one. */
  glyphs: readonly number[]
}

/**
 * The font with the characters of `codes` that it has; glyphs get new numbers. `also` names tables
 * that are taken as they are.
 */
export function subsetFont(
  font: Font,
  codes: Iterable<number>,
  also: readonly string[] = ['cvt ', 'fpgm', 'prep', 'OS/2'],
): Subset {
  const numbers = new Map([[0, 0]])
  const numberOf = (old: number) => {
    if (!numbers.has(old)) numbers.set(old, numbers.size)
    return numbers.get(old)!
  }
  const glyphOf = new Map<number, number>()
  for (const code of [...new Set(codes)].sort((a, b) => a - b)) {
    const old = font.glyphOf(code)
    if (old > 0) glyphOf.set(code, numberOf(old))
  }
  const outlines: Uint8Array[] = []
  // The list grows while it is walked: parts of glyphs join it.
  for (const old of numbers.keys()) {
    const outline = outlineOf(font, old).slice()
    const view = new DataView(outline.buffer)
    for (const at of partsOf(outline)) view.setUint16(at, numberOf(view.getUint16(at)))
    outlines.push(outline)
  }
  const glyphs = [...numbers.keys()]
  const tables: [tag: string, bytes: Uint8Array][] = [
    ...also.map((tag): [string, Uint8Array] => [tag, tableOf(font, tag)]),
    ['cmap', mapTable(glyphOf)],
    ['glyf', joined(outlines.map(padded))],
    ['head', headTable(font)],
    ['hhea', countTable(font, 'hhea', 34, glyphs.length)],
    ['hmtx', widthTable(font, glyphs)],
    ['loca', placeTable(outlines)],
    ['maxp', countTable(font, 'maxp', 4, glyphs.length)],
    ['post', postTable()],
  ]
  return { bytes: fontFile(tables.filter(([, bytes]) => bytes.length > 0)), glyphOf, glyphs }
}

const padded = (bytes: Uint8Array): Uint8Array => {
  const whole = new Uint8Array((bytes.length + 3) & ~3)
  whole.set(bytes)
  return whole
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Characters to glyphs, in format 12: one group a character, or a run of them. */
function mapTable(glyphOf: ReadonlyMap<number, number>): Uint8Array {
  const groups: [first: number, last: number, glyph: number][] = []
  for (const [code, glyph] of glyphOf) {
    const run = groups.at(-1)
    if (run && run[1] === code - 1 && run[2] + code - run[0] === glyph) run[1] = code
    else groups.push([code, code, glyph])
  }
  const bytes = new Uint8Array(12 + 16 + groups.length * 12)
  const view = new DataView(bytes.buffer)
  view.setUint16(2, 1)
  view.setUint16(4, 3)
  view.setUint16(6, 10)
  view.setUint32(8, 12)
  view.setUint16(12, 12)
  view.setUint32(16, 16 + groups.length * 12)
  view.setUint32(24, groups.length)
  for (const [i, group] of groups.entries())
    for (const [j, value] of group.entries()) view.setUint32(28 + i * 12 + j * 4, value)
  return bytes
}

function headTable(font: Font): Uint8Array {
  const bytes = tableOf(font, 'head').slice()
  const view = new DataView(bytes.buffer)
  view.setUint32(8, 0)
  view.setInt16(50, 1)
  return bytes
}

/** A table with how many glyphs there are at `at`. */
function countTable(font: Font, tag: string, at: number, count: number): Uint8Array {
  const bytes = tableOf(font, tag).slice()
  new DataView(bytes.buffer).setUint16(at, count)
  return bytes
}

function widthTable(font: Font, glyphs: readonly number[]): Uint8Array {
  const from = tableOf(font, 'hmtx')
  const old = new DataView(from.buffer, from.byteOffset, from.byteLength)
  const hhea = tableOf(font, 'hhea')
  const measured = new DataView(hhea.buffer, hhea.byteOffset).getUint16(34)
  const bytes = new Uint8Array(glyphs.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [i, glyph] of glyphs.entries()) {
    const bearing = glyph < measured ? glyph * 4 + 2 : measured * 4 + (glyph - measured) * 2
    view.setUint16(i * 4, font.advanceOf(glyph))
    view.setInt16(i * 4 + 2, old.getInt16(bearing))
  }
  return bytes
}

function placeTable(outlines: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array((outlines.length + 1) * 4)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [i, { length }] of outlines.entries()) {
    at += (length + 3) & ~3
    view.setUint32((i + 1) * 4, at)
  }
  return bytes
}

/** Names of glyphs, of which there are none. */
function postTable(): Uint8Array {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(0, 0x00030000)
  return bytes
}

function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = 0
  for (let i = 0; i < bytes.length; i += 4) sum = (sum + view.getUint32(i)) >>> 0
  return sum
}

function fontFile(tables: readonly [tag: string, bytes: Uint8Array][]): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const power = 2 ** Math.floor(Math.log2(sorted.length))
  const index = new Uint8Array(12 + sorted.length * 16)
  const view = new DataView(index.buffer)
  view.setUint32(0, 0x00010000)
  view.setUint16(4, sorted.length)
  view.setUint16(6, power * 16)
  view.setUint16(8, Math.log2(power))
  view.setUint16(10, (sorted.length - power) * 16)
  let offset = index.length
  const bodies = sorted.map(([tag, bytes], i) => {
    const body = padded(bytes)
    index.set(
      [...tag].map((letter) => letter.charCodeAt(0)),
      12 + i * 16,
    )
    view.setUint32(16 + i * 16, checksum(body))
    view.setUint32(20 + i * 16, offset)
    view.setUint32(24 + i * 16, bytes.length)
    offset += body.length
    return body
  })
  const file = joined([index, ...bodies])
  const head = sorted.findIndex(([tag]) => tag === 'head')
  const at = view.getUint32(20 + head * 16)
  new DataView(file.buffer).setUint32(at + 8, (0xb1b0afba - checksum(file)) >>> 0)
  return file
}
