import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportAccounts } from '#app/domain/sales/accounts/accounts-page.server.ts'
import { accountsPeriod } from '#app/domain/sales/accounts/accounts-period.ts'
import { csvStreamAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { localDate } from '#app/values/zone.ts'

/** Each line of each document of the period, as a file; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const period = accountsPeriod(app.url.searchParams, today)
  return csvStreamAnswer('accounts', await exportAccounts(ctx, period))
}
