import {
  type DefaultValue,
  type FormMetadata,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import type { FormRules } from '#app/values/field-rules.ts'
import { type Field, type PageFormAnswer, savedMeanwhile } from './form-answer.ts'

export type PageForm<Fields extends Record<string, unknown>> = {
  form: FormMetadata<Fields>
  fields: { [Name in keyof Required<Fields>]: Field }
  refusal: string | null
}

/**
 * A form of a page that works without scripts: a fixed id, the typed values and the sentences of
 * the last answer, and the browser's own checks left on. `rules` are what its schema asks, as the
 * loader sends it: they name the fields, and each carries its own to its control. `values` are
 * filled in already, and said beside a field that someone else saved meanwhile.
 */
export function usePageForm<Fields extends Record<string, unknown>>(
  id: string,
  answer: PageFormAnswer | undefined,
  { rules, values }: { rules: FormRules; values?: DefaultValue<Fields> },
): PageForm<Fields> {
  const [form, fields] = useForm<Fields>({
    id,
    lastResult: (answer?.result as SubmissionResult<string[]> | undefined) ?? null,
    defaultNoValidate: false,
    ...(values === undefined ? {} : { defaultValue: values }),
  })
  const known = fields as unknown as Record<string, Field>
  const asked = Object.entries(rules).flatMap(([name, rule]): [string, Field][] => {
    const field = known[name]
    const kept = (values as Record<string, unknown> | undefined)?.[name]
    const saved = savedMeanwhile(answer, name, typeof kept === 'string' ? kept : '')
    return field ? [[name, { ...told(field), ...rule, saved }]] : []
  })
  return {
    form,
    fields: Object.fromEntries(asked) as unknown as PageForm<Fields>['fields'],
    refusal: answer?.refusal ?? null,
  }
}

/** A field's metadata are read by name: they are made as they are asked for. */
const told = ({
  id,
  name,
  errorId,
  descriptionId,
  errors,
  initialValue,
  formId,
}: Field): Field => ({ id, name, errorId, descriptionId, errors, initialValue, formId })
