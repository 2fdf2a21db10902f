import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { payMonthView, payPdf } from '#app/domain/staff-pay/pay-month-view.ts'
import { payMonthPage } from '#app/domain/staff-pay/pay-queries.server.ts'
import { runStateWords } from '#app/domain/staff-pay/pay-words.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { paths } from '#app/paths.ts'
import { monthOfPath } from './pay-parts/month-of.server.ts'

/** The month as a file; 303 to its page where the fonts lack a letter. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, month } = await monthOfPath(context, params.month)
  const page = await payMonthPage(ctx, month)
  const view = payMonthView(month, page.lines, page, ctx.studio)
  const state = runStateWords[page.run?.state ?? 'open'].text
  return printInstead(app, payPdf(view, { studio: ctx.studio, state, now: ctx.now }), {
    name: `pay-${month}`,
    page: paths.managePayMonth(ctx.studio, month),
  })
}
