import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { columnsOf } from '#app/domain/people/list/person-columns.ts'
import { columnsForm, readFilters } from '#app/domain/people/list/person-filters.ts'
import { columnsCookie } from '#app/http/choices/people-columns.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { setCookie } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import { filterQuery } from '#app/ui/staff/people-filters.tsx'

/** A year: anyone who works here keeps them. */
const keepSeconds = 365 * 86_400

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:read')
  return redirect(paths.manageMembers(ctx.studio), 303)
}

/** Keeps the columns of the people list in this browser, and shows the same rows with them. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:read')
  const submission = await parseForm(request, columnsForm)
  const { columns, filters } =
    submission.status === 'success' ? submission.value : { columns: [], filters: '' }
  setCookie(app, columnsCookie, columnsOf(columns).join('.'), keepSeconds)
  const back = readFilters(new URLSearchParams(filters))
  const params = filterQuery(back)
  return redirect(`${paths.manageMembers(ctx.studio)}${params ? `?${params}` : ''}`, 303)
}
