/** Who may give and take which roles in a studio. */
import { type Role, type StaffRole, staffRoles } from '#app/domain/scope/permissions.ts'

/**
 * Roles that an account with `role` may give, change and take: an owner every one, a manager those
 * below their own.
 */
export function grantableRoles(role: Role): readonly StaffRole[] {
  if (role === 'owner') return staffRoles
  return role === 'manager' ? ['coach', 'front_desk'] : []
}

/** Roles that an account with `role` may invite to: anyone who keeps the books invites members. */
export function invitableRoles(role: Role): readonly Role[] {
  return [...grantableRoles(role), 'member']
}

/** What each role is for, in the words of a choice. */
export const roleDuties: Readonly<Record<StaffRole, string>> = {
  owner: 'everything, including staff',
  manager: 'everything except owners and managers',
  coach: 'their own classes, levels, notes and exercises',
  front_desk: 'people, check-in, credits and fees',
}
