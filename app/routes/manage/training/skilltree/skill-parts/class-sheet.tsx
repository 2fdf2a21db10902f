import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { sentOf } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { count } from '#app/values/wording.ts'

/** One skill for everybody in a class: clean times a side, empty for those nobody looked at. */
export function ClassSheet(props: {
  studio: { slug: string }
  occurrence: string
  sheet: {
    id: string
    name: string
    rule: string
    times: number
    days: number
    twoSided: boolean
    people: { id: string; name: string; days: number; cleared: boolean }[]
  }
  answer: PageFormAnswer | undefined
  rules: FormRules
  values: { key: string; skill: string }
}) {
  const { studio, occurrence, sheet, answer, rules, values } = props
  const form = useLiveForm('sheet', ['key', 'skill', 'note'], { answer, values, rules })
  const sent = sentOf(answer)
  const sides = sheet.twoSided ? (['left', 'right'] as const) : (['left'] as const)
  return (
    <section aria-labelledby="sheet-title">
      <h2 id="sheet-title">{sheet.name} today</h2>
      <p className="muted">
        Cleared after {sheet.rule}. Leave people empty whom you didn’t see do it.
      </p>
      <LiveFormBody
        of={form}
        className="sheet-form"
        action={paths.manageSkillClass(studio, occurrence, { skill: sheet.id })}
      >
        <HiddenFields
          values={{ key: String(form.fields.key.initialValue ?? ''), skill: sheet.id }}
        />
        <ul className="lines whole">
          {sheet.people.map((person) => (
            <li key={person.id} className="skill-seen">
              <span>
                {person.name}{' '}
                <small className="muted">
                  {person.cleared
                    ? 'cleared'
                    : `${Math.min(person.days, sheet.days)} of ${count(sheet.days, 'day')}`}
                </small>
              </span>
              {sides.map((side) => (
                <label key={side}>
                  <span className={sheet.twoSided ? 'muted' : 'vh'}>
                    {sideLabel(side, sheet.twoSided)}
                    <span className="vh"> of {person.name}</span>
                  </span>
                  <input
                    name={`${side}.p${person.id.replaceAll('-', '')}`}
                    inputMode="numeric"
                    maxLength={2}
                    size={2}
                    autoComplete="off"
                    placeholder={String(sheet.times)}
                    defaultValue={String(sent?.[`${side}.p${person.id.replaceAll('-', '')}`] ?? '')}
                  />
                </label>
              ))}
            </li>
          ))}
        </ul>
        <TextField
          field={form.fields.note}
          label="Note for all of them (optional)"
          autoComplete="off"
        />
        <FormEnd sending="Saving…" cancel={paths.manageSkillClass(studio, occurrence)}>
          Save
        </FormEnd>
      </LiveFormBody>
    </section>
  )
}

function sideLabel(side: 'left' | 'right', twoSided: boolean): string {
  if (!twoSided) return 'Times'
  return side === 'left' ? 'Left' : 'Right'
}
