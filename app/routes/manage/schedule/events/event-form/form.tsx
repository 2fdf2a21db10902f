import type { ReactNode } from 'react'
import { classColours } from '#app/domain/calendar/class-sign.ts'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { ColourPicker } from '#app/ui/picker/colour-picker.tsx'
import { IconPicker } from '#app/ui/picker/icon-picker.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import type { IconChoices } from '#app/values/icon.ts'

const names = [
  'name',
  'disciplineId',
  'date',
  'time',
  'minutes',
  'roomId',
  'coachId',
  'capacity',
  'icon',
  'colour',
  'description',
  'notes',
  'refundHours',
  'refundPercent',
  'holdMinutes',
  'transferable',
] as const

export type EventValues = Record<(typeof names)[number], string>
type Choice = { id: string; name: string }
export type EventChoices = {
  disciplines: readonly Choice[]
  coaches: readonly Choice[]
  rooms: readonly (Choice & { capacity: number })[]
}

const options = (choices: readonly Choice[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

/**
 * What an event is, when and where, and the rules of its tickets: for a new one and for one that
 * stands.
 */
export function EventFields(props: {
  eventKey: string
  version: number | null
  values: EventValues
  choices: EventChoices
  icons: IconChoices
  answer: PageFormAnswer | undefined
  rules: FormRules
  submit: string
  leave: ReactNode
}) {
  const { eventKey, version, values, choices, icons, answer, rules, submit, leave } = props
  const form = useLiveForm('event', names, {
    answer,
    values,
    rules,
  })
  const { fields } = form
  const rooms = choices.rooms.map(({ id, name, capacity }) => ({
    value: id,
    label: `${name}, holds ${capacity}`,
  }))
  return (
    <LiveFormBody of={form} className="sheet-form two-columns">
      <input type="hidden" name="key" value={eventKey} />
      {version !== null && (
        <input type="hidden" name="version" value={openedVersion(answer, version) ?? ''} />
      )}
      <TextField field={fields.name} label="Name" />
      <SelectField
        field={fields.disciplineId}
        label="Discipline"
        options={options(choices.disciplines)}
        empty="Choose"
      />
      <DateField field={fields.date} label="Date" />
      <TextField field={fields.time} label="Starts at" type="time" />
      <TextField field={fields.minutes} label="Minutes" />
      <SelectField field={fields.roomId} label="Room" options={rooms} empty="Choose" />
      <SelectField
        field={fields.coachId}
        label="Who is responsible"
        options={options(choices.coaches)}
        empty="Choose"
      />
      <TextField
        field={fields.capacity}
        label="Total tickets"
        hint="Ticket types can have their own limit"
      />
      <IconPicker field={fields.icon} label="Icon" icons={answer?.icons ?? icons} />
      <ColourPicker field={fields.colour} label="Colour" {...classColours} />
      <div className="whole">
        <TextareaField field={fields.description} label="Description" />
      </div>
      <div className="whole">
        <TextareaField
          field={fields.notes}
          label="What guests should know"
          hint="Where to go and what to bring. It appears on their tickets"
          rows={2}
        />
      </div>
      <TextField
        field={fields.refundPercent}
        label="Refund (%)"
        hint="Percent of the price; 0 for no refund"
      />
      <TextField field={fields.refundHours} label="Refund deadline" hint="Hours before the start" />
      <TextField
        field={fields.holdMinutes}
        label="Hold unpaid orders for"
        hint="Minutes, until confirmed. Guests without an account get at most 10"
      />
      <CheckboxField
        field={fields.transferable}
        label="Guests can pass on a ticket to someone else"
      />
      <div className="form-end whole">
        <SendButton sending="Saving…">{submit}</SendButton>
        {leave}
      </div>
    </LiveFormBody>
  )
}
