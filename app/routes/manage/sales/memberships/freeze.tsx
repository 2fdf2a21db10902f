import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { refusalSentence } from '#app/domain/sales/memberships/act-words.ts'
import { freezeMany } from '#app/domain/sales/memberships/freezes/freeze-many.server.ts'
import {
  freezeFilters,
  freezeManyForm,
} from '#app/domain/sales/memberships/freezes/freeze-many-form.ts'
import { membershipsToFreeze } from '#app/domain/sales/memberships/freezes/freezes-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { CheckFilter, DayFilter, FilterBar, SelectFilter } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayMonth, money } from '#app/values/wording.ts'
import { continueFreezesInBackground } from './freeze-parts/continue-freezes.server.ts'
import { FreezeThese } from './freeze-parts/freeze-these.tsx'

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
    rows: can.map(({ row, person, byHand, offMinor, feeMinor, classes: booked }) => ({
      value: `${row.id}:${row.version}`,
      personId: person.id,
      name: person.name,
      plan: row.name,
      off: byHand ? 'By hand' : some(offMinor),
      fee: some(feeMinor),
      classes: booked > 0 ? String(booked) : '',
    })),
    leftOut: memberships.flatMap(({ row, person, quote }) =>
      quote.ok
        ? []
        : [
            {
              id: row.id,
              personId: person.id,
              name: person.name,
              plan: row.name,
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

const gone = 'These memberships are gone. Reload the page and choose again.'

/** Begins what the page showed: 303 to how far it is, 422 beside the field. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, freezeManyForm)
  if (submission.status !== 'success') return invalid(submission)
  const run = await freezeMany(ctx, submission.value)
  if (!run) return refused(submission, { code: 'not_found', form: [gone] })
  const { id } = run
  await continueFreezesInBackground(app, ctx, id)
  return redirect(paths.manageFreezeRun(ctx.studio, id), 303)
}

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
