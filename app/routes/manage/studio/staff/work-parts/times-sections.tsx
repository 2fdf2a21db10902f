import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

export type TimesData = {
  studio: { slug: string }
  away: {
    id: string
    when: string
    note: string
    label: { text: string; tone: LabelTone }
    /** What the button that takes it back says; empty where nothing can be. */
    cancels: string
  }[]
  hours: { id: string; text: string }[]
  weekdays: { value: string; label: string }[]
  key: string
  rules: { timeOff: FormRules; hours: FormRules }
}

/** Which of the forms of a page was answered. */
export const actOf = (answer: PageFormAnswer | undefined) =>
  (answer?.result as { initialValue?: { act?: string } } | undefined)?.initialValue?.act

/** Time off and the hours in which somebody can teach: their own page, or a manager's of them. */
export function TimesSections(props: {
  data: TimesData
  answer: PageFormAnswer | undefined
  manager: boolean
}) {
  const { data, answer, manager } = props
  const { studio, away, hours, weekdays, key, rules } = data
  const act = actOf(answer)
  const ask = useLiveForm(
    'time-off',
    ['fromDate', 'untilDate', 'fromTime', 'untilTime', 'reason'],
    { answer: act === 'ask' ? answer : undefined, rules: rules.timeOff },
  )
  const week = useLiveForm('hours', ['weekday', 'from', 'until'], {
    answer: act === 'hours' ? answer : undefined,
    values: { from: '09:00', until: '17:00' },
    rules: rules.hours,
  })
  return (
    <>
      <section>
        <div className="section-head">
          <h2>Time off</h2>
        </div>
        {away.length === 0 && <p className="muted">None to come.</p>}
        <ul className="lines">
          {away.map(({ id, when, note, label, cancels }) => (
            <li key={id}>
              <span>
                {manager ? <Link to={paths.manageTimeOff(studio, id)}>{when}</Link> : when}{' '}
                <Label {...label} /> <span className="muted">{note}</span>
              </span>
              {!manager && cancels && <Drop act="withdraw" id={id} text={cancels} of={when} />}
            </li>
          ))}
        </ul>
        <LiveFormBody of={ask} className="sheet-form two-columns">
          <HiddenFields values={{ act: 'ask', key }} />
          <TextField field={ask.fields.fromDate} label="First day" type="date" />
          <TextField field={ask.fields.untilDate} label="Last day" type="date" />
          <TextField
            field={ask.fields.fromTime}
            label="From (optional)"
            hint="Leave both times empty for whole days."
            type="time"
          />
          <TextField field={ask.fields.untilTime} label="Until (optional)" type="time" />
          <TextField
            field={ask.fields.reason}
            label="Reason (optional)"
            hint={manager ? 'Managers and they see it.' : 'Only managers see it.'}
          />
          <div className="form-end whole">
            <SendButton sending={manager ? 'Adding…' : 'Asking…'}>
              {manager ? 'Add time off' : 'Ask for time off'}
            </SendButton>
          </div>
        </LiveFormBody>
      </section>
      <section>
        <div className="section-head">
          <h2>Hours for classes</h2>
        </div>
        <p className="muted">
          {hours.length === 0
            ? 'None set: at any time.'
            : 'A class outside these hours can be planned after a warning.'}
        </p>
        <ul className="lines">
          {hours.map(({ id, text }) => (
            <li key={id}>
              <span>{text}</span>
              <Drop act="drop-hours" id={id} text="Remove" of={text} />
            </li>
          ))}
        </ul>
        <LiveFormBody of={week} className="sheet-form two-columns">
          <HiddenFields values={{ act: 'hours' }} />
          <SelectField field={week.fields.weekday} label="Day" options={weekdays} empty="Choose" />
          <TextField field={week.fields.from} label="From" type="time" />
          <TextField field={week.fields.until} label="Until" hint="24:00 is the end of the day" />
          <div className="form-end whole">
            <SendButton sending="Adding…">Add hours</SendButton>
          </div>
        </LiveFormBody>
      </section>
    </>
  )
}

const Drop = (props: { act: string; id: string; text: string; of: string }) => (
  <Form method="post">
    <HiddenFields values={{ act: props.act }} />
    <button type="submit" className="button small" name="id" value={props.id}>
      {props.text}
      <span className="vh"> {props.of}</span>
    </button>
  </Form>
)
