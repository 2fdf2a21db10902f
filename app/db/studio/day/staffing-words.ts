/** What happens where somebody is put on a class without a qualification that it asks for. */
export const qualificationEffects = ['none', 'warn', 'block'] as const
export type QualificationEffect = (typeof qualificationEffects)[number]

/** A request for time off: `withdrawn` by who asked, or ended by a manager after it was approved. */
export const timeOffStates = ['asked', 'approved', 'declined', 'withdrawn'] as const
export type TimeOffState = (typeof timeOffStates)[number]

/** Whose role a shift is for. Owners and managers may take any. */
export const shiftRoles = ['any', 'front_desk', 'coach', 'manager'] as const
export type ShiftRole = (typeof shiftRoles)[number]
