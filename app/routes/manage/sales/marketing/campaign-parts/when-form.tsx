import { Form } from '@remix-run/react'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { controlProps } from '#app/ui/form/field-frame.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { count } from '#app/values/wording.ts'

const names = ['act', 'version', 'when', 'date', 'time'] as const

/** When a draft goes out: now, or at a time of the studio. */
export function WhenForm(props: {
  rules: FormRules
  version: string
  people: number
  /** What is said of now, and of the zone. */
  now: string
  zone: string
  date: string
  answer: PageFormAnswer | undefined
}) {
  const { rules, version, people, now, zone, date, answer } = props
  const form = useLiveForm('schedule', names, {
    answer,
    rules,
    values: { act: 'schedule', version, when: 'now', date, time: '09:00' },
  })
  const { fields } = form
  const chosen = String(fields.when.initialValue ?? 'now')
  const radio = (value: string) => {
    const { id, ...rest } = controlProps(fields.when, null)
    return { ...rest, id: `${id}-${value}`, value, defaultChecked: chosen === value }
  }
  return (
    <section aria-labelledby="when">
      <h2 id="when">When</h2>
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ act: 'schedule', version }} />
        <fieldset className="plain">
          <legend className="vh">When to send</legend>
          <label className="choice">
            <input type="radio" {...radio('now')} />
            <span>Now</span>
            <small>{now}</small>
          </label>
          <label className="choice">
            <input type="radio" {...radio('at')} />
            <span>At a time, {zone}</span>
            <small>
              Who gets it is checked again then. Anyone who unsubscribes before that is left out.
            </small>
          </label>
        </fieldset>
        <div className="sheet-form two-columns">
          <DateField field={fields.date} label="Date" />
          <TextField field={fields.time} label="Time" type="time" />
        </div>
        <div className="form-end">
          <SendButton sending="Scheduling…">
            {people === 0 ? 'Send' : `Send to ${count(people, 'person', 'people')}`}
          </SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}

/** A button of its own for an act on the campaign. */
export function ActButton(props: {
  act: string
  children: string
  fields?: Record<string, string>
}) {
  const { act, children, fields = {} } = props
  return (
    <Form method="post">
      <HiddenFields values={{ act, ...fields }} />
      <button type="submit" className="button">
        {children}
      </button>
    </Form>
  )
}
