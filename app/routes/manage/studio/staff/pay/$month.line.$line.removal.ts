import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { isExtraLine, removePayLine } from '#app/domain/staff-pay/change-pay-lines.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { monthOfPath } from './pay-parts/month-of.server.ts'

/** There is nothing to see here: the person's page has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, month } = await monthOfPath(context, params.month)
  if (!(await isExtraLine(ctx, params.line ?? ''))) throw notFound()
  return redirect(paths.managePayMonth(ctx.studio, month), 303)
}

/** Takes a line by hand off a month that is not locked: 303 to the month. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx, month } = await monthOfPath(context, params.month)
  if (!(await removePayLine(ctx, params.line ?? ''))) throw notFound()
  return redirectWithFlash(app, paths.managePayMonth(ctx.studio, month), 'The line is removed.')
}
