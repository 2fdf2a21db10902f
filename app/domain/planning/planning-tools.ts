/**
 * The pages of planning as tools of the calendar: to whom they are open, and what waits there.
 * Pure.
 */
import { may, type Permission, type Role } from '#app/domain/scope/permissions.ts'
import { paths } from '#app/paths.ts'

export type PlanningCounts = { planned: number; needed: number }

type Tool = {
  name: string
  needs: Permission
  to: (studio: { slug: string }) => string
  counts?: keyof PlanningCounts
}

const tools: readonly Tool[] = [
  { name: 'Publish', needs: 'schedule:write', to: paths.managePublish, counts: 'planned' },
  { name: 'Substitutes', needs: 'subs:ask', to: paths.manageSubstitutions, counts: 'needed' },
  { name: 'Closures', needs: 'schedule:read', to: paths.manageClosures },
  { name: 'Copy a term', needs: 'schedule:write', to: paths.manageCopyTerm },
]

/** What a role may open, each with how much waits there where that was counted. */
export function planningTools(
  studio: { slug: string },
  role: Role,
  waiting: Partial<PlanningCounts> = {},
) {
  return tools
    .filter(({ needs }) => may(role, needs))
    .map(({ name, to, counts }) => ({
      name,
      to: to(studio),
      count: (counts && waiting[counts]) ?? 0,
    }))
}
