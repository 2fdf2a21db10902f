import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Choice = { value: string; label: string }

export type HeldData = {
  studio: { slug: string }
  held: {
    id: string
    kind: string
    number: string
    fileId: string | null
    fileName: string | null
    state: { text: string; tone: LabelTone }
  }[]
  kinds: Choice[]
  files: Choice[]
  key: string
  rules: { hold: FormRules }
}

/** What somebody holds; who may change it has the form. */
export function HeldSection(props: {
  data: HeldData
  answer: PageFormAnswer | undefined
  writes: boolean
}) {
  const { data, answer, writes } = props
  const { studio, held, kinds, files, key, rules } = data
  const form = useLiveForm('hold', ['kindId', 'number', 'issuedOn', 'expiresOn', 'fileId'], {
    answer,
    rules: rules.hold,
  })
  const { fields } = form
  return (
    <section>
      <div className="section-head">
        <h2>Qualifications</h2>
      </div>
      {held.length === 0 && <p className="muted">Nothing noted yet.</p>}
      <ul className="lines">
        {held.map(({ id, kind, number, fileId, fileName, state }) => (
          <li key={id}>
            <span>
              {kind} <Label {...state} />{' '}
              <span className="muted">
                {number}
                {fileId && fileName && (
                  <>
                    {' '}
                    <Link to={paths.manageFile(studio, fileId)}>{fileName}</Link>
                  </>
                )}
              </span>
            </span>
            {writes && (
              <Form method="post">
                <HiddenFields values={{ act: 'drop' }} />
                <button type="submit" className="button small" name="id" value={id}>
                  Remove
                  <span className="vh">
                    {' '}
                    {kind}, {state.text}
                  </span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {writes && kinds.length === 0 && (
        <p>
          <Link to={paths.manageQualifications(studio)}>Say first what people need to hold</Link>
        </p>
      )}
      {writes && kinds.length > 0 && (
        <LiveFormBody of={form} className="sheet-form two-columns">
          <HiddenFields values={{ act: 'hold', key }} />
          <SelectField field={fields.kindId} label="Qualification" options={kinds} empty="Choose" />
          <TextField field={fields.number} label="Number (optional)" />
          <TextField field={fields.issuedOn} label="From (optional)" type="date" />
          <TextField
            field={fields.expiresOn}
            label="Last day (optional)"
            hint="We email them 30 days before."
            type="date"
          />
          {files.length > 0 && (
            <SelectField field={fields.fileId} label="Paper" options={files} empty="No file" />
          )}
          <div className="form-end whole">
            <SendButton sending="Adding…">Add</SendButton>
          </div>
        </LiveFormBody>
      )}
    </section>
  )
}
