/** The addresses of the studio's numbers: insights, reports, retention, targets. */
import { query } from './query.ts'

type StudioRef = { slug: string }
type Params = Record<string, string | number | undefined>

export const numbersPaths = {
  /** How a `month` went `against` another. */
  manageInsights: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/insights${query(params)}`,
  manageInsightsCsv: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/insights.csv${query(params)}`,
  /** The library, and what was saved. */
  manageReports: (s: StudioRef) => `/${s.slug}/manage/studio/reports`,
  /** A report by its choices, or a `library` one. */
  manageReportRun: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/studio/reports/run${query(params)}`,
  manageReportFile: (s: StudioRef, kind: 'csv' | 'xlsx' | 'pdf', params: Params = {}) =>
    `/${s.slug}/manage/studio/reports/file.${kind}${query(params)}`,
  /** Giving choices a name (GET) and keeping them (POST). */
  manageReportSave: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/studio/reports/save${query(params)}`,
  /** Name, sharing and mail of a saved report (GET), and the change (POST). */
  manageReport: (s: StudioRef, reportId: string) => `/${s.slug}/manage/studio/reports/${reportId}`,
  /** Who comes less than they used to (GET), and that somebody got in touch (POST). */
  manageRetention: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/retention${query(params)}`,
  /** What a month is to come to (GET), and setting it (POST). */
  manageTargets: (s: StudioRef, params: Params = {}) =>
    `/${s.slug}/manage/sales/targets${query(params)}`,
}
