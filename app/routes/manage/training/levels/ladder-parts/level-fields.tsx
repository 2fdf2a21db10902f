import { classColours } from '#app/domain/calendar/class-sign.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { LiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { ColourPicker } from '#app/ui/picker/colour-picker.tsx'

export const levelNames = [
  ...(['key', 'version', 'name', 'colour', 'stripes'] as const),
  ...(['askClasses', 'askDays', 'askAge', 'asks', 'validMonths', 'refresher'] as const),
] as const

/** What makes a level, and what it asks of the person who comes to it. */
export function LevelFields({
  fields,
  types,
}: {
  fields: LiveForm<(typeof levelNames)[number]>['fields']
  /** Class types that may refresh it. */
  types: readonly { id: string; name: string }[]
}) {
  return (
    <>
      <TextField field={fields.name} label="Name" autoComplete="off" />
      <ColourPicker field={fields.colour} label="Colour" {...classColours} />
      <TextField
        field={fields.stripes}
        label="Stripes (optional)"
        hint="How many can be earned on it before the next level."
        inputMode="numeric"
      />
      <TextField
        field={fields.askClasses}
        label="Classes since the level before (optional)"
        inputMode="numeric"
      />
      <TextField
        field={fields.askDays}
        label="Days on the level before (optional)"
        inputMode="numeric"
      />
      <TextField field={fields.askAge} label="Age (optional)" inputMode="numeric" />
      <TextField
        field={fields.asks}
        label="What else it asks (optional)"
        hint="Members read it: “a spotted handstand, the first kata”."
        autoComplete="off"
      />
      <TextField
        field={fields.validMonths}
        label="Valid for, in months (optional)"
        hint="Then it opens no classes until a coach confirms it. Leave empty for a level that never expires."
        inputMode="numeric"
      />
      <SelectField
        field={fields.refresher}
        label="Refresher (optional)"
        hint="The class to come to before it is confirmed again."
        options={[
          { value: '', label: 'None' },
          ...types.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </>
  )
}
