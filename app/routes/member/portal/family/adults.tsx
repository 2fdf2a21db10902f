/** Adults who book for one another: who may, who was asked, and how it ends. */
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type StudioRef = { slug: string }

/** Asked by another adult: what it means, then yes or no. */
export function AskedByAdults({
  studio,
  asked,
}: {
  studio: StudioRef
  asked: readonly { id: string; other: string; means: string; until: string }[]
}) {
  return asked.map(({ id, other, means, until }) => (
    <section key={id} className="sheet stack" aria-labelledby={`asked-${id}`}>
      <h2 id={`asked-${id}`}>Let {other} book for you?</h2>
      <p>
        {means} Answer until {until}.
      </p>
      <form method="post" action={paths.portalFamily(studio)} className="pair start">
        <HiddenFields values={{ agreement: id }} />
        <button type="submit" className="button primary" name="act" value="agree">
          Agree
        </button>
        <button type="submit" className="button" name="act" value="decline">
          Decline
        </button>
      </form>
    </section>
  ))
}

type Props = {
  studio: StudioRef
  books: readonly { id: string; other: string; personId: string | null; line: string }[]
  bookedFor: readonly { id: string; other: string; line: string }[]
  former: readonly { id: string; name: string; as: 'guardian' | 'grown'; reachable: number }[]
  mayAsk: boolean
  rules: FormRules
  formKey: string
  answer: PageFormAnswer | undefined
}

export function Adults(props: Props) {
  const { studio, books, bookedFor, former, mayAsk, rules, formKey, answer } = props
  const form = usePageForm<{ key: string; adult: string }>('adult', answer, { rules })
  const errors = [
    ...(form.form.errors ?? []).map((text) => ({ field: null, text })),
    ...(form.fields.adult.errors ?? []).slice(0, 1).map((text) => ({
      field: form.fields.adult.id,
      text,
    })),
  ]
  const page = paths.portalFamily(studio)
  if (!mayAsk) return null
  return (
    <section className="stack" aria-labelledby="adults">
      <h2 id="adults">Adults</h2>
      {(books.length > 0 || bookedFor.length > 0 || former.length > 0) && (
        <ul className="lines">
          {books.map(({ id, other, personId, line }) => (
            <li key={id} className="between">
              <p>
                <b>{other}</b> <span className="tag">{personId ? 'you book' : 'asked'}</span>
                <br />
                <small className="soft">{line}</small>
              </p>
              <div className="pair start">
                {personId && (
                  <a className="button" href={pathFor(paths.timetable(studio), personId)}>
                    Book<span className="vh"> for {other}</span>
                  </a>
                )}
                <End {...{ page, id, other }} label={personId ? 'End' : 'Withdraw'} />
              </div>
            </li>
          ))}
          {bookedFor.map(({ id, other, line }) => (
            <li key={id} className="between">
              <p>
                <b>{other}</b> <span className="tag">books for you</span>
                <br />
                <small className="soft">{line}</small>
              </p>
              <End {...{ page, id, other }} label="End" />
            </li>
          ))}
          {former.map(({ id, name, as, reachable }) => (
            <li key={`${as}-${id}`} className="between">
              <p>
                <b>{name}</b>
                <br />
                <small className="soft">
                  {as === 'guardian'
                    ? 'Looked after you until you were 18'
                    : 'Is 18 and decides for themselves'}
                  {as === 'grown' && reachable === 0 && '. We have no email address of theirs.'}
                </small>
              </p>
              {(as === 'guardian' || reachable === 1) && (
                <form method="post" action={page}>
                  <HiddenFields
                    values={{ key: formKey, [as === 'guardian' ? 'booker' : 'person']: id }}
                  />
                  <button type="submit" className="button">
                    {as === 'guardian' ? 'Let them book for you' : 'Ask to book for them'}
                    <span className="vh">: {name}</span>
                  </button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="soft">
        Book for a partner or another adult of your household. They agree first, and either of you
        can end it.
      </p>
      <ErrorSummary id={form.form.id} errors={errors} refusal={form.refusal} />
      <form id={form.form.id} method="post" action={page} className="stack wide-gap" noValidate>
        <HiddenFields values={{ key: formKey }} />
        <TextField field={form.fields.adult} label="Their email" type="email" autoComplete="off" />
        <SubmitButton>Ask to book for them</SubmitButton>
      </form>
    </section>
  )
}

const End = (props: { page: string; id: string; other: string; label: string }) => (
  <form method="post" action={props.page}>
    <HiddenFields values={{ agreement: props.id }} />
    <button type="submit" className="button" name="act" value="end">
      {props.label}
      <span className="vh">: {props.other}</span>
    </button>
  </form>
)
