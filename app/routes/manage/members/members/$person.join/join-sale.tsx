import { useActionData } from '@remix-run/react'
import { methodsByHand, methodWords } from '#app/domain/billing/invoices/payment-words.ts'
import type { JoinPreview } from '#app/domain/sales/memberships/join-preview.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/** What joining comes to, and how it is paid. */
export function JoinSale(props: {
  rules: FormRules
  studio: { slug: string }
  person: { id: string }
  preview: JoinPreview
  payers: { value: string; label: string }[]
  values: { key: string; offer: string; startsOn: string; coupon: string; [name: string]: string }
}) {
  const { rules, studio, person, preview, payers, values } = props
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm(
    'join',
    ['offer', 'startsOn', 'coupon', 'payer', 'method', 'note', 'key'],
    {
      answer,
      values,
      rules,
    },
  )
  const { payer, method, note, key } = form.fields
  return (
    <section className="bill-part sheet-form">
      <h2>What happens next</h2>
      <Timeline
        entries={preview.effects.map(({ on, day, text, more, key: now }, i) => ({
          ...{ key: `${on}:${i}`, when: day, now },
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
          values={{
            key: String(key.initialValue ?? ''),
            offer: values.offer,
            startsOn: values.startsOn,
            coupon: values.coupon,
          }}
        />
        {payers.length > 1 && <SelectField field={payer} label="Who pays" options={payers} />}
        {preview.dueNowMinor > 0 ? (
          <SelectField
            field={method}
            label="How it is paid"
            options={[
              ...methodsByHand.map((value) => ({ value, label: methodWords[value] })),
              { value: 'later', label: 'Pay later, on the invoice' },
            ]}
          />
        ) : (
          <HiddenFields values={{ method: 'later' }} />
        )}
        <TextField
          field={note}
          label="Note (optional)"
          hint="Staff see this in the person’s history."
          autoComplete="off"
        />
        <FormEnd sending="Selling…" cancel={paths.managePerson(studio, person.id)}>
          Sell {preview.name}
        </FormEnd>
      </LiveFormBody>
    </section>
  )
}
