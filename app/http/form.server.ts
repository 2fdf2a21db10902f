import type { Submission, SubmissionResult } from '@conform-to/dom'
import { parseWithZod } from '@conform-to/zod/v4'
import { json } from '@remix-run/cloudflare'
import type * as z from 'zod'
import type { IconChoices } from '#app/values/icon.ts'
import { readBytes } from '#app/values/read-bytes.ts'
import { plainWords } from './field-rules.server.ts'

/** What an action answers when its form was not accepted: status 422, the typed values kept. */
export type FormAnswer = {
  result: SubmissionResult<string[]>
  /**
   * The code of a refusal, for `data-refusal` beside its sentence; null when fields were filled in
   * wrongly.
   */
  refusal: string | null
  /** For the icon picker of the form, where it has one. */
  icons?: IconChoices
}

/** What a form is shown again with, beside its own values. */
type Beside = Pick<FormAnswer, 'icons'>

const bodyLimit = 64 * 1024
const fieldLimit = 500

// `a`, `a.b`, `a[12].b`: what our forms name their fields. Other names could only build odd objects
// or huge arrays.
const fieldName = /^[A-Za-z]\w{0,60}(?:\.[A-Za-z0-9]\w{0,60}|\[\d{1,3}\]){0,6}$/
const forbiddenName = /(?:^|\.)(?:constructor|prototype)(?:\.|\[|$)/

/**
 * Reads and checks a posted form. Never throws on odd bodies: what is no form reads as an empty
 * one, and files and strange names are dropped. A body over 64 kB is answered with 413.
 */
export async function parseForm<Schema extends z.ZodType>(request: Request, schema: Schema) {
  return parsePosted(await readPosted(request), schema)
}

/**
 * A posted form as it came, without names that no form of ours has. Files are among its values only
 * where `megabytes` says how much they may weigh together; more is answered with 413.
 */
export async function readPosted(
  request: Request,
  { megabytes }: { megabytes?: number } = {},
): Promise<FormData> {
  const body =
    megabytes === undefined
      ? await readBody(request)
      : await readBody(
          request,
          bodyLimit + megabytes * 1024 * 1024,
          `That’s more than ${megabytes} MB. Choose a smaller picture.`,
        )
  const form = new FormData()
  try {
    const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' }
    const posted = await new Response(body, { headers }).formData()
    for (const [name, value] of [...posted.entries()].slice(0, fieldLimit)) {
      if (!fieldName.test(name) || forbiddenName.test(name)) continue
      if (typeof value === 'string') form.append(name, value)
      else if (megabytes !== undefined && value.size > 0) form.append(name, value)
    }
  } catch {
    return form
  }
  return form
}

/**
 * Checks a form that was read. Files are no fields: what they are for is settled before
 * (`posted-picks.server.ts`).
 */
export function parsePosted<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Submission<z.input<Schema>, string[], z.output<Schema>> {
  const fields = new FormData()
  for (const [name, value] of form.entries())
    if (typeof value === 'string') fields.append(name, value)
  try {
    return parseWithZod(fields, { schema, error: plainWords })
  } catch {
    // Names that contradict each other, such as `a` beside `a.b`.
    return parseWithZod(new FormData(), { schema, error: plainWords })
  }
}

/**
 * The body of a post, read no further than `limit` bytes; beyond them it throws 413 with
 * `sentence`.
 */
export async function readBody(
  request: Request,
  limit = bodyLimit,
  sentence = 'The form is larger than 64 kB. Shorten what you wrote.',
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Response(sentence, { status: 413 })
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge()
  const bytes = await readBytes(request.body, limit)
  if (!bytes) throw tooLarge()
  return bytes
}

type AnySubmission = Submission<unknown, string[], unknown>

/** Passwords are never written back into a page. */
const secrets = (submission: AnySubmission) =>
  Object.keys(submission.payload).filter((name) => /password/i.test(name))

/** Hidden fields that pages send along: nobody can mend them but by opening the page again. */
const sentAlong = ['key', 'version']

/** A hidden field has no place for its sentence: the form as a whole says what to do. */
function withoutHidden(result: FormAnswer['result']): FormAnswer['result'] {
  const { error } = result
  if (!sentAlong.some((name) => error?.[name]?.length)) return result
  const shown = Object.entries(error ?? {}).filter(([name]) => !sentAlong.includes(name))
  const own = error?.[''] ?? []
  const all = { ...Object.fromEntries(shown), '': [...own, 'Reload the page and try again.'] }
  return { ...result, error: all }
}

/**
 * Answers a form whose fields are filled in wrongly: 422 with the sentences and the typed values.
 * `also` are sentences of fields that are not checked by the schema, by name.
 */
export function invalid(
  submission: AnySubmission,
  also?: Record<string, string[]>,
  beside: Beside = {},
) {
  const result = submission.reply({
    hideFields: secrets(submission),
    ...(also && Object.keys(also).length > 0 ? { fieldErrors: also } : {}),
  })
  const answer: FormAnswer = { result: withoutHidden(result), refusal: null, ...beside }
  return json(answer, { status: 422 })
}

/**
 * The typed values of a form that was not sent for good, such as one whose button only looks
 * something up.
 */
export function shownAgain(submission: AnySubmission, beside: Beside): FormAnswer {
  const { initialValue } = submission.reply({ hideFields: secrets(submission) })
  return {
    result: { initialValue: initialValue ?? {} } as FormAnswer['result'],
    refusal: null,
    ...beside,
  }
}

/**
 * Answers a form that was filled in well and refused all the same: 422 with `code`, beside a
 * sentence for the form or for single fields by name, and the typed values.
 */
export function refused(
  submission: AnySubmission,
  { fields, form, code }: { fields?: Record<string, string[]>; form?: string[]; code: string },
  beside: Beside = {},
) {
  const result = submission.reply({
    hideFields: secrets(submission),
    ...(fields ? { fieldErrors: fields } : {}),
    ...(form ? { formErrors: form } : {}),
  })
  const answer: FormAnswer = { result, refusal: code, ...beside }
  return json(answer, { status: 422 })
}

/**
 * Answers a form that was opened before somebody else saved `what`, such as `this room`. Its page
 * keeps the version it was opened at and says at each field what is saved now.
 */
export const outdated = (submission: AnySubmission, what: string, beside: Beside = {}) =>
  refused(
    submission,
    {
      form: [`Someone else has changed ${what}. Open the page again and make your change there.`],
      code: 'changed',
    },
    beside,
  )

/** The same of a page that somebody reloads: `code` is the refusal of the use case. */
export const changedMeanwhile = (submission: AnySubmission, code: string) =>
  refused(submission, {
    form: ['Someone else changed this meanwhile. Reload the page; yours isn’t saved.'],
    code,
  })
