import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { logImportPage } from '#app/domain/overview/training/log-import-page.server.ts'
import { keepLogImport } from '#app/domain/training-log/import/keep-log-import.server.ts'
import { problemsShown } from '#app/domain/training-log/import/log-import-view.ts'
import {
  discardLogFile,
  undoLogImport,
} from '#app/domain/training-log/import/undo-log-import.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayLong } from '#app/values/wording.ts'

const importForm = z.object({
  act: z.enum(['keep', 'discard', 'undo']),
  /** By place which exercise of the studio one of the file is: `3 1aB…`, or `3` for its own name. */
  is: z.array(z.string().max(40)).max(400).default([]),
})

export const handle = {
  styles: ['back-link', 'button', 'form', 'say', 'log'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.fileName ?? 'Import', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const page = await logImportPage(ctx, viewer, params.import ?? '')
  if (!page) throw notFound()
  return { ...page, studio: { slug: ctx.studio.slug } }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const { studio } = ctx
  const id = params.import ?? ''
  const submission = await parseForm(request, importForm)
  if (submission.status !== 'success') throw notFound()
  const { act, is } = submission.value
  const here = paths.workoutImported(studio, id)
  if (act === 'discard') {
    if (!(await discardLogFile(ctx, id))) throw notFound()
    return redirectWithFlash(app, paths.workoutImport(studio), 'File deleted.')
  }
  if (act === 'keep') {
    const picks = new Map(
      is.map((one) => {
        const [at = '', exercise = ''] = one.split(' ')
        return [Number(at), exercise] as const
      }),
    )
    const kept = await keepLogImport(ctx, id, picks)
    if (!kept.ok) throw notFound()
    return redirectWithFlash(app, here, 'Imported. Your bests are counted with them.')
  }
  const undone = await undoLogImport(ctx, id)
  if (undone.ok) return redirectWithFlash(app, here, 'Import undone.')
  if (undone.reason === 'not_found') throw notFound()
  const { name, localStart, n } = undone.on
  const day = dayLong(localStart.slice(0, 10), studio.locale)
  const others = n > 1 ? ` and ${count(n - 1, 'other')}` : ''
  const text = `You’ve changed ${name} of ${day}${others} since, so the import stays.`
  throw refusalPage(undone.reason, text, here)
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

export default function ImportedFile() {
  const page = useLoaderData<typeof loader>()
  const { studio, id, state, fileName, source, cutOff, problems, problemCount } = page
  const checked = state === 'checked'
  return (
    <Main slim>
      <BackLink to={paths.workoutImport(studio)}>Import</BackLink>
      <header className="stack">
        <h1>{fileName}</h1>
        <p className="soft">
          {source}, {page.days}. {page.stateWords}.
        </p>
      </header>
      <Summary page={page} />
      {cutOff && (
        <p className="say warn">
          The file ends inside {cutOff.name} of {cutOff.day}. It’s left out: export the file again
          to bring it whole.
        </p>
      )}
      <form method="post" action={paths.workoutImported(studio, id)} className="stack wide-gap">
        {checked && page.news && <Names page={page} />}
        {problemCount > 0 && (
          <section className="stack" aria-labelledby="problems">
            <h2 id="problems">{count(problemCount, 'line')} left out</h2>
            <ul className="won">
              {problems.map(({ line, column, why }) => (
                <li key={`${line} ${column}`}>
                  <span>{why}</span>
                  <span className="soft num">
                    Line {line}, {column}
                  </span>
                </li>
              ))}
            </ul>
            {page.toMend && (
              <p>
                <a href={paths.workoutLeftOut(studio, id)}>Download what was left out as CSV</a>,
                with the rest of their workouts and why each was left out. Mend the file and choose
                it again: what is in your log stays as it is.
                {page.leftOutCut &&
                  ' It holds the first of them; mend the others in the file you chose.'}
              </p>
            )}
            {problemCount > problemsShown && <p className="soft">The first {problemsShown}.</p>}
          </section>
        )}
        <div className="pair">
          {checked && page.news && (
            <button type="submit" className="button primary" name="act" value="keep">
              Import {page.fresh > 0 ? count(page.fresh, 'workout') : count(page.added, 'set')}
            </button>
          )}
          {checked && (
            <button type="submit" className="button" name="act" value="discard">
              Delete the file
            </button>
          )}
          {state === 'keeping' && (
            <button type="submit" className="button primary" name="act" value="keep">
              Continue
            </button>
          )}
          {(state === 'kept' || state === 'undoing') && (
            <button type="submit" className="button" name="act" value="undo">
              Undo this import
            </button>
          )}
        </div>
        {state === 'kept' && (
          <p className="soft">
            Undoing takes out everything this file brought. Routines you made of it stay.
          </p>
        )}
      </form>
    </Main>
  )
}

/** What the file brings, in one look. */
function Summary({
  page: { fresh, freshSets, added, there, news, state, readAs },
}: {
  page: Shown
}) {
  return (
    <section className="panel stack" aria-label="What the file brings">
      <dl className="facts3">
        <div>
          <dt>New workouts</dt>
          <dd className="num">{fresh}</dd>
        </div>
        <div>
          <dt>New sets</dt>
          <dd className="num">{freshSets + added}</dd>
        </div>
        <div>
          <dt>In your log before</dt>
          <dd className="num">{there}</dd>
        </div>
      </dl>
      {state === 'checked' && !news && <p>Nothing new: every workout is in your log already.</p>}
      {added > 0 && (
        <p>{count(added, 'set')} of workouts in your log before weren’t in them and are added.</p>
      )}
      <p className="soft">{readAs}</p>
    </section>
  )
}

/** Names that may be an exercise of the studio, to be put right before the file is kept. */
function Names({ page: { asked, sure, own } }: { page: Shown }) {
  return (
    <section className="stack" aria-labelledby="names">
      <h2 id="names">Exercises</h2>
      {sure > 0 && (
        <p className="soft">{count(sure, 'name is', 'names are')} in the encyclopedia.</p>
      )}
      {asked.map(({ at, name, sets, picked, candidates }) => (
        <div className="field" key={at}>
          <label htmlFor={`is${at}`}>
            {name} <span className="soft">{count(sets, 'set')}</span>
          </label>
          <select id={`is${at}`} name="is" defaultValue={`${at} ${picked}`}>
            {candidates.map(([exercise, called]) => (
              <option key={exercise} value={`${at} ${exercise}`}>
                {called}
              </option>
            ))}
            <option value={`${at} `}>Keep its own name</option>
          </select>
        </div>
      ))}
      {own.length > 0 && (
        <p className="soft">
          Not in the encyclopedia, kept under {own.length === 1 ? 'its' : 'their'} own name:{' '}
          {own.slice(0, 30).join(', ')}
          {own.length > 30 && ` and ${own.length - 30} more`}.
        </p>
      )}
    </section>
  )
}
