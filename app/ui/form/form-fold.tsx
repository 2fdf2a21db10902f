import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { shownValue } from './field-frame.tsx'
import type { Field } from './form-answer.ts'

/**
 * Fields of a form that are seldom needed, folded away under `title`; `note` says what is set while
 * nobody opens it. Open at first where one of `fields` differs from `usual`, what a new form has,
 * or where something about it has to be said; it opens when something turns out to be wrong. Styles:
 * `staff-form`.
 */
export function FormFold<Name extends string>(props: {
  title: string
  note: string
  fields: Record<Name, Field>
  names: readonly Name[]
  usual?: Partial<Record<Name, string>>
  children: ReactNode
}) {
  const {
    title,
    note,
    fields,
    names,
    usual = {} as Partial<Record<Name, string>>,
    children,
  } = props
  const fold = useRef<HTMLDetailsElement>(null)
  const wrong = names.some((name) => fields[name].errors)
  const [openAtFirst] = useState(
    () =>
      wrong ||
      names.some(
        (name) =>
          fields[name].saved !== undefined ||
          // What a browser sent has other ends of lines.
          shownValue(fields[name]).replaceAll('\r\n', '\n') !== (usual[name] ?? ''),
      ),
  )
  useEffect(() => {
    if (wrong && fold.current) fold.current.open = true
  }, [wrong])
  return (
    <details className="form-fold" ref={fold} open={openAtFirst}>
      <summary>
        <Icon name="next" />
        <span>
          {title} <span className="soft">{note}</span>
        </span>
      </summary>
      {children}
    </details>
  )
}
