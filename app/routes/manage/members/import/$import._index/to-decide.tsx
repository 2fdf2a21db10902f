import { Form, Link } from '@remix-run/react'
import type { HoldingKind } from '#app/db/studio/imports-words.ts'
import {
  type HeldReason,
  heldReasons,
  type Question,
  questionWords,
} from '#app/domain/imports/holdings/holding-words.ts'
import { count } from '#app/values/wording.ts'

export type HeldGroup = {
  reason: HeldReason
  total: number
  rows: { line: number; name: string; value: string }[]
}

/** What a program cannot settle: words of the file, and rows that wait. Sent, the file is checked again. */
export function ToDecide(props: {
  kind: HoldingKind
  /** Some of the words of the file, as a form has room for them. */
  asked: { questions: readonly Question[]; open: number; page: number; pages: number }
  held: readonly HeldGroup[]
  /** What was answered for held rows. */
  decisions: Readonly<Record<string, string>>
  path: string
}) {
  const { kind, asked, held, decisions, path } = props
  const { questions, open, page, pages } = asked
  if (questions.length === 0 && held.length === 0) return null
  const first = questions.length
  let i = first
  return (
    <section aria-labelledby="decide">
      <div className="section-head">
        <h2 id="decide">To decide</h2>
        {open > 0 && <span>{count(open, 'word')} without an answer</span>}
      </div>
      <Form method="post" action={path} className="sheet-form">
        {questions.map(({ key, word, rows, options, answer }, at) => (
          <div className="field" key={key}>
            <label htmlFor={`answer-${at}`}>
              “{word || 'Empty'}”, {count(rows, 'row')}. {asks(kind, key)}
            </label>
            <Answer i={at} name={key} answer={answer} options={[unanswered, ...options]} />
          </div>
        ))}
        {held.map(({ reason, total, rows }) => (
          <fieldset className="field stack" key={reason}>
            <legend>
              {heldReasons[reason].title}: {total}
            </legend>
            <Chosen i={i++} name={reason} of="All of them" reason={reason} {...{ decisions }} />
            {rows.map(({ line, name, value }) => (
              <Chosen
                key={line}
                i={i++}
                name={`${reason}:${line}`}
                of={`${name || `Line ${line}`}, ${value}, line ${line}`}
                {...{ reason, decisions }}
              />
            ))}
            {total > rows.length && (
              <p className="muted">And {total - rows.length} more, in the file of rows left out.</p>
            )}
          </fieldset>
        ))}
        <div className="actions">
          <button type="submit" className="button">
            Check with these answers
          </button>
          {page > 1 && (
            <Link className="button quiet" to={`?words=${page - 1}`}>
              Words before
            </Link>
          )}
          {page < pages && (
            <Link className="button quiet" to={`?words=${page + 1}`}>
              More words
            </Link>
          )}
        </div>
        {pages > 1 && (
          <p className="muted">
            Part {page} of {pages}. Words without an answer come first, and answers are kept part by
            part.
          </p>
        )}
      </Form>
    </section>
  )
}

const unanswered = { value: '', words: 'Choose…' }

function asks(kind: HoldingKind, key: string): string {
  if (key.startsWith('frequency:')) return questionWords.frequency
  if (key.startsWith('status:')) return questionWords.status
  if (kind === 'levels') return questionWords.level
  return kind === 'packs' ? questionWords.offer.packs : questionWords.offer.memberships
}

function Chosen(props: {
  i: number
  name: string
  of: string
  reason: HeldReason
  decisions: Readonly<Record<string, string>>
}) {
  const { i, name, of, reason, decisions } = props
  const row = name !== reason
  return (
    <div className="field">
      <label htmlFor={`answer-${i}`}>{of}</label>
      <Answer
        i={i}
        name={name}
        answer={decisions[name] ?? ''}
        options={[
          { value: '', words: row ? 'Same as all' : 'Leave out for now' },
          { value: 'yes', words: heldReasons[reason].all },
          ...(row ? [{ value: 'leave', words: 'Leave out' }] : []),
        ]}
      />
    </div>
  )
}

function Answer(props: {
  i: number
  name: string
  answer: string
  options: readonly { value: string; words: string }[]
}) {
  const { i, name, answer, options } = props
  return (
    <>
      <input type="hidden" name={`asked[${i}]`} value={name} />
      <select id={`answer-${i}`} name={`answer[${i}]`} defaultValue={answer}>
        {options.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </>
  )
}
