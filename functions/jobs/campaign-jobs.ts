import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import {
  followCampaigns,
  followCampaignsDue,
} from '#app/domain/marketing/follow-campaigns.server.ts'
import { sendCampaigns, sendCampaignsDue } from '#app/domain/marketing/send-campaigns.server.ts'
import type { StudioJob } from './job.ts'

/** Jobs of campaigns; an audience may be a figure of the catalogue. */
export const campaignJobs: readonly StudioJob[] = [
  {
    ...{ of: 'studios', name: 'send-campaigns', everyMinutes: 1 },
    description: 'Send the next emails of campaigns that are due.',
    ...{ due: sendCampaignsDue, work: (ctx) => sendCampaigns(withFigures(ctx)) },
  },
  {
    ...{ of: 'studios', name: 'follow-campaigns', everyMinutes: 10 },
    description: 'Note what people did in the week after an email of a campaign.',
    ...{ due: followCampaignsDue, work: followCampaigns },
  },
]
