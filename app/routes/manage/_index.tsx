import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** The staff's way in leads to the today board (design decision 15). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'manage:read')
  return redirect(paths.manageToday(ctx.studio), 303)
}

export default function ManageIndex() {
  return null
}
