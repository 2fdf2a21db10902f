/** Whom a preview can be seen as. */
export const viewers = { member: 'Member', child: 'Child', visitor: 'Visitor' } as const
export type Viewer = keyof typeof viewers

/** A member where the address names nobody else. */
export const viewerOf = (asked: string | null): Viewer =>
  asked === 'child' || asked === 'visitor' ? asked : 'member'
