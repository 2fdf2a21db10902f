import type { ReactNode } from 'react'
import type { SetupAnswers } from '#app/domain/onboarding/setup-draft.ts'
import type { SoldKind } from '#app/domain/onboarding/setup-fields.ts'
import { FieldError } from '#app/ui/form/field-frame.tsx'
import { typedMinor } from '#app/values/money.ts'
import { SelectCell, TextCell } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/**
 * Step 5: what is sold, ticked; a tick opens what it takes (welcome.css). Names are proposed, prices
 * are not.
 */
export function PricesStep({
  fields: { field },
  saved,
  sold,
  currency,
}: {
  fields: StepFields
  saved: SetupAnswers['prices']
  /** What is ticked. */
  sold: readonly string[]
  currency: string
}) {
  const { plan, package: pack, dropInMinor } = saved ?? {}
  const shown = (minor: number | null | undefined) =>
    typeof minor === 'number' && saved?.currency === currency ? typedMinor(minor, currency) : null
  const sells = field('sells')
  const price = `Price in ${currency}`
  return (
    <fieldset className={sells.errors ? 'rows field wrong' : 'rows field'} id={sells.id}>
      <legend>Tick what you sell</legend>
      <FieldError field={sells} />
      <Sold
        kind="single"
        sold={sold}
        name="Single classes"
        note="One class at a time, paid at your desk. The same price for every class to start with."
      >
        <div className="cells single-cells">
          <TextCell field={field('singlePrice', shown(dropInMinor))} label={price} />
        </div>
      </Sold>
      <Sold kind="package" sold={sold} name="A pack of classes" note="Each class uses one credit.">
        <div className="cells pack-cells">
          <TextCell field={field('packageName', pack?.name ?? '10-class pack')} label="Name" />
          <TextCell field={field('packagePrice', shown(pack?.priceMinor))} label={price} />
          <TextCell field={field('credits', pack?.credits ?? 10)} label="Classes" />
          <TextCell field={field('validDays', pack?.validDays ?? 180)} label="Valid for (days)" />
        </div>
      </Sold>
      <Sold
        kind="plan"
        sold={sold}
        name="A membership"
        note="Paid regularly. Members book as many classes as they like."
      >
        <div className="cells price-cells">
          <TextCell field={field('planName', plan?.name ?? 'Unlimited')} label="Name" />
          <TextCell field={field('planPrice', shown(plan?.priceMinor))} label={price} />
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
      </Sold>
    </fieldset>
  )
}

function Sold(props: {
  kind: SoldKind
  sold: readonly string[]
  name: string
  note: string
  children: ReactNode
}) {
  const { kind, sold, name, note, children } = props
  return (
    <fieldset className="sold">
      <legend className="vh">{name}</legend>
      <label className="pick">
        <input type="checkbox" name="sells" value={kind} defaultChecked={sold.includes(kind)} />
        <span>
          <b>{name}</b>
          <br />
          <span className="soft">{note}</span>
        </span>
      </label>
      {children}
    </fieldset>
  )
}
