/** What the forms of skills and their assessments send. Messages are on the type: empty arrives as none. */
import * as z from 'zod'
import { needRules, type needStates } from '#app/db/studio/progression/skills-words.ts'
import { date, formKey } from '#app/domain/people/person-fields.ts'
import { asked, wholeNumberRules } from '#app/values/field-rules.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'

export const skillNameAtMost = 60

const line = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Write at most ${most} characters` })
    .regex(/^\P{Cc}*$/u, { error: 'Write it on one line' })
    .default('')

const paragraph = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\r\n', '\n').trim())
    .max(most, { error: `Write at most ${most.toLocaleString('en-GB')} characters` })
    .default('')

/** A whole number between two, `without` where nothing is typed. */
const whole = <None extends number | null>(least: number, most: number, without: None) => {
  const error = `Enter a whole number from ${least} to ${most}`
  return asked(
    z
      .string()
      .default('')
      .transform((given, ctx): number | None => {
        const typed = given.trim()
        if (typed === '') return without
        if (/^\d{1,9}$/.test(typed) && Number(typed) >= least && Number(typed) <= most)
          return Number(typed)
        ctx.addIssue({ code: 'custom', message: error })
        return z.NEVER
      }),
    {
      pattern: wholeNumberRules(least, most).pattern,
      title: error,
      inputMode: 'numeric',
    },
  )
}

/** Ticks of one name: none, one or several. */
const ticks = z
  .union([
    z.array(z.string().max(80)),
    z
      .string()
      .max(80)
      .transform((one) => [one]),
  ])
  .optional()
  .transform((given) => [...new Set((given ?? []).filter(Boolean))])

const link = z.url({ protocol: /^https$/ }).max(300)

/** No link is an empty field, which forms are read without: a schema of its own would ask for it. */
const video = z
  .string()
  .default('')
  .transform((text) => text.trim())
  .refine((text) => text === '' || link.safeParse(text).success, {
    error: 'Enter a link that begins with https://',
  })

/** A skill’s name and how far it has to be, as a line of the form says it. */
export type NeedLine = { name: string; state: (typeof needStates)[number] }

/** Skills that lead to another, one a line: `Crossknee release, familiar`. Twice is once. */
function needLines(text: string): NeedLine[] {
  const lines = new Map<string, NeedLine>()
  for (const typed of text.split('\n').map(tidyText).filter(Boolean)) {
    const parts = /^(.*?)\s*[,:]\s*(familiar|cleared)$/iu.exec(typed)
    const name = parts?.[1] ?? typed
    const state = parts?.[2]?.toLowerCase() === 'familiar' ? 'familiar' : 'cleared'
    lines.set(name.toLowerCase(), { name, state })
  }
  return [...lines.values()]
}

export const skillForm = z
  .object({
    key: formKey,
    version: versionField,
    name: z
      .string({ error: 'Enter a name' })
      .overwrite(tidyText)
      .min(1, { error: 'Enter a name' })
      .max(skillNameAtMost, { error: `Enter a name of at most ${skillNameAtMost} characters` })
      .regex(/^\P{Cc}*$/u, { error: 'Enter a name without control characters' }),
    aliases: line(120),
    tier: whole(0, 12, 0),
    apparatus: line(60),
    about: paragraph(1_000),
    safety: line(160),
    video,
    badge: line(40),
    points: whole(0, 1_000, 0),
    twoSided: z.literal('on').optional(),
    times: whole(1, 50, 1),
    days: whole(1, 30, 1),
    needs: z
      .string()
      .max(3_000, { error: 'Name at most 40 skills' })
      .default('')
      .transform(needLines)
      .refine((lines) => lines.length <= 40, { error: 'Name at most 40 skills' }),
    needsRule: z.enum(needRules, { error: 'Choose how many of them' }).default('all'),
    needsCount: whole(1, 40, 1),
    lapseMonths: whole(1, 120, null),
    assessor: ticks,
    teaches: ticks,
    asks: ticks,
    levels: ticks,
  })
  .refine(
    ({ needsRule, needsCount, needs }) => needsRule !== 'some' || needsCount <= needs.length,
    {
      path: ['needsCount'],
      error: 'That is more than you named',
    },
  )
export type SkillForm = z.output<typeof skillForm>

const assessmentFields = {
  key: formKey,
  note: line(300),
  evidence: video,
  on: date,
}

const reps = whole(0, 99, 0)

/** One person’s day with a skill. */
export const assessForm = z.object({
  ...assessmentFields,
  person: z.string({ error: 'Choose a person' }).min(1, { error: 'Choose a person' }).max(40),
  left: reps,
  right: reps,
  familiar: z.literal('on').optional(),
  /** Cleared before the studio kept its tree: no rule is asked. */
  brought: z.literal('on').optional(),
})

/** A skill of a whole class: `left.<person>` and `right.<person>` are read beside it. */
export const assessClassForm = z.object({
  key: formKey,
  skill: z.string({ error: 'Choose a skill' }).min(1, { error: 'Choose a skill' }).max(40),
  note: line(300),
})

/** A member says they can do it; a coach has to see it. */
export const claimForm = z.object({ key: formKey, note: line(300), evidence: video })
