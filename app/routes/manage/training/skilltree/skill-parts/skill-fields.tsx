import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import type { LiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'

export const skillNames = [
  ...(['key', 'version', 'name', 'aliases', 'tier', 'apparatus', 'about', 'safety'] as const),
  ...(['video', 'badge', 'points', 'twoSided', 'times', 'days', 'needs', 'needsRule'] as const),
  ...(['needsCount', 'lapseMonths', 'assessor', 'teaches', 'asks', 'levels'] as const),
] as const

type Choice = { id: string; name: string }

export type SkillChoices = {
  teachers: Choice[]
  types: Choice[]
  levels: Choice[]
  coaches: Choice[]
  names: string[]
}

/** What makes a skill: what it is, what leads to it, when it is cleared, what hangs on it. */
export function SkillFields(props: {
  fields: LiveForm<(typeof skillNames)[number]>['fields']
  choices: SkillChoices
  chosen: { assessor: string[]; teaches: string[]; asks: string[]; levels: string[] }
  answer: PageFormAnswer | undefined
}) {
  const { fields, choices, chosen, answer } = props
  return (
    <>
      <TextField field={fields.name} label="Name" autoComplete="off" />
      <TextField field={fields.aliases} label="Also called (optional)" autoComplete="off" />
      <TextField
        field={fields.tier}
        label="Tier"
        hint="The column of the map. 0 is the base"
        inputMode="numeric"
      />
      <TextField field={fields.apparatus} label="Apparatus (optional)" autoComplete="off" />
      <TextareaField
        field={fields.needs}
        label="Needs (optional)"
        hint="The skills that lead to it, one a line. Add “, familiar” where it need not be cleared: “Crossknee release, familiar”."
        rows={4}
      />
      <SelectField
        field={fields.needsRule}
        label="How many of them"
        options={[
          { value: 'all', label: 'All of them' },
          { value: 'any', label: 'Any one of them' },
          { value: 'some', label: 'Some of them' },
        ]}
      />
      <TextField field={fields.needsCount} label="How many, for some of them" inputMode="numeric" />
      <TextField
        field={fields.times}
        label="Clean times for a day to count"
        hint="On each side, where it has two"
        inputMode="numeric"
      />
      <CheckboxField field={fields.twoSided} label="Both sides are needed" />
      <TextField field={fields.days} label="Different days to be cleared" inputMode="numeric" />
      <TextField
        field={fields.lapseMonths}
        label="Lapses after months unseen (optional)"
        hint="Leave empty if it never lapses"
        inputMode="numeric"
      />
      <TextField
        field={fields.safety}
        label="Safety (optional)"
        hint="Members read it: “Spotter and crash mat until cleared”"
        autoComplete="off"
      />
      <TextareaField field={fields.about} label="About (optional)" rows={3} />
      <TextField field={fields.video} label="Video link (optional)" type="url" inputMode="url" />
      <TextField field={fields.points} label="Points (optional)" inputMode="numeric" />
      <TextField field={fields.badge} label="Badge (optional)" autoComplete="off" />
      {choices.coaches.length > 0 && (
        <TickFields
          field={fields.assessor}
          legend="Who may clear it"
          hint="Tick none for every coach."
          choices={choices.coaches}
          chosen={chosen.assessor}
          answer={answer}
        />
      )}
      {choices.teachers.length > 0 && (
        <TickFields
          field={fields.teaches}
          legend="What teaches it"
          hint="Members who lack it are shown these classes."
          choices={choices.teachers}
          chosen={chosen.teaches}
          answer={answer}
        />
      )}
      {choices.types.length > 0 && (
        <TickFields
          field={fields.asks}
          legend="Classes that ask for it"
          hint="Only people who have cleared it can book them. Staff can add others with a reason."
          choices={choices.types}
          chosen={chosen.asks}
          answer={answer}
        />
      )}
      {choices.levels.length > 0 && (
        <TickFields
          field={fields.levels}
          legend="Levels that ask for it"
          choices={choices.levels}
          chosen={chosen.levels}
          answer={answer}
        />
      )}
    </>
  )
}
