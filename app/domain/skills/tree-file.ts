/** A skill tree as a file: what is written, and what is read of one. Pure. */
import * as z from 'zod'
import { needRules, needStates } from '#app/db/studio/progression/skills-words.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { skillNameAtMost } from './skill-form.ts'
import { circleOf } from './skill-graph.ts'
import { treeFormat } from './tree-format.ts'

/** Skills of one file. */
const skillsAtMost = 600

const name = z
  .string()
  .transform(tidyText)
  .pipe(
    z
      .string()
      .min(1)
      .max(skillNameAtMost)
      .regex(/^\P{Cc}*$/u),
  )
const words = (most: number) => z.string().overwrite(tidyText).max(most).default('')

const fileSkill = z.object({
  name,
  aliases: words(120),
  tier: z.int().min(0).max(12).default(0),
  apparatus: words(60),
  about: words(1_000),
  safety: words(160),
  video: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)]).default(''),
  badge: words(40),
  points: z.int().min(0).max(1_000).default(0),
  sides: z.union([z.literal(1), z.literal(2)]).default(1),
  times: z.int().min(1).max(50).default(1),
  days: z.int().min(1).max(30).default(1),
  lapseMonths: z.int().min(1).max(120).nullable().default(null),
  needs: z
    .object({
      rule: z.enum(needRules).default('all'),
      count: z.int().min(1).max(40).default(1),
      skills: z
        .array(
          z.union([
            name.transform((one) => ({ name: one, state: 'cleared' as const })),
            z.object({ name, state: z.enum(needStates).default('cleared') }),
          ]),
        )
        .max(60)
        .default([]),
    })
    .default({ rule: 'all', count: 1, skills: [] }),
})

const treeFile = z.object({
  format: z.literal(treeFormat),
  discipline: z.string().max(80).default(''),
  skills: z.array(fileSkill).min(1).max(skillsAtMost),
})

export type FileSkill = z.output<typeof fileSkill>
export type TreeFile = z.output<typeof treeFile>

export type ReadTree =
  | { ok: true; skills: FileSkill[]; merged: number }
  | { ok: false; sentence: string }

/**
 * Reads a file of skills. Needs named twice are one (`merged` counts them); refused with a sentence
 * are what is no such file, names that come twice, and skills that lead round in a circle. Names
 * that the file has no skill for are the studio’s, whom `knows` asks.
 */
export function readTree(text: string, knows: (lowerName: string) => boolean): ReadTree {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { ok: false, sentence: 'That isn’t JSON. Export a tree to see what a file looks like.' }
  }
  const parsed = treeFile.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path ?? []
    const n = path[0] === 'skills' && typeof path[1] === 'number' ? path[1] + 1 : null
    return {
      ok: false,
      sentence:
        n === null
          ? `The file isn’t a skill tree: it needs "format": "${treeFormat}" and at least one skill, at most ${skillsAtMost}.`
          : `Skill ${n} of the file can’t be read${path[2] ? `: look at “${String(path[2])}”` : ''}.`,
    }
  }
  const { skills } = parsed.data
  const key = (one: string) => one.toLowerCase()
  const twice = skills.find(
    (skill, n) => skills.findIndex((one) => key(one.name) === key(skill.name)) !== n,
  )
  if (twice) return { ok: false, sentence: `“${twice.name}” is in the file twice.` }
  let merged = 0
  const unique = skills.map((skill) => {
    const needs = [...new Map(skill.needs.skills.map((need) => [key(need.name), need])).values()]
    merged += skill.needs.skills.length - needs.length
    return { ...skill, needs: { ...skill.needs, skills: needs } }
  })
  const names = new Set(unique.map((skill) => key(skill.name)))
  for (const skill of unique) {
    const stranger = skill.needs.skills.find(
      (need) => !names.has(key(need.name)) && !knows(key(need.name)),
    )
    if (stranger) {
      const sentence = `“${skill.name}” needs “${stranger.name}”, which is neither in the file nor in your tree.`
      return { ok: false, sentence }
    }
  }
  const circle = circleOf(
    unique.map((skill) => ({
      id: key(skill.name),
      needs: skill.needs.skills.map((need) => ({ id: key(need.name), state: need.state })),
    })),
  )
  if (circle) {
    const called = circle.map((id) => unique.find((one) => key(one.name) === id)?.name ?? id)
    return { ok: false, sentence: circleWords(called) }
  }
  return { ok: true, skills: unique, merged }
}

/** `“A” needs “B”, which needs “A”. Skills can’t lead round in a circle.` */
export const circleWords = (names: readonly string[]): string => {
  const shown = names.slice(0, 6)
  const [first = '', ...rest] = shown.map((one) => `“${one}”`)
  const chain = `${first} needs ${rest.join(', which needs ')}`
  return names.length === 1
    ? `${first} can’t need itself.`
    : `${chain}, which needs ${names.length > 6 ? '… ' : ''}“${names[0]}”. Skills can’t lead round in a circle.`
}
