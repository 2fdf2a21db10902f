import type { SetupAnswers } from '#app/domain/onboarding/setup-draft.ts'
import { typedMinor } from '#app/values/money.ts'
import { SelectCell, TextCell } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/** Step 5: what is sold first. Names are proposed, prices are not. */
export function PricesStep({
  fields: { field },
  saved,
  currency,
}: {
  fields: StepFields
  saved: SetupAnswers['prices']
  currency: string
}) {
  const { plan, package: pack } = saved ?? {}
  const shown = (minor: number | undefined) =>
    minor !== undefined && saved?.currency === currency ? typedMinor(minor, currency) : null
  return (
    <>
      <fieldset className="rows">
        <legend>A plan people pay again and again</legend>
        <p className="soft">With it they book as many classes as they like.</p>
        <div className="cells price-cells">
          <TextCell
            field={field('planName', saved ? (plan?.name ?? null) : 'Unlimited')}
            label="Name"
          />
          <TextCell
            field={field('planPrice', shown(plan?.priceMinor))}
            label={`Price in ${currency}`}
          />
          <SelectCell
            field={field('interval', plan?.interval)}
            label="Paid every"
            options={[
              { value: 'month', label: 'Month' },
              { value: 'four_weeks', label: 'Four weeks' },
              { value: 'week', label: 'Week' },
            ]}
          />
        </div>
      </fieldset>
      <fieldset className="rows">
        <legend>A package of classes</legend>
        <p className="soft">Each class takes one credit of it.</p>
        <div className="cells pack-cells">
          <TextCell
            field={field('packageName', saved ? (pack?.name ?? null) : '10-class pack')}
            label="Name"
          />
          <TextCell
            field={field('packagePrice', shown(pack?.priceMinor))}
            label={`Price in ${currency}`}
          />
          <TextCell field={field('credits', pack?.credits ?? 10)} label="Classes" />
          <TextCell field={field('validDays', pack?.validDays ?? 180)} label="Lasts, days" />
        </div>
        <p className="soft">Clear the name of the one you do not sell.</p>
      </fieldset>
    </>
  )
}
