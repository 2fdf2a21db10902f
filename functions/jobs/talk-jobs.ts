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
import { followStarts, followStartsDue } from '#app/domain/funnels/follow-starts.server.ts'
import { remindStarts, remindStartsDue } from '#app/domain/funnels/remind-starts.server.ts'
import type { StudioJob } from './job.ts'

/** Jobs of conversations, automations and funnels. */
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
  {
    ...{ of: 'studios', name: 'follow-starts', everyMinutes: 5 },
    description: 'Note how far people came who started at a funnel.',
    ...{ due: followStartsDue, work: followStarts },
  },
  {
    ...{ of: 'studios', name: 'remind-starts', everyMinutes: 1 },
    description: 'Write once to people who started at a funnel and did not buy.',
    ...{ due: remindStartsDue, work: remindStarts },
  },
]
