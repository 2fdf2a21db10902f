import { Form } from '@remix-run/react'
import { type FileKind, targetsOf } from '#app/domain/imports/columns.ts'
import type { Check, CheckedColumn } from '#app/domain/imports/import-words.ts'
import { Table } from '#app/ui/list/table.tsx'
import { count } from '#app/values/wording.ts'

const orders = { mdy: 'Month first: 12/31/2026', dmy: 'Day first: 31/12/2026' } as const

/** Where each column goes, and how dates are written; sent, the file is checked again. */
export function FileColumns(props: {
  kind: FileKind
  check: Check
  order: string
  state: string
  path: string
  /** Where a column can go besides, by the name of the studio's own field. */
  own: Readonly<Record<string, string>>
}) {
  const { kind, check, order, state, path, own } = props
  const { columns, proof, asksOrder, problem } = check
  const used = columns.filter(({ target }) => target !== '').length
  const rows = columns.map((column, i) => ({ ...column, i }))
  return (
    <section aria-labelledby="columns">
      <div className="section-head">
        <h2 id="columns">Columns</h2>
        <span>
          {used} of {columns.length} are used
        </span>
      </div>
      {problem && (
        <p className="notice warn">
          <span />
          <span>{problem}</span>
        </p>
      )}
      <Form method="post" action={path} className="stack">
        {(asksOrder || proof.mdy + proof.dmy + proof.either > 0) && (
          <fieldset className="field">
            <legend>{asksOrder ? 'How are dates written in this file?' : 'Dates'}</legend>
            <p className="soft">{proofWords(proof)}</p>
            <div className="choices stacked">
              {(['mdy', 'dmy'] as const).map((one) => (
                <label key={one}>
                  <input
                    type="radio"
                    name="order"
                    value={one}
                    required
                    defaultChecked={order === one}
                  />
                  {orders[one]}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <Table
          caption="Columns of the file and where they go"
          rows={rows}
          rowKey={({ i }) => String(i)}
          columns={[
            {
              name: 'In the file',
              place: 'name',
              cell: ({ header, i }) => header || `Column ${i + 1}`,
            },
            {
              name: 'First value',
              place: 'desk',
              cell: ({ first, readAs }) => (
                <span className="muted">
                  {first}
                  {readAs && ` is ${readAs}`}
                </span>
              ),
            },
            {
              name: 'Goes to',
              place: 'under',
              cell: (column) => <Goes column={column} kind={kind} own={own} />,
            },
            { name: 'Filled', place: 'state', number: true, cell: ({ filled }) => filled },
          ]}
        />
        <div className="actions">
          <button type="submit" className={state === 'mapped' ? 'button primary' : 'button'}>
            {state === 'mapped' ? 'Check the file' : 'Check again'}
          </button>
        </div>
      </Form>
    </section>
  )
}

function proofWords({ mdy, dmy, either }: Check['proof']): string {
  if (mdy === 0 && dmy === 0) return `All ${count(either, 'date')} can be read both ways.`
  const all = mdy + dmy + either
  const sure = [
    ...(mdy ? [`${mdy} can only be read month first`] : []),
    ...(dmy ? [`${dmy} can only be read day first`] : []),
  ]
  return `Of ${count(all, 'date')}, ${sure.join(' and ')}.`
}

function Goes(props: {
  column: CheckedColumn & { i: number }
  kind: FileKind
  own: Readonly<Record<string, string>>
}) {
  const { column, kind, own } = props
  const { header, target, i } = column
  return (
    <>
      <label className="vh" htmlFor={`column-${i}`}>
        {header || `Column ${i + 1}`} goes to
      </label>
      <select id={`column-${i}`} name={`column[${i}]`} defaultValue={target}>
        <option value="none">Leave out</option>
        {Object.entries(targetsOf[kind]).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
        {Object.keys(own).length > 0 && (
          <optgroup label="Fields of your own">
            {Object.entries(own).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </>
  )
}
