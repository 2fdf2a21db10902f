import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { doorLogFilters } from '#app/domain/reception/doors/door-form.ts'
import { exportOpenings } from '#app/domain/reception/doors/doors.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'

/** Who asked at the doors, within the filters of the page; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  return csvAnswer('doors', await exportOpenings(ctx, listParams(app, doorLogFilters)))
}
