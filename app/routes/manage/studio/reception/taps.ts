import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { tapsForm } from '#app/domain/reception/reception-forms.ts'
import { recordDeskTaps } from '#app/domain/reception/record-desk-taps.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle = { answersData: true } satisfies PageHandle

/** Whether the desk can be reached and someone is signed in at it. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'roster:read')
  return json({ ready: true })
}

/**
 * Takes taps that waited in a page and answers each: done, already heard, or a conflict. 422 for
 * what are none.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'roster:write')
  const submission = await parseForm(request, tapsForm)
  if (submission.status !== 'success') return json({ refusal: 'no_taps' }, { status: 422 })
  const { taps } = submission.value
  const answers = await recordDeskTaps(ctx, taps, {
    mayOverride: may(viewer.role, 'arrivals:override'),
  })
  // Anyone who was given a place is written to.
  if (taps.some(({ give }) => give)) deliverSoon(app, ctx.db)
  return json({ answers })
}
