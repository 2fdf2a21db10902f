/** What happens where somebody is put on a class without a qualification that it asks for. */
export const qualificationEffects = ['none', 'warn', 'block'] as const
export type QualificationEffect = (typeof qualificationEffects)[number]
