import {
  remindQualifications,
  remindQualificationsDue,
} from '#app/domain/staffing/qualification-tasks.server.ts'
import { studioJob } from './studio-job.ts'

export const remindQualificationsJob = studioJob(
  'remind-qualifications',
  'Tell people which of their qualifications end within 30 days.',
  10,
  remindQualificationsDue,
  remindQualifications,
)
