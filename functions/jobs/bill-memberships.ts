import {
  billedAtOnce,
  billMemberships,
  billMembershipsDue,
} from '#app/domain/sales/memberships/bill-memberships.server.ts'
import type { StudioJob } from './job.ts'

/** Bills, starts and ends memberships; a studio with many goes on within the minute. */
export const billMembershipsJob: StudioJob = {
  of: 'studios',
  name: 'bill-memberships',
  description: 'Bill, start and end memberships whose day it is.',
  everyMinutes: 1,
  due: billMembershipsDue,
  work: async (ctx) => {
    const done = await billMemberships(ctx)
    return { done, failed: 0, more: done >= billedAtOnce }
  },
}
