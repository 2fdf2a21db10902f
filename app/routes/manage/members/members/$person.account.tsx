import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import { settleItem } from '#app/domain/billing/settle-item.server.ts'
import { collectFee } from '#app/domain/bookings/cancelling/collect-fee.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { money } from '#app/values/wording.ts'

/** An item of the account, or a fee. */
const form = z.union([
  z.object({ item: z.string().max(40) }),
  z.object({ fee: z.string().max(40) }),
])

/** There is nothing to see here: the items are on the profile. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:read')
  return redirect(paths.managePerson(ctx.studio, params.person ?? ''), 303)
}

/**
 * Notes an item of the account, or a fee, as settled at the desk. 303 to the profile; doing it again says the
 * same.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'account:settle')
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') throw notFound()
  const personId = params.person ?? ''
  const { value } = submission
  const result =
    'fee' in value
      ? await collectFee(ctx, personId, value.fee)
      : await settleItem(ctx, personId, value.item)
  const profile = paths.managePerson(ctx.studio, personId)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return redirectWithFlash(app, profile, 'Nothing is owed for that now.', 'warn')
  }
  const sum = money(Math.abs(result.amountMinor), ctx.studio.currency, ctx.studio.locale)
  return redirectWithFlash(app, profile, `${sum} ${result.amountMinor > 0 ? 'paid' : 'refunded'}.`)
}

export default function Account() {
  return null
}
