import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { refusalSentence } from '#app/domain/sales/memberships/act-words.ts'
import { freezeMany } from '#app/domain/sales/memberships/freezes/freeze-many.server.ts'
import {
  freezeFilters,
  freezeManyForm,
} from '#app/domain/sales/memberships/freezes/freeze-many-form.ts'
import { membershipsToFreeze } from '#app/domain/sales/memberships/freezes/freezes-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { CheckFilter, FilterBar, SelectFilter } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayMonth, money } from '#app/values/wording.ts'
import { continueFreezesInBackground } from './freeze-parts/continue-freezes.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Freeze memberships', { matches })

const states = { running: 'running', done: 'done', undoing: 'being undone', undone: 'undone' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const filters = listParams(app, freezeFilters)
  const { slug, locale, currency } = ctx.studio
  const { memberships, next, names, recent, today } = await membershipsToFreeze(ctx, filters)
  const price = (minor: number) => money(minor, currency, locale)
  const some = (minor: number) => (minor === 0 ? '' : price(minor))
  const can = memberships.filter(({ quote }) => quote.ok)
  const sum = (of: (one: (typeof can)[number]) => number) =>
    can.reduce((all, one) => all + of(one), 0)
  const fees = sum(({ feeMinor }) => feeMinor)
  const classes = sum((one) => one.classes)
  const span = (from: string, until: string) =>
    `${dayMonth(from, locale)} to ${dayMonth(until, locale)}`
  const { from, until } = filters
  return {
    rules: fieldRules(freezeManyForm),
    studio: { slug },
    filters,
    names,
    next,
    wrong: from && until && from > until ? 'The last day is before the first. Change one.' : '',
    asked: from !== '' && until !== '' && from <= until,
    sums: [
      `${price(sum(({ offMinor }) => offMinor))} comes off coming bills.`,
      fees > 0 ? `${price(fees)} of freeze fees is charged today.` : '',
      classes > 0 ? `${count(classes, 'booking')} of those days cancelled, free of charge.` : '',
      'Each person gets an email.',
    ]
      .filter(Boolean)
      .join(' '),
    rows: can.map(({ row, person, offMinor, feeMinor, classes: booked }) => ({
      value: `${row.id}:${row.version}`,
      ...{ personId: person.id, name: person.name, plan: row.name },
      off: some(offMinor),
      fee: some(feeMinor),
      classes: booked > 0 ? String(booked) : '',
    })),
    leftOut: memberships.flatMap(({ row, person, quote }) =>
      quote.ok
        ? []
        : [
            {
              ...{ id: row.id, personId: person.id, name: person.name, plan: row.name },
              why: refusalSentence(quote, { today, locale }),
            },
          ],
    ),
    recent: recent.map(({ id, fromOn, untilOn, state }) => ({
      id,
      words: `${span(fromOn, untilOn)}, ${states[state]}`,
    })),
    values: { key: newId() },
  }
}

/** Begins what the page showed: 303 to how far it is, 422 beside the field. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, freezeManyForm)
  if (submission.status !== 'success') return invalid(submission)
  const { id } = await freezeMany(ctx, submission.value)
  await continueFreezesInBackground(app, ctx, id)
  return redirect(paths.manageFreezeRun(ctx.studio, id), 303)
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function FreezeMemberships() {
  const page = useLoaderData<typeof loader>()
  const { studio, filters, names, wrong, asked, rows, leftOut, recent } = page
  return (
    <>
      <BackLink to={paths.managePlans(studio)}>Memberships</BackLink>
      <PageHead
        title="Freeze memberships"
        intro="Choose the days, look at who is frozen and what it comes to, then freeze them."
      />
      <FilterBar label="Which memberships" action={paths.manageFreezeMany(studio)}>
        <SelectFilter
          name="plan"
          label="All plans"
          value={filters.plan}
          options={names.map((value) => ({ value, label: value }))}
        />
        <DayFilter name="from" label="Frozen from" value={filters.from} />
        <DayFilter name="until" label="until" value={filters.until} />
        <CheckFilter name="fee" label="Charge freeze fees" checked={filters.fee === '1'} />
      </FilterBar>
      {wrong && <p className="bad">{wrong}</p>}
      {asked && rows.length === 0 && leftOut.length === 0 && (
        <Empty icon="calendar" title="No memberships here" text="Choose another plan." />
      )}
      {rows.length > 0 && <FreezeThese key={`${filters.from}:${filters.until}`} {...page} />}
      {leftOut.length > 0 && (
        <section className="bill-part">
          <h2>{count(leftOut.length, 'membership')} left out</h2>
          <ul className="lines">
            {leftOut.map(({ id, personId, name, plan, why }) => (
              <li key={id}>
                <Link to={paths.managePerson(studio, personId)}>{name}</Link>{' '}
                <span className="muted">
                  {plan}. {why}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {page.next && (
        <p>
          <Link
            className="button"
            to={paths.manageFreezeMany(studio, { ...filters, after: page.next })}
          >
            Next memberships
          </Link>
        </p>
      )}
      {recent.length > 0 && (
        <section className="bill-part">
          <h2>Before</h2>
          <ul className="lines">
            {recent.map(({ id, words }) => (
              <li key={id}>
                <Link to={paths.manageFreezeRun(studio, id)}>{words}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function FreezeThese(props: ReturnType<typeof useLoaderData<typeof loader>>) {
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
      <p>{sums}</p>
      {next && (
        <p className="muted">
          These are the first {rows.length}. Freeze them, then go on with the next.
        </p>
      )}
      {fields.memberships.errors && <p className="bad">{fields.memberships.errors[0]}</p>}
      <Table
        caption={`${count(rows.length, 'membership')} by name`}
        rows={rows}
        rowKey={({ value }) => value}
        columns={columns(studio, ticked, rows)}
      />
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

function DayFilter({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className={value ? 'narrow day on' : 'narrow day'}>
      {label} <input type="date" name={name} defaultValue={value} />
    </label>
  )
}
