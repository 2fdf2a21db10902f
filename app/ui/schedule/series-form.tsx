import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { SeriesPreview, SeriesValues } from '#app/domain/scheduling/series-draft.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import type { PageFormAnswer } from '../form/page-form.ts'
import { Icon } from '../icon/icon.tsx'

type Choice = { id: string; name: string }

export type SeriesChoices = {
  types: readonly Choice[]
  rooms: readonly (Choice & { capacity: number })[]
  coaches: readonly Choice[]
  policies: readonly Choice[]
}

const dayNames = [
  ['MO', 'Mon'],
  ['TU', 'Tue'],
  ['WE', 'Wed'],
  ['TH', 'Thu'],
  ['FR', 'Fri'],
  ['SA', 'Sat'],
  ['SU', 'Sun'],
] as const

/**
 * The form of a class, once or weekly. It is one form with two buttons: one asks the server for the plain words and the
 * dates (GET, so it works without scripts and leaves an address), the other sends it. `children` are the choices of a
 * change; `hidden` travels with both.
 */
export function SeriesForm(props: {
  action: string
  values: SeriesValues
  choices: SeriesChoices
  answer: PageFormAnswer | undefined
  hidden: Record<string, string>
  /** A class that stands already: its type and first date stay. */
  changing: boolean
  /** Where the room or the coach is taken: asked once whether to go on. */
  taken: readonly string[]
  submit: string
  leave: ReactNode
  children?: ReactNode
}) {
  const { action, values, choices, answer, hidden, changing, taken, submit, leave, children } = props
  const navigation = useNavigation()
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const errors = (answer?.result as { error?: Record<string, string[] | null> | null } | undefined)?.error ?? {}
  const wrong = (name: string) => errors[name]?.[0]
  const summary = Object.entries(errors).flatMap(([name, texts]) =>
    (texts ?? [])
      .slice(0, name === 'anyway' ? 3 : 1)
      .map((text) => ({ field: name === '' ? null : `s-${name}`, text })),
  )
  const field = (name: string, label: string, control: ReactNode, hint?: string) => (
    <div className={wrong(name) ? 'field wrong' : 'field'}>
      <label htmlFor={`s-${name}`}>{label}</label>
      {wrong(name) && (
        <p className="bad" id={`s-${name}-error`}>
          <span className="vh">Error: </span>
          {wrong(name)}
        </p>
      )}
      {control}
      {hint && <p className="soft">{hint}</p>}
    </div>
  )
  const input = (name: keyof SeriesValues, label: string, more: Record<string, unknown>, hint?: string) =>
    field(
      name,
      label,
      <input
        id={`s-${name}`}
        name={name}
        defaultValue={String(values[name])}
        aria-invalid={wrong(name) ? true : undefined}
        aria-describedby={wrong(name) ? `s-${name}-error` : undefined}
        {...more}
      />,
      hint,
    )
  const select = (name: keyof SeriesValues, label: string, options: readonly Choice[]) =>
    field(
      name,
      label,
      <select
        id={`s-${name}`}
        name={name}
        required
        defaultValue={String(values[name])}
        aria-invalid={wrong(name) ? true : undefined}
        aria-describedby={wrong(name) ? `s-${name}-error` : undefined}
      >
        <option value="">Choose</option>
        {options.map(({ id, name: text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>,
    )
  return (
    <>
      <ErrorSummary id="series" errors={summary} refusal={answer?.refusal ?? null} />
      <Form method="post" action={action} className="series-form">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {!changing && (
          <fieldset className="group">
            <legend>Class</legend>
            {select('classTypeId', 'Class type', choices.types)}
          </fieldset>
        )}
        <fieldset className="group">
          <legend>When</legend>
          <fieldset className="field" id="s-days">
            <legend>Every week on</legend>
            {wrong('days') && <p className="bad">{wrong('days')}</p>}
            <div className="days">
              {dayNames.map(([value, text]) => (
                <label key={value}>
                  <input type="checkbox" name="days" value={value} defaultChecked={values.days.includes(value)} />
                  <span>{text}</span>
                </label>
              ))}
            </div>
            {!changing && <p className="soft">No day chosen: the class takes place once.</p>}
          </fieldset>
          <div className="row">
            {input('time', 'Starts at', { type: 'time', required: true })}
            {input('minutes', 'Minutes', { inputMode: 'numeric', required: true })}
            {!changing && input('from', 'From', { type: 'date', required: true })}
            {input('until', 'Last date', { type: 'date' })}
            {!changing && input('count', 'Or how many', { inputMode: 'numeric' })}
          </div>
          {input('except', 'Not on these dates', { placeholder: '2026-12-26, 2027-01-01', autoComplete: 'off' })}
        </fieldset>
        <fieldset className="group">
          <legend>Where and who</legend>
          <div className="row">
            {select(
              'roomId',
              'Room',
              choices.rooms.map(({ id, name, capacity }) => ({ id, name: `${name} (${capacity})` })),
            )}
            {select('coachId', 'Coach', choices.coaches)}
            {input('capacity', 'Places', { inputMode: 'numeric', required: true })}
          </div>
          {taken.length > 0 && (
            <div className={wrong('anyway') ? 'field wrong' : 'field'}>
              <ul className="clashes">
                {taken.map((text) => (
                  <li key={text}>{text}.</li>
                ))}
              </ul>
              <label className="choice">
                <input id="s-anyway" type="checkbox" name="anyway" />
                <span>Keep it so all the same</span>
              </label>
            </div>
          )}
        </fieldset>
        <fieldset className="group">
          <legend>Rules</legend>
          {select('policyId', 'Policy', choices.policies)}
        </fieldset>
        {children}
        <div className="form-end">
          <button type="submit" className="button primary" aria-busy={busy || undefined}>
            {submit}
          </button>
          <button type="submit" className="button" formMethod="get" formNoValidate>
            See the dates
          </button>
          {leave}
        </div>
      </Form>
    </>
  )
}

/** What the server makes of the form so far. */
export function SeriesPreviewPane({ preview, total }: { preview: SeriesPreview | null; total: string }) {
  return (
    <aside aria-label="Preview">
      <div className="preview">
        <h2>In plain words</h2>
        {preview ? (
          <>
            <p className="words">{preview.words}</p>
            <p className="muted">{total}</p>
            <ol className="dates">
              {preview.next.map((date) => (
                <li key={date}>{date}</li>
              ))}
            </ol>
            {preview.off.length > 0 && <p className="muted">{`Not on ${preview.off.join(', ')}.`}</p>}
            {preview.clashes.map((clash) => (
              <p key={clash} className="warn">
                <Icon name="warning" /> {clash}
              </p>
            ))}
          </>
        ) : (
          <p className="muted">Fill in the time, the minutes and the first date, then see the dates here.</p>
        )}
      </div>
    </aside>
  )
}
