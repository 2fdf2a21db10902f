import { Form, Link } from '@remix-run/react'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { count } from '#app/values/wording.ts'

export type ShownDelivery = {
  id: string
  what: string
  kind: string
  label: { text: string; tone: LabelTone }
  tries: number
  when: string
  answer: string
  /** When it is tried next; empty where it is not waiting for that. */
  next: string
  again: boolean
}

/** What a webhook was sent, newest first, with its answers; each that ended can be sent again. */
export function Deliveries(props: {
  deliveries: readonly ShownDelivery[]
  /** How many failed; empty for none. */
  failed: string
  failedOnly: boolean
  here: string
}) {
  const { deliveries, failed, failedOnly, here } = props
  return (
    <section>
      <div className="section-head">
        <h2>Deliveries</h2>
        {failed && (
          <Form method="post">
            <button type="submit" className="button small" name="act" value="all-again">
              Send all {failed} failed again
            </button>
          </Form>
        )}
      </div>
      {(failed || failedOnly) && (
        <p>
          {failedOnly ? (
            <Link to={here}>Show all deliveries</Link>
          ) : (
            <Link to={`${here}?failed=on`}>Show failed deliveries</Link>
          )}
        </p>
      )}
      {deliveries.length === 0 ? (
        <p className="muted">
          {failedOnly
            ? 'None failed.'
            : 'Events appear here with the answer of the other program, for 30 days.'}
        </p>
      ) : (
        <Table
          caption="The newest 50 deliveries"
          rows={deliveries}
          rowKey={({ id }) => id}
          columns={[
            { name: 'What', place: 'name', cell: ({ what, when }) => `${when}: ${what}` },
            { name: 'State', place: 'state', cell: ({ label }) => <Label {...label} /> },
            { name: 'Type', place: 'desk', cell: ({ kind }) => <code>{kind}</code> },
            {
              name: 'Answer',
              place: 'under',
              cell: ({ answer, tries, next }) =>
                `${answer}${tries > 0 ? ` (${count(tries, 'try', 'tries')})` : ''}${next ? `. Next try ${next}` : ''}`,
            },
            {
              name: 'Again',
              place: 'under',
              cell: ({ id, tries, again, what, when }) =>
                again && (
                  <Form method="post">
                    <HiddenFields values={{ delivery: id, tries: String(tries) }} />
                    <button type="submit" className="button small" name="act" value="again">
                      Send again<span className="vh">, {`${when}: ${what}`}</span>
                    </button>
                  </Form>
                ),
            },
          ]}
        />
      )}
    </section>
  )
}
