import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { readFilters } from '#app/domain/people/list/person-filters.ts'
import { saveSegment } from '#app/domain/people/list/segments.server.ts'
import { segmentForm } from '#app/domain/people/person-fields.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
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

/** Keeps the filters of the list under a name; 303 back to the list as it was, 422 with why not. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const submission = await parseForm(request, segmentForm)
  if (submission.status !== 'success') {
    const [sentence = 'Enter a name'] = Object.values(submission.error ?? {})
      .flat()
      .filter((text) => text !== null)
    throw refusalPage('name', `${sentence}.`, paths.manageMembers(ctx.studio))
  }
  const filters = readFilters(new URLSearchParams(submission.value.filters))
  const params = filterQuery(filters)
  const list = `${paths.manageMembers(ctx.studio)}${params ? `?${params}` : ''}`
  const result = await saveSegment(ctx, submission.value, params)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    throw refusalPage(result.reason, refusals[result.reason], list)
  }
  return redirectWithFlash(app, list, `“${submission.value.name}” saved.`)
}
