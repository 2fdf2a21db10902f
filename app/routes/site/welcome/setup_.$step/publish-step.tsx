import type { SetupStep } from '#app/domain/onboarding/setup-draft.ts'
import { stepWords } from '#app/domain/onboarding/setup-words.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { Choices } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/** What opens, a line a step. */
export type PublishLine = { step: SetupStep; text: string }

/** Step 8: what will be seen, by whom, and what is still missing. */
export function PublishStep({
  fields: { field },
  lines,
  missing,
  address,
}: {
  fields: StepFields
  lines: readonly PublishLine[]
  missing: readonly SetupStep[]
  address: string
}) {
  return (
    <>
      {missing.length > 0 && (
        <div className="alert">
          <span />
          <p>
            First answer{' '}
            {missing.map((step, i) => (
              <span key={step}>
                {i > 0 && ', '}
                <a href={paths.setupStep(step)}>{stepWords[step].name}</a>
              </span>
            ))}
            .
          </p>
        </div>
      )}
      <dl className="lines">
        {lines.map(({ step, text }) => (
          <div key={step} className="line">
            <dt>{stepWords[step].name}</dt>
            <dd>{text}</dd>
            <dd>
              <a href={paths.setupStep(step)}>
                Change<span className="vh"> {stepWords[step].name}</span>
              </a>
            </dd>
          </div>
        ))}
      </dl>
      <Choices
        field={field('listed')}
        legend="Who can find your studio?"
        options={[
          {
            value: 'listed',
            label: 'Everyone: it’s in the list of studios, with its next classes',
          },
          { value: 'link', label: `Anyone with the link: ${address}` },
        ]}
      />
      <CheckboxField
        field={field('sample')}
        label={
          'Add 12 made-up members and two weeks of bookings to look around. ' +
          'You can remove them at any time.'
        }
      />
    </>
  )
}
