import { Form, useNavigation } from '@remix-run/react'
import { newsWords } from '#app/domain/imports/consent-columns.ts'
import type { Check, Example } from '#app/domain/imports/import-words.ts'
import type { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'
import { RowMap } from './row-map.tsx'

export type Act = (name: Parameters<typeof paths.managePeopleImport>[2]) => string
export type CheckedJob = { total: number; refused: number; findings: Record<string, number> }

/** What importing would do, and the press that does it. */
export function CheckedFile({ job, check, act }: { job: CheckedJob; check: Check; act: Act }) {
  const n = (name: string) => job.findings[name] ?? 0
  const added = n('added')
  const people = (many: number) => count(many, 'person', 'people')
  return (
    <div className="split previewed">
      <section aria-labelledby="rows">
        <h2 id="rows">
          {people(added)} will be added, {count(job.refused, 'row')} left out
        </h2>
        <RowMap marks={check.marks} />
        <ul className="lines">
          <li>
            <b>{n('ready')}</b> are ready as they are
          </li>
          <Kind n={n('noEmail')} rows={check.examples.no_email}>
            have no email. They’re added without a login
          </Kind>
          <Kind n={n('dependants')} rows={check.examples.dependant}>
            share a parent’s email. They join that parent’s family
          </Kind>
          <Kind n={n('formula')} rows={check.examples.formula}>
            have a name that starts with a sign like =. It is kept as plain text
          </Kind>
          {job.refused > 0 && (
            <li>
              <b>{job.refused}</b> can’t be read. They’re left out
            </li>
          )}
        </ul>
      </section>
      <aside aria-labelledby="press">
        <Form method="post" action={act('commit')} className="preview">
          <h2 id="press">Before you import</h2>
          <p>
            {people(added)} will be added. Importing emails nobody. You invite them to sign in
            afterwards; a booking or sale you make for them emails them too.
          </p>
          <dl className="facts">
            <dt>Current</dt>
            <dd className="num">{added - n('past')}</dd>
            <dt>Left before, under Past members</dt>
            <dd className="num">{n('past')}</dd>
            <dt>Already here</dt>
            <dd className="num">{n('unchanged') + n('filled')}</dd>
            {n('filled') > 0 && (
              <>
                <dt>of them completed</dt>
                <dd className="num">{n('filled')}</dd>
              </>
            )}
            <dt>Left out</dt>
            <dd className="num">{job.refused}</dd>
            <dt>Can be invited to sign in</dt>
            <dd className="num">{n('canSignIn')}</dd>
          </dl>
          {n('unchanged') + n('filled') > 0 && (
            <p className="muted">
              People already here keep their name, tags and status. What’s empty is filled in, and
              notes that aren’t there yet are added.
            </p>
          )}
          <p>{newsWords(job.findings)}</p>
          <p className="muted">
            You can roll it back for 30 days. Anyone who has booked, bought or signed in by then
            stays.
          </p>
          <StartOrDelete act={act} label={added > 0 ? `Import ${people(added)}` : 'Import'} />
        </Form>
      </aside>
    </div>
  )
}

/** A tag for what is added, the press, and the way out. */
export function StartOrDelete(props: { act: Act; label: string; tagged?: boolean }) {
  const { act, label, tagged = true } = props
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      {tagged && (
        <div className="field">
          <label htmlFor="tag">Tag for everyone added (optional)</label>
          <input id="tag" name="tag" type="text" maxLength={40} autoComplete="off" />
        </div>
      )}
      <div className="actions">
        <button type="submit" className="button primary" aria-busy={busy}>
          {label}
        </button>
        <button type="submit" className="button quiet" formAction={act('discard')}>
          Delete file
        </button>
      </div>
    </>
  )
}

export function Kind(props: { n: number; rows: readonly Example[]; children: string }) {
  const { n, rows, children } = props
  if (n === 0) return null
  return (
    <li>
      <details>
        <summary>
          <b>{n}</b> {children}
        </summary>
        <p>
          {rows.map(({ line, name, with: parent }, i) => (
            <span key={line}>
              {i > 0 && ', '}
              {name}
              {parent && ` with ${parent}`} <span className="muted">line {line}</span>
            </span>
          ))}
          {n > rows.length && `, and ${n - rows.length} more`}
        </p>
      </details>
    </li>
  )
}
