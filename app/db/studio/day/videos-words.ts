/** A file of the studio's, or a link to a video that lies elsewhere. */
export const videoKinds = ['file', 'link'] as const
export type VideoKind = (typeof videoKinds)[number]

export const videoStates = ['draft', 'published'] as const
export type VideoState = (typeof videoStates)[number]

/**
 * Who watches what is on the shelf: everyone who has joined, who holds a membership or credits, who
 * holds one of some plans, or who is at a level or above it.
 */
export const videoAccess = ['everyone', 'holders', 'plan', 'level'] as const
export type VideoAccess = (typeof videoAccess)[number]
