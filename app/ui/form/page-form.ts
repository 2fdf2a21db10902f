import {
  type DefaultValue,
  type FormMetadata,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import type { Field, PageFormAnswer } from './form-answer.ts'

export type PageForm<Fields extends Record<string, unknown>> = {
  form: FormMetadata<Fields>
  fields: { [Name in keyof Required<Fields>]: Field }
  refusal: string | null
}

/**
 * A form of a page that works without scripts: a fixed id, the typed values and the sentences of
 * the last answer, and the browser's own checks left on.
 */
export function usePageForm<Fields extends Record<string, unknown>>(
  id: string,
  answer: PageFormAnswer | undefined,
  defaultValue?: DefaultValue<Fields>,
): PageForm<Fields> {
  const [form, fields] = useForm<Fields>({
    id,
    lastResult: (answer?.result as SubmissionResult<string[]> | undefined) ?? null,
    defaultNoValidate: false,
    ...(defaultValue === undefined ? {} : { defaultValue }),
  })
  return {
    form,
    fields: fields as unknown as PageForm<Fields>['fields'],
    refusal: answer?.refusal ?? null,
  }
}
