/** What the forms of a flow send. Messages are on the type: empty arrives as none. */
import * as z from 'zod'
import { levels } from '#app/domain/training/exercise-vocabulary.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { longestTrack, sides } from '../plan/flow-plan.ts'

const reload = 'Reload the page and try again'
const key = z.string({ error: reload }).regex(idForm, { error: reload })
const partId = z.string({ error: reload }).regex(/^[\w-]{1,40}$/, { error: reload })
const direction = z.enum(['up', 'down'], { error: reload })

const text = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Write at most ${most.toLocaleString('en-GB')} characters` })
    .default('')

const named = (what: string, most: number) =>
  z
    .string({ error: `Enter ${what}` })
    .overwrite(tidyText)
    .min(1, { error: `Enter ${what}` })
    .max(most, { error: `Enter ${what} of at most ${most} characters` })

const whole = (least: number, most: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })

const aboutFields = {
  title: named('a title', 80),
  discipline: z.string().max(40).default(''),
  level: z.enum(levels, { error: 'Choose one of the list' }).or(z.literal('')).default(''),
  focus: text(80),
  minutes: whole(5, 240, 'Enter a length from 5 to 240 minutes'),
  breath: whole(2, 20, 'Enter from 2 to 20 seconds').default(5),
  notes: text(1_000),
}

export const newFlowForm = z.object({ key, ...aboutFields })
export type NewFlowForm = z.output<typeof newFlowForm>

/** `version` is when the details were last changed. */
export const flowDetailsForm = z.object({ version: versionField, ...aboutFields })
export type FlowDetailsForm = z.output<typeof flowDetailsForm>

/** What one item asks; `length` is typed: `8 min`, `1:30`, `5 breaths`. */
const itemFields = {
  item: partId,
  version: versionField,
  name: named('a name', 120),
  /** The exercise of the library that is meant; empty leaves it to the name. */
  exercise: z.string().max(40).default(''),
  length: named('a length, such as 8 min or 5 breaths', 30),
  side: z.enum(sides, { error: 'Choose one of the list' }).default(''),
  transition: text(200),
  cue: text(500),
  easier: text(200),
  harder: text(200),
  level: z.string().max(40).default(''),
  track: z.string().max(40).default(''),
}

export const itemForm = z.object({ act: z.literal('item'), ...itemFields })
export const addItemsForm = z.object({
  act: z.literal('add'),
  block: partId,
  key,
  text: z
    .string({ error: 'Write at least one line' })
    .overwrite(tidyText)
    .max(20_000, { error: 'Write at most 20,000 characters' }),
})
export const trackForm = z.object({
  act: z.literal('track'),
  key,
  title: named('the title', 120),
  length: named('the length, such as 3:45', 30),
  licence: text(120),
})
export const blockForm = z.object({ act: z.literal('block'), key, name: named('a name', 60) })

/** Every change of a flow's timeline, by its act. */
export const flowEditForm = z.discriminatedUnion(
  'act',
  [
    itemForm,
    addItemsForm,
    trackForm,
    blockForm,
    z.object({ act: z.literal('remove'), item: partId, version: versionField }),
    z.object({ act: z.literal('mirror'), item: partId, version: versionField }),
    z.object({ act: z.literal('move'), item: partId, to: direction }),
    z.object({ act: z.literal('other_side'), block: partId, key }),
    z.object({
      act: z.literal('rename'),
      block: partId,
      version: versionField,
      name: named('a name', 60),
    }),
    z.object({ act: z.literal('remove_block'), block: partId, version: versionField }),
    z.object({ act: z.literal('move_block'), block: partId, to: direction }),
    z.object({ act: z.literal('remove_track'), track: partId }),
    z.object({ act: z.literal('undo'), version: versionField }),
  ],
  { error: reload },
)
export type FlowEditForm = z.output<typeof flowEditForm>

export const flowStateForm = z.object({
  act: z.enum(['share', 'draft', 'archive', 'restore'], { error: reload }),
})
export type FlowStateForm = z.output<typeof flowStateForm>

export const copyFlowForm = z.object({ key })

export const flowCommentForm = z.object({
  act: z.enum(['add', 'settle', 'reopen'], { error: reload }),
  key,
  item: z.string().max(40).default(''),
  text: text(1_000),
})
export type FlowCommentForm = z.output<typeof flowCommentForm>

export const restoreForm = z.object({ version: versionField, from: versionField })

/** The longest piece of music there is, in words. */
export const trackWords = `from 1 second to ${longestTrack / 60} minutes`
