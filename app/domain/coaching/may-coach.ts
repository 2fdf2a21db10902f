/** Who can be somebody's coach. Pure. */
import { may, type Role } from '#app/domain/scope/permissions.ts'

/** Whether clients can be given to somebody of this role; who has no account may be a coach by name. */
export const mayCoach = (role: Role | null | undefined): boolean =>
  !role || may(role, 'coaching:use')

export const mayNotCoach = 'Choose a coach, manager or owner. Others can’t open coaching.'
