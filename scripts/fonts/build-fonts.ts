/**
 * The fonts of PDFs: DejaVu Sans cut to Latin, Cyrillic and Greek. What needs shaping, such as
 * Arabic, is left out on purpose: a document that has it is printed from its page instead.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readFont } from '../../app/values/pdf/font.ts'
import { subsetFont } from '../../app/values/pdf/subset-font.ts'

const require = createRequire(import.meta.url)

/** Signs that are put over others stand in none of these: most letters have one of their own. */
const ranges = [
  [0x0020, 0x007e],
  [0x00a0, 0x024f],
  [0x0370, 0x03ff],
  [0x0400, 0x0482],
  [0x048a, 0x052f],
  [0x1e00, 0x1fff],
  [0x2010, 0x2027],
  [0x202f, 0x205e],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2260, 0x2265],
] as const

const codes = ranges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i),
)

/** `regular` and `bold`, as files among the assets. */
export const documentFonts = { regular: 'DejaVuSans', bold: 'DejaVuSans-Bold' } as const

/** One of them, with what says whose it is. */
export function buildFont(weight: keyof typeof documentFonts): Uint8Array<ArrayBuffer> {
  const path = require.resolve(`dejavu-fonts-ttf/ttf/${documentFonts[weight]}.ttf`)
  const font = readFont(readFileSync(path))
  const { bytes } = subsetFont(font, codes, ['OS/2', 'name', 'cvt ', 'fpgm', 'prep'])
  return bytes as Uint8Array<ArrayBuffer>
}
