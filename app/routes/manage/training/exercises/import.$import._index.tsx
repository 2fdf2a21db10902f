import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'
import { findImport, toImportView } from '#app/domain/training/import/import-queries.server.ts'
import {
  findingLines,
  type ImportView,
  outcomeWords,
  refusalsKept,
} from '#app/domain/training/import/import-words.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/list/figures.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { UnderWay } from '#app/ui/staff/under-way.tsx'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Import', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const job = await findImport(ctx, params.import ?? '')
  if (!job || job.state === 'discarded') throw notFound()
  return { studio: { slug: ctx.studio.slug }, job: toImportView(job) }
}

type Props = { studio: { slug: string }; job: ImportView }

export default function Import() {
  const data = useLoaderData<typeof loader>()
  const { studio, job } = data
  return (
    <>
      <PageHead
        title={titles[job.state] ?? 'Import'}
        intro={`${job.fileName}, uploaded by ${job.createdBy}.`}
      />
      <div className="sections">
        {job.state === 'uploaded' && <p>The upload was cut off. Upload the file once more.</p>}
        {job.state === 'dry_run' && <DryRun {...data} />}
        {job.state === 'committing' && (
          <UnderWay
            done={job.cursor}
            total={job.total}
            path={paths.manageImportCommit(studio, job.id)}
          />
        )}
        {job.state === 'committed' && (
          <p className="notice good" role="status">
            <span />
            <span>{outcomeWords(job)}</span>
          </p>
        )}
        <Refusals job={job} />
        <p>
          <Link
            to={
              job.state === 'committed'
                ? paths.manageExercises(studio)
                : paths.manageImports(studio)
            }
          >
            {job.state === 'committed' ? 'See the exercises' : 'Back to imports'}
          </Link>
        </p>
      </div>
    </>
  )
}

const titles: Partial<Record<ImportView['state'], string>> = {
  dry_run: 'Before anything changes',
  committing: 'Import under way',
  committed: 'Import done',
}

function DryRun({ studio, job }: Props) {
  const busy = useNavigation().state === 'submitting'
  const rows = job.kind === 'exercises'
  return (
    <>
      <Figures
        rows={findingLines(job).map(({ n, words }) => ({
          name: words,
          value: n.toLocaleString('en-GB'),
        }))}
      />
      <Form method="post" action={paths.manageImportCommit(studio, job.id)} className="sheet-form">
        {rows && (
          <fieldset className="field">
            <legend>New exercises</legend>
            <div className="choices stacked">
              <label>
                <input type="radio" name="state" value="published" defaultChecked />
                Publish to members now
              </label>
              <label>
                <input type="radio" name="state" value="draft" />
                Save as drafts
              </label>
            </div>
          </fieldset>
        )}
        <div className="actions">
          <button type="submit" className="button primary" aria-busy={busy}>
            Import {rows ? count(job.total, 'exercise') : count(job.findings.photos ?? 0, 'photo')}
          </button>
          <button
            type="submit"
            className="button quiet"
            formAction={paths.manageImportDiscard(studio, job.id)}
          >
            Delete file
          </button>
        </div>
      </Form>
    </>
  )
}

function Refusals({ job }: { job: ImportView }) {
  if (job.refusals.length === 0) return null
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">Left out</h2>
      {job.refused > refusalsKept && (
        <p className="muted">
          The first {refusalsKept} of {job.refused}.
        </p>
      )}
      <ul>
        {job.refusals.map(({ where, reason }) => (
          <li key={`${where} ${reason}`}>
            <b>{where}</b> {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
