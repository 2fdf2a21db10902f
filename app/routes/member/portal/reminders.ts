import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** Where older letters lead: reminders are chosen with what else comes by email. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  return redirect(paths.portalNotifications(ctx.studio), 301)
}
