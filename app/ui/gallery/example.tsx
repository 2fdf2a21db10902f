/** What the gallery is made of: examples under headings, and fields in every state. */
import type { ReactNode } from 'react'
import type { Field } from '../form/page-form.ts'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section className="shown" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="examples">{children}</div>
    </section>
  )
}

/** One part in one state. */
export function Example({ state, wide = false, children }: { state: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'example wide' : 'example'} data-state={state}>
      <p className="soft">{state}</p>
      {children}
    </div>
  )
}

/** A field of no form, with what a form would know of it. */
export function exampleField(name: string, { value, error }: { value?: string; error?: string } = {}): Field {
  return {
    id: `g-${name}`,
    name,
    formId: 'gallery',
    errorId: `g-${name}-error`,
    descriptionId: `g-${name}-hint`,
    errors: error ? [error] : undefined,
    initialValue: value,
    required: undefined,
  } as Field
}
