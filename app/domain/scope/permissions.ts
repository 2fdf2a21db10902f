/** What each role may do: one typed matrix, read by guards, menus and tests alike. */

/** The roles of those who work there. */
export const staffRoles = ['owner', 'manager', 'coach', 'front_desk'] as const
export type StaffRole = (typeof staffRoles)[number]

export const roles = [...staffRoles, 'member'] as const
export type Role = (typeof roles)[number]

export function isStaff(role: Role): boolean {
  return role !== 'member'
}

/**
 * Each permission as `resource:action`, with the roles that hold it. A studio can narrow a role,
 * never widen it.
 */
export const permissions = {
  'home:read': ['owner', 'manager', 'coach', 'front_desk', 'member'],
  'bookings:own': ['owner', 'manager', 'coach', 'front_desk', 'member'],
  'portal:own': ['owner', 'manager', 'coach', 'front_desk', 'member'],
  'manage:read': ['owner', 'manager', 'coach', 'front_desk'],
  'people:read': ['owner', 'manager', 'coach', 'front_desk'],
  'people:write': ['owner', 'manager', 'front_desk'],
  'people:import': ['owner', 'manager'],
  /** Managers too, where an owner lets them (`may-at.ts`). */
  'people:export': ['owner'],
  /** Everything of the studio at once. */
  'studio:export': ['owner'],
  /** Keeping someone out for good, and letting them in again. */
  'people:ban': ['owner', 'manager'],
  /** Removing everything that tells who someone is; it cannot be undone. */
  'people:erase': ['owner', 'manager'],
  /** What someone owes; a coach needs none of it. */
  'fees:read': ['owner', 'manager', 'front_desk'],
  /**
   * The words of an injury; that there is one, everyone at the desk sees. The coach of a class
   * reads them on its roster.
   */
  'medical:read': ['owner', 'manager'],
  /**
   * People who are not members yet, and what is done to win them. Anyone who works there can be
   * given a lead, so all of them can open it.
   */
  'leads:read': ['owner', 'manager', 'coach', 'front_desk'],
  'leads:write': ['owner', 'manager', 'coach', 'front_desk'],
  /** What people write to the studio; a coach reads groups and what is given to them. */
  'messages:write': ['owner', 'manager', 'coach', 'front_desk'],
  /** What is told to everyone on home, and answers that all use. */
  'messages:announce': ['owner', 'manager', 'front_desk'],
  /** What the studio does automatically. */
  'automations:write': ['owner', 'manager'],
  /** Writing to many at once, and how often that may be. */
  'campaigns:write': ['owner', 'manager'],
  'notes:write': ['owner', 'manager', 'coach', 'front_desk'],
  /** Ladders themselves; who holds which level is `levels:write`. */
  'ladders:write': ['owner', 'manager'],
  'levels:write': ['owner', 'manager', 'coach'],
  /** Seeing what somebody can do and clearing it; a skill may name who alone assesses it. */
  'skills:assess': ['owner', 'manager', 'coach'],
  /** Coaching people one to one, and reading of one's own clients; of all of them `coaching:all`. */
  'coaching:use': ['owner', 'manager', 'coach'],
  'coaching:all': ['owner', 'manager'],
  /** Planning gradings, inviting to them and publishing their results. */
  'gradings:write': ['owner', 'manager'],
  /** The skill tree itself. */
  'skills:write': ['owner', 'manager', 'coach'],
  'schedule:read': ['owner', 'manager', 'coach', 'front_desk'],
  'schedule:write': ['owner', 'manager'],
  /** Asking for a substitute for one's own class, and taking one that was offered. */
  'subs:ask': ['owner', 'manager', 'coach', 'front_desk'],
  /** Asking for any class, and offering it to coaches. */
  'subs:offer': ['owner', 'manager', 'front_desk'],
  'subs:approve': ['owner', 'manager'],
  'roster:read': ['owner', 'manager', 'coach', 'front_desk'],
  'roster:write': ['owner', 'manager', 'coach', 'front_desk'],
  /**
   * Correcting attendance after the studio's time for it, with a reason, and setting that time.
   */
  'attendance:reopen': ['owner'],
  /** Letting someone in whom the studio's alerts stop, with a reason. */
  'arrivals:override': ['owner', 'manager', 'front_desk'],
  'fees:waive': ['owner', 'manager', 'front_desk'],
  'invoices:read': ['owner', 'manager', 'front_desk'],
  /** Taking what somebody pays, and paying out what they are owed, at the desk. */
  'payments:take': ['owner', 'manager', 'front_desk'],
  /** What the studio earns, and what of it is coming and going. */
  'insights:read': ['owner', 'manager'],
  /** Giving back; the front desk up to the studio's limit for one invoice. */
  'refunds:small': ['owner', 'manager', 'front_desk'],
  'refunds:write': ['owner', 'manager'],
  /** Voiding an invoice, writing one off, reminding of it. */
  'invoices:write': ['owner', 'manager'],
  /** Receiving, counting and writing off stock. */
  'stock:write': ['owner', 'manager', 'front_desk'],
  /** What is sold: plans, packages, products, their prices. */
  'offers:write': ['owner', 'manager'],
  'entitlements:write': ['owner', 'manager', 'front_desk'],
  'training:read': ['owner', 'manager', 'coach', 'front_desk'],
  'training:write': ['owner', 'manager', 'coach'],
  /** Files of the wire below the studio's folder. */
  'files:read': ['owner', 'manager', 'front_desk'],
  'files:write': ['owner', 'manager'],
  /** The library; what is the coaches' the front desk does not see (`seenByStaffSql`). */
  'library:read': ['owner', 'manager', 'coach', 'front_desk'],
  'library:write': ['owner', 'manager', 'coach'],
  'settings:write': ['owner', 'manager'],
  /** Where the studio's money goes. */
  'banking:write': ['owner'],
  // Which roles one may give or take is narrower still: `domain/studios/staff-roles.ts`.
  'staff:write': ['owner', 'manager'],
  /** What each person at work is paid, and by which rules; a coach reads their own alone. */
  'pay:write': ['owner', 'manager'],
  /** Notes for the next shift and incidents, which everyone at work writes and reads. */
  'day:write': ['owner', 'manager', 'coach', 'front_desk'],
  'incidents:close': ['owner', 'manager'],
  /** What one holds to teach and when one works. */
  'work:own': ['owner', 'manager', 'coach', 'front_desk'],
  'pay:own': ['owner', 'manager', 'coach', 'front_desk'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** Whether `role` holds `permission`. */
export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role)
}
