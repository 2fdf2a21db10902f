/** The form that sets a target, and what can be aimed at. */
import * as z from 'zod'
import type { FigureId } from '../figures/figure.ts'

/** Figures that add up over a month, and those that stand at its end. */
export const targetMetrics = [
  'members.joined',
  'recurring.minor',
  'classes.came',
  'classes.filled',
  'money.earned',
  'money.retail',
] as const satisfies readonly FigureId[]
export type TargetMetric = (typeof targetMetrics)[number]

/** What a location or somebody who teaches can have a target of. */
export const scopedMetrics: readonly TargetMetric[] = ['classes.came', 'classes.filled']

export const targetForm = z.object({
  month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'Choose a month' }),
  metric: z.enum(targetMetrics, { error: 'Choose what to aim at' }),
  /** `studio`, `location:<id>` or `person:<id>`. */
  scope: z
    .string()
    .regex(/^(studio|(location|person):[0-9A-Za-z-]{1,40})$/, { error: 'Choose for whom' }),
  /** Empty takes the target away. */
  value: z
    .string()
    .max(12, { error: 'Use at most 12 characters' })
    .regex(/^\s*\d{0,9}([.,]\d{1,2})?\s*$/, { error: 'Enter a number, such as 20 or 16000' })
    .optional(),
})
export type TargetForm = z.output<typeof targetForm>
