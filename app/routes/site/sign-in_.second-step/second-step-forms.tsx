import type * as z from 'zod'
import type {
  recoveryCodeForm,
  secondStepForm,
} from '#app/domain/identity/factors/second-step-fields.ts'
import { SixDigitsField } from '#app/ui/account/code-fields.tsx'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Asked = { answer: PageFormAnswer | undefined; rules: FormRules }

/** The code that the app shows, or that was sent to the phone. */
export function CodeForm(
  props: Asked & {
    chosen: { id: string; name: string; phone: string | null }
    challenge: string | null
    devTools: boolean
  },
) {
  const { answer, rules, chosen, challenge, devTools } = props
  const form = usePageForm<z.input<typeof secondStepForm>>('second-step', answer, { rules })
  return (
    <Form
      of={form}
      names={['code']}
      title="One more step"
      intro={
        <p>
          {chosen.phone
            ? `We’ve sent a code to your ${chosen.phone}.`
            : `Open ${chosen.name} and enter the code it shows.`}
          {chosen.phone && devTools && (
            <>
              {' '}
              This is a development server: read it in the <a href="/dev/outbox">outbox</a>.
            </>
          )}
        </p>
      }
    >
      <HiddenFields values={{ factor: chosen.id, challenge }} />
      <SixDigitsField field={form.fields.code} />
      <SubmitButton>Continue</SubmitButton>
    </Form>
  )
}

export function RecoveryForm({ answer, rules }: Asked) {
  const form = usePageForm<z.input<typeof recoveryCodeForm>>('recovery', answer, { rules })
  return (
    <Form
      of={form}
      names={['recovery']}
      title="Use a recovery code"
      intro={<p>One of the codes you saved when you set up two-step sign-in. Each works once.</p>}
    >
      <TextField field={form.fields.recovery} label="Recovery code" autoComplete="off" />
      <SubmitButton>Continue</SubmitButton>
    </Form>
  )
}
