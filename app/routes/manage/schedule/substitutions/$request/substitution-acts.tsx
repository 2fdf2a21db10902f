/** What can be done about a request for a substitute. */

import type { ReactNode } from 'react'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Label } from '#app/ui/list/label.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { count } from '#app/values/wording.ts'

type Answer = PageFormAnswer | undefined

/** The answer, if it is one to this act: the page has several forms. */
function answerTo(act: string, answer: Answer): Answer {
  const sent = (answer?.result as { initialValue?: Record<string, unknown> | null } | undefined)
    ?.initialValue
  return sent?.act === act ? answer : undefined
}

/** One act as a form of its own. */
export function Act(props: {
  act: string
  rules: FormRules
  answer: Answer
  title: string
  button: string
  quiet?: boolean
  children: ReactNode
}) {
  const { act, rules, answer, title, button, quiet = false, children } = props
  const live = useLiveForm(act, ['pay'], { answer: answerTo(act, answer), rules })
  return (
    <section>
      <h2>{title}</h2>
      <LiveFormBody of={live} className="sheet-form">
        <input type="hidden" name="act" value={act} />
        {children}
        <div className="form-end">
          <SendButton sending={button} tone={quiet ? '' : 'primary'}>
            {button}
          </SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}

/** The flat sum agreed on; nothing: by their own rules. */
export function PayField({
  rules,
  answer,
  value,
  currency,
}: {
  rules: FormRules
  answer: Answer
  value: string
  currency: string
}) {
  const { fields } = useLiveForm('pay', ['pay'], { answer, values: { pay: value }, rules })
  return (
    <TextField
      field={fields.pay}
      label={`Pay for it, in ${currency}`}
      hint="A fixed amount. Leave empty to use their usual rate."
    />
  )
}

/** Whom to ask: everyone who fits, or some. Who fits best comes first. */
export function OfferForm(props: {
  rules: FormRules
  answer: Answer
  coaches: readonly {
    id: string
    name: string
    offer: string | null
    free: boolean
    fits: string
  }[]
  fitting: number
  stands: boolean
  pay: { value: string; currency: string } | null
}) {
  const { rules, answer, coaches, fitting, stands, pay } = props
  const own = answerTo('offer', answer)
  const live = useLiveForm('offer', ['to', 'coach', 'pay'], { answer: own, rules })
  return (
    <section>
      <h2>Who can cover</h2>
      <LiveFormBody of={live} className="sheet-form">
        <input type="hidden" name="act" value="offer" />
        <fieldset className="field" id="offer-to">
          <legend>Ask</legend>
          <label className="choice">
            <input
              type="radio"
              name="to"
              value="all"
              defaultChecked={fitting > 0}
              required={live.fields.to.required}
            />
            <span>Everyone who is free and has taught this level</span>
            <small>
              {fitting === 0
                ? 'There’s nobody left to ask.'
                : `${count(fitting, 'coach', 'coaches')}.`}
            </small>
          </label>
          <label className="choice">
            <input
              type="radio"
              name="to"
              value="chosen"
              defaultChecked={fitting === 0}
              required={live.fields.to.required}
            />
            <span>Only the people I tick</span>
          </label>
        </fieldset>
        <ul className="lines" id="offer-coach">
          {coaches.map(({ id, name, offer, free, fits }) => (
            <li key={id}>
              <label className="choice">
                <input type="checkbox" name="coach" value={id} disabled={!free || offer !== null} />
                <span>{name}</span>
                <small>{fits}</small>
              </label>
              {offer && <Label {...offerWords[offer as keyof typeof offerWords]} />}
            </li>
          ))}
        </ul>
        {pay && (
          <>
            <PayField rules={rules} answer={own} {...pay} />
            <label className="choice">
              <input type="checkbox" name="stands" defaultChecked={stands} />
              <span>First to accept gets it</span>
              <small>They take over straight away, without a manager’s approval.</small>
            </label>
          </>
        )}
        <div className="form-end">
          <SendButton sending="Asking…">Ask them</SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}

const offerWords = {
  offered: { text: 'Asked', tone: 'line' },
  claimed: { text: 'Accepted', tone: 'warn' },
  declined: { text: 'Declined', tone: null },
} as const
