import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportCourse } from '#app/domain/courses/export-course.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'

/** Everyone in a course as a file; that it was taken is written down (R14). */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:export')
  const file = await exportCourse(ctx, params.course ?? '')
  if (!file) throw notFound()
  return csvAnswer(file.name, file.rows)
}
