/** The forms of the family's page: another guardian, another child, and packs that are shared. */

import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { type PageForm, usePageForm } from '#app/ui/form/page-form.ts'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type StudioRef = { slug: string }

type Common = {
  studio: StudioRef
  rules: FormRules
  /** Made with the page, so that a form sent twice is one. */
  formKey: string
  /** What the form was refused with, where it was this one. */
  answer: PageFormAnswer | undefined
}

function errorsOf<Fields extends Record<string, unknown>>(
  { form, fields }: PageForm<Fields>,
  names: readonly (keyof PageForm<Fields>['fields'] & string)[],
) {
  return [
    ...(form.errors ?? []).map((text) => ({ field: null, text })),
    ...names.flatMap((name) =>
      (fields[name].errors ?? []).slice(0, 1).map((text) => ({ field: fields[name].id, text })),
    ),
  ]
}

export function AddChild({ studio, rules, formKey, answer }: Common) {
  const form = usePageForm<{ key: string; name: string; birthDate: string }>('child', answer, {
    rules,
  })
  return (
    <section className="stack" aria-labelledby="add">
      <h2 id="add">Add a child</h2>
      <ErrorSummary
        id={form.form.id}
        errors={errorsOf(form, ['name', 'birthDate'])}
        refusal={form.refusal}
      />
      <form
        id={form.form.id}
        method="post"
        action={paths.portalFamily(studio)}
        className="stack wide-gap"
        noValidate
      >
        <HiddenFields values={{ key: formKey }} />
        <TextField field={form.fields.name} label="Full name" autoComplete="off" />
        <DateField field={form.fields.birthDate} label="Date of birth" />
        <SubmitButton>Add a child</SubmitButton>
      </form>
    </section>
  )
}

export function InviteGuardian({
  studio,
  rules,
  formKey,
  answer,
  family,
}: Common & {
  /** Those who may have another guardian. */
  family: readonly { id: string; called: string }[]
}) {
  const form = usePageForm<{ key: string; email: string }>('invite', answer, { rules })
  const [only] = family
  return (
    <section className="stack" aria-labelledby="another">
      <h2 id="another">Invite another guardian</h2>
      <p className="soft">
        A second parent can book, cancel and sign too. Each of you pays with your own packs.
      </p>
      <ErrorSummary id={form.form.id} errors={errorsOf(form, ['email'])} refusal={form.refusal} />
      <form
        id={form.form.id}
        method="post"
        action={paths.portalFamily(studio)}
        className="stack wide-gap"
        noValidate
      >
        <HiddenFields values={{ key: formKey }} />
        <TextField field={form.fields.email} label="Their email" type="email" autoComplete="off" />
        {family.length === 1 && only ? (
          <HiddenFields values={{ children: only.id }} />
        ) : (
          <fieldset className="stack">
            <legend>For whom</legend>
            {family.map(({ id, called }) => (
              <label key={id} className="tick">
                <input type="checkbox" name="children" value={id} defaultChecked />
                <span>{called}</span>
              </label>
            ))}
          </fieldset>
        )}
        <SubmitButton>Invite another guardian</SubmitButton>
      </form>
    </section>
  )
}

/** The member's own packs, each shared with the family or theirs alone. */
export function Packs({
  studio,
  packs,
}: {
  studio: StudioRef
  packs: readonly { id: string; name: string; text: string; shared: boolean }[]
}) {
  return (
    <section className="stack" aria-labelledby="packs">
      <h2 id="packs">Your packs</h2>
      <ul className="lines">
        {packs.map(({ id, name, text, shared }) => (
          <li key={id} className="between">
            <p>
              <b>{name}</b> {shared && <span className="tag">shared</span>}
              <br />
              <small className="soft">{text}</small>
            </p>
            <form method="post" action={paths.portalFamily(studio)}>
              <HiddenFields values={{ lot: id, share: shared ? 'off' : 'on' }} />
              <button type="submit" className="button">
                {shared ? 'Stop sharing' : 'Share with family'}
                <span className="vh">: {name}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
