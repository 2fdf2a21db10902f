import { useRouteLoaderData } from '@remix-run/react'
import { type FeatureKey, studioUses } from '#app/domain/scope/features.ts'

/** Whether the studio of the page uses something: what it does not use is linked nowhere. */
export function useStudioUses(): (key: FeatureKey) => boolean {
  const root = useRouteLoaderData('root') as { studio: { featuresOff: string } | null } | undefined
  const featuresOff = root?.studio?.featuresOff ?? ''
  return (key) => studioUses({ featuresOff }, key)
}
