import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportGuests } from '#app/domain/events/export-guests.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'

/** Everyone with a ticket as a file; that it was taken is written down (R14). */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:export')
  const file = await exportGuests(ctx, params.event ?? '')
  if (!file) throw notFound()
  return csvAnswer(file.name, file.rows)
}
