import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { SendButton } from '#app/ui/form/live-form.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/** Asks a coach that one's programs wait for some days; nothing while a request waits. */
export function AskShift(props: {
  relation: { id: string; coach: string; key: string; waits: boolean }
  rules: FormRules
  answer: PageFormAnswer | undefined
}) {
  const { relation, rules, answer } = props
  if (relation.waits) return null
  return (
    <details>
      <summary>Ill or away? Ask {relation.coach} to move your program</summary>
      <SmallForm
        id={`shift-${relation.id}`}
        names={['days', 'reason']}
        rules={rules}
        values={{ days: '7' }}
        answer={answer}
      >
        {({ days, reason }) => (
          <>
            <HiddenFields values={{ act: 'shift', key: relation.key, relation: relation.id }} />
            <TextField field={days} label="Days to move it by" inputMode="numeric" />
            <TextField field={reason} label="Why (optional)" autoComplete="off" />
            <SendButton sending="Sending…">Ask</SendButton>
          </>
        )}
      </SmallForm>
    </details>
  )
}
