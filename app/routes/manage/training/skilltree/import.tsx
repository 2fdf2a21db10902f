import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { importTree } from '#app/domain/skills/move-tree.server.ts'
import { treeFileMegabytes, treeFormat } from '#app/domain/skills/tree-format.ts'
import { treePage } from '#app/domain/skills/tree-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { readUpload } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Import skills', { matches })

const askedOf = (url: URL) => url.searchParams.get('discipline')?.slice(0, 40) ?? ''

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:write')
  const { discipline } = await treePage(ctx, { discipline: askedOf(app.url), person: '' })
  if (!discipline) throw notFound()
  return {
    studio: { slug: ctx.studio.slug },
    discipline: { id: discipline.id, name: discipline.name },
  }
}

/** Brings a file’s skills in: 303 to the tree, 422 with what is wrong in the file. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:write')
  const { discipline } = await treePage(ctx, { discipline: askedOf(app.url), person: '' })
  if (!discipline) throw notFound()
  const { files } = await readUpload(request, treeFileMegabytes)
  const [file] = files
  if (!file)
    return json({ sentence: 'Choose the file to import.', refusal: 'no_file' }, { status: 422 })
  const result = await importTree(ctx, discipline.id, new TextDecoder().decode(file.bytes))
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return json({ sentence: result.sentence, refusal: result.reason }, { status: 422 })
  }
  const merged =
    result.merged > 0
      ? ` ${count(result.merged, 'prerequisite was', 'prerequisites were')} named twice and merged.`
      : ''
  return redirectWithFlash(
    app,
    paths.manageSkills(ctx.studio, { discipline: discipline.id }),
    `${count(result.added, 'skill')} added, ${result.changed} changed.${merged}`,
  )
}

export default function ImportSkills() {
  const { studio, discipline } = useLoaderData<typeof loader>()
  const answer = useActionData<{ sentence: string; refusal: string }>()
  const list = paths.manageSkills(studio, { discipline: discipline.id })
  return (
    <>
      <BackLink to={list}>Skill tree</BackLink>
      <PageHead
        title={`Import skills into ${discipline.name}`}
        intro="Skills your tree has by name are changed, others are added. Nobody loses what they have cleared."
      />
      <Form
        method="post"
        encType="multipart/form-data"
        action={paths.manageSkillImport(studio, { discipline: discipline.id })}
        className="sheet-form"
        noValidate
      >
        {answer && (
          <p className="say bad whole" role="alert" id="file-error" data-refusal={answer.refusal}>
            {answer.sentence}
          </p>
        )}
        <div className={answer ? 'field wrong' : 'field'}>
          <label htmlFor="tree-file">File</label>
          <p className="hint" id="tree-file-hint">
            JSON as Export writes it, “format”: “{treeFormat}”, at most {treeFileMegabytes} MB.
          </p>
          <input
            id="tree-file"
            name="file"
            type="file"
            accept=".json,application/json"
            required
            aria-invalid={answer ? true : undefined}
            aria-describedby={answer ? 'file-error tree-file-hint' : 'tree-file-hint'}
          />
        </div>
        <FormEnd sending="Importing…" cancel={list}>
          Import skills
        </FormEnd>
      </Form>
    </>
  )
}
