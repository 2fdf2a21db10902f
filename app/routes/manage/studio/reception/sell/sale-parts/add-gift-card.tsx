import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { SaleData } from './sale-data.ts'

const names = ['amount', 'to', 'from', 'giftEmail', 'message', 'on'] as const

/** A gift card into the basket: for whom, and by email or to be handed over. */
export function AddGiftCard(props: { data: SaleData; answer: PageFormAnswer | undefined }) {
  const { data, answer } = props
  const { studio, sale, rules, giftKey } = data
  const form = useLiveForm('gift', names, { answer, values: {}, rules: rules.gift })
  const { amount, to, from, giftEmail, message, on } = form.fields
  return (
    <details className="form-fold" open={answer !== undefined}>
      <summary>
        <Icon name="next" />
        Sell a gift card
      </summary>
      <LiveFormBody of={form} action={paths.manageSale(studio, sale.id)} className="sheet-form">
        <HiddenFields values={{ act: 'gift', key: giftKey }} />
        <TextField field={amount} label="Amount" inputMode="decimal" autoComplete="off" />
        <TextField field={to} label="For (optional)" autoComplete="off" />
        <TextField field={from} label="From (optional)" autoComplete="off" />
        <TextField
          field={giftEmail}
          label="Email it to (optional)"
          hint="Leave empty to print it and hand it over."
          type="email"
          autoComplete="off"
        />
        <DateField field={on} label="Email it on (optional)" hint="Leave empty to email it now." />
        <TextareaField field={message} label="Message (optional)" rows={3} />
        <SendButton sending="Adding…" tone="">
          Add gift card
        </SendButton>
      </LiveFormBody>
    </details>
  )
}
