import { useActionData } from '@remix-run/react'
import type { PlanChoices } from '#app/domain/entitlements/plan-options.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { FormFold } from '#app/ui/form/form-fold.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { days, intervals, limits, missed, times } from './plan-selects.ts'

const names = [
  ...([
    'key',
    'name',
    'description',
    'price',
    'interval',
    'anchorDay',
    'limit',
    'classes',
    'missed',
  ] as const),
  ...(['joiningFee', 'trialDays', 'termMonths', 'noticeDays'] as const),
  ...(['freezeLeastDays', 'freezeMostDays', 'freezeFee'] as const),
  ...(['saleFrom', 'saleUntil', 'mostHolders', 'listed', 'contract'] as const),
  ...(['times', 'disciplines', 'locations', 'rolloverMost', 'guestPlaces'] as const),
  ...(['document', 'proof', 'holders', 'moveOn'] as const),
] as const

export type PlanValues = Partial<Record<(typeof names)[number], string>>

/** The fields of a plan: a new one, or the next version of one that people have. */
export function PlanForm(props: {
  rules: FormRules
  values: PlanValues
  choices: PlanChoices
  /** Ids of the disciplines and locations it pays for; none is all. */
  covers: readonly string[]
  places: readonly string[]
  /** The studio's peak hours in words; empty where it has none. */
  peak: string
  holders: { who: string; keep: string; earliest: string } | false
  button: string
  cancel: string
}) {
  const { rules, values, covers, places, peak, holders, button, cancel } = props
  const { disciplines, locations, documents } = props.choices
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('plan', names, { answer, values, rules })
  const { fields } = form
  return (
    <LiveFormBody of={form} className="sheet-form">
      <HiddenFields values={{ key: String(fields.key.initialValue ?? '') }} />
      <TextField field={fields.name} label="Name" hint="Like Unlimited or 8 a month." />
      <TextField
        field={fields.description}
        label="What it suits (optional)"
        hint="A sentence for the price list."
      />
      <TextField field={fields.price} label="Price" hint="With tax." inputMode="decimal" />
      <SelectField field={fields.interval} label="Paid" options={intervals} />
      <SelectField field={fields.limit} label="Classes" options={limits} />
      <TextField
        field={fields.classes}
        label="How many classes"
        hint="Leave empty for as many as they like."
        inputMode="numeric"
      />
      <SelectField
        field={fields.missed}
        label="Classes cancelled late or missed"
        options={missed}
      />
      <TextField
        field={fields.rolloverMost}
        label="Unused classes that carry over"
        hint="At most so many into the next week or payment, where they end. 0 for none."
        inputMode="numeric"
      />
      <SelectField
        field={fields.times}
        label="Pays for classes"
        hint={
          peak
            ? `Peak hours: ${peak}.`
            : 'Set your peak hours in Settings to sell plans for off-peak only.'
        }
        options={times}
      />
      {disciplines.length > 1 && (
        <TickFields
          field={fields.disciplines}
          legend="Pays for"
          hint="Tick none for every class."
          choices={disciplines}
          chosen={covers}
          answer={answer}
        />
      )}
      {locations.length > 1 && (
        <TickFields
          field={fields.locations}
          legend="Pays at"
          hint="Tick none for every location."
          choices={locations}
          chosen={places}
          answer={answer}
        />
      )}
      <TextField
        field={fields.guestPlaces}
        label="Free guests"
        hint="For each payment. Your booking policy says how many can come to one class."
        inputMode="numeric"
      />
      <FormFold
        title="Joining"
        note="billing day, joining fee, free days, minimum term, what people sign"
        fields={fields}
        names={['anchorDay', 'joiningFee', 'trialDays', 'termMonths', 'document']}
        usual={{
          anchorDay: '',
          joiningFee: values.joiningFee ?? '',
          trialDays: '0',
          termMonths: '0',
          document: '',
        }}
      >
        <SelectField
          field={fields.anchorDay}
          label="Billed on day"
          hint="Of monthly plans. The first part month is charged by days."
          options={days}
        />
        <TextField field={fields.joiningFee} label="Joining fee" inputMode="decimal" />
        <TextField
          field={fields.trialDays}
          label="Free days"
          hint="At the start, before the first bill."
          inputMode="numeric"
        />
        <TextField
          field={fields.termMonths}
          label="Minimum term in months"
          hint="0 for none."
          inputMode="numeric"
        />
        {documents.length > 0 && (
          <SelectField
            field={fields.document}
            label="What they sign first (optional)"
            options={[
              { value: '', label: 'Nothing' },
              ...documents.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </FormFold>
      <FormFold
        title="Leaving and freezing"
        note="notice, freeze days, freeze fee"
        fields={fields}
        names={['noticeDays', 'freezeLeastDays', 'freezeMostDays', 'freezeFee']}
        usual={{
          noticeDays: '30',
          freezeLeastDays: '7',
          freezeMostDays: '60',
          freezeFee: values.freezeFee ?? '',
        }}
      >
        <TextField
          field={fields.noticeDays}
          label="Days of notice"
          hint="From cancelling to the last day."
          inputMode="numeric"
        />
        <TextField
          field={fields.freezeMostDays}
          label="Freeze days a year"
          hint="0 for no freezes."
          inputMode="numeric"
        />
        <TextField
          field={fields.freezeLeastDays}
          label="Least days of a freeze"
          inputMode="numeric"
        />
        <TextField field={fields.freezeFee} label="Freeze fee" inputMode="decimal" />
      </FormFold>
      <FormFold
        title="Selling"
        note="dates, how many, price list, contract"
        fields={fields}
        names={['saleFrom', 'saleUntil', 'mostHolders', 'listed', 'contract']}
        usual={{ listed: 'on' }}
      >
        <DateField field={fields.saleFrom} label="On sale from (optional)" />
        <DateField field={fields.saleUntil} label="On sale until (optional)" />
        <TextField
          field={fields.mostHolders}
          label="Most people who can have it (optional)"
          inputMode="numeric"
        />
        <CheckboxField field={fields.listed} label="On the price list" />
        <TextareaField
          field={fields.contract}
          label="Contract (optional)"
          hint="What people agree to when they buy it."
          rows={6}
        />
      </FormFold>
      {holders && (
        <>
          <SelectField
            field={fields.holders}
            label={holders.who}
            options={[
              { value: 'keep', label: holders.keep },
              { value: 'move', label: 'Pay the new price from a day on' },
            ]}
          />
          <DateField
            field={fields.moveOn}
            label="From which day"
            hint={`${holders.earliest} or later. We email each of them when you save. A minimum term keeps its price until it ends.`}
          />
        </>
      )}
      <FormEnd sending="Saving…" cancel={cancel}>
        {button}
      </FormEnd>
    </LiveFormBody>
  )
}
