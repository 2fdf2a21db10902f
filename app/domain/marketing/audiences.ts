/** Whom a campaign can be for: views of the people list, and segments of it. Pure. */

/** Filters of the people list under the name that an audience has; `leads` is not one of its views. */
export const audiences = [
  { who: 'everyone', name: 'Everyone', params: '' },
  { who: 'members', name: 'Members', params: 'view=members' },
  { who: 'packs', name: 'People with a pack', params: 'view=packs' },
  { who: 'visitors', name: 'Visitors', params: 'view=visitors' },
  { who: 'past', name: 'Past members', params: 'view=past' },
  { who: 'leads', name: 'Leads', params: 'leads=1' },
] as const

export type Audience = { name: string; params: string }

/** What a form's choice of a segment begins with, and of what the campaign has already. */
export const segmentChoice = 'segment-'
export const keptChoice = 'kept'
/** The filters of the people list that its link to a new campaign carried along. */
export const listChoice = 'list'
