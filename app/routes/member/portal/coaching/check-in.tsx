import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { errorsOf, type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Shown = {
  id: string
  state: string
  says: string
  due: string
  questions: string[]
  answers: string
  reply: string
}

/** One check-in: its questions, and the form for the answer while it can be given or changed. */
export function CheckIn({
  one,
  rules,
  answer,
}: {
  one: Shown
  rules: FormRules
  /** What its form was refused with. */
  answer: PageFormAnswer | undefined
}) {
  const open = one.state === 'sent' || one.state === 'answered'
  return (
    <div className="stack">
      <h3>
        {one.due}: {one.says}
      </h3>
      <ul>
        {one.questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      {open && <AnswerForm {...{ one, rules, answer }} />}
      {!open && answer && <Unsent id={one.id} answer={answer} />}
      {one.state === 'reviewed' && (
        <>
          <p>You: {one.answers}</p>
          <p>Your coach: {one.reply}</p>
        </>
      )}
    </div>
  )
}

function AnswerForm(props: { one: Shown; rules: FormRules; answer: PageFormAnswer | undefined }) {
  const { one, rules, answer } = props
  const { form, fields, refusal } = usePageForm<{ text: string }>(`answer-${one.id}`, answer, {
    rules,
    values: { text: one.answers },
  })
  const { text } = fields
  const errors = [
    ...(form.errors ?? []).map((sentence) => ({ field: null, text: sentence })),
    ...(text.errors ?? []).slice(0, 1).map((sentence) => ({ field: text.id, text: sentence })),
  ]
  return (
    <>
      <ErrorSummary id={form.id} errors={errors} refusal={refusal} />
      <form id={form.id} method="post" className="stack" noValidate>
        <HiddenFields values={{ checkIn: one.id }} />
        <TextareaField field={text} label="Your answer" />
        <button type="submit" className="button primary">
          {one.state === 'answered' ? 'Send again' : 'Send to my coach'}
        </button>
      </form>
    </>
  )
}

/** What was written to a check-in that closed meanwhile: it isn't sent, and isn't lost. */
function Unsent({ id, answer }: { id: string; answer: PageFormAnswer }) {
  const errors = errorsOf(answer, '').map((text) => ({ field: null, text }))
  return (
    <>
      <ErrorSummary id={`answer-${id}`} errors={errors} refusal={answer.refusal} />
      <p>You wrote, and it isn’t sent: {String(sentOf(answer)?.text ?? '')}</p>
    </>
  )
}
