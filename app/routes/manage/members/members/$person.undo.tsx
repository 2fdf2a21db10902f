import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { undoChange } from '#app/domain/overview/undo-change.server.ts'
import { undoForm } from '#app/domain/people/person-fields.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the buttons are in the story. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:read')
  return redirect(paths.managePerson(ctx.studio, params.person ?? ''), 303)
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const submission = await parseForm(request, undoForm)
  if (submission.status !== 'success') throw notFound()
  const personId = params.person ?? ''
  const result = await undoChange(ctx, personId, submission.value.change)
  const profile = paths.managePerson(ctx.studio, personId)
  if (result.ok) return redirectWithFlash(app, profile, 'Undone.')
  if (result.reason === 'not_found') throw notFound()
  const text = 'You can’t undo this: something else has changed since.'
  throw refusalPage(result.reason, text, profile)
}

export default function Undo() {
  return null
}
