import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** The one record that sales without a name are on. It has no account credit: nobody could use it. */
export const walkInId = ({ studio }: Pick<StudioContext, 'studio'>): string =>
  `walk-in-${studio.id}`
