import {
  keepRecurring,
  keepRecurringDue,
} from '#app/domain/insights/recurring/keep-recurring.server.ts'
import { mailReports, mailReportsDue } from '#app/domain/insights/reports/mail-reports.server.ts'
import { keepMetrics, keepMetricsDue } from '#app/domain/insights/snapshots/keep-metrics.server.ts'
import { studioJob } from './studio-job.ts'

/** What is written at the end of each day: the ledger first, as figures are made of it. */
export const figureJobs = [
  studioJob(
    'keep-recurring',
    'Write what memberships come to a month at the end of each day, and who joined or left.',
    1,
    keepRecurringDue,
    keepRecurring,
  ),
  studioJob(
    'keep-metrics',
    'Write the figures of each day that is over, and again those of months that are still open.',
    1,
    keepMetricsDue,
    keepMetrics,
  ),
  studioJob(
    'mail-reports',
    'Send saved reports to the people at work they are for.',
    10,
    mailReportsDue,
    mailReports,
  ),
]
