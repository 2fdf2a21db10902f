import type { Role } from './permissions.ts'

/** Roles as people read them (glossary). */
export const roleNames = {
  owner: 'Owner',
  manager: 'Manager',
  coach: 'Coach',
  front_desk: 'Front desk',
  member: 'Member',
} as const satisfies Record<Role, string>
