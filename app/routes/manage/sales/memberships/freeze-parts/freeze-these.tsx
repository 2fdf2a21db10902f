import { Link, useActionData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { count } from '#app/values/wording.ts'

type Row = {
  value: string
  personId: string
  name: string
  plan: string
  off: string
  fee: string
  classes: string
}

/** Who is frozen, each with what it comes to, why, and the press. */
export function FreezeThese(props: {
  studio: { slug: string }
  filters: Record<'plan' | 'from' | 'until' | 'fee' | 'after', string>
  rows: readonly Row[]
  rules: FormRules
  values: { key: string }
  sums: string
  next: string
}) {
  const { studio, filters, rows, rules, values, sums, next } = props
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['reason', 'key', 'memberships', 'from', 'until', 'fee'] as const
  const form = useLiveForm('freezes', names, { answer, values, rules })
  const { fields } = form
  const sent = sentOf(answer)
  const ticked = sent ? [sent.memberships].flat() : rows.map(({ value }) => value)
  const { from, until, fee, plan, after } = filters
  return (
    <LiveFormBody
      of={form}
      action={paths.manageFreezeMany(studio, { plan, from, until, fee, after })}
    >
      <HiddenFields
        values={{ key: String(fields.key.initialValue ?? values.key), from, until, fee }}
      />
      <div className="stack">
        <p>{sums}</p>
        {next && (
          <p className="muted">
            These are the first {rows.length}. Freeze them, then continue with the next.
          </p>
        )}
        {fields.memberships.errors && <p className="bad">{fields.memberships.errors[0]}</p>}
        <Table
          caption={`${count(rows.length, 'membership')} by name`}
          rows={rows}
          rowKey={({ value }) => value}
          columns={columns(studio, ticked, rows)}
        />
      </div>
      <div className="bill-part sheet-form">
        <TextField
          field={fields.reason}
          label="Why"
          hint="Staff see this in each person’s history."
          autoComplete="off"
        />
      </div>
      <FormEnd sending="Freezing…" cancel={paths.managePlans(studio)}>
        Freeze memberships
      </FormEnd>
    </LiveFormBody>
  )
}

function columns(
  studio: { slug: string },
  ticked: readonly unknown[],
  rows: readonly Row[],
): Column<Row>[] {
  return [
    {
      name: 'Pick',
      head: <span className="vh">Pick</span>,
      place: 'pick',
      cell: ({ value, name, plan }) => (
        <label>
          <input
            type="checkbox"
            name="memberships"
            value={value}
            aria-label={`${name}, ${plan}`}
            defaultChecked={ticked.includes(value)}
          />
        </label>
      ),
    },
    {
      name: 'Person',
      place: 'name',
      cell: ({ personId, name }) => <Link to={paths.managePerson(studio, personId)}>{name}</Link>,
    },
    { name: 'Plan', place: 'under', cell: ({ plan }) => plan },
    { name: 'Bookings', place: 'desk', number: true, cell: ({ classes }) => classes },
    ...(rows.some(({ fee }) => fee)
      ? [{ name: 'Fee', place: 'desk' as const, number: true, cell: ({ fee }: Row) => fee }]
      : []),
    { name: 'Off bills', place: 'state', number: true, cell: ({ off }) => off },
  ]
}
