import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findAssessment, undoAssessment } from '#app/domain/skills/assess-skill.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the skill’s page has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'skills:assess')
  const found = await findAssessment(ctx, params.assessment ?? '')
  if (!found) throw notFound()
  const to = paths.manageSkill(ctx.studio, found.skillId, { person: found.personId })
  return redirect(to, 303)
}

/** Takes an assessment back: 303 to the skill with that person. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:assess')
  const id = params.assessment ?? ''
  const found = await findAssessment(ctx, id)
  if (!found || !(await undoAssessment(ctx, id)).ok) throw notFound()
  const to = paths.manageSkill(ctx.studio, found.skillId, { person: found.personId })
  return redirectWithFlash(app, to, 'Undone. The days are counted again.')
}
