import type { FormRules } from '#app/values/field-rules.ts'
import { HiddenFields } from '../form/buttons.tsx'
import { FieldError } from '../form/field-frame.tsx'
import type { PageFormAnswer } from '../form/form-answer.ts'
import { FormEnd } from '../form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '../form/live-form.tsx'
import { DateField, TextField } from '../form/text-field.tsx'

export type OfferWords = { id: string; name: string; note: string }

/** What is given, from which day and why: the form of packages and memberships. */
export function GiftForm(props: {
  answer: PageFormAnswer | undefined
  rules: FormRules
  /** `Package`, `Plan` */
  what: string
  offers: readonly OfferWords[]
  values: { key: string; startsOn: string }
  ends: boolean
  button: string
  cancelPath: string
}) {
  const { answer, rules, what, offers, values, ends, button, cancelPath } = props
  const form = useLiveForm('gift', ['offer', 'startsOn', 'endsOn', 'reason', 'key'], {
    answer,
    values: { offer: offers[0]?.id ?? '', ...values },
    rules,
  })
  const { offer, startsOn, endsOn, reason, key } = form.fields
  return (
    <LiveFormBody of={form}>
      <HiddenFields values={{ key: String(key.initialValue ?? '') }} />
      <div className="sheet-form two-columns">
        <fieldset
          className={offer.errors ? 'field wrong whole' : 'field whole'}
          id={offer.id}
          tabIndex={-1}
        >
          <legend>{what}</legend>
          <FieldError field={offer} />
          <div className="choices stacked">
            {offers.map(({ id, name, note }) => (
              <label key={id}>
                <input
                  type="radio"
                  name="offer"
                  value={id}
                  defaultChecked={offer.initialValue === id}
                  required={offer.required}
                />
                {name} <small>{note}</small>
              </label>
            ))}
          </div>
        </fieldset>
        <DateField field={startsOn} label="First day" />
        {ends && <DateField field={endsOn} label="Last day" hint="Leave empty if it renews" />}
        <div className="whole">
          <TextField
            field={reason}
            label="Why"
            hint="Staff see this in the person’s history"
            autoComplete="off"
          />
        </div>
      </div>
      <FormEnd sending="Adding…" cancel={cancelPath}>
        {button}
      </FormEnd>
    </LiveFormBody>
  )
}
