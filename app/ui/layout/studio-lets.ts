import { useRouteLoaderData } from '@remix-run/react'
import { type PortalKey, studioLets } from '#app/domain/scope/portal-rules.ts'

/** Whether the studio of the page lets its members do something: no button is offered else. */
export function useStudioLets(): (key: PortalKey) => boolean {
  const root = useRouteLoaderData('root') as { studio: { portal: string } | null } | undefined
  const portal = root?.studio?.portal ?? ''
  return (key) => studioLets({ portal }, key)
}
