import type { AppLoadContext } from '@remix-run/cloudflare'
import { isMonth, monthOf } from '#app/domain/staff-pay/pay-month.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { localDate } from '#app/values/zone.ts'

/** The month of an address, up to this one; anything else is 404. */
export async function monthOfPath(context: AppLoadContext, month: string | undefined) {
  const found = await requirePermission(context, 'pay:write')
  const { now, studio } = found.ctx
  if (!month || !isMonth(month) || month > monthOf(localDate(now, studio.timeZone)))
    throw notFound()
  return { ...found, month }
}
