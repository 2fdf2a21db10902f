import type { ReactNode } from 'react'
import type { FormRules } from '#app/values/field-rules.ts'
import { HiddenFields, SubmitButton } from '../form/buttons.tsx'
import { Form } from '../form/form.tsx'
import type { PageFormAnswer } from '../form/form-answer.ts'
import { usePageForm } from '../form/page-form.ts'
import { MailedNote } from '../layout/mailed-note.tsx'
import { PhoneNumberField, SixDigitsField } from './code-fields.tsx'

type Asked = { answer: PageFormAnswer | undefined; rules: FormRules }

/** Asks for the number that a code is texted to. Styles: `form`. */
export function PhoneNumberForm(
  props: Asked & {
    title: string
    intro: ReactNode
    label: string
    /** What is filled in already. */
    phone?: string | null
    children?: ReactNode
  },
) {
  const { answer, rules, title, intro, label, phone, children } = props
  const form = usePageForm<{ phone: string }>('phone', answer, {
    rules,
    values: { phone: phone ?? '' },
  })
  return (
    <Form of={form} names={['phone']} title={title} intro={<p>{intro}</p>}>
      <PhoneNumberField field={form.fields.phone} label={label} />
      <SubmitButton>Text me a code</SubmitButton>
      {children}
    </Form>
  )
}

/** Asks for the code that was texted; `again` is where another is asked for. Styles: `form`. */
export function PhoneCodeForm(
  props: Asked & {
    /** Where it went, as people read it: `your phone`. */
    sentTo: string
    button: string
    again: string
    hidden?: Record<string, string | null>
    devTools: boolean
  },
) {
  const { answer, rules, sentTo, button, again, hidden = {}, devTools } = props
  const form = usePageForm<{ code: string }>('code', answer, { rules })
  return (
    <Form
      of={form}
      names={['code']}
      title="Type the code"
      intro={<p>{`We’ve sent it to ${sentTo}.`}</p>}
    >
      <HiddenFields values={hidden} />
      <SixDigitsField field={form.fields.code} />
      <SubmitButton>{button}</SubmitButton>
      <MailedNote devTools={devTools}>
        No message? <a href={again}>Ask again after a minute</a>.
      </MailedNote>
    </Form>
  )
}
