/** What the form of a studio's features sends: a ticked box for each that it uses. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { type FeatureKey, featureKeys } from '#app/domain/scope/features.ts'

const boxes = Object.fromEntries(
  featureKeys.map((key) => [key, z.literal('on').optional()]),
) as unknown as Record<FeatureKey, z.ZodOptional<z.ZodLiteral<'on'>>>

export const featuresForm = z.object({
  ...boxes,
  key: formKey,
  /** What the page showed, as `studios.features_off` says it. */
  version: z.string().max(300).default(''),
})

export type FeaturesForm = z.output<typeof featuresForm>

/** The features that the form has a tick for. */
export const ticked = (form: FeaturesForm): ReadonlySet<string> =>
  new Set(featureKeys.filter((key) => form[key] === 'on'))
