import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/cloudflare'
import * as z from 'zod'
import { marks as markWords } from '#app/db/studio/progression/grading-words.ts'
import { saveMarks } from '#app/domain/grading/grade-candidates.server.ts'
import { gradingPage } from '#app/domain/grading/grading-page.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

const sent = z.array(
  z.object({
    item: z.string().min(1).max(120),
    side: z.enum(['', 'left', 'right']),
    mark: z.enum(markWords),
    madeAtMs: z.int().min(0).max(9_999_999_999_999),
  }),
)

export const handle = { answersData: true } satisfies PageHandle

/** There is nothing to see here: score sheets send their marks. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'skills:assess')
  const page = await gradingPage(ctx, params.grading ?? '')
  if (!page) throw notFound()
  return redirect(paths.manageGrading(ctx.studio, page.grading.id), 303)
}

/** Marks that waited in a tablet: 200 with how many were kept, 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { ctx } = await requirePermission(context, 'skills:assess')
  const posted = await readPosted(request)
  let given: unknown = null
  try {
    given = JSON.parse(String(posted.get('marks') ?? ''))
  } catch {
    given = null
  }
  const parsed = sent.safeParse(given)
  if (!parsed.success || parsed.data.length > 200) {
    return json({ sentence: 'These marks can’t be read. Reload the sheet.' }, { status: 422 })
  }
  const person = String(posted.get('person') ?? '').slice(0, 40)
  const result = await saveMarks(ctx, params.grading ?? '', person, parsed.data)
  if (result.ok) return json({ kept: result.kept })
  if (result.reason === 'not_found') throw notFound()
  return json({ sentence: 'The grading isn’t open for marks.' }, { status: 422 })
}
