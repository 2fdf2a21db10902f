/**
 * What somebody could lift once, out of a set of several repetitions: weight × (1 + reps ÷ 30), by
 * Boyd Epley (1985, Poundage chart). A single is its own weight. Grams; rounded half up.
 */
export const estimatedMax = (grams: number, reps: number): number =>
  reps <= 1 ? grams : Math.round(grams * (1 + reps / 30))

export const epleySource = 'Epley: weight × (1 + reps ÷ 30)'

/** A weight that can be loaded: to whole steps of `step` grams, to the nearest. */
export const toPlates = (grams: number, step: number): number => Math.round(grams / step) * step

/** The smallest step of a barbell: 2.5 kg, or 5 lb. */
export const plateStep = (unit: 'kg' | 'lb'): number => (unit === 'kg' ? 2_500 : 2_268)
