import type { ReactNode } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import type { Field } from './form-answer.ts'
import type { PageForm } from './page-form.ts'

/**
 * A form with its page title: first what is wrong, then the title, then the fields. Posts to its
 * own page unless `action` says otherwise. What is wrong is told by the answer and never by the
 * browser's own bubbles. Styles: `form`, `button`.
 */
export function Form<Fields extends Record<string, unknown>>({
  of: { form, fields, refusal },
  names,
  title,
  intro,
  action,
  encType,
  children,
}: {
  of: PageForm<Fields>
  /** The fields that are shown, in their order. */
  names: readonly (keyof Required<Fields> & string)[]
  title: ReactNode
  intro?: ReactNode
  action?: string
  /** `multipart/form-data` where a picture may travel with it. */
  encType?: 'multipart/form-data'
  children: ReactNode
}) {
  const errors = [
    ...(form.errors ?? []).map((text) => ({ field: null, text })),
    ...names.flatMap((name) => {
      const field: Field = fields[name]
      return (field.errors ?? []).slice(0, 1).map((text) => ({ field: field.id, text }))
    }),
  ]
  return (
    <>
      <ErrorSummary id={form.id} errors={errors} refusal={refusal} />
      <h1>{title}</h1>
      {intro}
      <form
        id={form.id}
        method="post"
        action={action}
        encType={encType}
        className="stack wide-gap"
        noValidate
      >
        {children}
      </form>
    </>
  )
}
