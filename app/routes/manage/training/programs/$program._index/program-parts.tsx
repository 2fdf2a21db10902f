import { Form, Link } from '@remix-run/react'
import { progressions, progressionWords } from '#app/domain/programs/program-plan.ts'
import type { ShownCopy, ShownWeek } from '#app/domain/programs/shown-week.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { count } from '#app/values/wording.ts'

const numbers = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

const weekColumns: Column<ShownWeek>[] = [
  { name: 'Week', place: 'name', cell: ({ name }) => name },
  {
    name: 'Sessions',
    place: 'under',
    cell: ({ sessions }) => count(sessions, 'session'),
  },
  {
    name: 'Hard sets',
    place: 'under',
    cell: ({ sets, against }) => (
      <>
        {count(sets, 'hard set')} {against && <span className="muted">{against}</span>}
      </>
    ),
  },
  { name: 'Minutes', place: 'under', cell: ({ minutes }) => `${minutes} min` },
  { name: 'Most for', place: 'under', cell: ({ muscles }) => muscles },
]

/** Explains each week: sessions, hard sets, minutes, muscles, and what it is against the one before. */
export function WeekTable({ weeks }: { weeks: ShownWeek[] }) {
  return (
    <section className="part" aria-labelledby="explained">
      <h2 id="explained">The weeks explained</h2>
      <Table
        caption="Volume of each week"
        columns={weekColumns}
        rows={weeks}
        rowKey={({ name }) => name}
      />
    </section>
  )
}

/** A sentence that copies a week with a progression. */
export function CopyWeek({ weeks, version }: { weeks: number; version: number }) {
  return (
    <section className="part" aria-labelledby="copy">
      <h2 id="copy">Copy a week</h2>
      <Form method="post" className="sentence-form">
        <input type="hidden" name="version" value={version} />
        <label>
          Copy week{' '}
          <select name="week">
            {numbers(weeks).map((n) => (
              <option key={n}>{n}</option>
            ))}
          </select>
        </label>
        <label>
          to week{' '}
          <select name="to" defaultValue={Math.min(2, weeks)}>
            {numbers(weeks).map((n) => (
              <option key={n}>{n}</option>
            ))}
          </select>
        </label>
        <label>
          with{' '}
          <select name="by" defaultValue="load">
            {progressions.map((by) => (
              <option key={by} value={by}>
                {progressionWords[by]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button" name="act" value="copy">
          Copy
        </button>
      </Form>
    </section>
  )
}

/** Notes something on a week. */
export function WeekNote(props: {
  weeks: number
  version: number
  rules: FormRules
  answer: PageFormAnswer | undefined
}) {
  const { weeks, version, rules, answer } = props
  return (
    <section className="part" aria-labelledby="note-head">
      <h2 id="note-head">Note on a week</h2>
      <SmallForm
        id="week-note"
        names={['week', 'note']}
        {...{ rules, answer }}
        className="sheet-form"
      >
        {(fields) => (
          <>
            <HiddenFields values={{ act: 'note', version: openedVersion(answer, version) }} />
            <SelectField
              field={fields.week}
              label="Week"
              options={numbers(weeks).map((n) => ({ value: String(n), label: String(n) }))}
            />
            <TextField field={fields.note} label="Note" autoComplete="off" />
            <div className="form-end">
              <button type="submit" className="button">
                Save note
              </button>
            </div>
          </>
        )}
      </SmallForm>
    </section>
  )
}

/** Who has a copy, how far each is, and offering them what was changed since. */
export function People(props: {
  studio: { slug: string }
  people: ShownCopy[]
  more: boolean
  older: number
  canWrite: boolean
  version: number
}) {
  const { studio, people, more, older, canWrite, version } = props
  return (
    <section className="part" aria-labelledby="people">
      <h2 id="people">Who is on it</h2>
      {people.length === 0 && <p className="muted">Nobody yet.</p>}
      {people.length > 0 && (
        <ul className="lines">
          {people.map((one) => (
            <li key={one.id}>
              <Link to={paths.managePerson(studio, one.personId)}>{one.name}</Link>{' '}
              <span className="muted">{one.about}</span>
            </li>
          ))}
        </ul>
      )}
      {more && <p className="muted">The first fifty are shown.</p>}
      {older > 0 && canWrite && (
        <Form method="post">
          <input type="hidden" name="version" value={version} />
          <p>Your changes reach nobody by themselves. Each person says yes or keeps theirs.</p>
          <button type="submit" className="button" name="act" value="offer">
            Offer them the newest version
          </button>
        </Form>
      )}
    </section>
  )
}

/** Draft, published, retired. */
export function States({ state, version }: { state: string; version: number }) {
  return (
    <Form method="post" className="actions">
      <input type="hidden" name="version" value={version} />
      {state !== 'published' && (
        <button type="submit" className="button" name="act" value="publish">
          Publish
        </button>
      )}
      {state === 'published' && (
        <button type="submit" className="button" name="act" value="reopen">
          Back to draft
        </button>
      )}
      {state !== 'retired' && (
        <button type="submit" className="button" name="act" value="retire">
          Retire
        </button>
      )}
    </Form>
  )
}
