import { periodRefusals } from '#app/domain/insights/reports/report-period.ts'
import type { ReportRefusal } from '#app/domain/insights/reports/run-report.server.ts'
import { notFound } from '#app/http/guards.server.ts'

/** Why there is no file: 404 of a report about nothing, 422 with the sentence of its days. */
export const fileRefusal = (reason: ReportRefusal): Response =>
  reason === 'no_dataset'
    ? notFound()
    : new Response(periodRefusals[reason], {
        status: 422,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      })
