/** Reads what of a TrueType font is needed to set text in it, and cuts it to some characters. Pure. */

export type Font = {
  bytes: Uint8Array
  tables: ReadonlyMap<string, { offset: number; length: number }>
  unitsPerEm: number
  ascent: number
  descent: number
  box: readonly [number, number, number, number]
  glyphs: number
  /** The glyph of a character; 0 where the font has none. */
  glyphOf: (codePoint: number) => number
  /** How wide a glyph is, in units of the font. */
  advanceOf: (glyph: number) => number
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Throws where the bytes are no TrueType font with outlines. */
export function readFont(file: Uint8Array): Font {
  // Of a Node buffer `slice` is no copy.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
  const view = viewOf(bytes)
  const tables = new Map<string, { offset: number; length: number }>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + i * 16
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4))
    tables.set(tag, { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) })
  }
  const at = (tag: string): number => {
    const table = tables.get(tag)
    if (!table) throw new Error(`The font has no table ${tag}`)
    return table.offset
  }
  const [head, hhea, hmtx] = [at('head'), at('hhea'), at('hmtx')]
  const measured = view.getUint16(hhea + 34)
  return {
    bytes,
    tables,
    unitsPerEm: view.getUint16(head + 18),
    ascent: view.getInt16(hhea + 4),
    descent: view.getInt16(hhea + 6),
    box: [36, 38, 40, 42].map((i) => view.getInt16(head + i)) as [number, number, number, number],
    glyphs: view.getUint16(at('maxp') + 4),
    glyphOf: readMap(view, at('cmap')),
    advanceOf: (glyph) => view.getUint16(hmtx + 4 * Math.min(glyph, measured - 1)),
  }
}

/** The widest map of characters that the font has: format 12, else 4. */
function readMap(view: DataView, cmap: number): Font['glyphOf'] {
  const found = new Map<number, number>()
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const start = cmap + view.getUint32(cmap + 8 + i * 8)
    const format = view.getUint16(start)
    if (format === 4 || format === 12) found.set(format, start)
  }
  const wide = found.get(12)
  if (wide !== undefined) return (code) => inGroups(view, wide, code)
  const narrow = found.get(4)
  if (narrow === undefined) throw new Error('The font has no map of characters that we read')
  return (code) => (code > 0xffff ? 0 : inSegments(view, narrow, code))
}

function inGroups(view: DataView, start: number, code: number): number {
  let [low, high] = [0, view.getUint32(start + 12) - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const group = start + 16 + middle * 12
    if (code < view.getUint32(group)) high = middle - 1
    else if (code > view.getUint32(group + 4)) low = middle + 1
    else return view.getUint32(group + 8) + code - view.getUint32(group)
  }
  return 0
}

function inSegments(view: DataView, start: number, code: number): number {
  const twice = view.getUint16(start + 6)
  const [ends, starts] = [start + 14, start + 16 + twice]
  const [deltas, ranges] = [starts + twice, starts + 2 * twice]
  for (let i = 0; i < twice; i += 2) {
    if (code > view.getUint16(ends + i)) continue
    if (code < view.getUint16(starts + i)) return 0
    const [delta, range] = [view.getInt16(deltas + i), view.getUint16(ranges + i)]
    if (range === 0) return (code + delta) & 0xffff
    const glyph = view.getUint16(ranges + i + range + 2 * (code - view.getUint16(starts + i)))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}

/** The bytes of one table; none where the font does not have it. */
export function tableOf({ bytes, tables }: Font, tag: string): Uint8Array {
  const table = tables.get(tag)
  return table ? bytes.subarray(table.offset, table.offset + table.length) : new Uint8Array()
}

/** The outline of a glyph; empty for one that draws nothing. */
export function outlineOf(font: Font, glyph: number): Uint8Array {
  const [loca, glyf] = [viewOf(tableOf(font, 'loca')), tableOf(font, 'glyf')]
  const long = viewOf(tableOf(font, 'head')).getInt16(50) === 1
  const placeOf = (i: number) => (long ? loca.getUint32(i * 4) : loca.getUint16(i * 2) * 2)
  return glyf.subarray(placeOf(glyph), placeOf(glyph + 1))
}

/** Where in an outline that is made of others the numbers of these stand. */
export function partsOf(outline: Uint8Array): number[] {
  if (outline.length === 0 || viewOf(outline).getInt16(0) >= 0) return []
  const view = viewOf(outline)
  const places: number[] = []
  for (let at = 10, more = true; more; ) {
    const flags = view.getUint16(at)
    places.push(at + 2)
    at += 4 + (flags & 0x01 ? 4 : 2)
    if (flags & 0x08) at += 2
    else if (flags & 0x40) at += 4
    else if (flags & 0x80) at += 8
    more = (flags & 0x20) !== 0
  }
  return places
}
