import { Link } from '@remix-run/react'
import { scoreDefinition, type scoresView } from '#app/domain/insights/scores/score-words.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { SendButton } from '#app/ui/form/live-form.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/** How likely members are to recommend the studio, and whether they are asked. */
export function ScoreSection(props: {
  studio: { slug: string }
  scores: ReturnType<typeof scoresView>
  rules: FormRules
  answer: PageFormAnswer | undefined
}) {
  const { studio, scores, rules, answer } = props
  const { title, about, parts, rule } = scores
  return (
    <section className="chart" aria-labelledby="scores">
      <h2 id="scores">{title}</h2>
      <p className="muted">{about}</p>
      {parts.length > 0 && (
        <ul className="sentences">
          {parts.map(({ id, name, n }) => (
            <li key={id}>
              <span>{name}</span> <b>{n}</b>
            </li>
          ))}
        </ul>
      )}
      <p className="muted">
        {scoreDefinition}{' '}
        <Link
          to={paths.manageReportRun(studio, {
            of: 'scores',
            period: 'last_90',
            show: 'person,at,answer,comment',
          })}
        >
          See the answers
        </Link>
      </p>
      <details className="as-table">
        <summary>Who is asked</summary>
        <p>
          Members who came in the last 60 days, joined at least 30 days ago and agreed to news by
          email, in your hours and within your limit of marketing emails. A task tells you of
          everyone who answers 0 to 6.
        </p>
        <SmallForm
          id="score-rule"
          names={['everyDays', 'asks'] as const}
          rules={rules}
          answer={answer}
          values={{ everyDays: rule.every }}
          key={rule.version}
        >
          {(fields) => (
            <>
              <HiddenFields values={{ act: 'scores', version: rule.version }} />
              <label className="choice">
                <input type="checkbox" name="asks" defaultChecked={rule.asks} />
                <span>Ask members for a score by email</span>
              </label>
              <TextField
                field={fields.everyDays}
                label="Ask one person once in so many days"
                inputMode="numeric"
                autoComplete="off"
              />
              <SendButton tone="" sending="Saving…">
                Save changes
              </SendButton>
            </>
          )}
        </SmallForm>
      </details>
    </section>
  )
}
