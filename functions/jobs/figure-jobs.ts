import {
  keepRecurring,
  keepRecurringDue,
} from '#app/domain/insights/recurring/keep-recurring.server.ts'
import { mailReports, mailReportsDue } from '#app/domain/insights/reports/mail-reports.server.ts'
import { askScores, askScoresDue } from '#app/domain/insights/scores/ask-scores.server.ts'
import { keepMetrics, keepMetricsDue } from '#app/domain/insights/snapshots/keep-metrics.server.ts'
import type { StudioJob } from './job.ts'
import { studioJob } from './studio-job.ts'

/**
 * What is written at the end of each day: the ledger first, then the figures that are
 * made of it, then the reports that tell them. Each waits for the one before.
 */
export const figureJobs: readonly StudioJob[] = [
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
  {
    ...{ of: 'studios', name: 'mail-reports', everyMinutes: 10 },
    description: 'Send saved reports to the people at work they are for.',
    due: mailReportsDue,
    work: (ctx, { directory }) => mailReports(ctx, directory),
  },
  studioJob(
    'ask-scores',
    'Ask members how likely they are to recommend the studio, once a period.',
    10,
    askScoresDue,
    askScores,
  ),
]
