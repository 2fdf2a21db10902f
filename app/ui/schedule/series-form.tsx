import type { ReactNode } from 'react'
import type { SeriesPreview, SeriesValues } from '#app/domain/scheduling/series/series-draft.ts'
import { SelectField } from '../form/choice-field.tsx'
import { FieldError } from '../form/field-frame.tsx'
import { LiveFormBody, SendButton, useLiveForm } from '../form/live-form.tsx'
import type { PageFormAnswer } from '../form/page-form.ts'
import { TextField } from '../form/text-field.tsx'
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
  'anyway',
  'date',
] as const

const sentences = {
  classTypeId: 'Choose a class type',
  time: 'Enter when it starts',
  minutes: 'Enter how many minutes it lasts',
  from: 'Enter the first date',
  roomId: 'Choose a room',
  coachId: 'Choose a coach',
  capacity: 'Enter how many places there are',
  policyId: 'Choose a policy',
  date: 'Enter the date',
}

const whole = {
  inputMode: 'numeric',
  pattern: '\\s*\\d{1,4}\\s*',
  title: 'Enter a whole number',
} as const
const dates = {
  pattern: '[\\s,;]*(\\d{4}-\\d{2}-\\d{2}[\\s,;]*)*',
  title: 'Enter dates like 2026-12-26, at most 60',
  placeholder: '2026-12-26, 2027-01-01',
}
const options = (choices: readonly Choice[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

/**
 * The form of a class, once or weekly. It is one form with two buttons: one asks the server for the plain words and the
 * dates (GET, so it works without scripts and leaves an address), the other sends it. `children` are the choices of a
 * change, told what is wrong with its date; `hidden` travels with both.
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
  /** The words of a second button that keeps it as a draft; left out where there are no drafts. */
  draft?: string
  leave: ReactNode
  children?: (wrongDate: string | undefined) => ReactNode
}) {
  const {
    action,
    values,
    choices,
    answer,
    hidden,
    changing,
    taken,
    submit,
    draft,
    leave,
    children,
  } = props
  const { days, ...texts } = values
  const form = useLiveForm('s', names, { answer, values: texts, sentences })
  const f = form.fields
  return (
    <LiveFormBody of={form} action={action} className="series-form">
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
            required
          />
        </fieldset>
      )}
      <fieldset className="group">
        <legend>When</legend>
        <fieldset className="field" id="s-days">
          <legend>Every week on</legend>
          <FieldError field={f.days} />
          <div className="days">
            {dayNames.map(([value, text]) => (
              <label key={value}>
                <input
                  type="checkbox"
                  name="days"
                  value={value}
                  defaultChecked={days.includes(value)}
                />
                <span>{text}</span>
              </label>
            ))}
          </div>
          {!changing && <p className="soft">No day chosen: the class takes place once.</p>}
        </fieldset>
        <div className="row">
          <TextField field={f.time} label="Starts at" type="time" required />
          <TextField field={f.minutes} label="Minutes" {...whole} required />
          {!changing && <TextField field={f.from} label="From" type="date" required />}
          <TextField field={f.until} label="Last date" type="date" />
          {!changing && <TextField field={f.count} label="Or how many" {...whole} />}
        </div>
        <TextField field={f.except} label="Not on these dates" {...dates} autoComplete="off" />
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
            required
          />
          <SelectField
            field={f.coachId}
            label="Coach"
            options={options(choices.coaches)}
            empty="Choose"
            required
          />
          <TextField field={f.capacity} label="Places" {...whole} required />
        </div>
        {taken.length > 0 && (
          <div className={f.anyway.errors ? 'field wrong' : 'field'}>
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
        <SelectField
          field={f.policyId}
          label="Policy"
          options={options(choices.policies)}
          empty="Choose"
          required
        />
      </fieldset>
      {children?.(f.date.errors?.[0])}
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
            Fill in the time, the minutes and the first date, then see the dates here.
          </p>
        )}
      </div>
    </aside>
  )
}
