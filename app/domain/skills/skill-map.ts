/** A tree as the map draws it, with somebody’s states where one is asked for. Pure. */
import type { LocalDate } from '#app/values/zone.ts'
import { type SkillStatus, type Stands, statusOf } from './skill-graph.ts'
import type { TreeSkill } from './skill-queries.server.ts'
import { tierWords } from './skill-words.ts'
import { layTree, lineBetween } from './tree-layout.ts'

/** What is said below a name on the map: how many days of those it needs. */
function subOf(skill: TreeSkill, status: SkillStatus, stands: Stands): string {
  if (status !== 'learning' && status !== 'familiar') return ''
  return skill.days > 1 ? `${stands.get(skill.id)?.days ?? 0} of ${skill.days} days` : ''
}

/**
 * The map of a tree. `lit` are ids of a way that stands out; `hrefOf` says where a box leads.
 */
export function toSkillMap(
  skills: readonly TreeSkill[],
  {
    stands,
    today,
    lit,
    hrefOf,
  }: {
    stands: Stands
    today: LocalDate
    lit: readonly string[]
    hrefOf: (skillId: string) => string
  },
) {
  const layout = layTree(skills)
  const shines = new Set(lit)
  const parts: { plain: string[]; lit: string[] } = { plain: [], lit: [] }
  for (const skill of skills) {
    const to = layout.at.get(skill.id)
    for (const need of skill.needs) {
      const from = layout.at.get(need.id)
      if (!from || !to) continue
      const way = shines.has(skill.id) && shines.has(need.id) ? parts.lit : parts.plain
      way.push(lineBetween(from, to))
    }
  }
  return {
    width: layout.width,
    height: layout.height,
    tiers: layout.tiers.map(({ tier, x }) => ({ x, name: tierWords(tier) })),
    nodes: skills.map((skill) => {
      const status = statusOf(skill, stands, today)
      return {
        id: skill.id,
        name: skill.name,
        status,
        sub: subOf(skill, status, stands),
        ...layout.at.get(skill.id)!,
        href: hrefOf(skill.id),
      }
    }),
    lines: parts.plain.join(''),
    lit: parts.lit.join(''),
  }
}

/** How many skills are in each state, for a sentence: `7 cleared, 1 familiar, 6 locked`. */
export function statusCounts(
  skills: readonly TreeSkill[],
  stands: Stands,
  today: LocalDate,
): [SkillStatus, number][] {
  const counts = new Map<SkillStatus, number>()
  for (const skill of skills) {
    const status = statusOf(skill, stands, today)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts]
}

/** Days of a way, each a class: `about 9 classes`. */
export const classesOf = (steps: readonly { days: number }[]): number =>
  steps.reduce((sum, { days }) => sum + days, 0)
