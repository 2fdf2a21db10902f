import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { uploadPeopleFile } from '#app/domain/imports/check-people-file.server.ts'
import type { FileKind } from '#app/domain/imports/columns.ts'
import { listPeopleImports } from '#app/domain/imports/import-queries.server.ts'
import {
  fileMegabytes,
  importCountWords,
  importStateWords,
} from '#app/domain/imports/import-words.ts'
import { fileKindWords } from '#app/domain/imports/tell-kind.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { mediaOf, readUpload } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { deadline } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(titleOf(data?.kind ?? 'told'), { matches })

const titleOf = (kind: FileKind | 'told') => (kind === 'leads' ? 'Import leads' : 'Import people')

/** What may be in a file, as the form asks. */
const choices: { of: FileKind | 'told'; words: string }[] = [
  { of: 'told', words: 'Find out from its columns: a list of people, or an export by its headers' },
  ...Object.entries(fileKindWords).map(([of, words]) => ({ of: of as FileKind, words })),
]
const kindOf = (of: unknown): FileKind | 'told' =>
  choices.find((one) => one.of === of)?.of ?? 'told'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:import')
  const kind = kindOf(new URL(request.url).searchParams.get('of'))
  const { slug, timeZone, locale } = ctx.studio
  const imports = await listPeopleImports(ctx)
  return {
    studio: { slug },
    kind,
    imports: imports.map((job) => ({
      id: job.id,
      fileName: job.fileName,
      state: importStateWords[job.state],
      what: importCountWords(job),
      when: deadline(job.createdAt, timeZone, locale),
      by: job.actorName,
    })),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:import')
  const { files, fields } = await readUpload(request, fileMegabytes)
  const [file] = files
  if (!file)
    return json({ sentence: 'Choose the file to import.', refusal: 'no_file' }, { status: 422 })
  if (file.bytes[0] === 0x50 && file.bytes[1] === 0x4b)
    return json(
      {
        sentence: 'This is a spreadsheet or an archive. Save the list as CSV and choose that file.',
        refusal: 'unreadable',
      },
      { status: 422 },
    )
  const result = await uploadPeopleFile(mediaOf(app, ctx), file, kindOf(fields.of))
  if (!result.ok)
    return json({ sentence: result.sentence, refusal: result.reason }, { status: 422 })
  return redirect(paths.managePeopleImport(ctx.studio, result.importId), 303)
}

export default function ImportPeople() {
  const { studio, kind, imports } = useLoaderData<typeof loader>()
  const answer = useActionData<{ sentence: string; refusal: string }>()
  const sending = useNavigation().state === 'submitting'
  return (
    <>
      {kind === 'leads' ? (
        <BackLink to={paths.manageLeads(studio)}>Leads</BackLink>
      ) : (
        <BackLink to={paths.manageMembers(studio)}>Members</BackLink>
      )}
      <PageHead
        title={titleOf(kind)}
        intro="You see what the file would change before anything is saved. No email is sent."
      />
      {answer && (
        <ErrorSummary
          id="import"
          refusal={answer.refusal}
          errors={[{ field: 'file', text: answer.sentence }]}
        />
      )}
      <div className="sections">
        <Form method="post" encType="multipart/form-data" className="sheet-form" noValidate>
          <fieldset className="field">
            <legend>What is in the file</legend>
            <div className="choices stacked">
              {choices.map(({ of, words }) => (
                <label key={of}>
                  <input type="radio" name="of" value={of} defaultChecked={kind === of} />
                  {words}
                </label>
              ))}
            </div>
          </fieldset>
          <div className="field">
            <label htmlFor="file">CSV file</label>
            <p className="soft" id="file-hint">
              Up to {fileMegabytes} MB, from Mindbody, TeamUp, Gymdesk, PushPress or any other
              program. The first row names the columns, in any order and language.
            </p>
            <input
              id="file"
              name="file"
              type="file"
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              aria-describedby="file-hint"
              required
            />
          </div>
          <div>
            <button type="submit" className="button primary" aria-busy={sending}>
              Check the file
            </button>
          </div>
        </Form>
        {imports.length > 0 && (
          <section aria-labelledby="earlier">
            <div className="section-head">
              <h2 id="earlier">Earlier imports</h2>
            </div>
            <Table
              caption="Imports, newest first"
              rows={imports}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'File',
                  place: 'name',
                  cell: ({ id, fileName }) => (
                    <Link to={paths.managePeopleImport(studio, id)}>{fileName}</Link>
                  ),
                },
                {
                  name: 'State',
                  place: 'state',
                  cell: ({ state }) => <span className="label">{state}</span>,
                },
                { name: 'What', place: 'under', cell: ({ what }) => what },
                { name: 'When', place: 'under', cell: ({ when }) => when },
                { name: 'By', place: 'desk', cell: ({ by }) => by },
              ]}
            />
          </section>
        )}
      </div>
    </>
  )
}
