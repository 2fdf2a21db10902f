/**
 * Capitals and figures as single strokes on a grid 8 high, so that a picture can say a name without
 * a font. Pairs of digits are points; `a` is a quarter of an ellipse, by its corner and its end; a
 * space lifts the pen.
 */
const shapes: Record<string, string> = {
  A: '083068 1656',
  B: '34040030a5052a5434a5456a58380804',
  C: '71a6040a0004a0848a6877',
  D: '080020a6064a682808',
  E: '50000858 0444',
  F: '500008 0444',
  G: '71a6040a0004a0848a78757454',
  H: '0008 6068 0464',
  I: '0008',
  J: '4046a4828a0806',
  K: '0008 5005 2358',
  L: '000848',
  M: '0800468088',
  N: '08006860',
  O: '40a8084a8848a0804a0040',
  P: '080030a5052a543404',
  Q: '40a8084a8848a0804a0040 5588',
  R: '080030a5052a543404 3458',
  S: '52a503020a0002a042434a5456a583828a0806',
  T: '0060 3038',
  U: '0005a0838a686560',
  V: '003860',
  W: '0028416880',
  X: '0068 6008',
  Y: '003460 3438',
  Z: '00600868',
  0: '30a6064a6838a0804a0030',
  1: '022028',
  2: '02a002030a5052530858',
  3: '02a002030a5052a543424 34a5456a583828a0806',
  4: '48400666',
  5: '50000333a535556a583828a0806',
  6: '40a000506a082838a5856a543424a0406',
  7: '006028',
  8: '2030a5052a543424a0402a0020 2434a5456a583828a0806a0424',
  9: '18a585352a503020a0002a042434a5452',
  '&': '3236 1454',
  '+': '3236 1454',
  '-': '1454',
  '.': '0808',
  "'": '0002',
}

/** A line from one point to another. */
export type Stroke = readonly [x: number, y: number, toX: number, toY: number]

/** Height of the capitals, in units of their grid. */
export const capHeight = 8
/** Between two letters, and what a space takes, in the same units. */
const letterGap = 2.6
const spaceWidth = 4

/** Lines that a quarter of an ellipse is made of. */
const quarter = 10
/** How far along to its corner a curve that looks like an ellipse pulls. */
const pull = 0.5523

/** The strokes of one character; null for one that we cannot draw. */
export function letterStrokes(character: string): Stroke[] | null {
  const shape = shapes[character === '’' ? "'" : character]
  return shape === undefined ? null : shape.split(' ').flatMap(strokesOf)
}

function strokesOf(path: string): Stroke[] {
  const strokes: Stroke[] = []
  const point = (i: number) => [Number(path[i]), Number(path[i + 1])] as const
  let [x, y] = point(0)
  if (path === '0808') strokes.push([x, y, x, y])
  const to = (nextX: number, nextY: number) => {
    strokes.push([x, y, nextX, nextY])
    x = nextX
    y = nextY
  }
  for (let i = 2; i < path.length; i += 2) {
    if (path[i] !== 'a') {
      to(...point(i))
      continue
    }
    const [fromX, fromY] = [x, y]
    const [cornerX, cornerY] = point(i + 1)
    const [endX, endY] = point(i + 3)
    for (let step = 1; step <= quarter; step += 1) {
      const at = step / quarter
      to(curve(at, fromX, cornerX, endX), curve(at, fromY, cornerY, endY))
    }
    i += 3
  }
  return strokes
}

/** One coordinate of a cubic curve whose two handles lie on the way to the corner. */
function curve(at: number, from: number, corner: number, end: number): number {
  const rest = 1 - at
  const first = from + pull * (corner - from)
  const second = end + pull * (corner - end)
  return rest ** 3 * from + 3 * rest ** 2 * at * first + 3 * rest * at ** 2 * second + at ** 3 * end
}

/** A line of text as strokes from 0, with its width; null where a character cannot be drawn. */
export function lineStrokes(text: string): { strokes: Stroke[]; width: number } | null {
  const strokes: Stroke[] = []
  let left = 0
  for (const character of text.toUpperCase()) {
    if (character === ' ') {
      left += spaceWidth
      continue
    }
    const letter = letterStrokes(character)
    if (!letter) return null
    const width = Math.max(...letter.map(([x, , toX]) => Math.max(x, toX)))
    strokes.push(...letter.map(([x, y, toX, toY]) => [x + left, y, toX + left, toY] as const))
    left += width + letterGap
  }
  return { strokes, width: Math.max(0, left - letterGap) }
}
