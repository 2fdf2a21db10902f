import {
  followTexts,
  followTextsDue,
  wakeSnoozed,
  wakeSnoozedDue,
} from '#app/domain/conversations/change-conversation.server.ts'
import type { StudioJob } from './job.ts'

/** Jobs of conversations. */
export const talkJobs: readonly StudioJob[] = [
  {
    ...{ of: 'studios', name: 'wake-snoozed', everyMinutes: 1 },
    description: 'Open conversations whose snooze is over.',
    ...{ due: wakeSnoozedDue, work: wakeSnoozed },
  },
  {
    ...{ of: 'studios', name: 'follow-texts', everyMinutes: 1 },
    description: 'Email what could not be delivered as a text.',
    ...{ due: followTextsDue, work: followTexts },
  },
]
