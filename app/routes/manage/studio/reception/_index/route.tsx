import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { actAtDesk } from '#app/domain/reception/act-at-desk.server.ts'
import { deskAct } from '#app/domain/reception/reception-forms.ts'
import { receptionPage } from '#app/domain/reception/reception-page.server.ts'
import { receptionWords } from '#app/domain/reception/reception-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { portraitsOf } from '#app/http/portraits.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { clockTimeAt, zoneName } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { Reception } from './reception.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Reception', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'roster:read')
  const params = app.url.searchParams
  const q = (params.get('q') ?? '').trim().slice(0, 80)
  const personId = (params.get('person') ?? '').slice(0, 40)
  const { id, slug, timeZone, locale, currency } = ctx.studio
  const page = await receptionPage(ctx, { q, personId })
  const today = localDate(ctx.now, timeZone)
  const can = (permission: Parameters<typeof may>[1]) => may(viewer.role, permission)
  const fees = can('fees:read')
  const words = receptionWords(page, { timeZone, locale, currency, today, fees })
  const portrait = portraitsOf(app)
  const withPortrait = <One extends { photo: string }>(one: One): One => ({
    ...one,
    photo: portrait(one.photo),
  })
  return {
    studio: { id, slug },
    asks: fieldRules(deskAct, 'walk_in'),
    ...words,
    classes: words.classes.map((one) => ({
      ...one,
      rows: one.rows.map(withPortrait),
      waiting: one.waiting.map(withPortrait),
    })),
    found: words.found?.map(withPortrait) ?? null,
    starts: Object.fromEntries(page.classes.map(({ id, startsAt }) => [id, startsAt])),
    q,
    stopped: params.has('stopped'),
    now: ctx.now,
    visitKey: newId(),
    clock: `${clockTimeAt(ctx.now, timeZone, locale)} ${zoneName(timeZone, locale, ctx.now)}`,
    can: {
      checkIn: can('roster:write'),
      override: can('arrivals:override'),
      sell: can('entitlements:write'),
      take: can('payments:take'),
      add: can('people:write'),
      settings: can('settings:write'),
    },
  }
}

/** One act of the desk: 303 to where it shows, also with why it was refused. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'roster:write')
  const back = paths.manageReception(ctx.studio)
  const submission = await parseForm(request, deskAct)
  if (submission.status !== 'success')
    throw refusalPage('nothing_chosen', 'Enter a name, or scan a code.', back)
  const act = submission.value
  const result = await actAtDesk(ctx, act, { mayOverride: may(viewer.role, 'arrivals:override') })
  if (!result) throw notFound()
  if ('q' in result) return redirect(paths.manageReception(ctx.studio, { q: result.q }), 303)
  if (act.act === 'walk_in') deliverSoon(app, ctx.db)
  const { message, tone, personId, stopped, bookingId } = result
  const place = bookingId ? `#b${bookingId}` : ''
  const params = { ...(personId ? { person: personId } : {}), ...(stopped ? { stopped: '1' } : {}) }
  return redirectWithFlash(app, paths.manageReception(ctx.studio, params) + place, message, tone)
}

export default function ReceptionDesk() {
  return <Reception {...useLoaderData<typeof loader>()} />
}
