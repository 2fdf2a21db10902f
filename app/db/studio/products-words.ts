/** Why stock moves. */
export const moveKinds = ['received', 'sold', 'returned', 'written_off', 'counted'] as const
export type MoveKind = (typeof moveKinds)[number]
