import type { FormEvent, ReactNode } from 'react'
import type { FormRules } from '#app/values/field-rules.ts'
import type { Field, PageFormAnswer } from './form-answer.ts'
import { LiveFormBody, useLiveForm } from './live-form.tsx'

/**
 * A live form of a field or two, as stands beside a row of a list: `id` is its own where several
 * stand on a page. What its action refuses is told on a page of its own unless `answer` is given.
 */
export function SmallForm<Name extends string>(props: {
  id: string
  names: readonly Name[]
  rules: FormRules
  answer?: PageFormAnswer | undefined
  values?: Partial<Record<Name, string>>
  action?: string
  className?: string
  encType?: 'multipart/form-data'
  onSend?: (event: FormEvent<HTMLFormElement>) => void
  children: (fields: Record<Name, Field>) => ReactNode
}) {
  const { id, names, rules, answer, values, children, ...body } = props
  const form = useLiveForm(id, names, { answer, rules, ...(values ? { values } : {}) })
  return (
    <LiveFormBody of={form} {...body}>
      {children(form.fields)}
    </LiveFormBody>
  )
}
