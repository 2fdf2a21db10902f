import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { FormRules } from '#app/values/field-rules.ts'
import type { PageFormAnswer } from '../form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '../form/live-form.tsx'
import { TextField } from '../form/text-field.tsx'
import { BackLink } from '../layout/back-link.tsx'
import { PageHead } from '../list/list-page.tsx'

/**
 * What calling something off does, before the press: the effects in order, the reason that
 * everyone reads, the button.
 */
export function CancelPage(props: {
  name: string
  /** `course`, `event`: what the button names. */
  kind: string
  /** The page of the thing. */
  path: string
  /** Nothing of it is still to come, so there is nothing to cancel. */
  over: boolean
  effects: readonly string[]
  /** Further lines of the list, as `<li>`. */
  children?: ReactNode
  answer: PageFormAnswer | undefined
  rules: FormRules
  reason?: string
}) {
  const { name, kind, path, over, effects, children, answer, rules, reason = '' } = props
  const live = useLiveForm('cancellation', ['reason'], {
    answer,
    values: { reason },
    rules,
  })
  return (
    <>
      <BackLink to={path}>{name}</BackLink>
      <PageHead
        title={`Cancel ${name}`}
        intro={over ? 'Nothing left to cancel.' : 'Check what will happen first.'}
      />
      {!over && (
        <LiveFormBody of={live} className="sheet-form">
          <section>
            <h2>What happens</h2>
            <ul className="lines">
              {effects.map((what) => (
                <li key={what}>{what}</li>
              ))}
              {children}
            </ul>
          </section>
          <TextField
            field={live.fields.reason}
            label="Reason"
            hint="Everyone gets it in their message."
          />
          <div className="form-end">
            <SendButton sending="Cancelling…" tone="bad">{`Cancel ${kind}`}</SendButton>
            <Link className="button quiet" to={path}>
              {`Keep ${kind}`}
            </Link>
          </div>
        </LiveFormBody>
      )}
    </>
  )
}
