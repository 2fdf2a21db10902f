/**
 * Pictures of a studio made of its look, its initial and its name on its colour: for who shares a
 * link and for who keeps the studio on a phone. Pure.
 */
import { accentHex, hexFrom, type StudioColour, studioAccent } from '../colour.ts'
import { initialOf } from '../text/initial-of.ts'
import { capHeight, letterStrokes, lineStrokes, type Stroke } from './letters.ts'
import type { Indexed } from './png.ts'

/** What platforms show of a shared link. */
const shareSize = { width: 1200, height: 630 }

/** Steps of an edge between two colours. */
const shades = 15
/** Where the colours of each edge begin in the palette. */
const onGround = 0
const onMark = shades + 1
const inkOnGround = 2 * (shades + 1)

/** `colour` null is the house's own ink on paper. */
export type Look = { name: string; colour: StudioColour | null }

export const houseLook: Look = { name: 'Cadence', colour: null }

const ink = '#26221d'
const paper = '#ffffff'

/** The accent and the paler ground of a look. */
export function studioColours(colour: StudioColour | null): { accent: string; ground: string } {
  if (!colour) return { accent: ink, ground: '#f6f4f0' }
  const { hue, chroma } = studioAccent(colour)
  const ground = hexFrom({ lightness: 0.955, chroma: chroma ? 0.025 : 0, hue })
  return { accent: accentHex(colour), ground }
}

/** The icon of an app: its initial on a square that is full of its colour. */
export function iconPicture(look: Look, side: number): Indexed {
  const canvas = new Canvas(side, side, studioColours(look.colour))
  canvas.box(0, 0, side, side, 0)
  canvas.mark(look, side / 2, side / 2, side)
  return canvas.picture
}

/** The picture beside a shared link: the mark, and the name as large as fits into two lines. */
export function sharePicture(look: Look): Indexed {
  const { width, height } = shareSize
  const canvas = new Canvas(width, height, studioColours(look.colour))
  const lines = fitted(look.name, width - 2 * margin)
  const side = lines ? 200 : 320
  const named = (lines ?? []).reduce((sum, { scale }) => sum + capHeight * scale * lineGap, 0)
  const x = lines ? margin : (width - side) / 2
  const y = (height - foot - side - (lines ? named + 40 : 0)) / 2
  canvas.box(x, y, side, side, side * 0.28)
  canvas.mark(look, x + side / 2, y + side / 2, side)
  for (const [i, { strokes, scale }] of (lines ?? []).entries()) {
    const top = y + side + 60 + i * capHeight * scale * lineGap
    canvas.draw(strokes, { x: margin, y: top, scale, pen: scale * 0.8, edge: inkOnGround })
  }
  canvas.box(0, height - foot, width, foot, 0)
  return canvas.picture
}

const margin = 90
/** The band of the accent below. */
const foot = 18
/** From one line to the next, in heights of a capital. */
const lineGap = 1.55
/** Pixels a unit of the letters' grid, the largest first. */
const sizes = [14, 12, 10, 8, 6.5]

/** A name in one or two lines; null for one that has a letter we cannot draw, or is too long. */
function fitted(name: string, room: number): { strokes: Stroke[]; scale: number }[] | null {
  const words = name.trim().split(/\s+/)
  for (const scale of sizes) {
    for (let cut = words.length; cut > 0; cut -= 1) {
      const lines = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')].filter(Boolean)
      const drawn = lines.map(lineStrokes)
      const fits = drawn.every((line) => line && line.width * scale <= room)
      if (fits) return drawn.flatMap((line) => (line ? [{ strokes: line.strokes, scale }] : []))
    }
  }
  return null
}

/** Four beats, the mark of the house, on the grid of the letters. */
const beats: Stroke[] = [
  [0, 3.6, 0, 4.4],
  [2.4, 1.8, 2.4, 6.2],
  [4.8, 2.7, 4.8, 5.3],
  [7.2, 1.4, 7.2, 6.6],
]

class Canvas {
  readonly picture: Indexed

  constructor(
    width: number,
    height: number,
    { accent, ground }: Record<'accent' | 'ground', string>,
  ) {
    const palette = [...edge(ground, accent), ...edge(accent, paper), ...edge(ground, ink)]
    this.picture = { width, height, pixels: new Uint8Array(width * height), palette }
  }

  /** A box of the accent, its corners round. */
  box(left: number, top: number, width: number, height: number, radius: number): void {
    const [middleX, middleY] = [left + width / 2, top + height / 2]
    this.cover(left, top, left + width, top + height, onGround, (x, y) => {
      const outX = Math.abs(x - middleX) - width / 2 + radius
      const outY = Math.abs(y - middleY) - height / 2 + radius
      const outside = Math.hypot(Math.max(outX, 0), Math.max(outY, 0))
      return radius - outside - Math.min(Math.max(outX, outY), 0)
    })
  }

  /** The initial in the middle of a box of that side; the beats where it cannot be drawn. */
  mark({ name, colour }: Look, x: number, y: number, side: number): void {
    const strokes = (colour && letterStrokes(initialOf(name))) ?? beats
    const reach = (of: (stroke: Stroke) => number[]) => strokes.flatMap(of)
    const width = Math.max(...reach(([a, , b]) => [a, b]))
    const scale = (side * 0.46) / capHeight
    const at = { x: x - (width * scale) / 2, y: y - (capHeight * scale) / 2 }
    this.draw(strokes, { ...at, scale, pen: side * 0.072, edge: onMark })
  }

  /** Strokes with a round pen of that width. */
  draw(
    strokes: readonly Stroke[],
    to: { x: number; y: number; scale: number; pen: number; edge: number },
  ): void {
    for (const [fromX, fromY, endX, endY] of strokes) {
      const [x1, y1] = [to.x + fromX * to.scale, to.y + fromY * to.scale]
      const [x2, y2] = [to.x + endX * to.scale, to.y + endY * to.scale]
      const [dx, dy] = [x2 - x1, y2 - y1]
      const square = dx * dx + dy * dy || 1
      const pen = to.pen / 2
      const box = [Math.min(x1, x2) - pen, Math.min(y1, y2) - pen] as const
      this.cover(...box, Math.max(x1, x2) + pen, Math.max(y1, y2) + pen, to.edge, (x, y) => {
        const along = Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / square, 0), 1)
        return pen - Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
      })
    }
  }

  /** Colours what lies inside; `depth` is how far, in pixels, negative outside. */
  private cover(
    left: number,
    top: number,
    right: number,
    bottom: number,
    first: number,
    depth: (x: number, y: number) => number,
  ): void {
    const { width, height, pixels } = this.picture
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y += 1) {
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, Math.ceil(right)); x += 1) {
        const part = Math.min(Math.max(depth(x + 0.5, y + 0.5) + 0.5, 0), 1)
        const shade = Math.round(part * shades)
        const at = y * width + x
        const before = pixels[at] ?? 0
        const kept = before >= first && before < first + shades + 1 ? before - first : 0
        if (shade > kept) pixels[at] = first + shade
      }
    }
  }
}

/** The colours from one to another. */
function edge(from: string, to: string): string[] {
  const parts = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))
  const [a, b] = [parts(from), parts(to)]
  return Array.from({ length: shades + 1 }, (_, step) => {
    const mixed = a.map((part, i) => Math.round(part + (((b[i] ?? part) - part) * step) / shades))
    return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  })
}
