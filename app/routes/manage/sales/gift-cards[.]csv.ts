import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportGiftCards } from '#app/domain/sales/gift-cards/gift-cards-page.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'

/** All gift cards as a file, without their codes; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  return csvAnswer('gift-cards', await exportGiftCards(ctx))
}
