/** The small forms of a studio's own plan. Pure. */
import * as z from 'zod'
import { ownPlanKeys } from './plan-prices.ts'

const version = z.coerce.number().int().min(1)

export const choosePlanForm = z.object({ plan: z.enum(ownPlanKeys), version })

export const planActForm = z.object({ act: z.enum(['cancel', 'resume']), version })
