import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { gradingPage } from '#app/domain/grading/grading-page.server.ts'
import { candidateWords, resultWords } from '#app/domain/grading/grading-words.ts'
import { requirementWords } from '#app/domain/progression/progress-words.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'

/** The people of a grading as a file. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'skills:assess')
  const page = await gradingPage(ctx, params.grading ?? '')
  if (!page) throw notFound()
  return csvAnswer(`grading-${page.grading.onDate}`, [
    ['Name', 'Eligible', 'Progress', 'Override', 'State', 'Result', 'Certificate'],
    ...page.people.map((one) => [
      one.name,
      { eligible: 'yes', overridden: 'overridden', not_yet: 'not yet' }[one.group],
      one.requirements.map(requirementWords).join('; '),
      one.overrideReason ?? '',
      one.state ? candidateWords[one.state] : '',
      one.result ? resultWords[one.result] : '',
      one.certificate === null ? '' : String(one.certificate),
    ]),
  ])
}
