import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { archiveSkill } from '#app/domain/skills/save-skill.server.ts'
import { skillPage } from '#app/domain/skills/tree-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the skill’s page has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'skills:write')
  const page = await skillPage(ctx, params.skill ?? '', '')
  if (!page) throw notFound()
  return redirect(paths.manageSkill(ctx.studio, page.skill.id), 303)
}

/** Takes a skill off the tree or puts it back: 303 to its page, 422 with why it stays. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:write')
  const archive = (await readPosted(request)).get('act') !== 'restore'
  const id = params.skill ?? ''
  const result = await archiveSkill(ctx, id, archive)
  const back = paths.manageSkill(ctx.studio, id)
  if (result.ok) return redirectWithFlash(app, back, archive ? 'Archived.' : 'Restored.')
  if (result.reason === 'not_found') throw notFound()
  const words =
    'by' in result
      ? `${result.by} asks for it. Change that first.`
      : 'The tree has another skill with that name. Rename it first.'
  throw refusalPage(result.reason, words, back)
}
