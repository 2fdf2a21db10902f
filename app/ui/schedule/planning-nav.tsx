import { useLocation } from '@remix-run/react'
import { ViewChips } from '../list/filter-bar.tsx'

/** The pages of planning, one beside the other. */
export function PlanningNav({
  tools,
}: {
  tools: readonly { name: string; to: string; count: number }[]
}) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Planning">
      <ViewChips
        views={tools.map(({ name, to, count }) => ({
          name,
          path: to,
          current: pathname === to,
          count: count > 0 ? String(count) : undefined,
        }))}
      />
    </nav>
  )
}
