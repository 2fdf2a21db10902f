/** What the pages of somebody's work send of time off and hours: a manager's page, and their own. */
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { askTimeOff, withdrawTimeOff } from '#app/domain/staffing/decide-time-off.server.ts'
import {
  addTeachingHours,
  removeTeachingHours,
} from '#app/domain/staffing/teaching-hours.server.ts'
import { wallOf } from '#app/domain/staffing/time-off-form.ts'
import { spanWords } from '#app/domain/staffing/time-off-words.ts'
import type { WorkForm } from '#app/domain/staffing/work-form.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { refused } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

type Times = Exclude<WorkForm, { act: 'hold' | 'drop' }>

/**
 * 303 back to the page, 422 with what was typed. `approved`: a manager notes time off, which needs
 * no decision.
 */
export async function actOnTimes(
  { app, ctx }: { app: RequestContext; ctx: StaffContext },
  submission: Parameters<typeof refused>[0],
  form: Times,
  { personId, back, approved }: { personId: string; back: string; approved: boolean },
) {
  switch (form.act) {
    case 'withdraw': {
      const result = await withdrawTimeOff(ctx, personId, form.id)
      if (!result.ok && result.reason === 'not_found') throw notFound()
      if (result.ok) return redirectWithFlash(app, back, 'Time off cancelled.')
      throw refusalPage(
        result.reason,
        result.reason === 'over'
          ? 'That time is over: nothing changes any more.'
          : 'Someone decided about it meanwhile. See how it is now, then try again.',
        back,
      )
    }
    case 'hours':
      if (!(await addTeachingHours(ctx, personId, form))) throw notFound()
      return redirectWithFlash(app, back, 'Added. Who plans a class outside them is told.')
    case 'drop-hours':
      await removeTeachingHours(ctx, personId, form.id)
      return redirectWithFlash(app, back, 'Removed. Classes already planned stay.')
    case 'ask': {
      const result = await askTimeOff(ctx, personId, form, wallOf(form), { approved })
      deliverSoon(app, ctx.db)
      if (result.ok)
        return redirectWithFlash(
          app,
          back,
          approved
            ? 'Time off noted. What they teach then is listed under Substitutes.'
            : 'Asked. A manager decides, and you get an email.',
        )
      if (result.reason === 'not_found') throw notFound()
      return refused(submission, {
        code: result.reason,
        form: [
          result.reason === 'over'
            ? 'That time is over already.'
            : `Time off ${spanWords(result.with, ctx.studio)} is already ` +
              `${result.with.state === 'approved' ? 'approved' : 'asked for'}.`,
        ],
      })
    }
  }
}
