import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import type { LiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'

export const ladderNames = [
  ...(['key', 'version', 'name', 'discipline', 'newDiscipline'] as const),
  ...(['audience', 'counted', 'refreshDays'] as const),
] as const

type Choice = { id: string; name: string }

/** What makes a ladder. `disciplines` is null where it has its own already. */
export function LadderFields(props: {
  fields: LiveForm<(typeof ladderNames)[number]>['fields']
  disciplines: readonly Choice[] | null
  types: readonly Choice[]
  chosen: readonly string[]
  answer: PageFormAnswer | undefined
}) {
  const { fields, disciplines, types, chosen, answer } = props
  return (
    <>
      <TextField
        field={fields.name}
        label="Name"
        hint="As members read it: “Pole”, “Kids’ belts”."
        autoComplete="off"
      />
      {disciplines && (
        <>
          <SelectField
            field={fields.discipline}
            label="Discipline"
            options={[
              ...disciplines.map(({ id, name }) => ({ value: id, label: name })),
              { value: 'new', label: 'Another discipline' },
            ]}
          />
          <TextField
            field={fields.newDiscipline}
            label="Name of another discipline"
            hint="Only if you chose “Another discipline”."
            autoComplete="off"
          />
        </>
      )}
      <SelectField
        field={fields.audience}
        label="Who it is for"
        options={[
          { value: 'everyone', label: 'Everyone' },
          { value: 'adults', label: 'Adults' },
          { value: 'children', label: 'Children' },
        ]}
      />
      {types.length > 0 && (
        <TickFields
          field={fields.counted}
          legend="Classes that count"
          hint="Towards the next level. Tick none for all classes and courses of the discipline."
          choices={types}
          chosen={chosen}
          answer={answer}
        />
      )}
      <TextField
        field={fields.refreshDays}
        label="Days away before a refresher (optional)"
        hint="Who hasn’t been in a class that counts for so long is marked. Nobody loses a level by it."
        inputMode="numeric"
      />
    </>
  )
}
