/** What a role may do at one studio: the matrix, and what its owners decided beyond it. Pure. */
import { may, type Permission, type Role } from './permissions.ts'
import { studioLets } from './portal-rules.ts'
import type { Studio } from './studio.ts'

export const mayAt = (
  studio: Pick<Studio, 'portal'>,
  role: Role,
  permission: Permission,
): boolean =>
  may(role, permission) ||
  (permission === 'people:export' && role === 'manager' && studioLets(studio, 'managers_export'))
