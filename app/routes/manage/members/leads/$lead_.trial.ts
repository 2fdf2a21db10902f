import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { trialForm } from '#app/domain/leads/lead-forms.ts'
import { leadSentences } from '#app/domain/leads/lead-refusals.ts'
import { bookTrial, holdTrial } from '#app/domain/trials/book-trial.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { paths } from '#app/paths.ts'
import { deadlineNear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'leads:read')
  return redirect(paths.manageLead(ctx.studio, params.lead ?? ''), 303)
}

/** Books a trial for a lead, or holds a place for 12 hours: 303 to where it was done, or why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const leadId = params.lead ?? ''
  const page = paths.manageLead(ctx.studio, leadId)
  const submission = await parseForm(request, trialForm)
  if (submission.status !== 'success')
    throw refusalPage('class_missing', 'Choose a class to try.', page)
  const { key, occurrenceId, act, back } = submission.value
  const to = ownPath(back ?? '') ?? page
  const { timeZone, locale } = ctx.studio
  if (act === 'hold') {
    const held = await holdTrial(ctx, leadId, { occurrenceId, key })
    if (!held.ok) {
      if (held.reason === 'no_lead') throw notFound()
      throw refusalPage(held.reason, leadSentences[held.reason], page)
    }
    const until = deadlineNear(held.until, timeZone, locale, localDate(ctx.now, timeZone))
    return redirectWithFlash(app, to, `Held until ${until}. Tell them.`)
  }
  const booked = await bookTrial(ctx, leadId, occurrenceId)
  if (!booked.ok) {
    if (booked.reason === 'no_lead') throw notFound()
    const why =
      booked.reason === 'class_full' || booked.reason === 'over' ? booked.reason : 'no_trial'
    throw refusalPage(booked.reason, leadSentences[why], page)
  }
  deliverSoon(app, ctx.db)
  return redirectWithFlash(app, to, booked.again ? 'They’re already booked.' : 'Trial booked.')
}
