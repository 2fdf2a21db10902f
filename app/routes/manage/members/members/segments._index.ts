import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { readFilters } from '#app/domain/people/list/person-filters.ts'
import { saveSegment } from '#app/domain/people/list/segments.server.ts'
import { segmentForm } from '#app/domain/people/person-fields.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { filterQuery } from '#app/ui/staff/people-filters.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:read')
  return redirect(paths.manageMembers(ctx.studio), 303)
}

const refusals = {
  name_taken: 'You already have a segment with that name. Choose another.',
  too_many: 'You have 20 segments, which is the limit. Delete one first.',
} as const

/** Keeps the filters of the list under a name; back to the list as it was, with a sentence. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const submission = await parseForm(request, segmentForm)
  if (submission.status !== 'success') {
    const [sentence = 'Enter a name'] = Object.values(submission.error ?? {})
      .flat()
      .filter((text) => text !== null)
    return redirectWithFlash(app, paths.manageMembers(ctx.studio), `${sentence}.`, 'bad')
  }
  const filters = readFilters(new URLSearchParams(submission.value.filters))
  const params = filterQuery(filters)
  const list = `${paths.manageMembers(ctx.studio)}${params ? `?${params}` : ''}`
  const result = await saveSegment(ctx, submission.value, params)
  if (!result.ok) return redirectWithFlash(app, list, refusals[result.reason], 'bad')
  return redirectWithFlash(app, list, `“${submission.value.name}” saved.`)
}
