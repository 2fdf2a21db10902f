import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { notStarted } from '#app/domain/entitlements/lot-end.ts'
import { changePacks } from '#app/domain/entitlements/packs/change-packs.server.ts'
import {
  changePacksForm,
  mostPacks,
  type PackAct,
  packsFilters,
} from '#app/domain/entitlements/packs/change-packs-form.ts'
import { packsToChange } from '#app/domain/entitlements/packs/packs-to-change.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { count, dayMonthShort } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

/** The packs an address is about and what would become of each. */
export async function loadPacks({ context }: LoaderFunctionArgs, act: PackAct) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const filters = listParams(app, packsFilters)
  const { slug, locale, timeZone } = ctx.studio
  const { packs, more, names, from, until } = await packsToChange(ctx, act, filters)
  const today = localDate(ctx.now, timeZone)
  // Without a weekday: two of them stand in a row, on phones too.
  const endWords = (day: string) => {
    if (day === notStarted) return 'not started'
    const short = dayMonthShort(day, locale)
    return day.slice(0, 4) === today.slice(0, 4) ? short : `${short} ${day.slice(0, 4)}`
  }
  return {
    rules: fieldRules(changePacksForm, act),
    studio: { slug },
    filters: { ...filters, from, until },
    names,
    /** The person whose one pack it is. */
    one: filters.lot !== '' && packs[0] ? { ...packs[0] } : null,
    packs: packs.map((pack) => ({
      value: `${pack.id}:${pack.expiresOn}`,
      personId: pack.personId,
      personName: pack.personName,
      name: pack.name,
      before: act === 'extend' ? endWords(pack.expiresOn) : String(pack.left),
      after: act === 'extend' ? endWords(pack.until) : String(pack.left + filters.credits),
      note: [
        act === 'extend' ? `${pack.left + pack.ended} left` : endWords(pack.expiresOn),
        act === 'extend' && pack.ended > 0
          ? `${count(pack.ended, 'credit')} can be used again`
          : '',
      ]
        .filter(Boolean)
        .join(', '),
    })),
    more: more ? `Only the ${mostPacks} that end first are shown. Do these, then the rest.` : '',
    span: `${endWords(from)} to ${endWords(until)}`,
    values: { key: newId() },
  }
}

/** Changes what was ticked: 303 to the packages or the profile, 422 beside the field. */
export async function postPacks({ context, request }: ActionFunctionArgs, act: PackAct) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, changePacksForm)
  if (submission.status !== 'success') return invalid(submission)
  const form = submission.value
  if (form.act !== act)
    return refused(submission, { code: 'wrong_form', form: ['Reload the page and try again.'] })
  const { done, leftOut } = await changePacks(ctx, form)
  if (done === 0)
    return refused(submission, {
      code: 'changed_meanwhile',
      form: ['Someone changed these packs meanwhile. Reload the page to see how they are now.'],
    })
  const what =
    form.act === 'extend'
      ? `${count(done, 'pack')} extended.`
      : `${count(form.credits, 'credit')} added to ${count(done, 'pack')}.`
  const rest =
    leftOut > 0 ? ` ${count(leftOut, 'pack')} left out: someone changed it meanwhile.` : ''
  const person = new URL(request.url).searchParams.get('person')
  return redirectWithFlash(
    app,
    person ? paths.managePerson(ctx.studio, person) : paths.managePackages(ctx.studio),
    what + rest,
  )
}
