import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { commitPeopleImport } from '#app/domain/imports/commit-people.server.ts'
import { importTag } from '#app/domain/imports/import-form.ts'
import { findPeopleImport } from '#app/domain/imports/import-queries.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { continueImportInBackground } from './import-steps/continue-import.server.ts'

const refusals = {
  another: 'Another import is under way. Start this one when it has finished.',
  not_checked: 'Match the columns first.',
} as const

/** Starts an import, or goes on with one that stopped. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:import')
  const importId = params.import ?? ''
  const submission = await parseForm(request, importTag)
  const page = paths.managePeopleImport(ctx.studio, importId)
  if (submission.status !== 'success') {
    if (!(await findPeopleImport(ctx, importId))) throw notFound()
    throw refusalPage('tag', 'Enter one tag of at most 40 characters.', page)
  }
  const started = await commitPeopleImport(ctx, importId, submission.value.tag ?? '')
  if (!started.ok) {
    if (started.reason === 'not_found') throw notFound()
    throw refusalPage(started.reason, refusals[started.reason], page)
  }
  await continueImportInBackground(app, ctx, importId)
  return redirect(page, 303)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:import')
  return redirect(paths.managePeopleImport(ctx.studio, params.import ?? ''), 303)
}
