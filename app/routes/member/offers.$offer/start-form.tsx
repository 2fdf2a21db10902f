import { useActionData } from '@remix-run/react'
import { trapField } from '#app/domain/leads/capture/form-definition.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/** Who starts, and the button that leads to the checkout. Styles: `form`, `public-offer`. */
export function StartForm(props: {
  here: string
  values: { key: string } & Record<string, string>
  rules: FormRules
  /** They are signed in: nothing is asked. */
  known: boolean
  /** The consent that is asked for. */
  news: string
  /** What the checkout does next. */
  next: string
  studio: { name: string }
}) {
  const { here, values, rules, known, news, next, studio } = props
  const answer = useActionData() as PageFormAnswer | undefined
  const form = usePageForm<{ name: string; email: string; phone: string; news: string }>(
    'offer-start',
    answer,
    { rules },
  )
  const { fields } = form
  const errors = [
    ...(form.form.errors ?? []).map((line) => ({ field: null, text: line })),
    ...(['name', 'email', 'phone'] as const).flatMap((name) =>
      (fields[name]?.errors ?? [])
        .slice(0, 1)
        .map((line) => ({ field: fields[name].id, text: line })),
    ),
  ]
  return (
    <form id="offer-start" method="post" action={here} className="stack wide-gap" noValidate>
      <ErrorSummary id="offer-start" errors={errors} refusal={form.refusal} />
      <HiddenFields values={values} />
      {!known && (
        <>
          <TextField field={fields.name} label="Name" autoComplete="name" />
          <TextField field={fields.email} label="Email" type="email" autoComplete="email" />
          <TextField
            field={fields.phone}
            label="Mobile number (optional)"
            type="tel"
            autoComplete="tel"
          />
          <label className="tick">
            <input
              type="checkbox"
              name="news"
              value="on"
              defaultChecked={fields.news?.initialValue === 'on'}
            />
            <span>{news}</span>
          </label>
          <div className="vh" aria-hidden="true">
            <label>
              Leave this empty
              <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
            </label>
          </div>
        </>
      )}
      <ol className="public-offer-steps">
        <li>{next}</li>
        <li>Book your first class</li>
      </ol>
      <SubmitButton>Continue</SubmitButton>
      <p className="soft">
        {known
          ? 'Nothing is bought yet.'
          : `Nothing is bought yet. ${studio.name} keeps your details to answer you.`}
      </p>
    </form>
  )
}
