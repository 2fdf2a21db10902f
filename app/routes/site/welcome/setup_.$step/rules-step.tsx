import type { SetupAnswers } from '#app/domain/onboarding/setup-draft.ts'
import { cancelHours, lateKinds } from '#app/domain/onboarding/setup-fields.ts'
import { lateWords } from '#app/domain/onboarding/setup-policy.ts'
import { freeUntilLabel } from '#app/domain/places/cancellation-words.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { typedMinor } from '#app/values/money.ts'
import { Choices } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

const lateLabels = {
  nothing: 'Nothing. The credit comes back',
  credit: 'The credit',
  fee: 'A fee. The credit comes back',
  both: 'The credit and a fee',
}

/** When a class on Thursday at 18:30 can last be cancelled free. */
const lastFree: Record<(typeof cancelHours)[number], string> = {
  2: 'Thursday 16:30',
  6: 'Thursday 12:30',
  12: 'Thursday 06:30',
  24: 'Wednesday 18:30',
  48: 'Tuesday 18:30',
}

/**
 * Step 6: what is free and what is not. The sentence below follows the choice without a script
 * (welcome.css).
 */
const exampleClass = 'A class on Thursday at 18:30'

export function RulesStep({
  fields: { field },
  saved,
  currency,
}: {
  fields: StepFields
  saved: SetupAnswers['rules']
  currency: string
}) {
  const fee =
    saved && saved.feeMinor > 0 && saved.currency === currency
      ? typedMinor(saved.feeMinor, currency)
      : null
  return (
    <div className="stack wide-gap told">
      <Choices
        field={field('cancelHours', saved?.cancelHours)}
        legend={freeUntilLabel}
        options={cancelHours.map((hours) => ({
          value: String(hours),
          label: `${hours} hours before the class`,
        }))}
      />
      <Choices
        field={field('late', saved?.late)}
        legend="Cancelling late or not turning up costs"
        options={lateKinds.map((late) => ({ value: late, label: lateLabels[late] }))}
      />
      <TextField
        field={field('fee', fee)}
        label={`Fee in ${currency}`}
        hint="Only where you chose one. Your desk can waive it for 24 hours."
      />
      <div className="panel">
        <p className="told-none">
          Choose above, and you’ll see here what members read before they book.
        </p>
        <p>
          {cancelHours.map((hours) => (
            <span key={hours} className={`told-h h${hours}`}>
              {`${exampleClass}. ${freeUntilLabel} `}
              <b>{lastFree[hours]}</b>.{' '}
            </span>
          ))}
          {lateKinds.map((late) => (
            <span key={late} className={`told-l l-${late}`}>
              After that {lateWords(late, 'the fee')}.
            </span>
          ))}
        </p>
      </div>
    </div>
  )
}
