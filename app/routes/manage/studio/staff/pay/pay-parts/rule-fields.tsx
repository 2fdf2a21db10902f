import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { Field } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

/** As many as `mostTiers` of the form. */
const tiers = [1, 2, 3, 4, 5, 6] as const

export const ruleNames = [
  ...(['personId', 'classTypeId', 'basis', 'amount', 'least', 'counts'] as const),
  ...(['from1', 'pays1', 'from2', 'pays2', 'from3', 'pays3'] as const),
  ...(['from4', 'pays4', 'from5', 'pays5', 'from6', 'pays6'] as const),
] as const

type Option = { value: string; label: string }

/** Whom a rule is for, and how it pays. */
export function RuleFields(props: {
  fields: Record<(typeof ruleNames)[number], Field>
  people: readonly Option[]
  types: readonly Option[]
}) {
  const { fields, people, types } = props
  return (
    <>
      <SelectField field={fields.personId} label="Coach" options={people} empty="Everyone" />
      <SelectField
        field={fields.classTypeId}
        label="What they teach"
        options={types}
        empty="Everything"
      />
      <SelectField
        field={fields.basis}
        label="How it pays"
        options={[
          { value: 'flat', label: 'A sum for each class' },
          { value: 'hour', label: 'A sum for each hour' },
          { value: 'head', label: 'A sum for each person' },
          { value: 'tiers', label: 'In steps, by how many people' },
        ]}
      />
      <SelectField
        field={fields.counts}
        label="People who count"
        options={[
          { value: 'attended', label: 'Those who came' },
          { value: 'booked', label: 'Everyone with a place, no-shows too' },
        ]}
      />
      <TextField
        field={fields.amount}
        label="Amount"
        hint="A class, an hour or a person. Not used for steps."
        inputMode="decimal"
      />
      <TextField
        field={fields.least}
        label="At least (optional)"
        hint="Never less than this for a class."
        inputMode="decimal"
      />
      <fieldset className="field whole tiers">
        <legend>Steps</legend>
        <p className="hint">Only for “in steps”: from 1 person £30, from 6 £40, from 11 £50.</p>
        {tiers.map((n) => (
          <div key={n} className="tier">
            <TextField
              field={fields[`from${n}`]}
              label={<>From people{n > 1 && <span className="vh">, step {n}</span>}</>}
              inputMode="numeric"
            />
            <TextField
              field={fields[`pays${n}`]}
              label={<>Pays{n > 1 && <span className="vh">, step {n}</span>}</>}
              inputMode="decimal"
            />
          </div>
        ))}
      </fieldset>
    </>
  )
}
