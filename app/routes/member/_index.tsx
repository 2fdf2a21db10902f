import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { enterStudio } from '#app/domain/identity/accounts/enter-studio.server.ts'
import { startPath } from '#app/domain/scope/menu.ts'
import { isStaff } from '#app/domain/scope/permissions.ts'
import { requireVisitor, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/**
 * The studio's address: asks to sign in (specification §2), makes it the studio the account is in,
 * and leads to where its members begin; staff are led to their board.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const { visitor } = await requireVisitor(context)
  if (viewer?.personId && visitor.studioId !== ctx.studio.id) {
    await enterStudio(app.directory, { userId: visitor.userId, studioId: ctx.studio.id })
  }
  const staff = viewer?.personId && isStaff(viewer.role)
  return redirect(staff ? paths.manageToday(ctx.studio) : startPath(ctx.studio), 303)
}

/** Never shown; with a page the loader's refusals are told in the site's frame. */
export default function StudioDoor() {
  return null
}
