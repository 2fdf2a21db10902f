/** Closed lists of conversations, for the schema and for pages. */

export const conversationStates = ['open', 'pending', 'snoozed', 'resolved'] as const
export type ConversationState = (typeof conversationStates)[number]

/** On which way a message came or went; `form` is a form for leads. */
export const messageChannels = ['app', 'email', 'sms', 'form'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** From them, from the studio, among staff, or what happened to the conversation itself. */
export const messageWays = ['in', 'out', 'note', 'system'] as const
export type MessageWay = (typeof messageWays)[number]

export const announcementAudiences = ['everyone', 'members', 'staff'] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]
