import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { Table } from '#app/ui/list/table.tsx'

type Bill = {
  id: string
  name: string
  number: string
  amount: string
  paid: boolean
  when: string
}

/** What the studio was billed for Cadence. */
export function Bills({ invoices }: { invoices: readonly Bill[] }) {
  if (invoices.length === 0) return null
  return (
    <section className="bill-part">
      <h2>Bills</h2>
      <Table
        caption="What you were billed for Cadence, newest first"
        rows={invoices}
        rowKey={({ id }) => id}
        columns={[
          { name: 'For', place: 'name', cell: ({ name }) => name },
          { name: 'Number', place: 'desk', cell: ({ number }) => number },
          { name: 'Payment', place: 'under', cell: ({ when }) => when },
          { name: 'Amount', place: 'under', number: true, cell: ({ amount }) => amount },
          {
            name: 'State',
            place: 'state',
            cell: ({ paid }) => (
              <Label text={paid ? 'Paid' : 'To pay'} tone={paid ? 'good' : 'warn'} />
            ),
          },
        ]}
      />
      <p className="muted">Pay by bank transfer with the bill’s number as the reference.</p>
    </section>
  )
}

type Change = { key: string; what: string; when: string; by: string }

/** What happened to the studio's plan. */
export function PlanHistory({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <section className="bill-part">
      <h2>History</h2>
      <Table
        caption="What happened to your plan, newest first"
        rows={changes}
        rowKey={({ key }) => key}
        columns={[
          { name: 'What', place: 'name', cell: ({ what }) => what },
          { name: 'When', place: 'under', date: true, cell: ({ when }) => when },
          { name: 'By', place: 'under', cell: ({ by }) => by },
        ]}
      />
    </section>
  )
}

/** Chooses a plan, or says why it can’t be. */
export function PlanChoice(props: {
  row: { chosen: boolean; tooSmall: boolean; name: string }
  path: string
  open: boolean
}) {
  const { row, path, open } = props
  if (row.chosen) return <Label text="Your plan" tone="good" />
  if (row.tooSmall) return <Label text="Too small for you" tone="line" />
  if (!open) return null
  return (
    <Link className="button" to={path}>
      Choose {row.name}
    </Link>
  )
}

/** Cancels the plan, or takes that back. */
export function Leaving(props: {
  studio: { slug: string }
  plan: { cancelled: boolean; version: number }
}) {
  const { studio, plan } = props
  if (!plan.cancelled)
    return (
      <p className="form-end">
        <Link className="button" to={paths.manageYourPlanCancel(studio)}>
          Cancel plan
        </Link>
      </p>
    )
  return (
    <Form method="post" action={paths.manageYourPlanCancel(studio)} className="form-end">
      <HiddenFields values={{ act: 'resume', version: String(plan.version) }} />
      <button type="submit" className="button primary">
        Keep plan
      </button>
    </Form>
  )
}
