import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { logImportsPage } from '#app/domain/overview/training/log-import-page.server.ts'
import { checkLogFile } from '#app/domain/training-log/import/check-log-file.server.ts'
import { logFileMegabytes, rowsAtMost } from '#app/domain/training-log/import/log-import-view.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { readUpload } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = {
  styles: ['back-link', 'button', 'form', 'lines'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) =>
  pageTitle('Import from Hevy or Strong', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug } = ctx.studio
  return { ...(await logImportsPage(ctx, viewer)), studio: { slug } }
}

/** Reads a file and leads to what it says: 422 with one sentence where it is not one of the two. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { ctx } = await requireMember(context)
  const { files, fields } = await readUpload(request, logFileMegabytes)
  const unit = fields.unit === 'lb' ? 'lb' : 'kg'
  const no = (sentence: string, refusal: string) =>
    json({ sentence, refusal, unit }, { status: 422 })
  const [file] = files
  if (!file) return no('Choose the file to import.', 'no_file')
  const result = await checkLogFile(ctx, file, unit)
  if (!result.ok) return no(result.sentence, result.reason)
  return redirect(paths.workoutImported(ctx.studio, result.id), 303)
}

export default function ImportWorkouts() {
  const { studio, unit, imports } = useLoaderData<typeof loader>()
  const answer = useActionData<{ sentence: string; refusal: string; unit: 'kg' | 'lb' }>()
  const chosen = answer?.unit ?? unit
  const units = [
    { of: 'kg', words: 'Kilograms and kilometres' },
    { of: 'lb', words: 'Pounds and miles' },
  ]
  return (
    <Main slim>
      <BackLink to={paths.workouts(studio)}>Workouts</BackLink>
      {answer && (
        <ErrorSummary
          id="import"
          refusal={answer.refusal}
          errors={[{ field: 'file', text: answer.sentence }]}
        />
      )}
      <h1>Import from Hevy or Strong</h1>
      <p className="soft">
        Your workouts come into your log with every set, and your bests are counted with them. You
        see what the file says before anything is saved.
      </p>
      <form
        method="post"
        encType="multipart/form-data"
        action={paths.workoutImport(studio)}
        className="stack wide-gap"
        noValidate
      >
        <div className={answer ? 'field wrong' : 'field'}>
          <label htmlFor="file">CSV file</label>
          <p className="soft" id="file-hint">
            As the app exports it, in any language, up to {logFileMegabytes} MB and{' '}
            {rowsAtMost.toLocaleString('en-GB')} sets.
          </p>
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-describedby="file-hint"
            aria-invalid={answer ? true : undefined}
            required
          />
        </div>
        <fieldset className="group">
          <legend>Weights in the file, if it doesn’t say</legend>
          {units.map(({ of, words }) => (
            <label className="tick" key={of}>
              <input type="radio" name="unit" value={of} defaultChecked={of === chosen} />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
        <SubmitButton>Check the file</SubmitButton>
      </form>
      {imports.length > 0 && (
        <section className="stack" aria-labelledby="earlier">
          <h2 id="earlier">Earlier files</h2>
          <ul className="lines tight">
            {imports.map(({ id, fileName, about }) => (
              <li key={id}>
                <a className="go" href={paths.workoutImported(studio, id)}>
                  <span>
                    <b>{fileName}</b>
                    <br />
                    <small className="soft">{about}</small>
                  </span>
                  <Icon name="next" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Main>
  )
}
