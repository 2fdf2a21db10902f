import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** The schedule begins with its classes. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:read')
  return redirect(paths.manageClasses(ctx.studio), 303)
}

export default function ScheduleIndex() {
  return null
}
