/** Whom a ladder is for: martial arts grade children by belts of their own. */
export const ladderAudiences = ['everyone', 'adults', 'children'] as const
export type LadderAudience = (typeof ladderAudiences)[number]
