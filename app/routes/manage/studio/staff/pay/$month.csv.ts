import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportPay } from '#app/domain/staff-pay/export-pay.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { monthOfPath } from './pay-parts/month-of.server.ts'

/** Each line of the month, person by person; that it was taken is written down (R14). */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, month } = await monthOfPath(context, params.month)
  return csvAnswer(`pay-${month}`, await exportPay(ctx, month))
}
