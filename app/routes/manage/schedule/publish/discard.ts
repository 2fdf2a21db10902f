import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { discardPlanned } from '#app/domain/planning/plan-change.server.ts'
import { discardForm } from '#app/domain/planning/plan-forms.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  return redirect(paths.managePublish(ctx.studio), 303)
}

/** Takes planned changes back; nobody had been told of them. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, discardForm)
  const path = paths.managePublish(ctx.studio)
  if (submission.status !== 'success')
    throw refusalPage('nothing_chosen', 'Tick what you want to discard.', path)
  const n = await discardPlanned(
    ctx,
    submission.value.row.map(({ id }) => id),
  )
  return redirectWithFlash(app, path, `${count(n, 'change is', 'changes are')} discarded.`)
}
