import {
  beginRuns,
  beginRunsDue,
  sendRuns,
  sendRunsDue,
} from '#app/domain/automation/run-automations.server.ts'
import {
  followTexts,
  followTextsDue,
  wakeSnoozed,
  wakeSnoozedDue,
} from '#app/domain/conversations/change-conversation.server.ts'
import type { StudioJob } from './job.ts'

/** Jobs of conversations and automations. */
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
  {
    ...{ of: 'studios', name: 'begin-runs', everyMinutes: 10 },
    description: 'Begin runs of automations for everyone who has their cause.',
    ...{ due: beginRunsDue, work: beginRuns },
  },
  {
    ...{ of: 'studios', name: 'send-runs', everyMinutes: 1 },
    description: 'Send what automations have to send.',
    ...{ due: sendRunsDue, work: sendRuns },
  },
]
