import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { checkExerciseFile } from '#app/domain/training/import/check-exercise-file.server.ts'
import { listRecentImports } from '#app/domain/training/import/import-queries.server.ts'
import { importStateWords } from '#app/domain/training/import/import-words.ts'
import {
  addPhotoFiles,
  checkPhotoArchive,
} from '#app/domain/training/import/photo-import.server.ts'
import { freeExerciseDb } from '#app/domain/training/import/read-library-file.ts'
import { photoOrigin } from '#app/domain/training/photo-origin.ts'
import { fieldRules, plainWords } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { mediaOf, readUpload, type Upload } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, deadline } from '#app/values/wording.ts'
import { ImportsTable } from './imports-table.tsx'
import { PhotoFields } from './photo-fields.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Import exercises', { matches })

const uploadMegabytes = 40

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const { slug, timeZone, locale } = ctx.studio
  const imports = await listRecentImports(ctx)
  return {
    studio: { slug },
    rules: fieldRules(photoOrigin),
    origin: { source: freeExerciseDb.dataset, licence: '' },
    imports: imports.map((job) => ({
      id: job.id,
      fileName: job.fileName,
      state: importStateWords[job.state],
      what: job.kind === 'exercises' ? count(job.total, 'exercise') : count(job.total, 'photo'),
      when: deadline(job.createdAt, timeZone, locale),
      by: job.createdBy,
    })),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const upload = await readUpload(request, uploadMegabytes)
  const [file] = upload.files
  const refuse = (field: string, sentence: string, code: string) =>
    json({ field, sentence, refusal: code }, { status: 422 })
  const media = mediaOf(app, ctx)
  if (upload.fields.kind === 'exercises') {
    if (!file) return refuse('exercises', 'Choose the file to import.', 'no_file')
    const checked = await checkExerciseFile(media, file)
    if (!checked.ok) return refuse('exercises', checked.sentence, checked.reason)
    return redirect(paths.manageImport(ctx.studio, checked.importId), 303)
  }
  if (!file) return refuse('photos', 'Choose an archive, photos or a folder.', 'no_file')
  const said = photoOrigin.safeParse(upload.fields, { error: plainWords })
  if (!said.success) {
    const [issue] = said.error.issues
    return refuse(`origin-${String(issue?.path[0])}`, issue?.message ?? '', 'too_long')
  }
  const { source, licence } = said.data
  const origin = { source, licence }
  if (upload.files.length === 1 && isArchive(file)) {
    const checked = await checkPhotoArchive(media, file, origin)
    if (!checked.ok) return refuse('photos', checked.sentence, checked.reason)
    return redirect(paths.manageImport(ctx.studio, checked.importId), 303)
  }
  const { stored, alreadyThere, refusals } = await addPhotoFiles(media, upload.files, origin)
  const [first] = refusals
  if (stored + alreadyThere === 0 && first)
    return refuse('photos', `${first.where}: ${first.reason}`, 'no_photo')
  const rest = first
    ? ` ${count(refusals.length, 'file')} left out; ${first.where}: ${first.reason}`
    : ''
  const again = alreadyThere > 0 ? ` ${alreadyThere} were already there.` : ''
  return redirectWithFlash(
    app,
    paths.manageImports(ctx.studio),
    `${count(stored, 'photo')} added.${again}${rest}`,
    first ? 'warn' : 'good',
  )
}

const isArchive = ({ name, bytes }: Upload['files'][number]) =>
  /\.zip$/i.test(name) || (bytes[0] === 0x50 && bytes[1] === 0x4b)

export default function ImportExercises() {
  const { studio, imports, origin, rules } = useLoaderData<typeof loader>()
  const answer = useActionData<{ field: string; sentence: string; refusal: string }>()
  const sending = useNavigation().state === 'submitting'
  return (
    <>
      <PageHead
        title="Import exercises"
        intro={
          'You see what a file would change before anything changes. ' +
          'Exercises you’ve edited don’t change.'
        }
      />
      {answer && (
        <ErrorSummary
          id="import"
          refusal={answer.refusal}
          errors={[{ field: answer.field, text: answer.sentence }]}
        />
      )}
      <div className="sections">
        <section aria-labelledby="words">
          <div className="section-head">
            <h2 id="words">Exercises</h2>
          </div>
          <Form method="post" encType="multipart/form-data" className="sheet-form" noValidate>
            <input type="hidden" name="kind" value="exercises" />
            <div className="field">
              <label htmlFor="exercises">File of exercises</label>
              <p className="soft" id="exercises-hint">
                The exercises.json of free-exercise-db, an export of wger (exerciseinfo), or a CSV
                with a column called name. At most 8 MB. Each exercise keeps its source and licence.
              </p>
              <input
                id="exercises"
                name="file"
                type="file"
                accept=".json,application/json,.csv,.tsv,text/csv"
                aria-describedby="exercises-hint"
                required
              />
            </div>
            <div>
              <button type="submit" className="button primary" aria-busy={sending}>
                Check the file
              </button>
            </div>
          </Form>
        </section>
        <section aria-labelledby="pictures">
          <div className="section-head">
            <h2 id="pictures">Photos</h2>
          </div>
          <SmallForm
            id="origin"
            names={['source', 'licence']}
            rules={rules}
            values={origin}
            encType="multipart/form-data"
            className="sheet-form"
          >
            {(fields) => (
              <>
                <input type="hidden" name="kind" value="photos" />
                <PhotoFields id="photos" fields={fields} megabytes={uploadMegabytes} />
                <div>
                  <button type="submit" className="button primary" aria-busy={sending}>
                    Upload photos
                  </button>
                </div>
              </>
            )}
          </SmallForm>
        </section>
        {imports.length > 0 && (
          <section aria-labelledby="earlier">
            <div className="section-head">
              <h2 id="earlier">Earlier imports</h2>
            </div>
            <ImportsTable studio={studio} imports={imports} />
          </section>
        )}
        <p>
          <Link to={paths.manageExercises(studio)}>Back to the exercises</Link>
        </p>
      </div>
    </>
  )
}
