import type { FieldMetadata } from '@conform-to/react'
import type { FieldRules } from '#app/values/field-rules.ts'
import type { IconChoices } from '#app/values/icon.ts'

/** What an action answered instead of a redirect; the counterpart of `app/http/form.server.ts`. */
export type PageFormAnswer = { result: unknown; refusal: string | null; icons?: IconChoices }

/** A field with what its schema asks of it (`app/http/field-rules.server.ts`). */
export type Field = Pick<
  FieldMetadata<unknown>,
  'id' | 'name' | 'errorId' | 'descriptionId' | 'errors' | 'initialValue' | 'formId'
> &
  FieldRules & {
    /** What someone else saved here while the form was open, where it differs from what is typed. */
    saved?: string | undefined
  }

/** Refusals of a form that someone else saved first. */
const stale: readonly (string | null | undefined)[] = ['changed', 'changed_meanwhile']

export const isStale = (answer: PageFormAnswer | undefined): boolean =>
  stale.includes(answer?.refusal)

/** What a refused form was sent with, by name; null where no form came back. */
export const sentOf = (answer: PageFormAnswer | undefined): Record<string, unknown> | null =>
  (answer?.result as { initialValue?: Record<string, unknown> | null } | undefined)?.initialValue ??
  null

/** The sentences a refused form came back with at a field, or of the form as a whole (`''`). */
export const errorsOf = (answer: PageFormAnswer | undefined, name: string): readonly string[] =>
  (answer?.result as { error?: Record<string, string[] | null> | null } | undefined)?.error?.[
    name
  ] ?? []

/**
 * The version to send with a form: the one it was opened at. A refused form keeps its own, also
 * when the page around it has read a newer one: pressing again must not save over what nobody saw.
 */
export function openedVersion(
  answer: PageFormAnswer | undefined,
  version: string | number | null,
): string | null {
  const sent = sentOf(answer)?.version
  if (typeof sent === 'string') return sent
  return version === null ? null : String(version)
}

/** The draft a form was opened beside, by id; '' for none. A refused form keeps it like its version. */
export function openedDraft(answer: PageFormAnswer | undefined, draft: string): string {
  const sent = sentOf(answer)
  // An empty field arrives as none.
  if (sent) return typeof sent.planned === 'string' ? sent.planned : ''
  return draft
}

/** What is saved in a field now, where a stale form says something else there. */
export function savedMeanwhile(
  answer: PageFormAnswer | undefined,
  name: string,
  saved: string,
): string | undefined {
  if (!isStale(answer)) return undefined
  const typed = sentOf(answer)?.[name] ?? ''
  // Browsers send lines with both of their ends.
  return typeof typed === 'string' && typed.replaceAll('\r\n', '\n') !== saved ? saved : undefined
}
