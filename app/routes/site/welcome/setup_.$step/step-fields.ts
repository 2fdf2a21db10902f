import type { Field, PageFormAnswer } from '#app/ui/form/form-answer.ts'
import type { FormRules } from '#app/values/field-rules.ts'

type Result = { initialValue?: Record<string, unknown>; error?: Record<string, string[] | null> }

export type StepFields = {
  /** A field by its name, `rooms[0].name`, with what was typed, else what was saved. */
  field(name: string, saved?: string | number | null): Field
  /** The typed values of a name that may be posted several times. */
  list(name: string): string[]
  /** Everything that is wrong, in the order it was found, each with the id of its field. */
  errors: { field: string | null; text: string }[]
  refusal: string | null
}

/**
 * The fields of a form whose rows are many and alike; a page without scripts needs no more than
 * names and values. `rules` are what its schema asks by name, those of a row by `rooms[].name`.
 */
export function stepFields(
  id: string,
  answer: PageFormAnswer | undefined,
  rules: FormRules,
): StepFields {
  const { initialValue, error } = (answer?.result ?? {}) as Result
  const fieldId = (name: string) => `${id}-${name.replace(/[[\].]+/g, '-')}`
  return {
    field: (name, saved) => ({
      id: fieldId(name),
      name,
      formId: id,
      errorId: `${fieldId(name)}-error`,
      descriptionId: `${fieldId(name)}-hint`,
      errors: error?.[name] ?? undefined,
      initialValue: answer ? typedAt(initialValue, name) : saved?.toString(),
      ...rules[name.replace(/\[\d+\]/, '[]')],
    }),
    list: (name) => {
      const typed = initialValue?.[name]
      return (Array.isArray(typed) ? typed : [typed]).filter(
        (value): value is string => typeof value === 'string',
      )
    },
    errors: Object.entries(error ?? {}).flatMap(([name, texts]) =>
      (texts ?? [])
        .slice(0, 1)
        .map((text) => ({ field: name === '' ? null : fieldId(name), text })),
    ),
    refusal: answer?.refusal ?? null,
  }
}

/** The typed text at `rooms[0].name` of a nested value. */
function typedAt(value: unknown, name: string): string | undefined {
  const found = name
    .split(/[[\].]+/)
    .filter(Boolean)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value)
  return typeof found === 'string' ? found : undefined
}
