import { Form } from '@remix-run/react'
import { type Check, rowsWords } from '#app/domain/imports/import-words.ts'
import { count } from '#app/values/wording.ts'
import { type Act, type CheckedJob, Kind, StartOrDelete } from './checked-file.tsx'
import { RowMap } from './row-map.tsx'

/** What importing a file of leads would do, and the press that does it. */
export function CheckedLeads({ job, check, act }: { job: CheckedJob; check: Check; act: Act }) {
  const n = (name: string) => job.findings[name] ?? 0
  const added = n('added')
  return (
    <div className="split previewed">
      <section aria-labelledby="rows">
        <h2 id="rows">
          {rowsWords(added, 'leads')} will be added, {count(job.refused, 'row')} left out
        </h2>
        <RowMap marks={check.marks} />
        <ul className="lines">
          <li>
            <b>{n('ready')}</b> are ready as they are
          </li>
          <Kind n={n('noEmail')} rows={check.examples.no_email}>
            have no email and no phone. A second row of theirs can’t be recognised
          </Kind>
          <Kind n={n('formula')} rows={check.examples.formula}>
            have a name that starts with a sign like =. It is kept as plain text
          </Kind>
          {n('otherStage') > 0 && (
            <li>
              <b>{n('otherStage')}</b> are at a stage you don’t have. They start as new
            </li>
          )}
          {job.refused > 0 && (
            <li>
              <b>{job.refused}</b> can’t be imported. They’re left out
            </li>
          )}
        </ul>
      </section>
      <aside aria-labelledby="press">
        <Form method="post" action={act('commit')} className="preview">
          <h2 id="press">Before you import</h2>
          <p>
            {rowsWords(added, 'leads')} will be added. Nobody is emailed, and no reminders are
            created.
          </p>
          <dl className="facts">
            <dt>New people</dt>
            <dd className="num">{added - n('known')}</dd>
            <dt>People you know</dt>
            <dd className="num">{n('known')}</dd>
            <dt>Touches of leads</dt>
            <dd className="num">{n('filled')}</dd>
            <dt>Imported before</dt>
            <dd className="num">{n('unchanged')}</dd>
            <dt>Left out</dt>
            <dd className="num">{job.refused}</dd>
          </dl>
          <p className="muted">
            You can roll it back for 30 days. Leads you have worked on by then stay.
          </p>
          <StartOrDelete
            act={act}
            label={added > 0 ? `Import ${rowsWords(added, 'leads')}` : 'Import'}
          />
        </Form>
      </aside>
    </div>
  )
}
