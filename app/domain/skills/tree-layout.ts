/** Where each skill stands on the map, and the lines between them. Pure, and the same each time. */
import type { Node } from './skill-graph.ts'

type Placed = Pick<Node, 'id' | 'needs'> & { tier: number; name: string }

/** Units of the drawing: what a box measures and how far apart they stand. */
export const box = { width: 160, height: 42, across: 206, down: 60, top: 34 }

export type TreeLayout = {
  width: number
  height: number
  tiers: { tier: number; x: number }[]
  /** The left upper corner of each skill’s box. */
  at: ReadonlyMap<string, { x: number; y: number }>
}

/**
 * Skills in columns by tier, each as near as can be to what leads to it, none over another. A tree
 * of 400 skills takes about a millisecond.
 */
export function layTree(skills: readonly Placed[]): TreeLayout {
  const tiers = [...new Set(skills.map(({ tier }) => tier))].sort((a, b) => a - b)
  const rows = new Map<string, number>()
  const at = new Map<string, { x: number; y: number }>()
  let lowest = 0
  tiers.forEach((tier, column) => {
    const wanted = skills
      .filter((skill) => skill.tier === tier)
      .map((skill) => {
        const from = skill.needs.flatMap(({ id }) => rows.get(id) ?? [])
        const middle = from.length > 0 ? from.reduce((a, b) => a + b, 0) / from.length : null
        return { ...skill, middle }
      })
      // What nothing leads to stands below what comes from the column before.
      .sort(
        (a, b) =>
          (a.middle ?? Number.POSITIVE_INFINITY) - (b.middle ?? Number.POSITIVE_INFINITY) ||
          (a.name < b.name ? -1 : 1),
      )
    let next = 0
    wanted.forEach((skill, n) => {
      // Those that wait below take up their rows: nobody is pushed further than needed.
      const row = Math.max(next, n, Math.round(skill.middle ?? next))
      rows.set(skill.id, row)
      at.set(skill.id, { x: column * box.across, y: box.top + row * box.down })
      next = row + 1
    })
    lowest = Math.max(lowest, next)
  })
  return {
    width: Math.max(1, tiers.length - 1) * box.across + box.width,
    height: box.top + Math.max(1, lowest) * box.down,
    tiers: tiers.map((tier, column) => ({ tier, x: column * box.across })),
    at,
  }
}

/** The line from a skill to the one it leads to, as part of an SVG path. */
export function lineBetween(from: { x: number; y: number }, to: { x: number; y: number }): string {
  if (from.x === to.x) {
    const [upper, lower] = from.y < to.y ? [from, to] : [to, from]
    return `M${from.x + box.width / 2} ${upper.y + box.height}V${lower.y}`
  }
  const [left, right] = from.x < to.x ? [from, to] : [to, from]
  const [x1, y1] = [left.x + box.width, left.y + box.height / 2]
  const [x2, y2] = [right.x, right.y + box.height / 2]
  if (y1 === y2) return `M${x1} ${y1}H${x2}`
  const middle = Math.round((x1 + x2) / 2)
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
}
