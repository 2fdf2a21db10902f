/** What the desk's pages of a class need to know of the studio, the hour and who looks. */

import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import { localDate } from '#app/values/zone.ts'
import type { DeskReader } from './roster-row.ts'

/** The coach of the class reads its medical notes; owners and managers read all. */
export function deskReader(
  { studio: { timeZone, locale, currency }, now }: Pick<StudioContext, 'studio' | 'now'>,
  viewer: { role: Role; personId: string },
  { coachId }: { coachId: string },
): DeskReader {
  return {
    role: viewer.role,
    timeZone,
    locale,
    currency,
    now,
    today: localDate(now, timeZone),
    medical: may(viewer.role, 'medical:read') || coachId === viewer.personId,
    fees: may(viewer.role, 'fees:read'),
  }
}
