/** Closed lists of campaigns, for the schema and for pages. */

export const campaignStates = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const
export type CampaignState = (typeof campaignStates)[number]

/** How a campaign goes out. */
export const campaignChannels = ['email', 'sms'] as const
export type CampaignChannel = (typeof campaignChannels)[number]

/** Why somebody of the audience gets no letter. */
export const notSentReasons = [
  'gone',
  'no_address',
  'minor',
  'no_consent',
  'unsubscribed',
  'bounced',
  'capped',
  'booked',
  'same_address',
] as const
export type NotSentReason = (typeof notSentReasons)[number]

/** What became of one person: waiting, sent, left out with why, or not reached before the end. */
export const outcomes = ['waiting', 'sent', ...notSentReasons, 'full', 'stopped'] as const
export type Outcome = (typeof outcomes)[number]

/** Where the button of a letter leads: pages of the studio alone. */
export const letterPages = ['', 'timetable', 'offers', 'courses', 'account'] as const
export type LetterPage = (typeof letterPages)[number]
