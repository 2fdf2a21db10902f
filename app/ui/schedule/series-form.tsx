import { type ReactNode, useRef } from 'react'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
import type { SeriesPreview, SeriesValues } from '#app/domain/scheduling/series/series-draft.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { SelectField } from '../form/choice-field.tsx'
import { type Field, isStale, type PageFormAnswer } from '../form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '../form/live-form.tsx'
import { TextField } from '../form/text-field.tsx'
import { Icon } from '../icon/icon.tsx'
import { WeekDays } from './week-days.tsx'

type Choice = { id: string; name: string }

export type SeriesChoices = {
  types: readonly (Choice & { minutes: number })[]
  rooms: readonly (Choice & { capacity: number })[]
  coaches: readonly Choice[]
  policies: readonly Choice[]
}

const names = [
  'classTypeId',
  'days',
  'time',
  'minutes',
  'from',
  'until',
  'count',
  'except',
  'roomId',
  'coachId',
  'capacity',
  'policyId',
  'ownPolicyId',
  'anyway',
  'date',
] as const

const options = (choices: readonly Choice[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

/** The usual minutes of a class type, as text; empty where none is chosen. */
export const lengthOf = (types: SeriesChoices['types'], typeId: string) =>
  String(types.find(({ id }) => id === typeId)?.minutes ?? '')

const textsOf = ({ days: _days, ...texts }: SeriesValues) => texts

/**
 * The form of a class, once or weekly. It is one form with two buttons: one asks the server for the
 * plain words and the dates (GET, so it works without scripts and leaves an address), the other
 * sends it. `children` are the choices of a change, given the field of its date; `hidden`
 * travels with both.
 */
export function SeriesForm(props: {
  action: string
  values: SeriesValues
  /** What is saved, where a class is changed. */
  saved?: SeriesValues
  choices: SeriesChoices
  answer: PageFormAnswer | undefined
  rules: FormRules
  hidden: Record<string, string>
  /** A class that is already: its type and first date stay. */
  changing: boolean
  /** Where the room or the coach is taken: asked once whether to go on. */
  taken: readonly string[]
  submit: string
  /** The words of a second button that keeps it as a draft; left out where there are no drafts. */
  draft?: string
  leave: ReactNode
  children?: (date: Field, ownPolicy: Field) => ReactNode
}) {
  const {
    action,
    values,
    saved = values,
    choices,
    answer,
    rules,
    hidden,
    changing,
    taken,
    submit,
    draft,
    leave,
    children,
  } = props
  const { days } = values
  const { days: savedDays, ...texts } = saved
  const form = useLiveForm('s', names, {
    answer,
    // Where nothing came back, what an address asks for is in the form.
    values: answer ? texts : textsOf(values),
    rules,
  })
  const f = form.fields
  const typeBefore = useRef(values.classTypeId)
  /** Another class type brings its length, unless another was typed. */
  const takeLength = ({ elements }: HTMLFormElement) => {
    const type = elements.namedItem('classTypeId') as HTMLSelectElement | null
    const minutes = elements.namedItem('minutes') as HTMLInputElement
    if (!type || type.value === typeBefore.current) return
    const usual = lengthOf(choices.types, typeBefore.current)
    typeBefore.current = type.value
    if (minutes.value === '' || minutes.value === usual)
      minutes.value = lengthOf(choices.types, type.value)
  }
  return (
    <LiveFormBody of={form} action={action} className="series-form" onEdit={takeLength}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {!changing && (
        <fieldset className="group">
          <legend>Class</legend>
          <SelectField
            field={f.classTypeId}
            label="Class type"
            options={options(choices.types)}
            empty="Choose"
          />
        </fieldset>
      )}
      <fieldset className="group">
        <legend>When</legend>
        <WeekDays
          field={f.days}
          days={days}
          saved={isStale(answer) && days.join() !== savedDays.join() ? savedDays : undefined}
        >
          {!changing && <p className="soft">No day selected: the class takes place once.</p>}
        </WeekDays>
        <div className="row">
          <TextField field={f.time} label="Starts at" type="time" />
          <TextField
            field={f.minutes}
            label="Minutes"
            hint={changing ? undefined : 'Leave empty for the usual length of its type'}
          />
        </div>
        <div className="row">
          {!changing && <TextField field={f.from} label="From" type="date" />}
          <TextField field={f.until} label="Last date" type="date" />
          {!changing && <TextField field={f.count} label="Or how many" />}
        </div>
        <TextField
          field={f.except}
          label="Not on these dates"
          placeholder="2026-12-26, 2027-01-01"
          autoComplete="off"
        />
      </fieldset>
      <fieldset className="group">
        <legend>Where and who</legend>
        <div className="row">
          <SelectField
            field={f.roomId}
            label="Room"
            options={choices.rooms.map(({ id, name, capacity }) => ({
              value: id,
              label: `${name} (${capacity})`,
            }))}
            empty="Choose"
          />
          <SelectField
            field={f.coachId}
            label="Coach"
            options={options(choices.coaches)}
            empty="Choose"
          />
          <TextField field={f.capacity} label="Places" />
        </div>
        {taken.length > 0 && (
          <div className={f.anyway.errors ? 'field wrong' : 'field'}>
            <ul className="clashes">
              {taken.map((text) => (
                <li key={text}>{text}.</li>
              ))}
            </ul>
            <label className="choice">
              <input id="s-anyway" type="checkbox" name="anyway" value={shownMark(taken)} />
              <span>Book it anyway</span>
            </label>
          </div>
        )}
      </fieldset>
      <fieldset className="group">
        <legend>Rules</legend>
        <SelectField
          field={f.policyId}
          label="Policy"
          options={options(choices.policies)}
          empty="Choose"
        />
      </fieldset>
      {children?.(f.date, f.ownPolicyId)}
      <div className="form-end">
        <SendButton sending={submit}>{submit}</SendButton>
        {draft && (
          <button type="submit" className="button" name="as" value="draft">
            {draft}
          </button>
        )}
        <button type="submit" className="button" formMethod="get" formNoValidate>
          See the dates
        </button>
        {leave}
      </div>
    </LiveFormBody>
  )
}

/** What the server makes of the form so far. */
export function SeriesPreviewPane({
  preview,
  total,
}: {
  preview: SeriesPreview | null
  total: string
}) {
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
            {preview.off.length > 0 && (
              <p className="muted">{`Not on ${preview.off.join(', ')}.`}</p>
            )}
            {preview.clashes.map((clash) => (
              <p key={clash} className="warn">
                <Icon name="warning" /> {clash}
              </p>
            ))}
          </>
        ) : (
          <p className="muted">
            Fill in the time, the minutes and the first date, then press “See the dates”.
          </p>
        )}
      </div>
    </aside>
  )
}
