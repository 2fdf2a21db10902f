/** The inputs of the form of a course, each with its label, its value and what is wrong with it. */
import type { ReactNode } from 'react'
import type { CourseField, CourseValues } from '#app/domain/courses/course-values.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { heeded, SavedMeanwhile } from '../form/field-frame.tsx'
import { type PageFormAnswer, savedMeanwhile } from '../form/form-answer.ts'

export type Choice = { id: string; name: string }
type Errors = Record<string, string[] | null>

export const errorsOf = (answer: PageFormAnswer | undefined): Errors =>
  (answer?.result as { error?: Errors | null } | undefined)?.error ?? {}

export const summaryOf = (errors: Errors) =>
  Object.entries(errors).flatMap(([name, texts]) =>
    (texts ?? []).slice(0, 1).map((text) => ({ field: name === '' ? null : `c-${name}`, text })),
  )

/**
 * `rules` are what the schema asks of each field; `was` is what is saved of a course that is
 * changed: a stale form says it where it differs.
 */
export function courseInputs(
  values: CourseValues,
  errors: Errors,
  rules: FormRules,
  was?: { answer: PageFormAnswer | undefined; saved: CourseValues },
) {
  const meanwhile = (name: CourseField, options: readonly Choice[] = []) => {
    const text = was && savedMeanwhile(was.answer, name, was.saved[name])
    return options.find(({ id }) => id === text)?.name ?? text
  }
  const wrong = (name: string) => errors[name]?.[0]
  const field = (
    name: CourseField,
    label: string,
    control: ReactNode,
    hint?: string,
    options?: readonly Choice[],
  ) => (
    <div className={wrong(name) ? 'field wrong' : 'field'}>
      <label htmlFor={`c-${name}`}>{label}</label>
      {wrong(name) && (
        <p className="bad" id={`c-${name}-error`}>
          <span className="vh">Error: </span>
          {wrong(name)}
        </p>
      )}
      <SavedMeanwhile text={meanwhile(name, options)} />
      {control}
      {hint && <p className="soft">{hint}</p>}
    </div>
  )
  const named = (name: CourseField, kind: keyof typeof heeded) => ({
    id: `c-${name}`,
    name,
    ...heeded[kind](rules[name] ?? {}),
    defaultValue: values[name],
    'aria-invalid': wrong(name) ? true : undefined,
    'aria-describedby': wrong(name) ? `c-${name}-error` : undefined,
  })
  const input = (
    name: CourseField,
    label: string,
    { type, placeholder }: { type?: 'date' | 'time' | 'datetime-local'; placeholder?: string } = {},
    hint?: string,
  ) =>
    field(
      name,
      label,
      <input
        {...named(name, type ? 'moment' : 'line')}
        type={type}
        placeholder={placeholder}
        autoComplete="off"
      />,
      hint,
    )
  const area = (name: CourseField, label: string, hint?: string) =>
    field(name, label, <textarea {...named(name, 'lines')} rows={3} />, hint)
  const select = (
    name: CourseField,
    label: string,
    options: readonly Choice[],
    none: string | null,
    hint?: string,
  ) =>
    field(
      name,
      label,
      <select {...named(name, 'choice')}>
        <option value="">{none ?? 'Choose'}</option>
        {options.map(({ id, name: text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>,
      hint,
      options,
    )
  const tick = (name: CourseField, label: string) => (
    <label className="choice">
      <input type="checkbox" id={`c-${name}`} name={name} defaultChecked={values[name] === 'on'} />
      <span>
        {label}
        {meanwhile(name) !== undefined && (
          <small> Saved meanwhile: {meanwhile(name) === 'on' ? 'ticked' : 'not ticked'}</small>
        )}
      </span>
    </label>
  )
  return { input, area, select, tick }
}
