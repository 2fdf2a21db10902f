import type { Submission } from '@conform-to/dom'
import * as z from 'zod'
import type { StepInput } from '#app/domain/onboarding/save-setup-step.server.ts'
import type { SetupStep } from '#app/domain/onboarding/setup-draft.ts'
import {
  classFields,
  classRow,
  colourFields,
  priceFields,
  publishFields,
  roomFields,
  roomRow,
  ruleFields,
  studioFields,
  taxFields,
  waiverFields,
  weekFields,
  weekRow,
} from '#app/domain/onboarding/setup-fields.ts'
import type { WeekFromFile } from '#app/domain/onboarding/week-from-file.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { parseForm, parsePosted, readPosted } from '#app/http/form.server.ts'
import { settleColour } from '#app/http/posted-picks.server.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { decodeText } from '#app/values/table/decode-text.ts'

export type ReadStep = {
  submission: Submission<unknown, string[], unknown>
  /** Null where something was filled in wrongly. */
  input: StepInput | null
  /** Sentences of fields that are not checked by a schema, by name. */
  wrong?: Record<string, string[]>
}

/** What each field of a step asks; those of rows by `rooms[].name`, where none must be filled in. */
export function stepRules(step: SetupStep, currency: string): FormRules {
  switch (step) {
    case 'studio':
      return fieldRules(studioFields)
    case 'rooms':
      return { ...fieldRules(roomFields), ...rowRules('rooms', roomRow) }
    case 'classes':
      return rowRules('classes', classRow)
    case 'week':
      return rowRules('classes', weekRow)
    case 'prices':
      return fieldRules(priceFields(currency))
    case 'rules':
      return fieldRules(ruleFields(currency))
    case 'tax':
      return fieldRules(taxFields)
    case 'waiver':
      return fieldRules(waiverFields)
    case 'colour':
      return fieldRules(colourFields)
    case 'publish':
      return fieldRules(publishFields)
  }
}

const rowRules = (name: string, row: z.ZodType): FormRules =>
  Object.fromEntries(
    Object.entries(fieldRules(row)).map(([cell, { required: _, ...rules }]) => [
      `${name}[].${cell}`,
      rules,
    ]),
  )

/**
 * Reads the form of a step behind the first; `currency` is what its amounts are typed in,
 * `settleLogo` stores the picture that came along and answers the sentence of a refusal,
 * `readWeek` says what a timetable in a file makes of the answers.
 */
export function readStep(
  step: Exclude<SetupStep, 'studio' | 'publish'>,
  request: Request,
  currency: string,
  {
    settleLogo,
    readWeek,
  }: {
    settleLogo: (form: FormData) => Promise<string | null>
    readWeek: (text: string) => WeekFromFile
  },
): Promise<ReadStep> {
  switch (step) {
    case 'rooms':
      return read(request, roomFields, (rooms) => ({ step, ...rooms }))
    case 'classes':
      return read(request, classFields, (classes) => ({ step, ...classes }))
    case 'week':
      return readWeekForm(request, readWeek)
    case 'prices':
      return read(request, priceFields(currency), (prices) => ({ step, ...prices }))
    case 'rules':
      return read(request, ruleFields(currency), (rules) => ({ step, ...rules }))
    case 'tax':
      return read(request, taxFields, (tax) => ({ step, ...tax }))
    case 'waiver':
      return read(request, waiverFields, (waiver) => ({ step, ...waiver }))
    case 'colour':
      return readBrand(request, settleLogo)
  }
}

/** The rows of the week, or the file that has them: a chosen file counts for the whole week. */
async function readWeekForm(
  request: Request,
  readWeek: (text: string) => WeekFromFile,
): Promise<ReadStep> {
  const posted = await readPosted(request, { megabytes: 2 })
  const file = posted.get('file')
  const submission = parsePosted(posted, weekFields)
  const typed = submission as ReadStep['submission']
  if (!(file instanceof File)) {
    const ok = submission.status === 'success'
    return { submission: typed, input: ok ? { step: 'week', ...submission.value } : null }
  }
  const found = readWeek(decodeText(new Uint8Array(await file.arrayBuffer())).text)
  // What was typed in the rows is of no matter here, and wrong where they are empty.
  const chosen = parsePosted(posted, fileFields) as ReadStep['submission']
  if (!found.ok) return { submission: chosen, input: null, wrong: { file: found.problems } }
  const { classes, week } = found
  return { submission: chosen, input: { step: 'timetable', classes, week } }
}

const fileFields = z.object({})

async function readBrand(
  request: Request,
  settleLogo: (form: FormData) => Promise<string | null>,
): Promise<ReadStep> {
  const posted = await readPosted(request, { megabytes: 20 })
  settleColour(posted, 'colour')
  const refusal = await settleLogo(posted)
  const submission = parsePosted(posted, colourFields)
  return {
    submission: submission as ReadStep['submission'],
    input:
      submission.status === 'success' && !refusal ? { step: 'colour', ...submission.value } : null,
    ...(refusal ? { wrong: { logo: [refusal] } } : {}),
  }
}

async function read<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  toInput: (value: z.output<Schema>) => StepInput,
): Promise<ReadStep> {
  const submission = await parseForm(request, schema)
  return {
    submission: submission as ReadStep['submission'],
    input: submission.status === 'success' ? toInput(submission.value) : null,
  }
}

/**
 * The set-up that a form was shown for: a form of another one, or of another account, is nobody's.
 */
export function setupOf(submission: { payload: Record<string, unknown> }): string | null {
  const { setup } = submission.payload
  return typeof setup === 'string' && setup !== '' ? setup : null
}
