import { Form, useActionData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { WhoForm } from '../family/who-form.tsx'
import { Icon } from '../icon/icon.tsx'
import { Timeline } from '../list/timeline.tsx'

type Effect = { on: string; day: string; text: string; more: string; key: boolean }

export type ActViewProps = {
  act: string
  membership: { id: string; name: string }
  fields: {
    act?: string
    from?: string
    until?: string | null
    on?: string
    planId?: string
    packs?: boolean
  } | null
  plans: readonly { value: string; label: string }[]
  refusal: string | null
  preview: {
    effects: readonly Effect[]
    due: { amount: string; what: string }
    why: string
    freed: readonly string[]
    button: string
    seen: string
    key: string
  } | null
  /** Address of the page, and with its fields. */
  path: string
  back: string
  /** The desk says why. */
  asksWhy: boolean
  /** One line of what else could be done; hides nothing. */
  instead?: ReactNode
}

/**
 * What an act on a membership would do, by date, and the button that does it. Its fields are asked
 * again by GET, so that all of it works without scripts. Styles: `form`, `timeline`, `say`, `button`.
 */
export function ActView(props: ActViewProps) {
  const { act, fields, plans, refusal, preview, path, back, asksWhy, instead } = props
  const answer = useActionData() as { refusal: string; message: string } | undefined
  const asked = fieldsOf(fields)
  return (
    <div className="stack wide-gap">
      {answer?.message && (
        <p className="say bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <span>{answer.message}</span>
        </p>
      )}
      <Fields act={act} fields={fields} plans={plans} path={path} />
      {refusal && (
        <p className="say warn" role="status">
          <Icon name="warning" />
          <span>{refusal}</span>
        </p>
      )}
      {preview && (
        <>
          <section className="stack" aria-labelledby="happens">
            <h2 id="happens">What happens next</h2>
            {preview.effects.length > 0 && (
              <Timeline
                entries={preview.effects.map(({ on, day, text, more, key }, i) => ({
                  key: `${on}:${i}`,
                  when: day,
                  what: (
                    <>
                      <b>{text}</b> {more}
                    </>
                  ),
                  now: key,
                }))}
              />
            )}
            {preview.why && <p className="soft muted">{preview.why}</p>}
            {preview.freed.length > 0 && (
              <div>
                <p>These bookings are cancelled, free of charge:</p>
                <ul>
                  {preview.freed.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </div>
            )}
            <p>
              <b className="num">{preview.due.amount}</b> {preview.due.what}.
            </p>
            {instead}
          </section>
          <WhoForm
            method="post"
            action={asked ? `${path}?${asked}` : path}
            className="stack sheet-form"
          >
            <input type="hidden" name="key" value={preview.key} />
            <input type="hidden" name="seen" value={preview.seen} />
            {asksWhy && (
              <div className="field">
                <label htmlFor="reason">Why (optional)</label>
                <input id="reason" name="reason" maxLength={200} autoComplete="off" />
              </div>
            )}
            <p className="pair actions">
              <button type="submit" className="button primary">
                {preview.button}
              </button>
              <a className="button" href={back}>
                Keep it as it is
              </a>
            </p>
          </WhoForm>
        </>
      )}
    </div>
  )
}

function fieldsOf(fields: ActViewProps['fields']): string {
  if (!fields) return ''
  const { from, until, on, planId, packs } = fields
  const params = new URLSearchParams()
  if (from) params.set('from', from)
  if (from && until === null) params.set('open', '1')
  if (until) params.set('until', until)
  if (packs) params.set('packs', '1')
  if (on) params.set('on', on)
  if (planId) params.set('plan', planId)
  return params.toString()
}

function Fields({
  act,
  fields,
  plans,
  path,
}: Pick<ActViewProps, 'act' | 'fields' | 'plans' | 'path'>) {
  if (act === 'cancel' || act === 'withdraw' || act === 'keep') return null
  if (act === 'change' && plans.length === 0) return <p>No other plan is on sale.</p>
  return (
    <Form method="get" action={path} className="stack sheet-form">
      {act === 'freeze' && (
        <>
          <Day name="from" label="First day" value={fields?.from ?? ''} />
          <Day name="until" label="Last day" value={fields?.until ?? ''} />
          <label className="tick">
            <input type="checkbox" name="open" value="1" defaultChecked={fields?.until === null} />
            No last day yet
          </label>
          <label className="tick">
            <input type="checkbox" name="packs" value="1" defaultChecked={fields?.packs === true} />
            Freeze everything: packs too
          </label>
        </>
      )}
      {act === 'unfreeze' && <Day name="on" label="Last frozen day" value={fields?.on ?? ''} />}
      {act === 'bill' && <Day name="on" label="Day of the next bill" value={fields?.on ?? ''} />}
      {act === 'change' && (
        <div className="field">
          <label htmlFor="plan">Plan</label>
          <select id="plan" name="plan" defaultValue={fields?.planId ?? plans[0]?.value}>
            {plans.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      <p>
        <button type="submit" className="button">
          {act === 'change' ? 'See what changes' : 'Update dates'}
        </button>
      </p>
    </Form>
  )
}

function Day({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type="date" defaultValue={value} required />
    </div>
  )
}
