import { Link, useActionData } from '@remix-run/react'
import type { PackAct } from '#app/domain/entitlements/packs/change-packs-form.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { DayFilter, FilterBar, SelectFilter } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { count } from '#app/values/wording.ts'

const words = {
  extend: {
    title: 'Extend packs',
    intro: 'Choose the packs, look at their new last days, and untick those you leave out.',
    by: 'Days longer',
    before: 'Ends',
    after: 'New end',
  },
  credits: {
    title: 'Add credits',
    intro: 'Choose the packs, look at what each will have, and untick those you leave out.',
    by: 'Credits each',
    before: 'Left',
    after: 'Then',
  },
} as const

type Filters = {
  lot: string
  name: string
  from: string
  until: string
  days: number
  credits: number
}

type Row = {
  value: string
  personId: string
  personName: string
  name: string
  before: string
  after: string
  note: string
}

/** Several packs at once, or one: which, what becomes of each, and why. */
export function ChangePacks(props: {
  act: PackAct
  rules: FormRules
  studio: { slug: string }
  filters: Filters
  names: readonly string[]
  one: { personId: string; personName: string } | null
  packs: readonly Row[]
  more: string
  span: string
  values: { key: string }
}) {
  const { act, rules, studio, filters, names, one, packs, more, span, values } = props
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('packs', ['reason', 'key', 'lots'], { answer, values, rules })
  const { fields } = form
  const amount = act === 'extend' ? filters.days : filters.credits
  const amountName = act === 'extend' ? 'days' : 'credits'
  const { title, intro, by, before, after } = words[act]
  const page = paths.managePacks(studio, act, {})
  const back = one ? paths.managePerson(studio, one.personId) : paths.managePackages(studio)
  const sent = sentOf(answer)
  const ticked = sent ? [sent.lots].flat() : packs.map(({ value }) => value)
  return (
    <>
      <BackLink to={back}>{one ? one.personName : 'Packages'}</BackLink>
      <PageHead title={title} intro={intro} />
      <FilterBar label="Which packs" action={page}>
        {filters.lot === '' ? (
          <>
            <SelectFilter
              name="name"
              label="All packages"
              value={filters.name}
              options={names.map((value) => ({ value, label: value }))}
            />
            <DayFilter name="from" label="Ends from" value={filters.from} />
            <DayFilter name="until" label="until" value={filters.until} />
          </>
        ) : (
          <input type="hidden" name="lot" value={filters.lot} />
        )}
        <label className="narrow day on">
          {by} <input type="number" name={amountName} min={1} max={366} defaultValue={amount} />
        </label>
      </FilterBar>
      {packs.length === 0 ? (
        <Empty
          icon="receipt"
          title="No packs here"
          text={`No pack with credits ends from ${span}. Choose other days.`}
        >
          <Link className="button" to={paths.managePackages(studio)}>
            Packages
          </Link>
        </Empty>
      ) : (
        <LiveFormBody
          of={form}
          action={paths.managePacks(studio, act, {
            ...linkOf(filters, act),
            person: one?.personId,
          })}
        >
          <HiddenFields
            values={{
              act,
              key: String(fields.key.initialValue ?? ''),
              [amountName]: String(amount),
            }}
          />
          {more && <p className="muted">{more}</p>}
          <Table
            caption={`${count(packs.length, 'pack')}, those that end first in front`}
            rows={packs}
            rowKey={({ value }) => value}
            columns={[
              {
                name: 'Pick',
                head: <span className="vh">Pick</span>,
                place: 'pick',
                cell: ({ value, personName, name }) => (
                  <label>
                    <input
                      type="checkbox"
                      name="lots"
                      value={value}
                      aria-label={`${personName}, ${name}`}
                      defaultChecked={ticked.includes(value)}
                    />
                  </label>
                ),
              },
              {
                name: 'Person',
                place: 'name',
                cell: ({ personId, personName }) => (
                  <Link to={paths.managePerson(studio, personId)}>{personName}</Link>
                ),
              },
              { name: 'Pack', place: 'under', cell: ({ name }) => name },
              {
                name: act === 'extend' ? 'Credits' : 'Ends',
                place: 'desk',
                cell: ({ note }) => note,
              },
              { name: before, place: 'under', number: true, cell: ({ before: was }) => was },
              {
                name: after,
                place: 'state',
                number: true,
                cell: ({ after: then }) => <b>{then}</b>,
              },
            ]}
          />
          <div className="bill-part sheet-form">
            <TextField
              field={fields.reason}
              label="Why"
              hint="Staff see this in the person’s history. The person gets a notice without it."
              autoComplete="off"
            />
          </div>
          <FormEnd sending="Saving…" cancel={back}>
            {title}
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}

const linkOf = ({ lot, name, from, until, days, credits }: Filters, act: PackAct) =>
  lot === ''
    ? {
        name,
        from,
        until,
        [act === 'extend' ? 'days' : 'credits']: act === 'extend' ? days : credits,
      }
    : { lot, [act === 'extend' ? 'days' : 'credits']: act === 'extend' ? days : credits }
