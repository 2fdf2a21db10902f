import { Form, Link } from '@remix-run/react'

type Option = { value: string; label: string }

export type Builder = {
  of: string
  datasets: readonly Option[]
  hasDays: boolean
  period: string
  periods: readonly Option[]
  from: string
  until: string
  by: readonly string[]
  groups: readonly Option[]
  columns: readonly { id: string; name: string; about: string }[]
  shown: readonly string[]
  where: readonly { id: string; name: string; value: string; words: string; without: string }[]
  sort: string
}

/**
 * A report as a sentence and a row of columns. It is a GET form, so the address keeps the choices and is
 * the report.
 */
export function ReportBuilder({ builder, action }: { builder: Builder; action: string }) {
  const { of, datasets, hasDays, period, periods, from, until, by, groups } = builder
  return (
    <Form className="report-choices" action={action} aria-label="What the report shows">
      <div className="said">
        Show
        <Choice name="of" label="What the report is about" value={of} options={datasets} none="…" />
        {hasDays && (
          <>
            in
            <Choice name="period" label="Which days" value={period} options={periods} />
            <label className="narrow day">
              from <input type="date" name="from" defaultValue={from} />
            </label>
            <label className="narrow day">
              to <input type="date" name="until" defaultValue={until} />
            </label>
          </>
        )}
        , a row for each
        <Choice
          name="by"
          label="A row for each"
          value={by[0] ?? ''}
          options={groups}
          none="record"
        />
        and
        <Choice
          name="by"
          label="And for each"
          value={by[1] ?? ''}
          options={groups}
          none="no more"
        />
        .
      </div>
      {builder.where.length > 0 && (
        <p className="said">
          Only
          {builder.where.map(({ id, name, value, words, without }) => (
            <span key={id} className="narrow on">
              <input type="hidden" name={`where.${id}`} value={value} />
              {name}: {words} <Link to={without}>Remove</Link>
            </span>
          ))}
        </p>
      )}
      {builder.columns.length > 0 && (
        <fieldset>
          <legend>Columns</legend>
          {builder.columns.map(({ id, name, about }) => (
            <label key={`${of} ${id}`} className="pick-column" title={about}>
              <input
                type="checkbox"
                name="show"
                value={id}
                defaultChecked={builder.shown.includes(id)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {builder.sort && <input type="hidden" name="sort" value={builder.sort} />}
      <div className="said">
        <button type="submit" className="button primary">
          Show
        </button>
        <span className="muted">The link keeps these choices, so you can share it</span>
      </div>
    </Form>
  )
}

function Choice({
  name,
  label,
  value,
  options,
  none,
}: {
  name: string
  label: string
  value: string
  options: readonly Option[]
  none?: string
}) {
  return (
    <label className={value ? 'narrow on' : 'narrow'}>
      <span className="vh">{label}</span>
      <select key={value} name={name} defaultValue={value}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
