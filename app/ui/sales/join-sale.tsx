import { useActionData } from '@remix-run/react'
import type { JoinPreview } from '#app/domain/sales/memberships/join-preview.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { SaleMethod, SaleNote } from './sale-payment.tsx'

type Values = Record<'key' | 'offer' | 'startsOn' | 'coupon' | 'waivesFee', string>

/** What joining comes to, and how it is paid. Style: `timeline`. */
export function JoinSale(props: {
  id: string
  rules: FormRules
  preview: JoinPreview
  payers: { value: string; label: string }[]
  values: Values & { [name: string]: string }
  button: string
  cancel: string
}) {
  const { id, rules, preview, payers, values, button, cancel } = props
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm(
    id,
    ['offer', 'startsOn', 'coupon', 'waivesFee', 'payer', 'method', 'note', 'key'],
    { answer, values, rules },
  )
  const { payer, method, note, key } = form.fields
  const { offer, startsOn, coupon, waivesFee } = values
  return (
    <section className="bill-part sheet-form">
      <h2>What happens next</h2>
      <Timeline
        entries={preview.effects.map(({ on, day, text, more, key: now }, i) => ({
          key: `${on}:${i}`,
          when: day,
          now,
          what: (
            <>
              <b>{text}</b> {more}
            </>
          ),
        }))}
      />
      <p>
        <b className="num">{preview.due.amount}</b> {preview.due.what}.
        {preview.classes !== null && ` ${preview.classes} classes until the next bill.`}
      </p>
      {preview.contract && <p className="muted">{preview.contract}</p>}
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields
          values={{ key: String(key.initialValue ?? ''), offer, startsOn, coupon, waivesFee }}
        />
        {payers.length > 1 && <SelectField field={payer} label="Who pays" options={payers} />}
        <SaleMethod field={method} due={preview.dueNowMinor > 0} />
        <SaleNote field={note} />
        <FormEnd sending="Selling…" cancel={cancel}>
          {button}
        </FormEnd>
      </LiveFormBody>
    </section>
  )
}
