import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportOpenings } from '#app/domain/reception/doors/doors.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'

/** Who asked at the doors; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  return csvAnswer('doors', await exportOpenings(ctx))
}
