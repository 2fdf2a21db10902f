import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { rollBackImport } from '#app/domain/imports/roll-back-import.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { continueImportInBackground } from './import-steps/continue-import.server.ts'

const refusals = {
  not_done: 'It’s still running. Roll it back once it has finished.',
  too_old: 'You can roll an import back for 30 days. Archive people by hand instead.',
} as const

/** Takes an import back: people who are used by now stay. */
export async function action({ params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:import')
  const importId = params.import ?? ''
  const page = paths.managePeopleImport(ctx.studio, importId)
  const result = await rollBackImport(ctx, importId)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    throw refusalPage(result.reason, refusals[result.reason], page)
  }
  await continueImportInBackground(app, ctx, importId)
  return redirect(page, 303)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:import')
  return redirect(paths.managePeopleImport(ctx.studio, params.import ?? ''), 303)
}
