import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/** The page that asks why an open invoice is voided or written off. */
export function ClosePage(props: {
  title: string
  intro: string
  sending: string
  invoice: { title: string }
  back: string
  open: boolean
  rules: FormRules
  answer: PageFormAnswer | undefined
}) {
  const { title, intro, sending, invoice, back, open, rules, answer } = props
  const form = useLiveForm('close', ['reason'], { answer, rules })
  return (
    <>
      <BackLink to={back}>{invoice.title}</BackLink>
      <PageHead title={title} intro={open ? intro : 'It isn’t open any more.'} />
      {open && (
        <LiveFormBody of={form} className="sheet-form">
          <TextField
            field={form.fields.reason}
            label="Why"
            hint="Kept on the invoice, with your name in the record."
            autoComplete="off"
          />
          <FormEnd sending={sending} cancel={back}>
            {title}
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
