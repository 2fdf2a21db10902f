import { Form } from '@remix-run/react'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { PaidBy } from '#app/ui/schedule/paid-by.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Can = {
  undo: boolean
  pass: boolean
  paid: boolean
  given: boolean
  refund: { rule: string; percent: number } | null
}

/** What the desk can do with a ticket now; each act is a form of its own. */
export function TicketActs({
  can,
  ended,
  action,
  answer,
  rules,
}: {
  can: Can
  /** What holds once the time to edit who was inside is over; empty before. */
  ended: string
  action: string
  answer: PageFormAnswer | undefined
  /** Of each act. */
  rules: Record<'undo' | 'pass' | 'refund', FormRules>
}) {
  const sent = (answer?.result as { initialValue?: { act?: string } | null } | undefined)
    ?.initialValue?.act
  const of = (act: string) => (sent === act ? answer : undefined)
  const simple = sent === 'paid' || sent === 'given'
  const errors = (
    (answer?.result as { error?: Record<string, string[]> } | undefined)?.error?.[''] ?? []
  ).map((text) => ({
    field: null,
    text,
  }))
  return (
    <>
      {simple && <ErrorSummary id="ticket" errors={errors} refusal={answer?.refusal ?? null} />}
      {ended && <p className="muted">{ended}</p>}
      {can.paid && (
        <section>
          <div className="section-head">
            <h2>Money</h2>
          </div>
          <Form method="post" action={action}>
            <input type="hidden" name="act" value="paid" />
            <p>Mark the order as paid by:</p>
            <PaidBy name="method" for="for the order" />
          </Form>
        </section>
      )}
      {can.given && (
        <OnePress action={action} act="given" title="Refund by hand" press="Mark as refunded" />
      )}
      {can.undo && <Undo action={action} rules={rules.undo} answer={of('undo')} />}
      {can.pass && <PassOn action={action} rules={rules.pass} answer={of('pass')} />}
      {can.refund && (
        <GiveBack action={action} rules={rules.refund} answer={of('refund')} {...can.refund} />
      )}
      {!ended && !can.paid && !can.given && !can.undo && !can.pass && !can.refund && (
        <p className="muted">Nothing left to do with this ticket.</p>
      )}
    </>
  )
}

function OnePress({
  action,
  act,
  title,
  press,
}: {
  action: string
  act: string
  title: string
  press: string
}) {
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
      </div>
      <Form method="post" action={action}>
        <button type="submit" className="button" name="act" value={act}>
          {press}
        </button>
      </Form>
    </section>
  )
}

type Acted = { action: string; rules: FormRules; answer: PageFormAnswer | undefined }

function Undo({ action, rules, answer }: Acted) {
  const form = useLiveForm('undo', ['reason'], {
    answer,
    values: { reason: '' },
    rules,
  })
  return (
    <section>
      <div className="section-head">
        <h2>Undo admission</h2>
      </div>
      <LiveFormBody of={form} action={action} className="sheet-form">
        <input type="hidden" name="act" value="undo" />
        <TextField field={form.fields.reason} label="Why" />
        <div className="form-end">
          <SendButton sending="Undoing…" tone="">
            Undo
          </SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}

function PassOn({ action, rules, answer }: Acted) {
  const form = useLiveForm('pass', ['name', 'email'], {
    answer,
    values: { name: '', email: '' },
    rules,
  })
  return (
    <section>
      <div className="section-head">
        <h2>Pass on ticket</h2>
      </div>
      <p className="muted">It gets a new code, and the old one stops working.</p>
      <LiveFormBody of={form} action={action} className="sheet-form">
        <input type="hidden" name="act" value="pass" />
        <TextField field={form.fields.name} label="New name" />
        <TextField
          field={form.fields.email}
          label="Email"
          hint="We send the new code there. Leave empty for none."
          type="email"
        />
        <div className="form-end">
          <SendButton sending="Passing on…" tone="">
            Pass on ticket
          </SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}

function GiveBack({
  action,
  rules,
  answer,
  rule,
  percent,
}: Acted & { rule: string; percent: number }) {
  const form = useLiveForm('refund', ['share', 'reason'], {
    answer,
    values: { share: 'rule', reason: '' },
    rules,
  })
  return (
    <section>
      <div className="section-head">
        <h2>Return the ticket</h2>
      </div>
      <LiveFormBody of={form} action={action} className="sheet-form">
        <input type="hidden" name="act" value="refund" />
        <SelectField
          field={form.fields.share}
          label="Refund"
          options={[
            { value: 'rule', label: `By the rule: ${percent}%, ${rule}` },
            { value: 'whole', label: 'Everything paid' },
          ]}
        />
        <TextField field={form.fields.reason} label="Why" />
        <div className="form-end">
          <SendButton sending="Returning…" tone="bad">
            Return ticket
          </SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}
